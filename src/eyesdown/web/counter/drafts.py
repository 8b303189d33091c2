"""What a page sends on its way to becoming a sale: read hard, priced, and made into the command.

The price that is shown, the refusals that are shown and the sale itself come from one command.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

from starlette.datastructures import FormData
from starlette.requests import Request

from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.stakes import entry_cost, staked_by_game
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.keno_words import Channel, Method, Tender
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.bounds import bounded
from eyesdown.web.frame.people import Person

TEXT_MAX = 120
SCAN_MAX = 300  # a ticket's whole address
LINES_MAX = 100
DOCUMENTS_MAX = 20
NUMBER_MAX = 10**9  # any larger number in a draft is a mistake or mischief
METHODS = {"form": Method.FORM, "verbal": Method.VERBAL, "replay": Method.REPLAY}
CHANGES = {
    "cash": Tender.CASH,
    "cash_voucher": Tender.CASH_VOUCHER,
    "sst_receipt": Tender.SST_RECEIPT,
}
_ID = re.compile(r"[A-Za-z0-9_-]{1,60}")


@dataclass(frozen=True, slots=True)
class Draft:
    """A slip as a page holds it. `cash_cents` is None for exactly what is left to pay.

    `game` is the game the page showed when the customer said yes, if it showed one.
    """

    slip: str
    customer: str
    lines: tuple[Bet, ...]
    games: int = 1
    bonus_games: int | None = None
    method: Method = Method.FORM
    replay_of: str = ""
    kwikipiks: int = 0
    superplay: str = ""
    card: str = ""
    runner: str = ""
    runner_note: str = ""
    cash_cents: int | None = None
    chip_cents: int = 0
    parlay_cents: int = 0
    documents: tuple[str, ...] = ()
    change_as: Tender = Tender.CASH
    game: int | None = None


async def read_json(request: Request) -> dict[str, Any]:
    """The object a page sent; how much it may send is held at the door."""
    try:
        raw = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadInput("body", "is not JSON") from None
    if not isinstance(raw, dict):
        raise BadInput("body", "is not an object")
    return raw


def read_draft(book: NswKeno, raw: dict[str, Any]) -> Draft:
    """A draft from what a page sent, or BadInput naming the field that is not of its shape."""
    bounded(raw, NUMBER_MAX)
    lines = raw.get("lines", [])
    if not isinstance(lines, list) or len(lines) > LINES_MAX:
        raise BadInput("lines", f"is not a list of at most {LINES_MAX} bets")
    documents = raw.get("documents", [])
    if not isinstance(documents, list) or len(documents) > DOCUMENTS_MAX:
        raise BadInput("documents", f"is not a list of at most {DOCUMENTS_MAX} serials")
    return Draft(
        slip=read_id("slip", raw.get("slip")),
        customer=read_id("customer", raw.get("customer")),
        lines=tuple(read_bet(book, bet, f"lines.{at}") for at, bet in enumerate(lines, start=1)),
        games=whole("games", raw.get("games", 1)),
        bonus_games=_whole_or_none(raw, "bonus_games"),
        method=_one_of(raw, "method", METHODS),
        replay_of=text(raw, "replay_of"),
        kwikipiks=whole("kwikipiks", raw.get("kwikipiks", 0)),
        superplay=text(raw, "superplay"),
        card=text(raw, "card"),
        runner=text(raw, "runner"),
        runner_note=text(raw, "runner_note"),
        cash_cents=_whole_or_none(raw, "cash_cents"),
        chip_cents=whole("chip_cents", raw.get("chip_cents", 0)),
        parlay_cents=whole("parlay_cents", raw.get("parlay_cents", 0)),
        documents=tuple(text({"documents": one}, "documents") for one in documents),
        change_as=_one_of(raw, "change_as", CHANGES),
        game=_whole_or_none(raw, "game"),
    )


def entry_of(draft: Draft, person: Person, serial: str) -> Entry:
    """The Entry a slip asks for at somebody's terminal; a self-service one has its own method."""
    method = Method.SST if person.role == "self_service" else draft.method
    return Entry(
        serial=serial,
        lines=draft.lines,
        games=draft.games,
        channel=Channel.VENUE,
        method=method,
        venue=person.venue,
        terminal=person.terminal,
        writer="" if person.role == "self_service" else person.name,
        session=session_key(person, draft.customer),
        bonus_games=draft.bonus_games,
        runner=draft.runner,
        card=draft.card,
        kwikipiks=draft.kwikipiks,
        superplay=draft.superplay,
        replay_of=draft.replay_of if method is Method.REPLAY else "",
    )


