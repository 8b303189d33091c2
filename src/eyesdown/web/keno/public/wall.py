"""The keno wall of a venue: its page, and the live feed of its snapshots."""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from eyesdown.central.keno.feeds import wall_now as wall_of
from eyesdown.display.keno.wall import Snapshot
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.pages import page
from eyesdown.web.keno.context import KenoWeb, keno_of
from eyesdown.web.public.record import record_line


async def wall_now(web: KenoWeb) -> Snapshot:
    """The wall at this moment."""
    return await web.ask_site(lambda site: wall_of(site, web.now(), web.draw_time))


async def wall(request: Request) -> Response:
    """The wall as a page for a big screen."""
    web = keno_of(request)
    shown = msgspec.to_builtins(await wall_now(web))
    return page("wall.html", mode="hall", wall=shown, record_line=await record_line(web))


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
    Route("/live/wall", live_wall),
    Route("/display", display),
    Route("/live/board", live_board),
)
