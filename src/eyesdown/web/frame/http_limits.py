"""Requests on their way in: one whose head never ends, or that never ends at all, is dropped.

The parser keeps whatever comes until a blank line, and waits for it for ever. Whoever sent headers
without end would fill the memory; whoever opened many lines and said nothing, or asked for much and
read nothing, would use them up.
"""

from __future__ import annotations

from asyncio import BaseTransport, TimerHandle
from socket import socket

from uvicorn import Server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES_MAX = 65_536
"""As many as this server's other parser takes; ours are some hundred."""
REQUEST_SECONDS = 30.0
"""From the opening of a line, or the first byte of the next request on it, to a request's end."""
ANSWER_SECONDS = 30.0
"""How long an answer lies here while nobody takes the next piece of it."""


class Incoming(HttpToolsProtocol):
    """One line to a client, who asks in time and with a head of reasonable size."""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)  # type: ignore[arg-type]  # it is one that writes, too
        self._unread = 0
        self._asking = True
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
            self.send_400_response("The head of this request has no end.")
            return
        answered = getattr(self.cycle, "response_complete", False)  # there may be no cycle yet
        if self._late is None and (self._asking or answered):
            self._wait()  # also after blank lines: they begin no request, yet end the keep-alive

    def on_message_begin(self) -> None:
        self._asking = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._unread = 0
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unread = 0
        super().on_body(body)

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
    """Told a second time to stop it waits for nobody, but the site still ends in order."""

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        await super().shutdown(sockets)
        if self.force_exit:  # else it was done
            await self.lifespan.shutdown()
