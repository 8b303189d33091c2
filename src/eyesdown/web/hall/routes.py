"""Every page and feed of the halls, below /halls/NAME."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.web.frame.context import TENANT, web_of
from eyesdown.web.frame.live import watch
from eyesdown.web.hall import act, sign_on
from eyesdown.web.public.record import routes_at

PREFIX = f"/halls/{{{TENANT}}}"


async def live_board(request: Request) -> Response:
    """The feed of the public board; every message is a whole snapshot."""
    return watch(request, web_of(request).feeds["board"])


ROUTES = (
    *act.ROUTES,
    Route(f"{PREFIX}/live/board", live_board),
    *sign_on.ROUTES,
    *routes_at(PREFIX),
)
"""The halls of a site: their API, their feeds and their pages."""
