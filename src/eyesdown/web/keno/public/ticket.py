"""A ticket on a phone: the verdict first, then its numbers as they are drawn, then every sum."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno import lookups
from eyesdown.central.keno.feeds import Showing, given_unseen, wall_at
from eyesdown.central.keno.machine import KenoSite, in_sydney
from eyesdown.central.site.site import Site
from eyesdown.display.game_names import GAMES
from eyesdown.display.keno.results import TicketView
from eyesdown.display.keno.verdict import sum_in_words, verdict
from eyesdown.display.keno.wall import Snapshot
from eyesdown.keno.words.games import Game
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.web.frame.codes import qr
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.keno.counter.scan import scanned

TICKET_GAMES_A_PAGE = 20
TYPED_MAX = 200
SKIP_MAX = 9999
NO_TICKET = "No ticket of ours has this serial. Look again; O and 0, I and 1 count as the same."
NOT_A_TICKET = (
    "This is a voucher or receipt, not a ticket. Play with it at a counter or terminal, "
    "or ask at a counter what it is worth."
)
PRIZE_STATES = {
    PrizeState.PAYABLE: "ready to collect",
    PrizeState.LODGED: "claimed at a counter",
    PrizeState.PENDING: "being verified",
    PrizeState.UNCLAIMED: "not claimed in time",
    PrizeState.PAID: "paid",
    PrizeState.BARRED: "not paid",
}


class GameToCome(NamedTuple):
    """A game that is not drawn yet: its number on its Keno Day, and about when it closes."""

    number: int
    at: datetime


class Seen(NamedTuple):
    """A ticket, the wall beside it, and when its games to come close.

    `closed` says in words that its next game has closed and is not shown whole yet.
    """

    ticket: TicketView
    wall: Snapshot
    showing: Showing
    to_come: dict[int, GameToCome]
    closed: str

    @property
    def current(self) -> int:
        """The game on the wall, by its running number."""
        return self.showing.game + (self.showing.balls is not None)

    @property
    def next_at(self) -> datetime | None:
        """When the ticket's next game closes."""
        first = self.ticket.accepted.first_game
        ours = range(max(first, self.current + 1), first + self.ticket.takes_part)
        times = [self.to_come[game].at for game in ours if game in self.to_come]
        return min(times, default=None)


def to_come(open_game: Game | None, games: range, every: timedelta) -> dict[int, GameToCome]:
    """About when games close that are not closed yet, from the open one on."""
    if open_game is None:
        return {}
    return {
        game: GameToCome(open_game.number + later, in_sydney(open_game.closes_at + later * every))
        for game in games
        if (later := game - open_game.game) >= 0
    }


def see(web: KenoWeb, site: Site[KenoSite], serial: str, skip: int) -> Seen | None:
    """A ticket as its holder may see it now; None if there is none with this serial."""
    shown = web.showing(site)
    ticket = lookups.ticket(site, serial, skip=skip, most=TICKET_GAMES_A_PAGE, shown=shown.game)
    if ticket is None:
        return None
    keno = site.state.keno
    unseen = given_unseen(site, shown.game)
    wall = wall_at(site.state, web.now(), shown.game, shown.balls, unseen)
    open_game = keno.games.get(keno.open_game) if keno.open_game is not None else None
    first = ticket.accepted.first_game
    games = range(first, first + ticket.accepted.entry.games)
    coming = to_come(open_game, games, web.every)
    closed = keno.games.get(max(first, shown.game + 1))
    ours = closed is not None and closed.game < first + ticket.takes_part
    words = closed_words(closed, falling=shown.balls is not None) if ours and closed else ""
    return Seen(ticket, wall, shown, coming, "" if closed and closed.game in coming else words)


def closed_words(game: Game, *, falling: bool) -> str:
    """How far a game is that no more entries go into."""
    if falling:
        return f"game {game.number} is being drawn now"
    return f"game {game.number} has closed and is drawn next"


def serial_in(typed: str) -> str:
    """The serial in what was typed, scanned or pasted; also in the address of a ticket.

    >>> serial_in("https://keno.example/check?serial=000G40-R40M30-E209EP-XXHNBP&check=1f2e")
    '000G40-R40M30-E209EP-XXHNBP'
    """
    typed = typed.strip()[:TYPED_MAX]
    return scanned(typed)[0] if "serial=" in typed else typed[:60]


async def check_ticket(request: Request) -> Response:
    """A ticket by its serial: what it won, game by game, and why."""
    serial = serial_in(request.query_params.get("serial", ""))
    typed_skip = request.query_params.get("skip", "")
    skip = int(typed_skip) if typed_skip.isascii() and typed_skip.isdecimal() else 0
    skip = min(skip, SKIP_MAX)
    web = keno_of(request)
    if serial and web.serials.genuine(serial):
        ticket_seen = await web.ask_site(lambda site: see(web, site, serial, skip))
        if ticket_seen is not None:
            return _ticket_page(request, web, ticket_seen, skip)
    wrong = ""
    if serial:
        paper = await web.ask_state(lambda state: lookups.good_paper(state, serial))
        wrong = NOT_A_TICKET if paper else NO_TICKET
        await web.note_missing_ticket(serial)
    status = 404 if wrong else 200
    return page("check.html", here="/check", status=status, serial=serial, wrong=wrong)


def _ticket_page(request: Request, web: KenoWeb, ticket_seen: Seen, skip: int) -> Response:
    ticket = ticket_seen.ticket
    first, end = ticket.accepted.first_game, ticket.accepted.first_game + ticket.takes_part
    facts: dict[str, Any] = {
        "ticket": ticket,
        "verdict": verdict(web.book, ticket, ticket_seen.next_at),
        "wall": ticket_seen.wall,
        "now": web.now(),
        "drawn_now": set(ticket_seen.wall.drawn) if first <= ticket_seen.current < end else set(),
        "first": first,
        "end": end,
        "to_come": ticket_seen.to_come,
        "closed": ticket_seen.closed,
        "states": PRIZE_STATES,
        "sum_in_words": sum_in_words,
        "games": GAMES,
        "again": qr(f"{web.base(request)}check?serial={ticket.serial}"),
        "skip": skip,
        "step": TICKET_GAMES_A_PAGE,
    }
    return page("ticket.html", here="/check", **facts)


ROUTES = (Route("/check", check_ticket),)
