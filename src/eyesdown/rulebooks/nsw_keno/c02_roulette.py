"""Rule 2: the Keno Roulette Number, its grid, and the ten bets on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_bets import RouletteFacts
from eyesdown.rulebook.keno_words import RouletteBet
from eyesdown.rulebooks.nsw_keno.figures import Figures

ROULETTE: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 2 - Keno Roulette")

Grid: TypeAlias = tuple[tuple[int, ...], ...]  # rows of the grid, each across the columns
Wheel: TypeAlias = Mapping[int, str | None]  # the roulette number of every ball
Choice: TypeAlias = str | int | tuple[int, ...]
Covers: TypeAlias = Mapping[Choice, frozenset[str]]

ZERO = "0"
DOUBLE_ZERO = "00"
BESIDE = "/"  # between the two numbers of a Split with a zero

BET_CLAUSES: dict[RouletteBet, str] = {
    "straight_up": "2:Keno Roulette(i)",
    "split": "2:Split",
    "row": "2:Keno Roulette(iii)",
    "corner": "2:Corner",
    "column": "2:Keno Roulette(v)",
    "six_line": "2:Keno Roulette(vi)",
    "dozen": "2:Keno Roulette(vii)",
    "low_high": "2:Keno Roulette(viii)",
    "red_black": "2:Keno Roulette(ix)",
    "odd_even": "2:Keno Roulette(x)",
}


@ROULETTE.computes(
    "2:Keno Roulette Number:map a",
    "2:Keno Roulette Number:map(i)a",
    "2:Keno Roulette Number:map(i)b",
    "2:Keno Roulette Number:map(ii)",
    "2:Keno Roulette Number:map(iii)",
)
def roulette_number_of(ball: int, figures: Figures) -> str | None:
    """The roulette number of a ball; None where the next ball decides (X16).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> roulette_number_of(1, figures)
    '1'
    """
    if ball in figures.roulette_zero_balls:
        return ZERO
    if ball in figures.roulette_double_zero_balls:
        return DOUBLE_ZERO
    if ball in figures.roulette_skipped_balls:
        return None
    return str(ball if ball <= figures.roulette_number_max else ball - figures.roulette_second_run)


@ROULETTE.computes("2:Keno Roulette Number")
def roulette_number(drawn: Sequence[int], wheel: Wheel) -> str:
    """The roulette number of the first ball that has one; a draw always has such a ball."""
    for ball in drawn:
        number = wheel[ball]
        if number is not None:
            return number
    raise AssertionError("no ball of the draw has a roulette number")


def wheel_of(figures: Figures) -> Wheel:
    """The roulette number of every ball."""
    return {ball: roulette_number_of(ball, figures) for ball in range(1, figures.numbers_max + 1)}


def check_grid(figures: Figures) -> None:
    """Columns, and red with black, must each hold every number once; a slip would cost money."""
    numbers = list(range(1, figures.roulette_number_max + 1))
    columns = figures.roulette_column_1 + figures.roulette_column_2 + figures.roulette_column_3
    assert sorted(columns) == numbers, "the columns do not hold each number once"
    assert sorted(figures.roulette_red + figures.roulette_black) == numbers, "red and black"
    for split in figures.roulette_zero_splits:
        zero, other = split.split(BESIDE)
        assert zero in (ZERO, DOUBLE_ZERO), f"{split} does not begin with a zero"
        assert other in {DOUBLE_ZERO, *map(str, numbers)} - {zero}, f"{split} is no pair"


@ROULETTE.computes(
    "2:Keno Roulette Grid",
    "2:Column(i)",
    "2:Column(ii)",
    "2:Column(iii)",
    "2:Row 1",
    "2:Row 2",
    "2:Row 3",
    "2:Row 4",
    "2:Row 5",
    "2:Row 6",
    "2:Row 7",
    "2:Row 8",
    "2:Row 9",
    "2:Row 10",
    "2:Row 11",
    "2:Row 12",
)
def roulette_grid(figures: Figures) -> Grid:
    """The three printed columns side by side: twelve rows of three; 0 and 00 are apart."""
    columns = (figures.roulette_column_1, figures.roulette_column_2, figures.roulette_column_3)
    return tuple(zip(*columns, strict=True))


@ROULETTE.computes("2:Split", "2:Keno Roulette(ii)")
def splits(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Neighbours across and down, among 1 to 36; those with a zero are a list in the data (G11)."""
    for row in grid:
        yield from pairwise(row)
    for row, below in pairwise(grid):
        yield from zip(row, below, strict=True)


