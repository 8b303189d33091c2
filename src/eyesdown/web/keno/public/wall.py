"""The keno wall of a venue: its page, the scenes between draws, and the feed of its snapshots."""

from __future__ import annotations

from functools import partial
from heapq import nlargest
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown import __version__
from eyesdown.central.keno.feeds import wall_now as wall_of
from eyesdown.central.keno.machine import PRIZES, KenoSite
from eyesdown.central.keno.stored_tickets import find_anywhere
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.display.keno.results import ResultView
from eyesdown.display.keno.site import HOW_TO_ENTER, WinnerShown, winners_feed
from eyesdown.display.keno.wall import Snapshot
from eyesdown.keno.words.prizes import Prize
from eyesdown.web.frame.codes import qr
from eyesdown.web.frame.delivery.static_files import address
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.pages import brand, page
from eyesdown.web.frame.sign_on import person_of
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.public.record import record_line

RESULTS_BETWEEN = 4
WINS_BETWEEN = 5
GAMES_FOR_WINS = 60
WIN_CENTS_MIN = 1_000
"""Smaller wins are no scene of their own."""


async def wall_now(web: KenoWeb) -> Snapshot:
    """The wall at this moment."""
    return await web.ask_site(lambda site: wall_of(site, web.now(), web.draw_time))


def version() -> str:
    """What a wall compares: a screen left open loads itself again when the site has a new one."""
    return f"{__version__} {address('wall.js')} {address('wall.css')} {address('eyesdown.css')}"


async def place_of(request: Request, web: KenoWeb) -> str:
    """The name of the venue that the address names, of the person signed on, or the only one.

    Without any of them it is the name of the site: a screen never shows another venue's name.
    """
    asked = request.query_params.get("venue", "")
    person = None if asked else await person_of(request)
    wanted = person.venue if person else asked

    def name(state: KenoSite) -> str:
        venues = state.keno.venues
        venue = venues.get(wanted) or (next(iter(venues.values())) if len(venues) == 1 else None)
        return venue.name if venue else brand()

    return await web.ask_state(name)


def left_of(wall: Snapshot) -> str:
    """What the clock shows: minutes and seconds to the next close; empty if nothing is open.

    >>> from datetime import UTC, datetime
    >>> from types import SimpleNamespace
    >>> close = datetime(2026, 11, 18, 9, 1, 5, tzinfo=UTC)
    >>> left_of(SimpleNamespace(now=datetime(2026, 11, 18, 9, tzinfo=UTC), clock_at=close))
    '1:05'
    """
    if wall.clock_at is None:
        return ""
    seconds = max(0, round((wall.clock_at - wall.now).total_seconds()))
    return f"{seconds // 60}:{seconds % 60:02}"


async def wall(request: Request) -> Response:
    """The wall as a page for a big screen; ?venue=V0001 puts a venue's name on it."""
    web = keno_of(request)
    now = await wall_now(web)
    facts: dict[str, Any] = {
        "wall": msgspec.to_builtins(now),
        "left": left_of(now),
        "record_line": await record_line(web),
        "place": await place_of(request, web),
        "between": "/wall/between",
        "version": version(),
    }
    return page("wall.html", mode="hall", **facts)


def _wins_of_game(store: Store, result: ResultView) -> list[Prize]:
    """The biggest prizes of a game that was sold at venues."""
    row = store.record("winners", f"{result.day}/{result.game}")
    rows = [
        store.record("prize", f"{serial}/{result.game}")
        for serial in (row.body.decode().split("\n") if row else ())
    ]
    prizes = [PRIZES.read(prize.body) for prize in rows if prize is not None]
    return nlargest(WINS_BETWEEN, prizes, key=lambda prize: prize.cents)


async def biggest_wins(web: KenoWeb, newest: list[ResultView]) -> tuple[WinnerShown, ...]:
    """The biggest wins of the Keno Day's last games that the wall has shown, without names.

    The prizes of each game are read once, on a separate connection: there may be thousands.
    """
    today = [result for result in newest if result.day == newest[0].day]
    for result in today:
        if result.game not in web.wins:
            web.wins[result.game] = await web.ask_store(partial(_wins_of_game, result=result))
    for game in sorted(web.wins)[:-GAMES_FOR_WINS]:
        del web.wins[game]
    prizes = [prize for result in today for prize in web.wins.get(result.game, ())]
    top = nlargest(WINS_BETWEEN, prizes, key=lambda prize: prize.cents)

    def named(site: Site[KenoSite]) -> tuple[WinnerShown, ...]:
        sold = [(find_anywhere(site, prize.serial), prize) for prize in top]
        won = [(record, prize) for record, prize in sold if record is not None]
        return winners_feed(site.state.keno, won, WIN_CENTS_MIN)

    return await web.ask_site(named)


async def between(request: Request) -> Response:
    """The scenes between two draws: last results, biggest wins, how to play, the promise."""
    web = keno_of(request)
    newest = await web.ask_site(
        lambda site: web.newest.read(site, GAMES_FOR_WINS, web.showing(site).game)
    )
    base = web.base(request)
    facts: dict[str, Any] = {
        "newest": newest[:RESULTS_BETWEEN],
        "wins": await biggest_wins(web, newest),
        "steps": HOW_TO_ENTER,
        "drawn": web.book.figures.numbers_drawn,
        "record_line": await record_line(web),
        "address": base,
        "code": qr(f"{base}check"),
        "version": version(),
    }
    return page("wall_between.html", **facts)


async def live_wall(request: Request) -> Response:
    """The feed of snapshots."""
    return watch(request, keno_of(request).feeds["wall"])


async def live_board(request: Request) -> Response:
    """The same feed under its name before 0.2.0, for screens and programs that still use it."""
    return watch(request, keno_of(request).feeds["board"])


async def display(_: Request) -> Response:
    """The wall's address before 0.2.0."""
    return RedirectResponse("/wall", 308)


ROUTES = (
    Route("/wall", wall),
    Route("/wall/between", between),
    Route("/live/wall", live_wall),
    Route("/display", display),
    Route("/live/board", live_board),
)
