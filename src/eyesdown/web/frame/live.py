"""Live feeds as server-sent events: every message is a whole snapshot.

A client that reconnects names the last message it received and gets those it missed, one by one,
as far as they are stored. Every client has a task of its own that writes the same bytes, so a slow
connection holds up no other.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from eyesdown.web.frame.delivery.headers import BARE_SEND

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 1000
MESSAGES_STORED = 64
WATCHERS_MAX = 20_000
UNBUFFERED = {"cache-control": "no-store", "x-accel-buffering": "no"}
"""Headers that keep a proxy from buffering an endless response."""


class Feed:
    """One stream of messages to many clients; `clock` gives the time for their displays."""

    def __init__(self, name: str, clock: Callable[[], str]) -> None:
        self._name = name
        self._clock = clock
        self._life = token_hex(4)
        self._number = 0
        self._data = b""
        self._stored: deque[tuple[int, bytes]] = deque(maxlen=MESSAGES_STORED)
        self._watchers: set[Watcher] = set()
        self.ended = False
        self.last: Any = None
        """The last snapshot, for a source that compares."""

    @property
    def watching(self) -> int:
        """How many clients are connected."""
        return len(self._watchers)

    def publish(self, data: bytes) -> None:
        """Send a snapshot to every client, unless it equals the last one."""
        assert b"\n" not in data
        if data == self._data:
            return
        self._data = data
        self._number += 1
        name, mark = self._name.encode(), f"{self._life}-{self._number}".encode()
        message = b"id: %s\nevent: %s\ndata: %s\n\n" % (mark, name, data)
        self._stored.append((self._number, message))
        self._wake()

    async def keep_alive(self) -> None:
        """Send beats now and then: a display that gets none knows its connection is dead."""
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self.beat_now()

    def beat_now(self) -> None:
        """Send one beat to every client."""
        for watcher in tuple(self._watchers):
            watcher.beats += 1
            watcher.wake.set()

    def end(self) -> None:
        """Close every connection, so that a site that stops need not wait for them."""
        self.ended = True
        for watcher in tuple(self._watchers):
            watcher.close()

    def beat(self) -> bytes:
        """The message that carries the time and shows that the connection is alive."""
        return b"event: beat\ndata: %s\n\n" % self._clock().encode()

    def since(self, mark: str) -> list[tuple[int, bytes]]:
        """The messages after the one called `mark`; only the newest if that is not stored."""
        life, _, number = mark.partition("-")
        stored = list(self._stored)
        is_ours = life == self._life and number.isdecimal() and len(number) < 16
        if is_ours and stored and stored[0][0] - 1 <= int(number) <= self._number:
            return [message for message in stored if message[0] > int(number)]
        return stored[-1:]

    def after(self, number: int) -> list[tuple[int, bytes]]:
        """The messages after the one of this number."""
        newer = self._number - number
        if newer == 1:
            return [self._stored[-1]]
        return list(self._stored)[-newer:] if newer else []

    def add(self, watcher: Watcher) -> None:
        """Send messages to this client from now on."""
        self._watchers.add(watcher)

    def drop(self, watcher: Watcher) -> None:
        """Send this client no more messages."""
        self._watchers.discard(watcher)

    @property
    def number(self) -> int:
        """The number of the newest message."""
        return self._number

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.wake.set()


class Watcher(Response):
    """The response to one client: it ends when the client leaves or the feed ends."""

    media_type = "text/event-stream"

    def __init__(self, feed: Feed, mark: str) -> None:
        super().__init__(headers=UNBUFFERED)
        del self.headers["content-length"]
        self.feed, self.mark = feed, mark
        self.wake = asyncio.Event()
        self.beats = 0
        self._connection: asyncio.Task[None] | None = None

    def close(self) -> None:
        """End the response."""
        if self._connection is not None:
            self._connection.cancel()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start = {"type": "http.response.start", "status": 200, "headers": self.raw_headers}
        await send(start)
        # A task of its own and the server's own `send`: a message then wakes one shallow loop for
        # each client instead of every layer of the application.
        watching = asyncio.create_task(self._watch(scope.get(BARE_SEND, send)))
        self._connection = asyncio.current_task()
        self.feed.add(self)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self.feed.ended:
                raise
            await send({"type": "http.response.body", "body": b""})
        finally:
            self.feed.drop(self)
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _watch(self, send: Send) -> None:
        await _send_piece(send, b"retry: %d\n\n%s" % (RETRY_MS, self.feed.beat()))
        missed, sent, beats = self.feed.since(self.mark), self.feed.number, 0
        while True:
            if missed:
                await _send_piece(send, b"".join(message for _, message in missed))
            elif beats != self.beats:
                beats = self.beats
                await _send_piece(send, self.feed.beat())
            else:
                await self.wake.wait()
            self.wake.clear()
            missed, sent = self.feed.after(sent), self.feed.number


async def _send_piece(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


def heading() -> Response:
    """The response to a HEAD request: the headers of a feed, at once."""
    return Response(headers=UNBUFFERED, media_type=Watcher.media_type)


def watchers_max() -> int:
    """The most clients of a feed: half of the connections are left for those who sell."""
    try:
        import resource
    except ImportError:  # not every system has such a limit
        return WATCHERS_MAX
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return WATCHERS_MAX if files < 0 else min(WATCHERS_MAX, files // 2)


def watch(request: Request, feed: Feed) -> Response:
    """The response that streams a feed, from the last message the client names; 503 if too many."""
    if feed.ended or feed.watching >= watchers_max():
        leave = {"retry-after": "10", "connection": "close"}
        return Response("too many displays", 503, leave, "text/plain")
    if request.method == "HEAD":
        return heading()
    since = request.query_params.get("since", "")
    return Watcher(feed, request.headers.get("last-event-id", since))
