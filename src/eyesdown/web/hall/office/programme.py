"""The programme of a session as a table: drafted, checked while it is typed, then fixed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.bingo.session.events import ProgrammeAmended, SessionPlanned
from eyesdown.bingo.state.state import Plan
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.site import Site
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.patterns import LINE_NUMBERS, SQUARES, DrawnPattern
from eyesdown.web.api.command_reader import Sent
from eyesdown.web.frame.context import web_of
from eyesdown.web.hall.act import bad_input, next_of, own_id, perform, rehearse
from eyesdown.web.hall.forms import cents_typed, moment_typed, numbers_typed, read_command
from eyesdown.web.hall.frame import book_of
from eyesdown.web.hall.office.page import READERS, office_page
from eyesdown.web.hall.sign_on import PREFIX, needs_hall

ROWS_MIN = 4
GAMES_MAX = 60
EARLIER_MAX = 20
A_WEEK = timedelta(days=7)
_PRIZE = re.compile(r"(?P<prize>.+?)\s+\$?(?P<amount>[\d,]+(?:\.\d{1,2})?)")
_LEVEL = re.compile(
    r"(?P<level>.+?)\s+\$?(?P<amount>[\d,]+(?:\.\d{1,2})?)"
    r"(?:\s+in\s+(?P<most>\d+))?(?P<on>\s+on\s+a?\s*jackpot\s+number)?(?P<whole>\s+whole\s+pool)?"
)


@dataclass(frozen=True, slots=True)
class GameDraft:
    """A row of the table, as it is typed."""

    versions: str = ""
    price: str = ""
    prizes: str = ""
    colour: str = ""
    levels: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A programme as it is typed."""

    session: str = ""
    starts_at: str = ""
    place: str = ""
    operator: str = ""
    licence: str = ""
    boxes: str = "1"
    entry_fee: str = ""
    session_price: str = ""
    sequence: str = ""
    pool: str = ""
    pool_games: str = ""
    pool_method: str = ""
    last_in_sequence: bool = False
    games: tuple[GameDraft, ...] = ()
    amends: bool = False


@dataclass(frozen=True, slots=True)
class PatternShown:
    """A pattern of the book, drawn on a ticket: one way of winning it, by lines of columns."""

    name: str
    cells: tuple[int, ...] = field(default=())


def amount_words(cents: int) -> str:
    """Cents as a person would type them.

    >>> amount_words(12_000), amount_words(1_250)
    ('120', '12.50')
    """
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents / 100:.2f}"


def prizes_words(game: PlannedGame) -> str:
    """The prizes of a game as a person would type them."""
    return ", ".join(f"{offer.prize} {amount_words(offer.amount_cents)}" for offer in game.prizes)


def _levels_words(game: PlannedGame) -> str:
    def words(level: Any) -> str:
        most = f" in {level.numbers_max}" if level.numbers_max else ""
        on = " on jackpot number" if level.on_jackpot_number else ""
        whole = " whole pool" if level.whole_pool else ""
        return f"{level.level} {amount_words(level.amount_cents)}{most}{on}{whole}"

    return ", ".join(words(level) for level in game.levels)


def draft_of(plan: Any, *, amends: bool, later: timedelta = timedelta()) -> Draft:
    """The table of a programme that was planned; a copy is for later and has no name yet."""
    starts = plan.starts_at + later
    return Draft(
        session=plan.session if amends else "",
        starts_at=starts.strftime("%Y-%m-%dT%H:%M"),
        place=plan.place,
        operator=plan.operator,
        licence=plan.licence,
        boxes=f"{plan.boxes}",
        entry_fee=amount_words(plan.entry_fee_cents) if plan.entry_fee_cents else "",
        session_price=amount_words(plan.session_price_cents) if plan.session_price_cents else "",
        sequence=plan.sequence,
        pool=plan.pool,
        pool_games=", ".join(f"{game}" for game in plan.pool_games),
        pool_method=plan.pool_method,
        last_in_sequence=plan.last_in_sequence and amends,
        games=tuple(
            GameDraft(
                " ".join(f"{version}" for version in game.versions),
                amount_words(game.price_cents) if game.price_cents else "",
                prizes_words(game),
                game.colour,
                _levels_words(game),
            )
            for game in plan.games
        ),
        amends=amends,
    )


