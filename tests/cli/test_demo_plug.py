"""The demonstration's plug: the server is killed, comes back, and nothing is lost."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

PATIENCE_SECONDS = 60.0


@contextmanager
def demonstration(folder: Path) -> Iterator[str]:
    """The address of a demonstration in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = ["--folder", f"{folder}", "--port", f"{port}", "--past-games", "12"]
    running = subprocess.Popen(
        [sys.executable, "-m", "eyesdown", "demo", "site", *options], stdout=subprocess.DEVNULL
    )
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        running.send_signal(signal.SIGTERM)
        assert running.wait(PATIENCE_SECONDS) == 0


def rows(address: str) -> dict[str, int]:
    """The last row of every journal, once the site answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with urlopen(f"{address}/ready", timeout=5) as reply:
                answer: dict[str, int] = json.load(reply)["rows"]
                return answer
        except OSError:
            assert time.monotonic() < until, "the site does not come up"
            time.sleep(0.2)


@pytest.mark.skipif(os.name != "posix", reason="a socket is handed on to another process")
def test_the_plug_is_pulled_and_nothing_is_lost(tmp_path: Path) -> None:
    with demonstration(tmp_path) as address:
        before = rows(address)
        with urlopen(f"{address}/try", timeout=30) as reply:
            shown = reply.read().decode()
        assert "Pull the plug" in shown
        assert "here is made up" in shown
        assert shown.count("/check?serial=") >= 1, "a ticket of the past"
        assert "Inspector" in shown.partition('id="hall"')[2].partition('id="keno"')[0]
        slips = re.findall(r"/halls/dome/slip\?slip=[\w-]+", shown)
        with urlopen(f"{address}{slips[0]}", timeout=30) as reply:
            assert "Won " in reply.read().decode(), "a slip of last night's session"
        with urlopen(f"{address}/halls/dome/results", timeout=30) as reply:
            assert reply.read().decode().count("The proof of this draw") >= 3
        with urlopen(f"{address}/results", timeout=30) as reply:
            assert reply.read().decode().count("/results/") >= 5, "games of the past"
        with urlopen(Request(f"{address}/try/plug", method="POST"), timeout=30) as reply:
            assert reply.url.endswith("/try?pulled=1")
        after = rows(address)
        assert all(after[name] >= row for name, row in before.items())
