"""A draw in the terminal: the grid with its numbers in the order drawn, and the results."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from eyesdown.keno.bets.draws import Draw
from eyesdown.rulebooks.nsw_keno.c02_racing import last_place
from eyesdown.rulebooks.nsw_keno.figures import Figures

ROW_NUMBERS = 10


def picture(draw: Draw, figures: Figures) -> RenderableType:
    """The grid: each drawn number with its order, each Row with its place in the race."""
    order = {number: place for place, number in enumerate(draw.numbers, start=1)}
    grid = Table.grid()
    for _ in range(ROW_NUMBERS):
        grid.add_column(width=6)
    grid.add_column(style="cyan")
    places_in_words = _in_words(draw.racing_places, figures)
    for row, place in enumerate(draw.racing_places):
        first = row * ROW_NUMBERS + 1
        cells = [_cell(number, order.get(number)) for number in range(first, first + ROW_NUMBERS)]
        count = sum(first <= number < first + ROW_NUMBERS for number in draw.numbers)
        grid.add_row(*cells, Text(f"Row {row + 1}: {count}, {places_in_words[place]}"))
    facts = Table.grid(padding=(0, 2))
    facts.add_row("total", f"{draw.total}, multiplier {draw.multiplier} x")
    facts.add_row("heads or tails", draw.heads_or_tails)
    facts.add_row("roulette number", draw.roulette)
    facts.add_row("last number", str(draw.last))
    facts.add_row("racing", "  ".join(_finish(draw.racing_places, places_in_words)))
    return Group(grid, "", facts)


def _cell(number: int, place: int | None) -> Text:
    if place is None:
        return Text(str(number), style="dim")
    return Text.assemble((str(number), "bold reverse"), (f"·{place}", "yellow"))


def _in_words(places: tuple[int, ...], figures: Figures) -> dict[int, str]:
    """Every place taken, in words: '1st', or '5th to 8th' for the empty Rows together."""
    last, rows = last_place(places, figures), figures.grid_rows
    spread = f"{_nth(last)} to {_nth(rows)}"
    return {place: spread if place == last < rows else _nth(place) for place in sorted({*places})}


def _finish(places: tuple[int, ...], in_words: dict[int, str]) -> list[str]:
    """Rows by place: '1st 5', and tied empty Rows together."""
    finish = []
    for place, name in in_words.items():
        rows = "=".join(str(row) for row, at in enumerate(places, start=1) if at == place)
        finish.append(f"{name} {rows}")
    return finish


def _nth(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
