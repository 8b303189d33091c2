"""How the demonstration looks: the board, the players' tickets, and what the rules said."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from eyesdown.cards.ticket import Ticket90
from eyesdown.cli.demo_hall import Night

LOG_LINES = 8
TENS = 10
BALLS = 90


def screen(night: Night) -> RenderableType:
    """The whole hall at once."""
    head = Table.grid(expand=False, padding=(0, 2))
    head.add_row(_board(night), _log(night))
    return Group(
        head, Columns([_ticket(night, player) for player in night.tickets], padding=(0, 1))
    )


def _board(night: Night) -> Panel:
    table = Table.grid(padding=(0, 1))
    called = set(night.calls)
    last = night.calls[-1] if night.calls else 0
    for start in range(1, BALLS + 1, TENS):
        table.add_row(*(_ball(number, called, last) for number in range(start, start + TENS)))
    title = f"[bold]{last or '··'}[/]  call {len(night.calls)}"
    return Panel(table, title=title, title_align="left", subtitle="nz-casino-bingo")


def _ball(number: int, called: set[int], last: int) -> Text:
    if number == last:
        return Text(f"{number:2d}", style="bold black on yellow")
    if number in called:
        return Text(f"{number:2d}", style="bold cyan")
    return Text(" ·", style="bright_black")  # a board that fills up says it without colours too


def _log(night: Night) -> Panel:
    lines = night.log[-LOG_LINES:] or [Text("Eyes down.", style="bold")]
    blank = (Text() for _ in range(LOG_LINES + 1 - len(lines)))
    return Panel(Group(*lines, *blank), title="what the rules said", title_align="left", width=64)


def _ticket(night: Night, player: str) -> Panel:
    ticket = night.tickets[player]
    prizes = [prize for prize, who in night.won.items() if who == player]
    title = f"[green]{player} ★[/]" if prizes else player
    rows = _rows(ticket, set(night.calls))
    return Panel(rows, title=title, title_align="left", width=38, padding=0)


def _rows(ticket: Ticket90, called: set[int]) -> Table:
    table = Table.grid()
    for row in ticket.rows:
        table.add_row(*(_cell(cell, called) for cell in row))
    return table


def _cell(cell: int, called: set[int]) -> Text:
    if not cell:
        return Text("  · ", style="bright_black")
    if cell not in called:
        return Text(f" {cell:2d} ")
    return Text.assemble(" ", (f"{cell:2d}", "bold black on cyan"), ("•", "cyan"))
