"""The site's pages and feeds put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from eyesdown.kernel.errors import BadInput
from eyesdown.web import (
    auth,
    counter,
    counter_api,
    counter_claims,
    counter_desk,
    public,
    rules_pages,
    terminal,
)
from eyesdown.web.auth import turned_away
from eyesdown.web.context import Web
from eyesdown.web.headers import SafeHeaders
from eyesdown.web.live import Feed

LOOK_SECONDS = 0.05
"""How often the wall looks whether the journal has grown; a ball waits at most this long."""


def create_app(
    start: Callable[[], AsyncIterator[Web]], more: Sequence[BaseRoute] = ()
) -> Starlette:
    """The pages over a site that `start` brings up, and whatever more routes are given."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async for web in start():
            app.state.web = web
            app.state.board_feed = Feed("board")
            wall = asyncio.create_task(_keep_the_wall(web, app.state.board_feed))
            yield
            wall.cancel()
            with suppress(asyncio.CancelledError):
                await wall

    routes = [
        *public.ROUTES,
        *auth.ROUTES,
        *rules_pages.ROUTES,
        *counter.ROUTES,
        *counter_api.ROUTES,
        *counter_claims.ROUTES,
        *counter_desk.ROUTES,
        *terminal.ROUTES,
        *more,
        Mount("/static", StaticFiles(packages=[("eyesdown.web", "static")])),
    ]
    return Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[Middleware(SafeHeaders)],
        exception_handlers={404: _not_found, 405: _not_found, 500: _broken, BadInput: _bad_input},
    )


async def _keep_the_wall(web: Web, feed: Feed) -> None:
    """Publish the board whenever something on it has changed; its own clock alone is no news."""
    shown, seq = None, -1
    while True:
        if web.sequencer.seq != seq:
            seq = web.sequencer.seq
            now = await public.board_now(web)
            if shown is None or replace(now, now=shown.now) != shown:
                shown = now
                feed.publish(public.board_bytes(now))
        await asyncio.sleep(LOOK_SECONDS)


async def _not_found(request: Request, _: Exception) -> Response:
    return turned_away(request, 404, "Nothing here", "There is no page at this address.")


async def _bad_input(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, BadInput)
    return turned_away(request, 400, "Not understood", f"{wrong.field}: {wrong.message}")


async def _broken(request: Request, _: Exception) -> Response:
    text = "Something broke on our side. Nothing was lost; try again in a moment."
    return turned_away(request, 500, "Our mistake", text)
