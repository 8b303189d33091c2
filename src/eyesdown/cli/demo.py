"""`eyesdown demo`: a night of bingo in the terminal, called ball by ball through the real rules."""

from __future__ import annotations

import os
import sys
import time
from collections import deque

import click
from rich.console import Console, Group
from rich.live import Live

from eyesdown.cli.demo_hall import Night, play_night
from eyesdown.cli.demo_screen import screen


@click.command()
@click.option("--seed", help="Repeat a night: the same seed gives the same cards and balls.")
@click.option("--pace", type=click.FloatRange(0, 10), help="Seconds a ball; 0 does not wait.")
def demo(seed: str | None, pace: float | None) -> None:
    """A game of line and house under nz-casino-bingo, from the first sale to the prize paid."""
    live = sys.stdout.isatty()
    seconds = pace if pace is not None else (0.22 if live else 0.0)
    secret = os.urandom(64) if seed is None else seed.encode("utf-8")
    console = Console()
    night: Night | None = None
    if live:
        with Live(console=console, refresh_per_second=20, screen=False) as view:
            for night in play_night(secret):
                view.update(screen(night))
                time.sleep(seconds * night.weight)
    else:
        night = deque(play_night(secret), maxlen=1).pop()
        console.print(screen(night))
    assert night is not None
    console.print(Group(*night.closing()))
