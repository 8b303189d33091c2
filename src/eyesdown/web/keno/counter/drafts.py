"""A slip as a page sends it: read strictly, priced, and made into the command of its sale.

The price, the refusals and the sale itself all come from that one command.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, NamedTuple

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
from eyesdown.web.frame.forms import cents_typed
from eyesdown.web.frame.people import Person
from eyesdown.web.keno.api.vocabulary import ENTRY_LINES_MAX

TEXT_MAX = 120
SCAN_MAX = 300  # a ticket's whole address
LINES_MAX = ENTRY_LINES_MAX
DOCUMENTS_MAX = 20
NUMBER_MAX = 10**9  # a larger number in a draft is a mistake
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

    `game` is the game that the page showed when the customer agreed, if it showed one.
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
    """The JSON object that a page sent; the size is limited before."""
    try:
        raw = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise BadInput("body", "must be JSON") from None
    if not isinstance(raw, dict):
        raise BadInput("body", "must be a JSON object")
    return raw


def read_draft(book: NswKeno, raw: dict[str, Any]) -> Draft:
    """The draft that a page sent; BadInput names the first field with a wrong value."""
    bounded(raw, NUMBER_MAX)
    lines = raw.get("lines", [])
    if not isinstance(lines, list) or len(lines) > LINES_MAX:
        raise BadInput("lines", f"must be a list of at most {LINES_MAX} bets")
    documents = raw.get("documents", [])
    if not isinstance(documents, list) or len(documents) > DOCUMENTS_MAX:
        raise BadInput("documents", f"must be a list of at most {DOCUMENTS_MAX} serials")
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
        documents=tuple(text({"documents": serial}, "documents") for serial in documents),
        change_as=_one_of(raw, "change_as", CHANGES),
        game=_whole_or_none(raw, "game"),
    )


def wrong_lines(book: NswKeno, raw: dict[str, Any]) -> dict[int, str]:
    """What is wrong with each line that is no bet, by its number on the slip from 1 on."""
    lines = raw.get("lines")
    wrong: dict[int, str] = {}
    for at, bet in enumerate(lines if isinstance(lines, list) else [], start=1):
        try:
            read_bet(book, bet, f"lines.{at}")
        except BadInput as bad:
            wrong[at] = bad.message
    return wrong


def entry_of(draft: Draft, person: Person, serial: str) -> Entry:
    """The Entry of a slip at a person's terminal; self-service has a method of its own."""
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
    """The key of a Customer Session, which belongs to one terminal."""
    return f"{person.terminal}/{customer}"


def price_of(book: NswKeno, entry: Entry) -> int | None:
    """The cost of an Entry in cents; None if the game has no such bet."""
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
    """What the customer pays with; cash covers the rest unless an amount was typed."""
    paid = []
    for serial in draft.documents:
        document = state.documents.get(serial)
        if document is None:
            why = f"{serial} isn’t one of our vouchers or receipts; scan it again"
            raise BadInput("documents", why)
        paid.append(Tendered(document.kind, document.face_cents, serial))
    if draft.chip_cents:
        paid.append(Tendered(Tender.CHIP, draft.chip_cents))
    if draft.parlay_cents:
        paid.append(Tendered(Tender.PARLAY, draft.parlay_cents))
    left = cost - sum(tender.cents for tender in paid)
    cash = draft.cash_cents if draft.cash_cents is not None else max(0, left)
    if cash or not paid:
        paid.append(Tendered(Tender.CASH, cash))
    return tuple(paid)


def read_id(field: str, value: object) -> str:
    """An id that a page made: 1 to 60 letters and digits."""
    if not isinstance(value, str) or not _ID.fullmatch(value):
        raise BadInput(field, "must be an id of 1 to 60 letters and digits")
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
    """A whole number from 0 up; BadInput for anything else."""
    if type(value) is not int or not 0 <= value <= NUMBER_MAX:
        raise BadInput(field, f"{value!r} isn’t a whole number from 0 up")
    return value


def whole_typed(form: Mapping[str, Any], field: str) -> int:
    """A whole number in a field of a form."""
    text = str(form.get(field, "")).strip()
    if not text.isascii() or not text.isdigit() or len(text) > 12:
        raise BadInput(field, f"{text[:20]!r} isn’t a whole number")
    return int(text)


def read_cents(field: str, value: str) -> int:
    """An amount as people type it, in cents; a comma parts thousands only.

    >>> read_cents("amount", "$1,250.50"), read_cents("amount", "20")
    (125050, 2000)
    >>> read_cents("amount", "20,00")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: amount: isn’t an amount; write dollars and cents, as 12.50
    """
    cents = cents_typed(field, value)
    if cents > NUMBER_MAX:
        raise BadInput(field, "is more than anyone pays here")
    return cents


def _whole_or_none(raw: dict[str, Any], field: str) -> int | None:
    return None if raw.get(field) is None else whole(field, raw[field])


def _one_of(raw: dict[str, Any], field: str, choices: dict[str, Any]) -> Any:
    value = raw.get(field, next(iter(choices)))
    if not isinstance(value, str) or value not in choices:
        raise BadInput(field, f"must be one of {', '.join(choices)}")
    return choices[value]
