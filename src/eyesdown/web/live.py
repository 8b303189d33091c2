"""Live feeds: every message is the whole picture, so a dropped line heals with the next one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

HEARTBEAT_SECONDS = 15.0
RETRY_MS = 1000


class Feed:
    """One picture, many watchers. All of them wait on one future, so a change wakes all at once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._number = 0
        self._latest = b""
        self._changed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.watching = 0

    def publish(self, data: bytes) -> None:
        """Show a new picture to everybody; the same one again is not news."""
        assert b"\n" not in data
        message = b"event: %s\ndata: %s\n\n" % (self._name.encode(), data)
        if self._latest.endswith(message):
            return
        self._number += 1
        self._latest = b"id: %d\n%s" % (self._number, message)
        changed, self._changed = self._changed, asyncio.get_running_loop().create_future()
        changed.set_result(None)

    async def watch(self) -> AsyncIterator[bytes]:
        """The picture now, and every later one; a comment now and then keeps the line open."""
        self.watching += 1
        try:
            yield b"retry: %d\n\n" % RETRY_MS
            seen = -1
            while True:
                changed = self._changed
                if self._number != seen and self._latest:
                    seen = self._number
                    yield self._latest
                    continue
                try:
                    await asyncio.wait_for(asyncio.shield(changed), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            self.watching -= 1
