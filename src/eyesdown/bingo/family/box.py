"""What is in the box and what wins, under the house options of a table.

Without an option every function here gives what the book gives.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from eyesdown.bingo.family.house import COLUMN, NINETY, FamilyCard, House
from eyesdown.cards.card_check import check_ticket
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.rulebook.facts.family import Rows, Square
from eyesdown.rulebooks.family_bingo.c02_equipment import covered_at_start, face_down, label
from eyesdown.rulebooks.family_bingo.c03_play import Row, rows_of_five
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures


def discs_of(house: House, figures: FamilyFigures) -> tuple[int, ...]:
    """The discs in the box."""
    if house.balls == NINETY:
        return tuple(range(1, NINETY + 1))
    discs = face_down(frozenset(), figures)
    return tuple(disc for disc in discs if (disc - 1) % COLUMN < house.per_column)


def label_of(house: House, disc: int, figures: FamilyFigures) -> str:
    """What is called: letter and number, or the number alone with 90 balls."""
    return str(disc) if house.balls == NINETY else label(disc, figures)


def free_squares(house: House, figures: FamilyFigures) -> tuple[Square, ...]:
    """The squares that are covered before the first disc."""
    return () if house.balls == NINETY else tuple(covered_at_start(figures))


def fits(house: House, card: FamilyCard) -> bool:
    """Whether a card is one for these discs; the book checks the 75-ball cards further."""
    if house.balls == NINETY:
        return isinstance(card, Ticket90) and not check_ticket(card.rows).faults
    if not isinstance(card, Card75):
        return False
    return all((number - 1) % COLUMN < house.per_column for number in card.numbers)


def shapes(house: House, rows: Rows, figures: FamilyFigures) -> tuple[Row, ...]:
    """Every set of squares of a card that wins.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> blank = ((0,) * 5,) * 5
    >>> [len(shapes(House(patterns=(p,)), blank, figures)) for p in ("row", "corners", "x", "full")]
    [12, 1, 1, 1]
    """
    if house.balls == NINETY:
        lines = [
            tuple((line, column) for column, cell in enumerate(row) if cell)
            for line, row in enumerate(rows)
        ]
        counts = {"line": 1, "two lines": 2, "full": len(lines)}
        return tuple(
            tuple(square for line in chosen for square in line)
            for pattern in house.wins_with
            for chosen in combinations(lines, counts[pattern])
        )
    last = figures.row_squares - 1
    *_, falling, rising = rows_of_five(figures)
    size = range(figures.row_squares)
    by_name: dict[str, tuple[Row, ...]] = {
        "row": rows_of_five(figures),
        "corners": (((0, 0), (0, last), (last, 0), (last, last)),),
        "x": (tuple(dict.fromkeys((*falling, *rising))),),
        "full": (tuple((line, column) for line in size for column in size),),
    }
    return tuple(shape for pattern in house.wins_with for shape in by_name[pattern])


def shape_read(numbers: Sequence[int], rows: Rows, winning: Sequence[Row]) -> Row | None:
    """The shape a claimant means by the numbers read back; Free may be left out or read as 0."""
    wanted = {number for number in numbers if number}
    for shape in winning:
        if {rows[line][column] for line, column in shape} - {0} == wanted:
            return shape
    return None
