"""Sixty-four clients in a process of their own, so that they take no time from the server.

    python -m eyesdown.cli.bench.http_clients PORT PATH TOKEN < bodies

A body a line, each sent by whichever client is free. Prints how many seconds it took until the last
was answered, from when every client was connected.
"""

from __future__ import annotations

import asyncio
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
    """One connection, one request after the other while there are any."""

    def __init__(self, requests: Iterator[bytes], over: asyncio.Future[None]) -> None:
        self._requests = requests
        self._over = over
        self._transport: Any = None  # uvloop's own kind
        self._answer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport

    def ask(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self._over.set_result(None)
            self._transport.close()
        else:
            self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._answer += data
        head, _, body = self._answer.partition(_END)
        size = head.partition(b"content-length: ")[2].partition(b"\r\n")[0]
        if size and len(body) >= int(size):
            assert head.startswith(b"HTTP/1.1 200"), self._answer
            self._answer = b""
            self.ask()

    def connection_lost(self, why: Exception | None) -> None:
        if not self._over.done():
            self._over.set_exception(why or ConnectionError("the server hung up"))


async def _seconds(port: int, requests: Iterator[bytes]) -> float:
    loop = asyncio.get_running_loop()
    overs = [loop.create_future() for _ in range(CLIENTS)]
    clients = [_Client(requests, over) for over in overs]
    for client in clients:
        await loop.create_connection(lambda one=client: one, "127.0.0.1", port)  # type: ignore[misc]
    began = perf_counter()
    for client in clients:
        client.ask()
    async with asyncio.timeout(SECONDS_MAX):
        await asyncio.gather(*overs)
    return perf_counter() - began


def main() -> None:
    port, path, token = sys.argv[1:]
    any_core()
    first = f"POST {path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer {token}\r\n".encode()
    requests = [
        b"%scontent-length: %d\r\n\r\n%s" % (first, len(body), body)
        for body in sys.stdin.buffer.read().splitlines()
    ]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        print(runner.run(_seconds(int(port), iter(requests))))


if __name__ == "__main__":
    main()
