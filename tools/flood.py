"""Flood a site of its own with bad requests while a till sells: `python tools/flood.py`.

A till sells every twentieth of a second and notes how long each sale takes. Meanwhile one token
sends what is refused, from a few connections and from five hundred; bodies of nested lists; and
strangers send no token at all. Everything stays on the loopback of this machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import time
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.applications import Starlette

from eyesdown.central.keno.rights import KenoRole
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.store.connect import open_store
from eyesdown.cli.bench.central import AT, PLACES, _ready
from eyesdown.cli.bench.central_http import _order
from eyesdown.cli.bench.server import serving
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.web.api.routes import Api
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.metrics import Metrics
from eyesdown.web.frame.people import People
from eyesdown.web.frame.quotas import A_SECOND, BURST, STRANGER_A_SECOND, Quotas
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import keno_web

PACE_SECONDS = 0.05
HONEST, BAD = "an honest till", "a bad till"
NESTED = b"[" * 1_900_000 + b"]" * 1_900_000
FLOODS = {
    "nothing else": (0, 0, b"", ""),
    "refused entries, 3 connections": (3, 1000, b"refused", BAD),
    "refused entries, 500 connections": (500, 1000, b"refused", BAD),
    "3.8 MB of nested lists, 3 connections": (3, 50, b"nested", BAD),
    "no token, 20 connections": (20, 1000, b"refused", "no such token"),
}
"""By name: connections, requests a second, what is sent, and whose token."""


def _request(body: bytes, token: str) -> bytes:
    head = (
        f"POST /api/commands HTTP/1.1\r\nhost: site\r\nauthorization: Bearer {token}\r\n"
        f"content-type: application/json\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _body(number: object, cents: int, lines: int = 1) -> bytes:
    bets = tuple(Regular((spot + 1,), 100) for spot in range(lines))
    command = _order(sale(AT, "", PLACES[0], Ask(bets, 1, cents)))
    return json.dumps({"id": f"{number}", "command": command}).encode()


async def _answered(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
) -> int:
    writer.write(request)
    await writer.drain()
    head = await reader.readuntil(b"\r\n\r\n")
    [length] = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length")]
    await reader.readexactly(int(length.partition(b":")[2]))
    return int(head.split(b" ", 2)[1])


async def sell(port: int, seconds: float, name: str) -> dict[str, Any]:
    """Sales of the honest till; how long each took, in milliseconds."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    good = _body("NUMBER", 100)
    took, end, number = [], time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        number += 1
        body = good.replace(b"NUMBER", f"{name}/{number}".encode())
        request = _request(body, HONEST)
        began = time.perf_counter()
        status = await _answered(reader, writer, request)
        took.append(1000 * (time.perf_counter() - began))
        assert status == 200, status
        await asyncio.sleep(PACE_SECONDS)
    writer.close()
    return {"sales": len(took), "median": statistics.median(took), "worst": max(took)}


async def flood(port: int, seconds: float, name: str) -> dict[str, Any]:
    """Bad requests at a pace; how many were answered, by status."""
    connections, a_second, what, token = FLOODS[name]
    bad = NESTED if what == b"nested" else _body("NUMBER", 7, 60)
    statuses: dict[int, int] = {}
    end = time.perf_counter() + seconds

    async def client(index: int) -> None:
        number = 0
        while time.perf_counter() < end:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                while time.perf_counter() < end:
                    number += 1
                    body = bad.replace(b"NUMBER", b"f%d/%d" % (index, number))
                    status = await _answered(reader, writer, _request(body, token))
                    statuses[status] = statuses.get(status, 0) + 1
                    await asyncio.sleep(connections / a_second)
            except (OSError, asyncio.IncompleteReadError):
                statuses[0] = statuses.get(0, 0) + 1
                await asyncio.sleep(connections / a_second)

    await asyncio.gather(*(client(index) for index in range(connections)))
    return {"sent": sum(statuses.values()), "by status": statuses}


async def _measure(folder: Path, name: str, seconds: float) -> dict[str, Any]:
    store = open_store(str(folder / f"site{list(FLOODS).index(name)}.db"))
    site = _ready(store)
    place = PLACES[0]
    who = [
        Credential(
            each, KenoRole.WRITER, sha256(each.encode()).hexdigest(), place.venue, place.terminal
        )
        for each in (HONEST, BAD)
    ]
    quotas = Quotas(), Quotas(a_second=STRANGER_A_SECOND)
    app = Starlette(routes=Api(Doorkeeper(tuple(who)), KENO, Metrics(), *quotas).routes())
    web = keno_web(Sequencer(site), Serials(b"k" * 32, wall_clock_us))
    app.state.hosted = Hosted.alone(web, People(lambda: 0.0))
    async with serving(app) as port:
        till = await _started("sell", port, seconds, name)
        flooding = await _started("flood", port, seconds, name) if FLOODS[name][0] else None
        before = time.process_time()
        result = json.loads((await till.communicate())[0])
        if flooding is not None:
            result |= json.loads((await flooding.communicate())[0])
        result["server ms"] = 1000 * (time.process_time() - before)
    refused = [row for row in store.rows() if b'"Refused"' in row.events]
    size = sum(len(row.command) + len(row.events) + 300 for row in refused)
    result["refused rows"] = len(refused)
    result["MB an hour"] = _an_hour(len(refused), size) / 1e6
    await web.sequencer.stop()
    store.close()
    return result


def _an_hour(rows: int, size: int) -> float:
    """The most that one token's refusals add to a journal in an hour, at the size they have."""
    return size / rows * (BURST + 3600 * A_SECOND) if rows else 0.0


async def _started(what: str, port: int, seconds: float, name: str) -> asyncio.subprocess.Process:
    words = (sys.executable, __file__, "--do", what, f"{port}", f"{seconds}", name)
    return await asyncio.create_subprocess_exec(*words, stdout=subprocess.PIPE)


def main() -> int:
    """Every flood, one after the other; 1 if sales took 10 ms or more at the median."""
    parser = argparse.ArgumentParser(description="Flood a site while a till sells.")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--do", nargs=4, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.do:
        what, port, seconds, name = options.do
        doing = sell if what == "sell" else flood
        print(json.dumps(asyncio.run(doing(int(port), float(seconds), name))))
        return 0
    holds = True
    with tempfile.TemporaryDirectory() as folder:
        for name in FLOODS:
            result = asyncio.run(_measure(Path(folder), name, options.seconds))
            holds = holds and result["median"] < 10 and result["MB an hour"] < 1
            figures = f"{result['sales']} sales, median {result['median']:.1f} ms, worst "
            figures += f"{result['worst']:.0f} ms; refused rows {result['refused rows']}, "
            figures += f"at most {result['MB an hour']:.2f} MB an hour"
            each = result["server ms"] / (result["sales"] + result.get("sent", 0))
            figures += f"; {each:.2f} ms of the server's processor a request"
            print(f"{name}: {figures}; sent {result.get('by status', {})}", flush=True)
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
