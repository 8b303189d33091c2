"""Covering numbers, crying bingo, and the Banker's check."""

from __future__ import annotations

from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.family import CoverFacts, DiscFacts, Rows, Square
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

COVERING = Chapter[CoverFacts, FamilyFigures]("family-bingo", "Covering")
CRIES = Chapter[DiscFacts, FamilyFigures]("family-bingo", "Cries")

TURNS: Chapter[Any, FamilyFigures] = Chapter("family-bingo", "Out of turn")
"""What the table itself refuses: actions too early, or by a person outside the game."""

TURNS.codes.update(
    {
        TURNS.clause("Players"): ("players/card_taken",),
        TURNS.clause("Banker does not play"): ("player/not_playing",),
        TURNS.clause("Equipment cards and counters"): ("round/nobody_plays",),
        TURNS.clause("Discs"): ("disc/none_called", "disc/reason_missing"),
        TURNS.clause("Object"): ("house/unknown_option",),
        TURNS.clause("Cover"): ("player/not_playing",),
        TURNS.clause("Winner"): (
            "game/not_now",
            "player/not_playing",
            "cry/before_the_first_disc",
            "round/row_not_cried",
        ),
        TURNS.clause("Call back"): ("cry/none_to_check", "row/not_on_card", "cry/unchecked"),
        TURNS.clause("Error continue"): ("round/not_won", "round/discs_left"),
        TURNS.clause("Two winners check"): ("cry/unchecked",),
        TURNS.clause("Series scoring rounds"): ("series/unknown_scoring",),
    }
)

Row = tuple[Square, ...]


@COVERING.enforces("Cover", "cover/not_called", "cover/not_on_card", "cover/removed")
def number_may_be_covered(cover: CoverFacts) -> Breach | None:
    """Covering late is allowed (K19), but not what a penalty has cleared (K05)."""
    if cover.number not in cover.called:
        return breach("cover/not_called", number=cover.number)
    if cover.square is None:
        return breach("cover/not_on_card", number=cover.number)
    if cover.square in cover.removed:
        return breach("cover/removed", number=cover.number)
    return None


@COVERING.computes("No number")
def square_of(number: int, rows: Rows) -> Square | None:
    """The square of a number on a card; None if the card does not have it."""
    for line, row in enumerate(rows):
        if number in row:
            return line, row.index(number)
    return None


@CRIES.computes("Object")
def rows_of_five(figures: FamilyFigures) -> tuple[Row, ...]:
    """The twelve rows: across, down, and both diagonals.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> len(rows_of_five(figures))
    12
    """
    size = range(figures.row_squares)
    across = tuple(tuple((line, column) for column in size) for line in size)
    down = tuple(tuple((line, column) for line in size) for column in size)
    falling = tuple((place, place) for place in size)
    rising = tuple((place, len(size) - 1 - place) for place in size)
    return (*across, *down, falling, rising)


@CRIES.computes("Call back")
def checked(row: Row, rows: Rows, chart: frozenset[int]) -> tuple[tuple[int, bool], ...]:
    """Each number of the row as read back, and whether the chart shows it; Free needs no call."""
    cells = [rows[line][column] for line, column in row]
    return tuple((cell, cell == 0 or cell in chart) for cell in cells)


@CRIES.computes("Winner")
def row_wins(row: Row, rows: Rows, chart: frozenset[int], covered: frozenset[Square]) -> bool:
    """A row wins on the chart AND under counters (K19); when it was completed is no matter (K03).

    Rows through the free square need four numbers (K02).
    """
    return all(called for _, called in checked(row, rows, chart)) and set(row) <= covered


@CRIES.computes("Error penalty")
def squares_cleared(row: Row) -> Row:
    """What a wrong claim uncovers: the whole row read back, Free included (K04, K21)."""
    return row


@CRIES.enforces("Error continue", "cry/unchecked", "round/won")
def play_goes_on(call: DiscFacts) -> Breach | None:
    """The next disc waits only for the check of this one's cries (K20, K21)."""
    if call.unchecked:
        return breach("cry/unchecked", player=call.unchecked[0])
    if call.right:
        return breach("round/won", player=call.right[0])
    return None
