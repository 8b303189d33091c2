"""Limits of a connection: how large the headers may be, and how long a client may take.

The parser buffers headers until a blank line and waits for it without limit. A client that sends
endless headers would fill the memory; clients that open connections and send nothing, or do not
read the response, would use up the connections.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle
from collections.abc import Callable
from socket import socket

from uvicorn import Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES_MAX = 65_536
"""The limit of the server's other parser; our own pages send some hundred bytes."""
REQUEST_SECONDS = 30.0
"""From the opening of a connection, or the first byte of its next request, to a request's end."""
ANSWER_SECONDS = 30.0
"""The server closes a connection whose client does not read for this long."""
UNWANTED_BYTES_MAX = 8_000_000
"""How much of a body is read and thrown away after its answer: twice the largest that is taken.

A client that sends first and reads later still gets its answer; one that never ends is cut off.
"""
ONCE = frozenset((b"host", b"authorization"))
"""Headers that a request has once: a proxy may look at another one of them than we do."""


class TwiceTheSame(Exception):
    """A request has two of a header that it may have once; the parser answers with a 400."""


class Incoming(HttpToolsProtocol):
    """A connection whose client must send its requests in time and with headers of limited size."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # it is one that writes, too
        self._unread = self._unwanted = 0
        self._asking = True
        self._in_headers = False
        self._late: TimerHandle | None = None
        self._untaken: TimerHandle | None = None
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._heard()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._unread += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._unread > HEAD_BYTES_MAX:
            self.send_400_response("The headers of this request are too large.")
            return
        answered = getattr(self.cycle, "response_complete", False)  # there may be no cycle yet
        if self._late is None and (self._asking or answered):
            self._wait()  # also after blank lines: they begin no request, yet end the keep-alive

    def on_message_begin(self) -> None:
        self._asking = self._in_headers = True
        self._unwanted = 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        # A trailer comes after the body. A proxy does not read it as a header, so we must not.
        if self._in_headers:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._unread, self._in_headers = 0, False
        names = [name for name, _ in self.headers if name in ONCE]
        if len(names) > len(set(names)):
            raise TwiceTheSame
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)
        if self.cycle.response_complete:
            self._unwanted += len(body)
            if self._unwanted > UNWANTED_BYTES_MAX:
                self.transport.close()

    def on_message_complete(self) -> None:
        self._unread, self._asking = 0, False
        self._heard()
        super().on_message_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._untaken = self.loop.call_later(ANSWER_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None

    def _wait(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _heard(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


class InOrder(Server):
    """A server that still shuts the site down in order when it gets two signals to stop.

    `after` is called once the site is down.
    """

    after: Callable[[], None] = staticmethod(lambda: None)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.force_exit:  # otherwise it is done already
            await self.lifespan.shutdown()
        self.after()
