"""`eyesdown family` as a process of its own, and phones that speak HTTP to it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx

WAIT_SECONDS = 20.0
KEY = re.compile(r"[A-Z2-7]{4}(?:-[A-Z2-7]{4}){3}")
TABLE = re.compile(r"http://localhost:(\d+)/family/([A-Z]{5})/host")


@dataclass
class Running:
    """A started process: its port, its table, and the host's key."""

    process: subprocess.Popen[str]
    port: int
    code: str
    key: str
    browsers: list[httpx.Client] = field(default_factory=list)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self._wait()

    def client(self) -> httpx.Client:
        """A browser of its own."""
        self.browsers.append(
            httpx.Client(base_url=self.base, follow_redirects=True, timeout=WAIT_SECONDS)
        )
        return self.browsers[-1]

    def close(self) -> None:
        """Close its browsers."""
        for browser in self.browsers:
            browser.close()

    def end(self) -> None:
        """Stop it in order."""
        self.process.terminate()
        self._wait()

    def _wait(self) -> None:
        self.process.wait(WAIT_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def host(self) -> httpx.Client:
        """The host's browser."""
        browser = self.client()
        assert browser.get(f"/family/{self.code}/host", params={"key": self.key}).status_code == 200
        return browser


def start(file: Path, port: int = 0, *more: str) -> Running:
    """Start `eyesdown family` on a file; it goes on where it stopped."""
    arguments = ["family", "--file", str(file), "--port", str(port), "--no-browser", *more]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "eyesdown", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "LANG": "en_AU.UTF-8", "PYTHONIOENCODING": "utf-8"},
    )
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if "Ctrl+C" in line:
            break
    address, key = TABLE.search(printed), KEY.search(printed)
    assert address, printed
    assert key, printed
    running = Running(process, int(address[1]), address[2], key[0])
    until = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < until:
        try:
            httpx.get(f"{running.base}/family", timeout=1)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return running
    raise AssertionError(f"not started: {printed}")


@contextmanager
def started(file: Path, *more: str) -> Iterator[Running]:
    """A process that is ended at the end of the block."""
    running = start(file, 0, *more)
    try:
        yield running
    finally:
        running.close()
        running.end()
