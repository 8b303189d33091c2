"""Entries through HTTP, answered after commit, against the same web stack without the store."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from hashlib import sha256
from typing import Any

import msgspec
import uvloop
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.keno.machine import COMMANDS
from eyesdown.central.keno.rights import KenoRights, KenoRole
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.cli.bench.server import serving
from eyesdown.web.api.keno import KENO
from eyesdown.web.api.routes import Api
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.people import People

SLICES = 2
TOKEN = "benchmark"  # noqa: S105 -- opens nothing but this run


async def _bare(request: Request) -> Response:
    """What the stack does anyway: read the JSON, write an answer of the usual size."""
    asked = msgspec.json.decode(await request.body())
    return Response(msgspec.json.encode(asked), media_type="application/json")


async def _seconds(port: int, path: str, bodies: list[bytes]) -> float:
    """How long clients in a process of their own wait for the answers to these."""
    clients = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "eyesdown.cli.bench.http_clients", f"{port}", path, TOKEN),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    said, _ = await clients.communicate(b"\n".join(bodies))
    assert clients.returncode == 0, "a client was not answered"
    return float(said)


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
    plain["entry"]["serial"] = ""
    return {name: value for name, value in plain.items() if name not in KENO.set_by_the_site}


async def _both(site: Any, bodies: list[bytes]) -> tuple[float, float]:
    place = site.state.keno.terminals
    terminal = next(iter(place.values()))
    digest = sha256(TOKEN.encode()).hexdigest()
    who = Credential("bench", KenoRole.WRITER, digest, terminal.venue, terminal.terminal)
    api = Api(Doorkeeper((who,)), KenoRights(Serials(b"k" * 32, wall_clock_us), os.urandom))
    app = Starlette(routes=[Route("/bare", _bare, methods=["POST"]), *api.routes()])
    app.state.web = Web(Sequencer(site), api.door.serials, People({}, lambda: 0.0), b"")
    warm, *bodies = bodies  # the first request of a process is slow
    ours = bare = 0.0
    async with serving(app) as port:
        await _seconds(port, "/bare", [warm])
        await _seconds(port, "/api/commands", [warm])
        for part in range(SLICES):  # turn and turn about, so that a noisy neighbour disturbs both
            bare += await _seconds(port, "/bare", bodies[part::SLICES])
            ours += await _seconds(port, "/api/commands", bodies[part::SLICES])
    await app.state.web.sequencer.stop()
    return ours, bare
