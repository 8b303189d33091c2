"""Live feeds: every message is the whole picture, so a dropped line heals with the next one.

A watcher who comes back says which picture was the last to reach him and gets those he missed, one
by one, as far as they are kept. One loop wakes everybody; each then writes the same bytes to his
own line, so a slow line holds up nobody else.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from secrets import token_hex

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eyesdown.web.frame.headers import BARE_SEND

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 1000
PICTURES_KEPT = 64
WATCHERS_MAX = 20_000
UNBUFFERED = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""What a proxy is told of an answer that never ends."""


class Feed:
    """One picture, many watchers. `clock` tells the time, for walls whose own clock is off."""

    def __init__(self, name: str, clock: Callable[[], str]) -> None:
        self._name = name
        self._clock = clock
        self._life = token_hex(4)
        self._number = 0
        self._data = b""
        self._kept: deque[tuple[int, bytes]] = deque(maxlen=PICTURES_KEPT)
        self._watchers: set[Watcher] = set()
        self.over = False

    @property
    def watching(self) -> int:
        return len(self._watchers)

    def publish(self, data: bytes) -> None:
        """Show a new picture to everybody; the same one again is not news."""
        assert b"\n" not in data
        if data == self._data:
            return
        self._data = data
        self._number += 1
        name, mark = self._name.encode(), f"{self._life}-{self._number}".encode()
        message = b"id: %s\nevent: %s\ndata: %s\n\n" % (mark, name, data)
        self._kept.append((self._number, message))
        self._wake()

    async def keep_alive(self) -> None:
        """A word to everybody now and then: a wall that hears nothing knows its line is dead."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            for watcher in tuple(self._watchers):
                watcher.beats += 1
                watcher.wake.set()

    def end(self) -> None:
        """Let everybody go: a site that stops need not wait for lines that never end."""
        self.over = True
        for watcher in tuple(self._watchers):
            watcher.let_go()

    def beat(self) -> bytes:
        return b"event: beat\ndata: %s\n\n" % self._clock().encode()

    def since(self, mark: str) -> list[tuple[int, bytes]]:
        """What a watcher who saw `mark` last has missed; for anybody else the newest picture."""
        life, _, number = mark.partition("-")
        kept = list(self._kept)
        known = life == self._life and number.isdecimal() and len(number) < 16
        if known and kept and kept[0][0] - 1 <= int(number) <= self._number:
            return [one for one in kept if one[0] > int(number)]
        return kept[-1:]

    def after(self, number: int) -> list[tuple[int, bytes]]:
        newer = self._number - number
        if newer == 1:
            return [self._kept[-1]]
        return list(self._kept)[-newer:] if newer else []

    def add(self, watcher: Watcher) -> None:
        self._watchers.add(watcher)

    def drop(self, watcher: Watcher) -> None:
        self._watchers.discard(watcher)

    @property
    def number(self) -> int:
        return self._number

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.wake.set()


class Watcher(Response):
    """One open line: an answer that does not end before the other side does."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, mark: str) -> None:
        super().__init__(headers=UNBUFFERED)
        del self.headers["content-length"]
        self.feed, self.mark = feed, mark
        self.wake = asyncio.Event()
        self.beats = 0
        self._line: asyncio.Task[None] | None = None

    def let_go(self) -> None:
        if self._line is not None:
            self._line.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        # A task of its own, and the way out that no longer looks at headers: a ball then wakes one
        # shallow loop for each wall instead of every layer of the application.
        watching = asyncio.create_task(self._watch(scope.get(BARE_SEND, send)))
        self._line = asyncio.current_task()
        self.feed.add(self)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self.feed.over:
                raise
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.feed.drop(self)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, send: Send) -> None:
        await _say(send, b"retry: %d\n\n%s" % (RETRY_MS, self.feed.beat()))
        missed, seen, beats = self.feed.since(self.mark), self.feed.number, 0
        while True:
            if missed:
                await _say(send, b"".join(message for _, message in missed))
            elif beats != self.beats:
                beats = self.beats
                await _say(send, self.feed.beat())
            else:
                await self.wake.wait()
            self.wake.clear()
            missed, seen = self.feed.after(seen), self.feed.number


async def _say(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


def heading() -> Response:
    """What a feed's answer begins with: whoever asks for the head alone waits for no news."""
    return Response(headers=UNBUFFERED, media_type=Watcher.media_type)


def watchers_max() -> int:
    """How many may watch: of the lines a process may hold, half are left for those who sell."""
    try:
        import resource
    except ImportError:  # not every system has such a limit
        return WATCHERS_MAX
    lines = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WATCHERS_MAX if lines < 0 else min(WATCHERS_MAX, lines // 2)


def watch(request: Request, feed: Feed) -> Response:
    """The feed for one who asks, from where his line broke; too many at once are turned away."""
    if feed.over or feed.watching >= watchers_max():
        leave = {"retry-after": "10", "connection": "close"}  # nor keep the line
        return Response("too many displays", 503, leave, "text/plain")
    if request.method == "HEAD":
        return heading()
    asked = request.query_params.get("since", "")
    return Watcher(feed, request.headers.get("last-event-id", asked))
