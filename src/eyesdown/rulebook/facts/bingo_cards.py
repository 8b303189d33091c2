"""What clauses on tickets, scorecards and series may see: the print, never how it was made."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Rows = tuple[tuple[int, ...], ...]
"""A grid as printed, line by line; 0 is a blank."""


@dataclass(frozen=True, slots=True)
class CardFacts:
    """A card as printed. `broken_band` says how it leaves the usual columns."""

    rows: Rows
    serial: str = ""
    serial_words: str = "serial number"
    serial_side: str = "face"
    grids: int = 1  # the number of grids on the card, this one included
    braille: bool = False
    braille_approval: str = ""
    broken_band: str = ""
    strict_banding: bool = False  # decision A01: off unless the hall asks for it


@dataclass(frozen=True, slots=True)
class ScorecardFacts:
    """A page of boxes, on paper or on a handheld device."""

    boxes: tuple[CardFacts, ...]
    serial: str


@dataclass(frozen=True, slots=True)
class SeriesFacts:
    """A series as a whole: what is printed on its cards, books and games, in order."""

    serial: str
    colour: str = ""
    card_serials: tuple[str, ...] = ()
    serial_words: str = "serial number"
    card_numbers: tuple[int, ...] = ()
    combinations: tuple[frozenset[int], ...] = ()
    serials_in_use: frozenset[str] = frozenset()
    book_numbers: tuple[int, ...] = ()  # empty: not printed in books
    game_colours: tuple[tuple[int, str], ...] = ()  # each game with each colour it is printed in
    colour_lookback_games: int | None = None  # decision A06: None keeps the book's own reach


def stray_serial(series: SeriesFacts) -> str:
    """A serial on a card that is not the series' own; '' if all are.

    >>> stray_serial(SeriesFacts("7", card_serials=("7", "8")))
    '8'
    """
    return min(set(series.card_serials) - {series.serial}, default="")


def numbers_of(rows: Rows) -> tuple[int, ...]:
    """The numbers of a grid in printed order.

    >>> numbers_of(((0, 12), (3, 0)))
    (12, 3)
    """
    return tuple(cell for row in rows for cell in row if cell)


def line_lengths(rows: Rows) -> tuple[int, ...]:
    """How many numbers each line has.

    >>> line_lengths(((0, 12), (3, 4)))
    (1, 2)
    """
    return tuple(sum(1 for cell in row if cell) for row in rows)


def repeated(numbers: Sequence[int]) -> tuple[int, ...]:
    """Numbers that occur more than once, rising.

    >>> repeated([5, 3, 5, 5, 3, 1])
    (3, 5)
    """
    return tuple(sorted(number for number, times in Counter(numbers).items() if times > 1))


def outside(numbers: Sequence[int], least: int, most: int) -> tuple[int, ...]:
    """Numbers below the least or above the most, rising.

    >>> outside([91, 5, 0], 1, 90)
    (0, 91)
    """
    return tuple(sorted({number for number in numbers if not least <= number <= most}))


def listed(numbers: Sequence[int]) -> str:
    """Numbers for a refusal's facts.

    >>> listed((3, 5))
    '3 5'
    """
    return " ".join(str(number) for number in numbers)


def first_gap(numbers: Sequence[int]) -> tuple[int, int] | None:
    """The first two neighbours in a run of numbers that do not differ by one.

    >>> first_gap([1, 2, 4]), first_gap([7, 8])
    ((2, 4), None)
    """
    for before, after in itertools.pairwise(numbers):
        if after != before + 1:
            return before, after
    return None


def first_pair(combinations: Sequence[frozenset[int]]) -> tuple[int, int] | None:
    """Positions, from 1, of the first two equal combinations; layout does not matter (A03).

    >>> first_pair([frozenset({1, 2}), frozenset({3}), frozenset({2, 1})])
    (1, 3)
    """
    first_at: dict[frozenset[int], int] = {}
    for place, combination in enumerate(combinations, start=1):
        if combination in first_at:
            return first_at[combination], place
        first_at[combination] = place
    return None


def first_colour_again(
    printed: Iterable[tuple[int, str]], lookback: int | None
) -> tuple[int, int, str] | None:
    """The first game in the colour of an earlier game within reach, that game, and the colour.

    >>> first_colour_again([(1, "red"), (2, "blue"), (6, "red")], 4) is None
    True
    >>> first_colour_again([(1, "red"), (2, "blue"), (6, "red")], None)
    (6, 1, 'red')
    """
    latest: dict[str, int] = {}
    for game, colour in sorted(printed):
        earlier = latest.get(colour)
        if earlier is not None and (lookback is None or game - earlier <= lookback):
            return game, earlier, colour
        latest[colour] = game
    return None
