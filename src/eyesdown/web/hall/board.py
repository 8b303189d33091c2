"""The board of a hall: its page for a big screen, and the live feed of its snapshots."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.hall.feeds import board_since
from eyesdown.web.frame.codes import qr
from eyesdown.web.frame.context import TENANT, Web, web_of
from eyesdown.web.frame.live import watch
from eyesdown.web.frame.pages import page
from eyesdown.web.hall.people import STAFF
from eyesdown.web.hall.sign_on import PREFIX, needs_hall


def hall_words(name: str) -> str:
    """A hall's name as people read it.

    >>> hall_words("st-marks_hall")
    'St Marks Hall'
    """
    return name.replace("-", " ").replace("_", " ").title()


async def board_now(web: Web[Any]) -> Any:
    """The board at this moment, as plain values."""
    shown = await web.ask_site(lambda site: board_since(site, web.now(), None)[0])
    return msgspec.to_builtins(shown)


async def board(request: Request) -> Response:
    """The board as a page for a big screen, or for a phone."""
    web = web_of(request)
    name = web.tenant.name
    address = str(request.url_for("hall_board", **{TENANT: name}))
    shown = await board_now(web)
    facts = {"hall": name, "hall_words": hall_words(name), "board": shown, "qr": qr(address)}
    return page("hall/board.html", mode="hall", **facts)


async def live_board(request: Request) -> Response:
    """The feed of the public board; every message is a whole snapshot."""
    return watch(request, web_of(request).feeds["board"])


@needs_hall(*STAFF)
async def live_staff(request: Request) -> Response:
    """The feed of the staff's screen, for people who are signed on."""
    return watch(request, web_of(request).feeds["staff"])


ROUTES = (
    Route(f"{PREFIX}/board", board, name="hall_board"),
    Route(f"{PREFIX}/live/board", live_board),
    Route(f"{PREFIX}/live/staff", live_staff),
)
