"""The demonstration's plug: its server can be killed at any moment, and comes back at once.

The first process only listens and watches. The site runs in a second one, which inherits the
socket: while it is away, browsers wait in the queue of the socket.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial

import click

from eyesdown.cli.demo.options import DemoOptions, show_addresses
from eyesdown.cli.site.host import address_of, listening_socket

WAITING_MAX = 512
"""Connections that wait while the server is away."""


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
    while True:
        child = subprocess.Popen(command, pass_fds=[place.fileno()], env=quiet)
        status = _wait_for(child, meanwhile)
        if status != -signal.SIGKILL:
            raise SystemExit(max(status, 0))
        meanwhile = partial(click.echo, "The plug was pulled. Starting again from what is on disk.")


def _wait_for(child: subprocess.Popen[bytes], meanwhile: Callable[[], None]) -> int:
    """The child's exit status; a stop that reaches this process is handed on."""

    def hand_on(number: int, _: object) -> None:
        child.send_signal(number)

    before = {number: signal.signal(number, hand_on) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        meanwhile()
        return child.wait()
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def pull() -> None:
    """End this process as a power cut would: nothing is written, nothing is closed."""
    os.kill(os.getpid(), signal.SIGKILL)
