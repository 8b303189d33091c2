"""`eyesdown demo`: a night of bingo in the terminal, and a keno site with made-up customers."""

from __future__ import annotations

import math
import os
import socket
import sys
import time
from collections import deque
from pathlib import Path
from typing import Any

import click

from eyesdown.kernel.errors import BadInput


@click.group()
def demo() -> None:
    """Play a game in the terminal, or run a made-up site with all its pages."""


@demo.command()
@click.option("--seed", help="Repeat a night: the same seed gives the same cards and balls.")
@click.option("--pace", type=click.FloatRange(0, 10), help="Seconds per ball; 0 does not wait.")
def bingo(seed: str | None, pace: float | None) -> None:
    """Play a line and house under nz-casino-bingo, from the first card sold to the prize paid."""
    from rich.console import Console, Group
    from rich.live import Live

    from eyesdown.cli.demo.hall import Night, play_night
    from eyesdown.cli.demo.screen import screen

    if pace is not None and math.isnan(pace):
        raise BadInput("--pace", "must be seconds from 0 to 10")
    live = sys.stdout.isatty()
    seconds = pace if pace is not None else (0.22 if live else 0.0)
    try:
        secret = os.urandom(64) if seed is None else seed.encode("utf-8")
    except UnicodeEncodeError as wrong:
        raise BadInput("--seed", "must be text in UTF-8") from wrong
    console = Console()
    night: Night | None = None
    if live:
        with Live(console=console, refresh_per_second=20, screen=False) as view:
            for night in play_night(secret):
                view.update(screen(night, console.width))
                time.sleep(seconds * night.weight)
    else:
        night = deque(play_night(secret), maxlen=1).pop()
        console.print(screen(night, console.width))
    assert night is not None
    console.print(Group(*night.closing()))


@demo.command()
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("var/demo"),
    show_default=True,
    help="The folder of the site's journal; start again with it and the site continues.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=8000,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--every-seconds", default=60.0, show_default=True, help="Seconds that a game is open."
)
@click.option(
    "--witnesses",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Made-up witnesses that answer the draws, each a process of its own.",
)
@click.option(
    "--past-games",
    type=click.IntRange(0, 400),
    default=72,
    show_default=True,
    help="Games of the last hours that a new folder begins with.",
)
@click.option("--listening", type=int, hidden=True, help="The socket of the process that watches.")
def site(listening: int | None, **options: Any) -> None:
    """Run a made-up site: keno venues with a draw every minute, and a hall whose game is called.

    Open the address it prints, and /try to be anyone.
    """
    import argon2  # noqa: F401 -- looked for before anything is begun

    from eyesdown.cli.demo import plug
    from eyesdown.cli.demo.options import DemoOptions, show_addresses

    chosen = DemoOptions(**options)
    if listening is None and plug.can_be_pulled():
        plug.watch_over(chosen)
        return
    from eyesdown.cli.demo.site import run_site
    from eyesdown.cli.site.host import address_of

    if listening is None:  # a system where a socket cannot be handed on
        place = plug.bound(chosen)
        show_addresses(address_of(place), chosen.folder)
    else:
        place = socket.socket(fileno=listening)
    run_site(chosen, place)
