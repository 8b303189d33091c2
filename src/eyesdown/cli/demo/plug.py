"""The demonstration's plug: its server can be killed at any moment, and comes back at once.

The first process only listens and watches. The site runs in a second one, which inherits the
socket: while it is down, browsers wait in the queue of the socket.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Self

import click

from eyesdown.cli.demo.options import DemoOptions, show_addresses
from eyesdown.cli.site.host import address_of, listening_socket

WAITING_MAX = 512
"""The most connections that wait while the server is down."""

STOP_SECONDS = 20
"""After this long, a server that was asked to stop is killed."""

AGAIN = "The plug was pulled. Starting again from what is on disk."


def can_be_pulled() -> bool:
    """Whether this system can hand a socket on to another process."""
    return os.name == "posix"


def bound(options: DemoOptions) -> socket.socket:
    """The socket to listen on; browsers may ask before the site is there."""
    place = listening_socket(options.host, options.port)
    place.listen(WAITING_MAX)
    return place


def watch_over(options: DemoOptions) -> None:
    """Run the demonstration in a process of its own, again after each kill, until it ends.

    The addresses are printed while the site starts.
    """
    place = bound(options)
    command = [sys.executable, "-m", "eyesdown", "demo", "site", *options.as_arguments()]
    command += ["--listening", f"{place.fileno()}"]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # of a kill, which is what is shown here
    meanwhile: Callable[[], None] = partial(show_addresses, address_of(place), options.folder)
    with _Stop() as stop:
        while True:
            child = stop.start(
                lambda: subprocess.Popen(command, pass_fds=[place.fileno()], env=quiet)
            )
            meanwhile()
            status = child.wait()
            if stop.wanted or status != -signal.SIGKILL:
                raise SystemExit(max(status, 0))
            meanwhile = partial(click.echo, AGAIN)


class _Stop:
    """Hands a stop that reaches this process on to the server.

    It also remembers it: a server that is being killed at this moment would not hear of it, and
    the next one would run for ever.
    """

    def __init__(self) -> None:
        self.child: subprocess.Popen[bytes] | None = None
        self.wanted = False

    def __enter__(self) -> Self:
        numbers = (signal.SIGTERM, signal.SIGINT)
        self._before = {number: signal.signal(number, self._hand_on) for number in numbers}
        self._before[signal.SIGALRM] = signal.signal(signal.SIGALRM, self._kill)
        return self

    def start(self, begin: Callable[[], subprocess.Popen[bytes]]) -> subprocess.Popen[bytes]:
        """Start a server, and stop it at once if a stop came while it was being started."""
        self.child = begin()
        if self.wanted:
            self.child.terminate()
        return self.child

    def __exit__(self, *_: object) -> None:
        signal.alarm(0)
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _hand_on(self, number: int, _: object) -> None:
        self.wanted = True
        signal.alarm(STOP_SECONDS)
        if self.child is not None:
            self.child.send_signal(number)

    def _kill(self, *_: object) -> None:
        """End a server that does not stop; what it has written is on disk."""
        if self.child is not None:
            self.child.kill()


async def pull() -> None:
    """End this process as a power cut would: nothing is written, nothing is closed.

    It runs in the server's own loop, which then takes in no request that it would cut off.
    """
    os.kill(os.getpid(), signal.SIGKILL)
