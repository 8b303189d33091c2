"""The keno wall of a venue: its page, and the live feed of its snapshots."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.machine import KenoSite
from eyesdown.display.keno.wall import Snapshot, snapshot
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import KenoWeb, keno_of


def _snapshot(web: KenoWeb, site: KenoSite, published: int) -> Snapshot:
    cage = site.draws.cages.get(published + 1)
    caged = cage.numbers if cage else ()
    shown = snapshot(web.book, site.keno, web.now(), published=published, caged=caged)
    return shown if published == site.draws.published_max else replace(shown, late="")


async def wall_now(web: KenoWeb) -> Snapshot:
    """The wall at this moment."""
    return await web.ask_state(lambda site: _snapshot(web, site, site.draws.published_max))


async def snapshots_since(web: KenoWeb, shown: Snapshot | None) -> list[Snapshot]:
    """The wall now, and before it a snapshot of every result published since `shown`."""

    def read(site: KenoSite) -> list[Snapshot]:
        last = site.draws.published_max
        before = last if shown is None or shown.result is None else shown.result
        return [_snapshot(web, site, game) for game in range(min(before + 1, last), last + 1)]

    return await web.ask_state(read)


snapshot_bytes = msgspec.json.Encoder().encode
"""A snapshot as the feed sends it."""


async def wall(request: Request) -> Response:
    """The wall as a page for a big screen."""
    shown = msgspec.to_builtins(await wall_now(keno_of(request)))
    return page("wall.html", mode="hall", wall=shown)


async def live_wall(request: Request) -> Response:
    """The feed of snapshots."""
    return watch(request, request.app.state.wall_feed)


async def live_board(request: Request) -> Response:
    """The same feed under its name before 0.2.0, for screens and programs that still use it."""
    return watch(request, request.app.state.board_feed)


async def display(_: Request) -> Response:
    """The wall's address before 0.2.0."""
    return RedirectResponse("/wall", 308)


ROUTES = (
    Route("/wall", wall),
    Route("/live/wall", live_wall),
    Route("/display", display),
    Route("/live/board", live_board),
)
