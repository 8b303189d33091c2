"""The demonstration's front door, `/try`: every role one click away, and the plug."""

from __future__ import annotations

from typing import NamedTuple

from starlette.background import BackgroundTask
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from eyesdown.bingo.sales.events import CardsSold
from eyesdown.central.hall.machine import EVENTS
from eyesdown.central.store.base import Store
from eyesdown.cli.demo import evening, plug
from eyesdown.cli.demo.past import KnownTickets
from eyesdown.demo.hall_evening import NAME as HALL
from eyesdown.web.frame.context import hosted
from eyesdown.web.frame.pages import page
from eyesdown.web.hall.public import past_slip

LOOKED_AT_MAX = 200
"""Of the newest purchases, as many are looked at for a slip that won and one that did not."""


class OneClick(NamedTuple):
    """A person of the demonstration: one form signs them on."""

    role: str
    name: str
    password: str
    action: str
    """The address of the sign-on form, with the page to open next."""
    says: str


def hall_people() -> list[OneClick]:
    """The staff of the made-up hall.

    >>> hall_people()[0].action
    '/halls/dome/sign-on?next=/halls/dome/caller'
    """
    root = f"/halls/{HALL}"
    return [
        OneClick(
            roles[0].capitalize(),
            name,
            evening.password_of(name),
            f"{root}/sign-on?next={root}{path}",
            says,
        )
        for name, roles, _, path, says in evening.STAFF
    ]


class TryPage:
    """The page with the people and tickets of keno, handed in by the demonstration."""

    def __init__(self, people: list[OneClick], tickets: KnownTickets) -> None:
        self.people, self.tickets = people, tickets

    async def show(self, request: Request) -> HTMLResponse:
        """Everyone you can be, and what to look at."""
        web = hosted(request).tenants[HALL]
        slips = await web.ask_state(_slips)
        ended = await web.ask_store(_ended_slips)
        return page(
            "try.html",
            here="/try",
            plug=plug.can_be_pulled(),
            keno=self.people,
            hall=hall_people(),
            hall_name=HALL,
            slips=slips,
            ended_slips=ended,
            tickets=_tickets(self.tickets),
        )

    async def pull(self, _: Request) -> Response:
        """Kill the server as soon as its answer is out.

        The browser's next request then waits in the socket's queue; with a pause before the kill
        it would be cut off, and the visitor would see the browser's own error.
        """
        return RedirectResponse(
            "/try?pulled=1", 303, {"connection": "close"}, BackgroundTask(plug.pull)
        )

    def routes(self) -> list[Route]:
        """The routes of the demonstration alone."""
        routes = [Route("/try", self.show)]
        if plug.can_be_pulled():
            routes.append(Route("/try/plug", self.pull, methods=["POST"]))
        return routes


def _tickets(known: KnownTickets) -> list[tuple[str, str, str]]:
    """The known tickets that there are: name, what it shows, serial.

    >>> _tickets(KnownTickets(winner="A-1"))
    [('A winner', 'what it won and why, to the cent', 'A-1')]
    """
    words = (
        ("A winner", "what it won and why, to the cent", known.winner),
        ("A loser", "no win, and the balls that missed", known.loser),
        ("A ticket that runs", "lights up with the wall, ball by ball", known.running),
    )
    return [each for each in words if each[2]]


def _ended_slips(store: Store) -> list[tuple[str, str, str]]:
    """Of ended sessions, a slip that won and one that did not: name, what it shows, slip."""
    ended = {row.key for row in store.records("closed")}
    newest = sorted(store.records("purchase"), key=lambda row: row.seq, reverse=True)
    slips: dict[str, str] = {}
    for row in newest[:LOOKED_AT_MAX]:
        sold = EVENTS.read(row.body)
        if not (isinstance(sold, CardsSold) and sold.slip and sold.session in ended):
            continue
        lines = past_slip(store, sold.slip)
        for status in dict.fromkeys(line.status for line in lines):
            slips.setdefault(status, sold.slip)
    words = (
        ("A bingo slip that won", "what it won, game by game", slips.get("won", "")),
        ("A bingo slip that did not", "and why not", slips.get("none", "")),
    )
    return [each for each in words if each[2]]


def _slips(state: object) -> list[tuple[str, str]]:
    """Some slips of the evening that is on: who bought, and the slip."""
    from eyesdown.central.hall.state import HallSite

    assert isinstance(state, HallSite)
    sessions = [each for each in state.hall.sessions.values() if not each.closed]
    return [
        (purchase.player, purchase.slip)
        for session in sessions
        for purchase in list(session.purchases.values())[-4:]
        if purchase.slip
    ]
