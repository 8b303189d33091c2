"""A printed card and the calls so far: which prizes it has, on which call, and what is missing.

Anyone may ask. The page says nothing about who holds a card, nor whether it was sold.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.cards.card_text import PREFIX, read_card_text
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.library.cards import PrizeOnCard, calls_in, check_card
from eyesdown.library.series import OpenSeries
from eyesdown.rulebooks import REAL_BOOKS, SHELF, is_for_halls
from eyesdown.web.frame.context import GamePlayed, KnownCard, Web, hosted
from eyesdown.web.frame.pages import page

PATH = "/check-card"
TYPED_MAX = 400
CARD_MAX = 10**10

Finder: TypeAlias = Callable[[str, int], Awaitable[KnownCard | None]]
"""Gives the card of a series with this serial (any series, if it is empty) and card number."""


@dataclass(frozen=True, slots=True)
class Typed:
    """What was typed or scanned."""

    card: str
    serial: str
    calls: str
    prizes: str

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Typed:
        """The fields of a form; the address in a card's QR code fills card and serial."""
        card, serial, calls, prizes = (
            query.get(name, "").strip()[:TYPED_MAX]
            for name in ("card", "serial", "calls", "prizes")
        )
        if "card=" in card:
            scanned = parse_qs(urlsplit(card).query)
            card = scanned.get("card", [""])[0].strip()
            serial = scanned.get("serial", [serial])[0].strip()
        return cls(card, serial, calls, prizes)


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card on the page: its grids and its prizes, grid by grid."""

    number: int
    grids: tuple[tuple[Ticket90 | Card75, tuple[PrizeOnCard, ...]], ...]
    calls: tuple[int, ...]
    playing: GamePlayed | None

    @property
    def won(self) -> list[PrizeOnCard]:
        """The prizes that are complete, in the order in which they were completed."""
        prizes = [prize for _, each in self.grids for prize in each if prize.complete]
        return sorted(prizes, key=lambda prize: prize.complete_on_call or 0)

    @property
    def nearest(self) -> PrizeOnCard | None:
        """The prize that needs the fewest numbers; None without prizes."""
        prizes = [prize for _, each in self.grids for prize in each if not prize.complete]
        return min(prizes, key=lambda prize: prize.needed, default=None)


@lru_cache(maxsize=4)
def choices(day: date) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """What may be looked for: the title of each 90-ball book, and its prizes by version."""
    listed = []
    for book_id in (*REAL_BOOKS, *(each for each in SHELF.ids if each not in SHELF.own)):
        book: Any = SHELF.open(book_id, day) if is_for_halls(book_id) else None
        if book is None or isinstance(book, Refusal):
            continue
        versions = (
            (f"{book_id}/{number}", f"Version {number}: {', '.join(prizes)}")
            for number, prizes in book.versions.items()
        )
        every = (book_id, "Every prize of the book")
        listed.append((book.source.title, (every, *versions)))
    return tuple(listed)


async def look_up(typed: Typed, finders: Sequence[Finder]) -> tuple[int, KnownCard]:
    """The number and the grids of the card that was typed; BadInput if there is no such card."""
    if typed.card.upper().startswith(PREFIX):
        number, card = read_card_text(typed.card)
        return number, KnownCard((card,))
    if not (typed.card.isascii() and typed.card.isdecimal() and int(typed.card) < CARD_MAX):
        raise BadInput("card", "type the card number, or the text in its QR code: EYES75:17:…")
    number = int(typed.card)
    for find in finders:
        known = await find(typed.serial, number)
        if known is not None:
            return number, known
    series = f"serial number {typed.serial}" if typed.serial else "the series of this site"
    raise BadInput("card", f"there is no card {number} in {series}; check both numbers on the card")


def seen(number: int, card: KnownCard, typed: Typed, playing: GamePlayed | None) -> CardSeen:
    """The card with its prizes after the calls that were typed, or else those of the game."""
    is_ticket = isinstance(card.grids[0], Ticket90)
    live = (card.playing or playing) if is_ticket and not typed.calls else None
    calls = live.calls if live else tuple(calls_in(typed.calls))
    chosen, _, version = typed.prizes.partition("/")
    book = (chosen or (live.book if live else card.book)) if is_ticket else ""
    if version and not (version.isascii() and version.isdecimal() and len(version) < 4):
        raise BadInput("prizes", "take one of the choices")
    wanted = int(version) if version and book else None
    checked = [
        (grid, check_card({"rows": grid.rows}, calls, book or None, wanted)) for grid in card.grids
    ]
    if live and not chosen:
        checked = [(grid, _of_game(prizes, live)) for grid, prizes in checked]
    return CardSeen(number, tuple(checked), calls, live)


def _of_game(prizes: tuple[PrizeOnCard, ...], game: GamePlayed) -> tuple[PrizeOnCard, ...]:
    return tuple(prize for prize in prizes if prize.prize in game.prizes)


async def card_page(
    request: Request,
    finders: Sequence[Finder],
    playing: GamePlayed | None = None,
    **frame: Any,
) -> Response:
    """The form, and below it the answer for the card that was asked about."""
    typed = Typed.of(request.query_params)
    shown: CardSeen | None = None
    wrong: BadInput | None = None
    if typed.card:
        try:
            number, card = await look_up(typed, finders)
            shown = seen(number, card, typed, playing)
        except BadInput as bad:
            wrong = bad
    facts: dict[str, Any] = {
        "typed": typed,
        "shown": shown,
        "wrong": wrong,
        "playing": playing,
        "choices": choices(hosted(request).first.now().date()),
        "layout": "base.html",
    }
    response = page("check_card.html", status=400 if wrong else 200, **facts | frame)
    response.headers["cache-control"] = "no-store"
    return response


def _on_disk(series: OpenSeries) -> Finder:
    async def find(serial: str, number: int) -> KnownCard | None:
        if serial not in ("", series.serial):
            return None
        match = await run_in_threadpool(series.find, card=number)
        return None if match is None else KnownCard((match.ticket,))

    return find


def _in_stock(web: Web[Any]) -> Finder:
    async def find(serial: str, number: int) -> KnownCard | None:
        look = web.find_card
        assert look is not None
        return await web.ask_state(lambda state: look(state, serial, number))

    return find


async def check_a_card(request: Request) -> Response:
    """Check a card of any series that this site knows, or of any QR code that holds the card."""
    site = hosted(request)
    stocks = [_in_stock(web) for web in site.tenants.values() if web.find_card is not None]
    return await card_page(request, [*map(_on_disk, site.series), *stocks], here=PATH)


ROUTES = (Route(PATH, check_a_card),)