@ROULETTE.computes("2:Corner", "2:Keno Roulette(iv)")
def corners(grid: Grid) -> Iterator[tuple[int, ...]]:
    """Squares of four neighbours, among 1 to 36 only (G11)."""
    for row, below in pairwise(grid):
        for left, right in pairwise(zip(row, below, strict=True)):
            yield tuple(sorted(left + right))


@ROULETTE.computes(
    "2:Keno Roulette(i)",
    "2:Keno Roulette(iii)",
    "2:Keno Roulette(v)",
    "2:Keno Roulette(vi)",
    "2:Keno Roulette(vii)",
    "2:Keno Roulette(viii)",
    "2:Keno Roulette(ix)",
    "2:Keno Roulette(x)",
)
def covered(grid: Grid, figures: Figures) -> Mapping[RouletteBet, Covers]:
    """Every selection of every bet, with the roulette numbers that win it.

    A Six-Line starts in Column 1 and needs all its numbers on the grid (G13).
    """
    numbers = range(1, figures.roulette_number_max + 1)
    starts = [
        row[0]
        for row in grid
        if row[0] + figures.roulette_six_line_numbers - 1 <= figures.roulette_number_max
    ]
    dozens = range(0, figures.roulette_number_max, figures.roulette_dozen_numbers)
    return {
        "straight_up": {
            number: frozenset({number}) for number in (ZERO, DOUBLE_ZERO, *map(str, numbers))
        },
        "split": {
            **{tuple(sorted(pair)): _names(pair) for pair in splits(grid)},
            **{split: frozenset(split.split(BESIDE)) for split in figures.roulette_zero_splits},
        },
        "row": {place: _names(row) for place, row in enumerate(grid, start=1)},
        "corner": {square: _names(square) for square in corners(grid)},
        "six_line": {
            start: _names(range(start, start + figures.roulette_six_line_numbers))
            for start in starts
        },
        "column": {
            place: _names(column) for place, column in enumerate(zip(*grid, strict=True), start=1)
        },
        "dozen": {
            place: _names(range(before + 1, before + figures.roulette_dozen_numbers + 1))
            for place, before in enumerate(dozens, start=1)
        },
        "low_high": {
            "low": _names(n for n in numbers if n <= figures.roulette_low_max),
            "high": _names(n for n in numbers if n > figures.roulette_low_max),
        },
        "red_black": {"red": _names(figures.roulette_red), "black": _names(figures.roulette_black)},
        "odd_even": {
            "odd": _names(number for number in numbers if number & 1),
            "even": _names(number for number in numbers if not number & 1),
        },
    }


def _names(numbers: Iterable[int]) -> frozenset[str]:
    return frozenset(map(str, numbers))


def selection_is_on_the_grid(choice: RouletteFacts) -> Breach | None:
    """The grid has the selection."""
    if choice.on_the_grid:
        return None
    return breach("roulette/no_such_selection", bet=choice.bet, selection=choice.selection)


SELECTIONS: dict[RouletteBet, Chapter[RouletteFacts, Figures]] = {}
for _kind, _clause in BET_CLAUSES.items():
    SELECTIONS[_kind] = Chapter("nsw-keno", f"Rule 2 - Keno Roulette, {_kind}")
    SELECTIONS[_kind].enforces(_clause, "roulette/no_such_selection")(selection_is_on_the_grid)
