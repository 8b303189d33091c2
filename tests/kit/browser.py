"""A site on a loopback port, and a real browser to look at it with."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import uvicorn

T = TypeVar("T")

PROGRAMS = ("chromium-headless-shell", "chromium")
"""The same browser; without its window it starts and draws in half the time."""

_ARGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@dataclass(frozen=True, slots=True)
class Served:
    """Where the site is, the loop that it runs in, and the browser."""

    address: str
    server: uvicorn.Server
    loop: asyncio.AbstractEventLoop
    browser: Any

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What comes of something done by the site itself."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result(120)


def program() -> str:
    """Where a browser is; CHROMIUM names another one."""
    found = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    assert found, "no browser: run `make browser` once, or set CHROMIUM to one"
    return found


@contextmanager
def launched() -> Iterator[Any]:
    """A browser without a site."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # a busy machine is not a wrong page
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=_ARGS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def served(app: Any) -> Iterator[Served]:
    """An ASGI application that has started, in a thread of its own."""
    config = uvicorn.Config(app, log_level="error", lifespan="on", timeout_graceful_shutdown=1)
    server, loop = uvicorn.Server(config), asyncio.new_event_loop()
    listening = socket.create_server(("127.0.0.1", 0))
    serving = server.serve(sockets=[listening])
    thread = threading.Thread(target=lambda: loop.run_until_complete(serving), daemon=True)
    thread.start()
    try:
        with launched() as browser:
            while not server.started and thread.is_alive():
                threading.Event().wait(0.01)
            address = f"http://127.0.0.1:{listening.getsockname()[1]}"
            yield Served(address, server, loop, browser)
    finally:
        server.should_exit = True
        thread.join(20)
        loop.close()