def session_key(person: Person, customer: str) -> str:
    """A Customer Session is one terminal's own."""
    return f"{person.terminal}/{customer}"


def price_of(book: NswKeno, entry: Entry) -> int | None:
    """What an Entry costs; nothing can be said of bets the game does not have."""
    if not 1 <= entry.games <= book.figures.multi_game_games_max:
        return None
    if any(no_such_bet(book, bet) for bet in entry.lines):
        return None
    return entry_cost(entry, staked_by_game(book, entry))


class NewPapers(NamedTuple):
    """The time of a sale, and the serials of the ticket and of a paper for the change."""

    at: datetime
    serial: str
    change_serial: str


DRY_RUN = NewPapers(datetime.min.replace(tzinfo=UTC), "dry-run", "dry-run-change")
"""For a sale that is only tried: the site puts its own time in."""


def needs_change_paper(draft: Draft) -> bool:
    """Whether the change of a sale may leave on paper, which needs a serial."""
    return bool(draft.documents) or draft.change_as is not Tender.CASH


def sale_of(
    book: NswKeno, state: KenoState, person: Person, draft: Draft, new: NewPapers
) -> AcceptEntry:
    """The very command a sale submits; a dry run of it is the page's price and its refusals."""
    entry = entry_of(draft, person, new.serial)
    return AcceptEntry(
        new.at,
        entry,
        _tenders(state, draft, price_of(book, entry) or 0),
        delivered=True,
        change_as=draft.change_as,
        change_serial=new.change_serial if needs_change_paper(draft) else "",
        runner_note=draft.runner_note,
    )


def _tenders(state: KenoState, draft: Draft, cost: int) -> tuple[Tendered, ...]:
    """What lies on the counter; cash fills what is left unless an amount was named."""
    paid = []
    for serial in draft.documents:
        kept = state.documents.get(serial)
        if kept is None:
            raise BadInput("documents", f"{serial} is no voucher or receipt of ours; scan it again")
        paid.append(Tendered(kept.kind, kept.face_cents, serial))
    if draft.chip_cents:
        paid.append(Tendered(Tender.CHIP, draft.chip_cents))
    if draft.parlay_cents:
        paid.append(Tendered(Tender.PARLAY, draft.parlay_cents))
    left = cost - sum(one.cents for one in paid)
    cash = draft.cash_cents if draft.cash_cents is not None else max(0, left)
    if cash or not paid:
        paid.append(Tendered(Tender.CASH, cash))
    return tuple(paid)


def read_id(field: str, value: object) -> str:
    """An id a page made: short, plain, and no more than that."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadInput(field, "is not an id of 1 to 60 letters and digits")
    return value


def text(raw: dict[str, Any], field: str, most: int = TEXT_MAX) -> str:
    """A short string as it was typed, in single spaces; BadInput if it cannot be printed."""
    value = raw.get(field, "")
    if value == "":
        return ""
    if not isinstance(value, str):
        raise BadInput(field, "must be text")
    tidy = " ".join(value.split())
    if len(tidy) > most or not tidy.isprintable():
        raise BadInput(field, f"must be printable text of at most {most} characters")
    return tidy


def whole(field: str, value: object) -> int:
    if type(value) is not int or not 0 <= value <= NUMBER_MAX:
        raise BadInput(field, f"{value!r} is not a whole number from 0 up")
    return value


def whole_typed(form: FormData, field: str) -> int:
    """A whole number in a field of a form."""
    text = str(form.get(field, "")).strip()
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise BadInput(field, f"{text[:20]!r} is not a whole number")
    return int(text)


def read_cents(field: str, value: str) -> int:
    """An amount as people type it.

    >>> read_cents("amount", "$1,250.50"), read_cents("amount", "20")
    (125050, 2000)
    """
    found = re.fullmatch(r"\$?(\d{1,7})(?:\.(\d{1,2}))?", value.strip().replace(",", ""))
    if found is None:
        raise BadInput(field, "is not an amount like 20 or 12.50")
    return int(found[1]) * 100 + int((found[2] or "").ljust(2, "0"))


def _whole_or_none(raw: dict[str, Any], field: str) -> int | None:
    return None if raw.get(field) is None else whole(field, raw[field])


def _one_of(raw: dict[str, Any], field: str, known: dict[str, Any]) -> Any:
    value = raw.get(field, next(iter(known)))
    if not isinstance(value, str) or value not in known:
        raise BadInput(field, f"is not one of {', '.join(known)}")
    return known[value]
