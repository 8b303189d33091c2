"""Sixty-four clients in a process of their own, so that they take no time from the server.

    python -m eyesdown.cli.bench.http_clients PORT PATH < requests

The first line is a JSON list of headers: the first client sends the first of them with each of its
requests, and so on, from the beginning again if there are more clients. Every other line is a body
that the next free client sends. Prints the seconds from when every client is connected until the
last response.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import uvloop

from eyesdown.cli.affinity import any_core

CLIENTS = 64
SECONDS_MAX = 300
_END = b"\r\n\r\n"


class _Client(asyncio.Protocol):
    """One connection that sends one request after the other while there are any."""

    def __init__(self, head: bytes, bodies: Iterator[bytes], done: asyncio.Future[None]) -> None:
        self._head = head
        self._bodies = bodies
        self._done = done
        self._transport: Any = None  # uvloop's own kind
        self._response = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def ask(self) -> None:
        """Send the next request; hang up after the last."""
        body = next(self._bodies, None)
        if body is None:
            self._done.set_result(None)
            self._transport.close()
        else:
            self._transport.write(b"%scontent-length: %d\r\n\r\n%s" % (self._head, len(body), body))

    def data_received(self, data: bytes) -> None:
        self._response += data
        head, _, body = self._response.partition(_END)
        size = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if size and len(body) >= int(size):
            assert head.startswith(b"HTTP/1.1 200"), self._response
            self._response = b""
            self.ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._done.done():
            self._done.set_exception(exc or ConnectionError("the server hung up"))


async def _seconds(port: int, heads: list[bytes], bodies: Iterator[bytes]) -> float:
    loop = asyncio.get_running_loop()
    done = [loop.create_future() for _ in range(CLIENTS)]
    clients = [
        _Client(heads[number % len(heads)], bodies, future) for number, future in enumerate(done)
    ]
    for client in clients:
        await loop.create_connection(lambda new=client: new, "127.0.0.1", port)  # type: ignore[misc]
    began = perf_counter()
    for client in clients:
        client.ask()
    async with asyncio.timeout(SECONDS_MAX):
        await asyncio.gather(*done)
    return perf_counter() - began


def main() -> None:
    """Run the clients and print how long they waited."""
    port, path = sys.argv[1:]
    any_core()
    headers, *bodies = sys.stdin.buffer.read().splitlines()
    heads = [
        "\r\n".join((f"POST {path} HTTP/1.1", "host: x", *more, "")).encode()
        for more in json.loads(headers)
    ]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(runner.run(_seconds(int(port), heads, iter(bodies))))


if __name__ == "__main__":
    main()
