"""A door for phones: the family pages of a site that otherwise listens on this machine only."""

from __future__ import annotations

import asyncio
import logging
import socket
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from eyesdown.cli.site.addresses import phone_addresses

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger("eyesdown.site")
PORT = 7575
ALLOWED = ("/family", "/static")
LOOK_SECONDS = 0.2


class OnlyFamily:
    """The site's application for strangers' phones: no page but the family's answers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request for a family page; any other path does not exist."""
        if scope["type"] == "http" and not _is_allowed(scope["path"]):
            scope = {**scope, "path": "/family/nothing-here", "raw_path": b"/family/nothing-here"}
        await self.app(scope, receive, send)


def _is_allowed(path: str) -> bool:
    """Whether phones may ask for a path.

    >>> _is_allowed("/family/BCDFG"), _is_allowed("/office"), _is_allowed("/familyx")
    (True, False, False)
    """
    return any(path == start or path.startswith(f"{start}/") for start in ALLOWED)


class FamilyDoor:
    """Opened by a host with one click; closed when the site stops."""

    def __init__(self, app: Any, port: int = PORT, host: str = "0.0.0.0") -> None:  # noqa: S104 -- phones on the network are what it is for
        self._app, self._port, self._host = app, port, host
        self._serving: asyncio.Task[None] | None = None

    @property
    def is_open(self) -> bool:
        """Whether phones can come in."""
        return self._serving is not None and not self._serving.done()

    def addresses(self) -> tuple[str, ...]:
        """Where phones come in; nothing while the door is shut or there is no network."""
        return phone_addresses(self._port) if self.is_open else ()

    async def open(self) -> bool:
        """Listen on the network from now on; False if no port is free."""
        if self.is_open:
            return True
        place = _bound(self._host, self._port)
        if place is None:
            return False
        self._port = place.getsockname()[1]
        server = _server(OnlyFamily(self._app))
        self._serving = asyncio.create_task(server.serve(sockets=[place]))
        self._watching = asyncio.create_task(self._close_with_the_site(server))
        return True

    async def _close_with_the_site(self, server: uvicorn.Server) -> None:
        while not self._app.state.stopping():  # noqa: ASYNC110 -- the main server has no event for it
            await asyncio.sleep(LOOK_SECONDS)
        server.should_exit = True


def _bound(host: str, port: int) -> socket.socket | None:
    for wanted in (port, 0):
        place = socket.socket(socket.AF_INET)
        place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            place.bind((host, wanted))
        except OSError as bad:
            place.close()
            LOG.warning("the door for phones is not at this port", extra={"words": str(bad)})
            continue
        return place
    return None


def _server(app: Any) -> uvicorn.Server:
    import uvicorn

    from eyesdown.web.frame.http_limits import Incoming

    config = uvicorn.Config(
        app,
        http=Incoming,
        lifespan="off",
        server_header=False,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext  # type: ignore[assignment,method-assign]  # the main server has them
    return server
