"""Requests that never end, over real sockets: what strangers send without a name or a token."""

from __future__ import annotations

import asyncio
import logging
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import uvicorn

from eyesdown.web.frame import http_limits as incoming
from eyesdown.web.frame.http_limits import HEAD_BYTES_MAX, Incoming, InOrder
from kit.public_site import PublicSite

PIECE = b"a" * 10_000
CHUNKED = b"POST /health HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n"


@pytest.fixture
def server() -> Iterator[uvicorn.Server]:
    hall = PublicSite()
    config = uvicorn.Config(hall.app, http=Incoming, log_config=None, timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    listening = socket.create_server(("127.0.0.1", 0))
    thread = threading.Thread(
        target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True
    )
    thread.start()
    server.port = listening.getsockname()[1]  # type: ignore[attr-defined]  # for whoever asks
    yield server
    server.should_exit = True
    thread.join(20)


@pytest.fixture
def port(server: Any) -> int:
    found: int = server.port
    return found


def answer(line: socket.socket) -> bytes:
    """Everything until the other side hangs up."""
    found = b""
    try:
        while piece := line.recv(65_536):
            found += piece
    except ConnectionResetError:
        pass  # it did not wait for the rest of what was sent
    return found


def ask(port: int, *pieces: bytes) -> bytes:
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        try:
            for piece in pieces:
                line.sendall(piece)
        except (ConnectionResetError, BrokenPipeError):
            pass
        return answer(line)


@pytest.mark.parametrize(
    "first",
    [
        b"GET /",
        b"GET /health HTTP/1.1\r\nhost: x\r\nx-long: ",
        CHUNKED + b"0\r\nx-trailer: ",
        CHUNKED + b"5;extension=",
    ],
    ids=["address", "header", "trailer", "extension"],
)
def test_a_head_without_end_is_not_kept(port: int, first: bytes) -> None:
    pieces = [PIECE] * (10 * HEAD_BYTES_MAX // len(PIECE))
    assert b"200 OK" not in ask(port, first, *pieces)


def test_what_is_long_but_ends_is_answered(port: int) -> None:
    head = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: "
    assert ask(port, head + PIECE * 6 + b"\r\n\r\n").startswith(b"HTTP/1.1 200")
    body = b'{"no": "command"}'.ljust(300_000)
    head = b"POST /api/commands HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
    head += b"authorization: Bearer token of writer\r\ncontent-length: %d\r\n\r\n" % len(body)
    assert ask(port, head, *(body[at : at + 7000] for at in range(0, len(body), 7000))).startswith(
        b"HTTP/1.1 400"
    )
    twice = b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n" * 9
    last = b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
    assert ask(port, twice, last).count(b"200 OK") == 10


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /health HTTP/1.1\r\nhost: x\r\n",
        b"POST /sign-on HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nname",
        b"GET /health HTTP/1.1\r\nhost: x\r\n\r\nGET /he",
    ],
    ids=["nothing", "half a head", "half a body", "half of the next"],
)
def test_whoever_never_ends_what_he_asks_is_let_go(
    port: int, said: bytes, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(incoming, "REQUEST_SECONDS", 0.05)
    caplog.set_level(logging.ERROR)
    assert ask(port, said).count(b"HTTP/1.1 200") == said.count(b"\r\n\r\nGET")
    assert not caplog.records, "it is no mistake of ours"


@pytest.mark.parametrize("name", [b"host", b"Authorization"])
def test_a_header_that_a_proxy_may_read_otherwise_comes_once(port: int, name: bytes) -> None:
    """Which of two a proxy checks, and which we believe, must not be a question."""
    head = b"GET /health HTTP/1.1\r\nhost: x\r\nauthorization: Bearer a\r\nconnection: close\r\n"
    assert ask(port, head + b"\r\n").startswith(b"HTTP/1.1 200")
    assert ask(port, head + name + b": another\r\n\r\n").startswith(b"HTTP/1.1 400")


def test_a_trailer_is_no_header(port: int) -> None:
    """Behind the body a token, or an address, would pass a proxy that checks headers."""
    head = b"POST /api/commands HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
    token, body = b"authorization: Bearer token of writer\r\n", b"2\r\n{}\r\n0\r\n"
    chunked = b"transfer-encoding: chunked\r\n\r\n"
    assert b"HTTP/1.1 400" in ask(port, head + token + chunked + body + b"\r\n")
    assert b"HTTP/1.1 401" in ask(port, head + chunked + body + token + b"\r\n")


def test_a_body_that_no_one_wants_is_not_read_for_ever(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is out, and the client goes on sending as fast as it can."""
    monkeypatch.setattr(incoming, "UNWANTED_BYTES_MAX", 100_000)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"POST /nothing HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n")
        chunk = b"%x\r\n" % len(PIECE) + PIECE + b"\r\n"
        with pytest.raises((ConnectionResetError, BrokenPipeError)):
            line.sendall(chunk * 10_000)


def test_blank_lines_do_not_keep_a_line(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(incoming, "REQUEST_SECONDS", 0.05)
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(b"GET /health HTTP/1.1\r\nhost: x\r\n\r\n")
        seen = b""
        while not seen.endswith(b"}"):
            seen += line.recv(65_536)
        line.sendall(b"\r\n")
        assert answer(line) == b"", "it hangs up"


def test_whoever_never_reads_his_answer_is_let_go(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His line, and what was written for him, would stay for ever."""
    gone, lost = threading.Event(), Incoming.connection_lost

    def note(line: Incoming, why: Exception | None) -> None:
        lost(line, why)
        gone.set()

    monkeypatch.setattr(Incoming, "connection_lost", note)
    monkeypatch.setattr(incoming, "ANSWER_SECONDS", 0.05)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", port))
        line.sendall(b"GET /odds HTTP/1.1\r\nhost: x\r\n\r\n" * 99)
        assert gone.wait(20)


def test_whoever_watches_is_not_waited_for(server: Any) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=20) as line:
        line.sendall(b"GET /live/wall HTTP/1.1\r\nhost: x\r\n\r\n")
        seen = b""
        while b"event: wall" not in seen:
            seen += line.recv(65_536)
        [one] = server.server_state.connections
        assert one._late is None, "or every wall would go dark after a while"


def test_a_command_that_breaks_off_is_no_mistake_of_ours(
    port: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    head = b"POST /api/commands HTTP/1.1\r\nhost: x\r\nauthorization: Bearer token of writer\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=20) as line:
        line.sendall(head + b"content-length: 100\r\n\r\n{")
    assert ask(port, b"GET /health HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    assert not caplog.records


@pytest.mark.parametrize("twice", [False, True])
def test_a_site_that_is_told_twice_to_stop_ends_in_order(*, twice: bool) -> None:
    """Ctrl-C once more while it stops: it kept no last snapshot and said that something broke."""
    heard = []

    async def app(_scope: Any, receive: Any, send: Any) -> None:
        for sign in ("startup", "shutdown"):
            heard.append((await receive())["type"])
            await send({"type": f"lifespan.{sign}.complete"})

    server = InOrder(uvicorn.Config(app, log_config=None))
    server.after = lambda: heard.append("after")
    server.should_exit, server.force_exit = True, twice
    with socket.create_server(("127.0.0.1", 0)) as listening:
        asyncio.run(server.serve(sockets=[listening]))
    assert heard == ["lifespan.startup", "lifespan.shutdown", "after"]
