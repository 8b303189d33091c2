"""A web server as `serve` runs it, inside a benchmark and on a port of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from starlette.applications import Starlette

from eyesdown.web.frame.http_limits import Incoming


@asynccontextmanager
async def serving(app: Starlette, **more: Any) -> AsyncIterator[int]:
    """The port on which an application answers while this lasts."""
    config = uvicorn.Config(
        app,
        http=Incoming,
        server_header=False,
        port=0,
        log_config=None,
        access_log=False,
        lifespan="off",
        **more,
    )
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 -- the server has no event for it
        await asyncio.sleep(0.01)
    yield server.servers[0].sockets[0].getsockname()[1]
    server.should_exit = True
    await task
