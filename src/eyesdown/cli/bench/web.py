"""Displays: a ball to the last of a thousand walls, against writing the same bytes to bare sockets.

Server and walls share one process and one loop on both sides, so both pay for reading too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import UTC, date, datetime
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from eyesdown.cli.bench.harness import Measured, Workload

DISPLAYS = 1_000
DISPLAYS_MAX = 5_000
BALLS = 12
WARM_UP = 2
CONNECT_AT_ONCE = 200
FILES_SPARE = 200
REQUEST = b"GET /live/board HTTP/1.1\r\nhost: wall\r\naccept: text/event-stream\r\n\r\n"
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Spread:
    """How long a ball takes to the last display and to 99 of 100, in seconds, at the median."""

    last: float
    most: float


class Wall(asyncio.Protocol):
    """A display that notes when the end of a ball's message has reached it."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.tail = b""

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(REQUEST)

    def data_received(self, data: bytes) -> None:
        tail = (self.tail + data)[-64:]
        self.tail = tail
        if self.hall.mark in tail:
            self.hall.arrived()


class Hall:
    """Everybody who watches, and the ball they wait for."""

    def __init__(self) -> None:
        self.mark = b"\0"
        self.times: list[float] = []
        self.walls: list[Wall] = []
        self.everybody = asyncio.Event()

    def arrived(self) -> None:
        """Note that a display has the current mark."""
        self.times.append(perf_counter())
        if len(self.times) == len(self.walls):
            self.everybody.set()

    async def come_in(self, port: int, count: int) -> None:
        """Connect `count` displays."""
        loop = asyncio.get_running_loop()
        for start in range(0, count, CONNECT_AT_ONCE):
            many = range(start, min(start + CONNECT_AT_ONCE, count))
            connections = [
                loop.create_connection(lambda: Wall(self), "127.0.0.1", port) for _ in many
            ]
            self.walls += [wall for _, wall in await asyncio.gather(*connections)]

    async def measured(self, picture: bytes, publish: Callable[[bytes], object]) -> Spread:
        """Publish WARM_UP + BALLS messages, each with its own mark at the end, and time them."""
        lasts, mosts = [], []
        for number in range(WARM_UP + BALLS):
            self.mark, self.times = b'"ball-%06d"}' % number, []
            self.everybody.clear()
            start = perf_counter()
            publish(picture[:-1] + b',"mark":' + self.mark)
            await self.everybody.wait()
            waits = [at - start for at in self.times]
            if number >= WARM_UP:
                lasts.append(max(waits))
                mosts.append(quantiles(waits, n=100)[-1])
        return Spread(median(lasts), median(mosts))

    def leave(self) -> None:
        """Close all connections."""
        for wall in self.walls:
            wall.transport.abort()


def _snapshot() -> bytes:
    """The snapshot of a whole draw, as the walls get it."""
    from eyesdown.central.keno.machine import book_on
    from eyesdown.display.keno.wall import snapshot
    from eyesdown.keno.state.state import KenoState
    from eyesdown.keno.words.games import DrawPart, Game
    from eyesdown.web.frame.publishing import snapshot_bytes

    at, day = datetime(2026, 11, 15, 10, tzinfo=UTC), date(2026, 11, 15)
    part = DrawPart("bench", tuple(range(1, 80, 4)), at)
    state = KenoState(games={0: Game(0, day, 0, at, at, parts=(part,))})
    return snapshot_bytes(snapshot(book_on(day), state, at, published=0))


async def _ours(count: int) -> Spread:
    """Our own live feed behind the web server, as the site runs it."""
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.routing import Route

    from eyesdown.cli.bench.server import serving
    from eyesdown.web.frame.delivery.headers import BodyLimit, SafeHeaders
    from eyesdown.web.frame.live import Feed, watch

    feed, hall = Feed("board", lambda: "now"), Hall()

    async def live(request: Request) -> Response:
        return watch(request, feed)

    outer = [Middleware(SafeHeaders), Middleware(BodyLimit)]
    app = Starlette(routes=[Route("/live/board", live)], middleware=outer)
    async with serving(app, backlog=DISPLAYS_MAX, timeout_graceful_shutdown=1) as port:
        await hall.come_in(port, count)
        while feed.watching < count:  # noqa: ASYNC110 -- a crowd has no event for it
            await asyncio.sleep(0.01)
        spread = await hall.measured(_snapshot(), feed.publish)
        hall.leave()
        while feed.watching:  # noqa: ASYNC110 -- it leaves as it came
            await asyncio.sleep(0.01)
    return spread


async def _floor(count: int) -> Spread:
    """The same bytes written to as many bare sockets."""
    lines: list[Any] = []
    hall = Hall()

    class Line(asyncio.Protocol):
        """Keeps the transport of each connection that is made."""

        def connection_made(self, transport: Any) -> None:
            lines.append(transport)

        def data_received(self, _: bytes) -> None:
            lines[-1].write(b"")

    loop = asyncio.get_running_loop()
    server = await loop.create_server(Line, "127.0.0.1", 0, backlog=DISPLAYS_MAX)
    await hall.come_in(server.sockets[0].getsockname()[1], count)
    while len(lines) < count:  # noqa: ASYNC110 -- a crowd has no event
        await asyncio.sleep(0.01)
    for line in lines:
        line.write(HEAD)

    def publish(data: bytes) -> None:
        message = b"event: board\ndata: %s\n\n" % data
        for line in lines:
            line.write(message)

    spread = await hall.measured(_snapshot(), publish)
    hall.leave()
    server.close()
    await server.wait_closed()
    return spread


def _run(job: Coroutine[Any, Any, Spread]) -> Spread:
    """Run a job on the event loop that the site uses."""
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(job)


def _displays(scale: int) -> int:
    """The number of displays, limited by the sockets (two each) that the system allows."""
    import resource

    wanted = min(DISPLAYS * scale, DISPLAYS_MAX)
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = max(now, 2 * wanted + FILES_SPARE)
    room = files if most == resource.RLIM_INFINITY else min(files, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (room, most))
    return min(wanted, (room - FILES_SPARE) // 2)


def measure_last(scale: int) -> Measured:
    """Displays per second, until the last one has a ball."""
    count = _displays(scale)
    floor, ours = _run(_floor(count)), _run(_ours(count))
    name = "bare asyncio writes of the same bytes; the mark is a ratio of 0.25"
    return Measured(count / ours.last, count / floor.last, name, count)


def measure_most(scale: int) -> Measured:
    """Balls per second, until 99 of 100 displays have them."""
    count = _displays(scale)
    return Measured(1 / _run(_ours(count)).most, 4.0, "the mark, 250 ms", count)


WORKLOADS = (
    Workload("displays: a ball to the last one", "displays/s", measure_last),
    Workload("displays: a ball to 99 of 100", "balls/s", measure_most),
)
