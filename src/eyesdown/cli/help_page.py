"""Help that fits a terminal of fewer than fifty columns, where click would go on at fifty."""

from __future__ import annotations

from collections.abc import Iterable
from shutil import get_terminal_size

import click

NARROW = 52
"""Columns from which click's own layout fits: fifty and its margin."""
LEAST = 20


class HelpPage(click.HelpFormatter):
    """Help as wide as the terminal; in a narrow one, long options have a line of their own."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        columns = get_terminal_size().columns
        if width is None and columns < NARROW:
            width = max(columns - 1, LEAST)
        super().__init__(indent_increment, width, max_width)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names and what they mean beside each other."""
        if self.width < NARROW - 2:
            col_max = self.width // 4
        super().write_dl(list(rows), col_max, col_spacing)


class HelpContext(click.Context):
    """The context of every command, for its help page."""

    formatter_class = HelpPage


def with_help_page(command: click.Command) -> None:
    """Give a command, and those below it, this help page."""
    command.context_class = HelpContext
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_help_page(below)