def read_prizes(game: int, text: str) -> list[dict[str, Any]]:
    """Prizes as they are typed: each a name and an amount, with commas between.

    >>> read_prizes(1, "part series 40, series 120")[1]
    {'prize': 'series', 'amount_cents': 12000}
    """
    prizes = []
    for part in _parts(text):
        match = _PRIZE.fullmatch(part)
        if match is None:
            message = f"game {game}: {part!r} needs a name and an amount, as: line 50"
            raise BadInput("prizes", message)
        cents = cents_typed("prizes", match["amount"])
        prizes.append({"prize": match["prize"].strip(), "amount_cents": cents})
    return prizes


def read_levels(game: int, text: str) -> list[dict[str, Any]]:
    """Jackpot levels as they are typed.

    >>> read_levels(1, "gold 500 in 45")[0]["numbers_max"]
    45
    """
    levels = []
    for part in _parts(text):
        match = _LEVEL.fullmatch(part)
        if match is None:
            raise BadInput("levels", f"game {game}: {part!r}: write it as: gold 500 in 45")
        levels.append(
            {
                "level": match["level"].strip(),
                "amount_cents": cents_typed("levels", match["amount"]),
                "numbers_max": int(match["most"] or 0),
                "on_jackpot_number": bool(match["on"]),
                "whole_pool": bool(match["whole"]),
            }
        )
    return levels


def _parts(text: str) -> list[str]:
    # A comma between three digits and the next three is part of an amount.
    return [part.strip() for part in re.split(r",(?!\d{3}\b)|;", text) if part.strip()]


def _game_rows(form: FormData) -> Iterator[GameDraft]:
    names = ("versions", "price", "prizes", "colour", "levels")
    for row in range(1, GAMES_MAX + 1):
        if f"g{row}-prizes" not in form and f"g{row}-price" not in form:
            return
        typed = {
            name: " ".join(str(value).strip() for value in form.getlist(f"g{row}-{name}"))
            for name in names
        }
        yield GameDraft(**typed)


def plan_values(form: FormData, zone: Any) -> dict[str, Any]:
    """The fields of `PlanSession` in a form of the table; rows with nothing typed are left out."""

    def text(name: str) -> str:
        return str(form.get(name, "")).strip()

    rows = [row for row in _game_rows(form) if row.prizes or row.price]
    values: dict[str, Any] = {
        name: text(name)
        for name in ("session", "place", "operator", "licence", "sequence", "pool", "pool_method")
    }
    if not values["session"]:
        raise BadInput("session", "give the session a name, as: Tuesday 9 June")
    values["starts_at"] = moment_typed("starts_at", text("starts_at"), zone).isoformat()
    values["boxes"] = int(text("boxes")) if text("boxes").isdecimal() else 1
    for name in ("entry_fee", "session_price"):
        values[f"{name}_cents"] = cents_typed(name, text(name)) if text(name) else 0
    values["pool_games"] = numbers_typed("pool_games", text("pool_games"))
    values["last_in_sequence"] = text("last_in_sequence") == "true"
    values["games"] = [
        {
            "game": number,
            "versions": numbers_typed("versions", row.versions),
            "price_cents": cents_typed(f"price of game {number}", row.price) if row.price else 0,
            "prizes": read_prizes(number, row.prizes),
            "colour": row.colour,
            "levels": read_levels(number, row.levels),
        }
        for number, row in enumerate(rows, 1)
    ]
    return values


def priced(book: BingoBook[Any], values: dict[str, Any]) -> list[dict[str, Any]]:
    """By game: the prizes' sum, and how many cards may be sold before it is too low a return."""
    with_jackpot = bool(values["pool"]) and len(values["games"]) > 1
    least = book.ways.least_return("game", with_jackpot)
    rows = []
    for game in values["games"]:
        prizes = sum(prize["amount_cents"] for prize in game["prizes"])
        price = game["price_cents"]
        cards = int(prizes / (least * price)) if least and price else None
        words = dollars(prizes)
        words += f", enough for {cards} cards" if cards is not None else ""
        rows.append({"game": game["game"], "prizes_cents": prizes, "cards": cards, "says": words})
    return rows


def _sent(request: Request, form: FormData) -> Sent:
    web, person = web_of(request), request.state.hall_person
    values = plan_values(form, web.tenant.zone)
    kind = "AmendProgramme" if form.get("amends") == "true" else "PlanSession"
    return read_command(kind, values, own_id(person, str(form.get("id", ""))))


