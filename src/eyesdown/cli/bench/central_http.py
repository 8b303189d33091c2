"""Entries through HTTP, answered after commit, against the same web stack without the store."""

from __future__ import annotations

import asyncio
import os
from hashlib import sha256
from time import perf_counter
from typing import Any

import msgspec
import uvicorn
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.door import Credential, Doorkeeper, DoorRole
from eyesdown.central.keno import COMMANDS
from eyesdown.central.keno_door import KenoDoor
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.serials import Serials
from eyesdown.web.api import Api
from eyesdown.web.context import Web
from eyesdown.web.people import People

CLIENTS = 64
TOKEN = "a token for the benchmark"  # noqa: S105 -- opens nothing but this run


async def _bare(request: Request) -> Response:
    """What the stack does anyway: read the JSON, write an answer of the usual size."""
    asked = msgspec.json.decode(await request.body())
    return Response(msgspec.json.encode(asked), media_type="application/json")


async def _client(port: int, path: str, bodies: list[bytes]) -> None:
    """One connection, one request after the other."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    first = f"POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {TOKEN}\r\n".encode()
    for body in bodies:
        size = b"content-length: %d\r\n\r\n" % len(body)
        writer.write(first + size + body)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        await reader.readexactly(int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0]))
    writer.close()


async def _seconds(port: int, path: str, bodies: list[bytes]) -> float:
    began = perf_counter()
    await asyncio.gather(*(_client(port, path, bodies[n::CLIENTS]) for n in range(CLIENTS)))
    return perf_counter() - began


def seconds(site: Any, sales: list[Any], each: int) -> tuple[float, float]:
    """How long so many entries a request take us, and a route with neither rules nor store."""
    commands = [
        {"id": f"till/{number}", "command": _order(sale)} for number, sale in enumerate(sales)
    ]
    bodies = [
        msgspec.json.encode(commands[start : start + each] if each > 1 else commands[start])
        for start in range(0, len(commands), each)
    ]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as `serve` has it
        return runner.run(_both(site, bodies))


def _order(command: Any) -> Any:
    """A sale as a terminal sends it: without time and serial."""
    plain = COMMANDS.plain(command)
    del plain["at"]
    plain["entry"]["serial"] = ""
    return plain


async def _both(site: Any, bodies: list[bytes]) -> tuple[float, float]:
    place = site.state.keno.terminals
    terminal = next(iter(place.values()))
    digest = sha256(TOKEN.encode()).hexdigest()
    who = Credential("bench", DoorRole.WRITER, digest, terminal.venue, terminal.terminal)
    api = Api(Doorkeeper((who,)), KenoDoor(Serials(b"k" * 32), os.urandom))
    app = Starlette(routes=[*api.routes(), Route("/bare", _bare, methods=["POST"])])
    app.state.web = Web(Sequencer(site), api.door.serials, People({}, lambda: 0.0), b"")
    config = uvicorn.Config(app, port=0, log_config=None, access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 -- the server has no event for it
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    warm, *bodies = bodies  # the first request of a process is slow
    await _seconds(port, "/api/commands", [warm])
    bare = await _seconds(port, "/bare", bodies)
    ours = await _seconds(port, "/api/commands", bodies)
    server.should_exit = True
    await task
    await app.state.web.sequencer.stop()
    return ours, bare
