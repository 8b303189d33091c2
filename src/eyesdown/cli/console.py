"""The terminal: as wide as it is, and as wide as needed where output goes to a file or a pipe."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import click
from rich.console import Console, RenderableType
from rich.table import Table

PIPE_WIDTH = 4000  # wider than any line of ours, so that grep and copying see whole lines


def console() -> Console:
    """A console that folds nothing in a pipe and shows text as it is written.

    `COLUMNS` in the environment sets the width, as it does for other programs.
    """
    terminal = Console(highlight=False, markup=False, emoji=False)
    if terminal.is_terminal or os.environ.get("COLUMNS", "").isdigit():
        return terminal
    return Console(highlight=False, markup=False, emoji=False, width=PIPE_WIDTH)


def show(*shown: RenderableType, screen: Console | None = None) -> None:
    """Print tables and texts; in a pipe without the blanks that fill their last column.

    On a terminal that is too narrow for every word and figure, the terminal itself breaks lines:
    rich would cut them.
    """
    screen = screen or console()
    if screen.is_terminal:
        screen.width = max(screen.width, *(least_width_of(each, screen) for each in shown))
        screen.print(*shown)
        return
    with screen.capture() as captured:
        screen.print(*shown)
    for line in captured.get().splitlines():
        print(line.rstrip())


def least_width_of(shown: RenderableType, screen: Console) -> int:
    """How many columns it takes to show all of it with every line broken that may be.

    A table that folds its words fits anywhere.
    """
    if isinstance(shown, Table) and any(column.overflow == "fold" for column in shown.columns):
        return 0
    least = screen.measure(shown, options=screen.options.update(max_width=PIPE_WIDTH)).minimum
    return least + 1  # rich may leave out a blank beside the last column


def width_of(table: RenderableType, screen: Console) -> int:
    """How many columns it takes to show all of it."""
    return screen.measure(table, options=screen.options.update(max_width=PIPE_WIDTH)).maximum


@contextmanager
def says_no() -> Iterator[None]:
    """Print a refusal and end with exit code 1, also when the reader has closed the pipe."""
    with suppress(BrokenPipeError):
        yield
    raise click.exceptions.Exit(1)
