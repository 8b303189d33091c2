"""How the demonstration looks: the board, the players' tickets, and the answers of the rules."""

from __future__ import annotations

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from eyesdown.cards.ticket import Ticket90
from eyesdown.cli.demo.hall import Night

LOG_LINES = 8
WIDE, NARROW = 100, 76
BOARD_HIGH = 11
TENS = 10
BALLS = 90


def screen(night: Night, width: int = WIDE) -> RenderableType:
    """The whole hall in 24 lines of 80 characters, or part below part on a narrower screen."""
    tickets = Columns([_ticket(night, player) for player in night.tickets], padding=(0, 1))
    log = _log(night, LOG_LINES if width >= WIDE else LOG_LINES // 2)
    if width < NARROW:
        return Group(_board(night), log, tickets)
    head = Table.grid(expand=False, padding=(0, 2))
    head.add_row(_board(night), log)
    return Group(head, tickets)


def _board(night: Night) -> Panel:
    table = Table.grid(padding=(0, 1))
    called = set(night.calls)
    last = night.calls[-1] if night.calls else 0
    for start in range(1, BALLS + 1, TENS):
        table.add_row(*(_ball(number, called, last) for number in range(start, start + TENS)))
    title = f"[bold]{last or '··'}[/]  call {len(night.calls)}"
    subtitle = f"one to go: {night.one_to_go}"
    return Panel(table, title=title, title_align="left", subtitle=subtitle, expand=False)


def _ball(number: int, called: set[int], last: int) -> Text:
    if number == last:
        return Text(f"{number:2d}", style="bold black on yellow")
    if number in called:
        return Text(f"{number:2d}", style="bold cyan")
    return Text(
        " ·", style="bright_black"
    )  # numbers appear when called, so the board works without colours


def _log(night: Night, most: int) -> Panel:
    lines = night.log[-most:] or [Text("Eyes down.", style="bold")]
    title = "answers of the rules"
    return Panel(Group(*lines), title=title, title_align="left", width=64, height=BOARD_HIGH)


def _ticket(night: Night, player: str) -> Group:
    prizes = [prize for prize, who in night.won.items() if who == player]
    title = Text(f" {player} ★" if prizes else f" {player}", style="green" if prizes else "bold")
    return Group(title, _rows(night.tickets[player], set(night.calls)))


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
