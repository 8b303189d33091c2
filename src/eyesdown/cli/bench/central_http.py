"""Entries through HTTP, answered after commit, against the same web stack without the store."""

from __future__ import annotations

import asyncio
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
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.cli.bench.server import serving
from eyesdown.web.api.routes import Api
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import keno_web

SLICES = 2
TOKEN = "benchmark"  # noqa: S105 -- opens nothing but this run


async def bare(request: Request) -> Response:
    """The work of the web stack alone: read the JSON, write a response of the usual size."""
    sent = msgspec.json.decode(await request.body())
    return Response(msgspec.json.encode(sent), media_type="application/json")


async def client_seconds(
    port: int, path: str, bodies: list[bytes], headers: list[list[str]]
) -> float:
    """Seconds until clients in a process of their own have every response.

    `headers` are those of each client, from the beginning again if there are more clients.
    """
    clients = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "eyesdown.cli.bench.http_clients", f"{port}", path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    printed, _ = await clients.communicate(b"\n".join([msgspec.json.encode(headers), *bodies]))
    assert clients.returncode == 0, "a client was not answered"
    return float(printed)


async def both_seconds(
    app: Starlette, path: str, bodies: list[bytes], headers: list[list[str]]
) -> tuple[float, float]:
    """Seconds for these requests at `path`, and at `/bare`, in turns on one server."""
    warm, *bodies = bodies  # the first request of a process is slow
    ours_s = bare_s = 0.0
    async with serving(app) as port:
        await client_seconds(port, "/bare", [warm], headers)
        await client_seconds(port, path, [warm], headers)
        for part in range(SLICES):  # in turns, so that a noisy neighbour disturbs both
            some = bodies[part::SLICES]
            bare_s += await client_seconds(port, "/bare", some, headers)
            ours_s += await client_seconds(port, path, some, headers)
    await app.state.hosted.first.sequencer.stop()
    return ours_s, bare_s


def seconds(site: Any, sales: list[Any], each: int) -> tuple[float, float]:
    """Seconds for these sales, `each` per request: ours, and a route without rules and store."""
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
    api = Api(Doorkeeper((who,)), KENO)
    app = Starlette(routes=[Route("/bare", bare, methods=["POST"]), *api.routes()])
    web = keno_web(Sequencer(site), Serials(b"k" * 32, wall_clock_us))
    app.state.hosted = Hosted.alone(web, People(lambda: 0.0))
    return await both_seconds(app, "/api/commands", bodies, [[f"authorization: Bearer {TOKEN}"]])