@needs_hall(HallRole.OFFICE)
async def fix(request: Request) -> Response:
    """Fix the programme of the table."""

    async def read(request: Request) -> tuple[Sent, str]:
        form = await request.form()
        return _sent(request, form), next_of(request.state.hall_person, form)

    return await perform(request, read)


@needs_hall(HallRole.OFFICE)
async def check(request: Request) -> Response:
    """What the book says to the table as it is typed; nothing is fixed."""
    web, form = web_of(request), await request.form()
    now = web.now()
    try:
        sent = _sent(request, form)
        values = plan_values(form, web.tenant.zone)
    except BadInput as bad:
        return bad_input(request, bad)
    rows = await web.ask_site(lambda site: priced(book_of(site, now), values))

    async def read(_: Request) -> tuple[Sent, str]:
        return sent, ""

    return await rehearse(request, read, games=rows)


@needs_hall(*READERS)
async def programme_page(request: Request) -> Response:
    """The table: empty, of a session that may still be amended, or a copy of an earlier one."""
    web, query = web_of(request), request.query_params
    now, name, copied = web.now(), query.get("session", ""), query.get("copy", "")

    def look(site: Site[HallSite]) -> dict[str, Any]:
        book, hall = book_of(site, now), site.state.hall
        session = hall.sessions.get(name)
        draft = Draft(starts_at=_tonight(now), boxes="6" if book.traits.entry_fee else "1")
        if session is not None:
            draft = draft_of(session.plan, amends=True)
        elif copied:
            plan = _planned(site, copied)
            draft = draft_of(plan, amends=False, later=A_WEEK) if plan else draft
        return {
            "draft": draft,
            "book": book.id,
            "versions": tuple(book.versions.items()),
            "by_fee": book.traits.entry_fee,
            "patterns": tuple(_patterns(book)) if book.traits.entry_fee else (),
            "pools": tuple(hall.pools),
            "open_sessions": tuple(
                name for name, each in hall.sessions.items() if not (each.closed or each.purchases)
            ),
            "earlier": _earlier(site),
        }

    view = await web.ask_site(look)
    typed = view["draft"].games
    blank = max(ROWS_MIN - len(typed), 1) if len(typed) < GAMES_MAX else 0
    rows = (*typed, *([GameDraft()] * blank))
    return await office_page(request, "office_programme", "office/programme", v=view, rows=rows)


def _tonight(now: datetime) -> str:
    """Seven in the evening; later, the next full hour.

    >>> _tonight(datetime(2026, 6, 2, 9, 30)), _tonight(datetime(2026, 6, 2, 19, 30))
    ('2026-06-02T19:00', '2026-06-02T20:00')
    """
    evening = now.replace(hour=19, minute=0)
    if now >= evening:
        evening = now.replace(minute=0) + timedelta(hours=1)
    return f"{evening:%Y-%m-%dT%H:%M}"


def _planned(site: Site[HallSite], name: str) -> Plan | Any | None:
    row = site.store.record("session", name)
    event = EVENTS.read(row.body) if row else None
    return event.plan if isinstance(event, SessionPlanned | ProgrammeAmended) else None


def _earlier(site: Site[HallSite]) -> tuple[str, ...]:
    rows = sorted(site.store.records("session"), key=lambda row: row.seq, reverse=True)
    return tuple(row.key for row in rows[:EARLIER_MAX])


def _patterns(book: BingoBook[Any]) -> Iterator[PatternShown]:
    """The patterns of the book, each by one way of winning it: its cells, line by line."""
    for name, pattern in book.patterns.items():
        if isinstance(pattern, DrawnPattern):
            cells = [cell for cell in range(SQUARES) if pattern.ways[0] >> cell & 1]
        else:
            spans = enumerate(pattern.lines)
            cells = [LINE_NUMBERS * line + at for line, least in spans for at in range(least)]
        yield PatternShown(name, tuple(cells))


ROUTES = (
    Route(f"{PREFIX}/office/programme", programme_page),
    Route(f"{PREFIX}/office/programme", fix, methods=["POST"]),
    Route(f"{PREFIX}/office/programme/check", check, methods=["POST"]),
)
