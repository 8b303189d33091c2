"""The books for halls, read a second time: patterns, figures and what differs between them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from eyesdown.rulebook.loading import DataFile, folder_of, read_text

FILE = "control.toml"
"""What differs between books and is neither a figure nor a pattern."""
LINES, LINE_NUMBERS = 3, 5
_AT_LEAST = "at least "


@dataclass(frozen=True, slots=True)
class Shape:
    """What a prize asks of a grid: every number of one of its `ways`, or counts by line.

    A way is the places of its numbers, 0 to 14 along the lines. Exactly one of the two is filled.
    """

    ways: tuple[tuple[int, ...], ...] = ()
    counts: tuple[int, ...] = ()

    def done(self, marked: frozenset[int]) -> bool:
        """Whether the marked places are enough.

        >>> Shape(ways=((0, 1), (5, 6))).done(frozenset({5, 6, 9}))
        True
        >>> Shape(counts=(1, 0, 2)).done(frozenset({0, 10}))
        False
        """
        if self.ways:
            return any(marked.issuperset(way) for way in self.ways)
        by_line = [sum(place // LINE_NUMBERS == line for place in marked) for line in range(LINES)]
        return all(have >= want for have, want in zip(by_line, self.counts, strict=True))

    def done_anew(self, before: frozenset[int], after: frozenset[int]) -> bool:
        """Whether new marks complete it: another way counts again, more marks do not (F12)."""
        if self.ways:
            return any(after.issuperset(way) and not before.issuperset(way) for way in self.ways)
        return self.done(after) and not self.done(before)


@dataclass(frozen=True, slots=True)
class Traits:
    """What a book's `control.toml` says; each line of the file says what its field means."""

    in_card_order: bool
    by_ticket: bool
    by_fee: bool
    whole_game: bool
    marked: bool
    same_day: bool
    refunds_owed: bool
    main_prize: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What control needs of a book on a day.

    `minima` are the returns by scope, "game jackpot" for a game of a session with a jackpot.
    """

    book: str
    shapes: Mapping[str, Shape]
    minima: Mapping[str, Fraction]
    must_go_cents: int | None
    administration: Fraction
    traits: Traits

    def least(self, scope: str, *, jackpot: bool) -> Fraction | None:
        """The part of the receipts that must be paid as prizes; None where no rule asks."""
        name = "game jackpot" if scope == "game" and jackpot else scope
        return self.minima.get(name)


@lru_cache(maxsize=4)  # today, and the days next to it
def read_book(book: str, day: date) -> Reading:
    """A book as control reads it, with the figures in force on a day.

    >>> read_book("nz-casino-bingo", date(2026, 6, 1)).least("game", jackpot=True)
    Fraction(4, 5)
    >>> sorted(read_book("vic-bingo", date(2026, 6, 1)).shapes)
    ['any line', 'bottom line', 'middle line', 'ticket', 'top line']
    """
    figures = tomllib.loads(read_text(folder_of(book), "figures.toml"))

    def figure(name: str) -> Any:
        dated = figures[name]["values"] if name in figures else ()
        # Values are dated in rising order, so the last one that has begun is in force.
        return next((each["value"] for each in reversed(dated) if each["from"] <= day), None)

    minima = {
        "game": figure("game_return"),
        "game jackpot": figure("game_return_with_jackpot"),
        "session": figure("session_return"),
        "sequence": figure("sequence_return"),
    }
    shapes = dict(_shapes(read_text(folder_of(book), "patterns.txt")))
    traits = read_traits(book)
    if traits.main_prize:
        shapes[traits.main_prize] = Shape(ways=(tuple(range(LINES * LINE_NUMBERS)),))
    return Reading(
        book=book,
        shapes=shapes,
        minima={scope: Fraction(least) for scope, least in minima.items() if least},
        must_go_cents=figure("must_go_cents"),
        administration=Fraction(figure("administration_fee") or 0),
        traits=traits,
    )


def read_traits(book: str) -> Traits:
    """What the `control.toml` of a book says; RulebookDataError if a line is missing or wrong.

    >>> read_traits("vic-bingo").whole_game
    True
    """
    file = DataFile.open(folder_of(book), FILE)
    raw = file.toml()
    names = Traits.__dataclass_fields__
    for name in names:
        if not isinstance(raw.get(name), str if name == "main_prize" else bool):
            raise file.wrong(1, f"{name} is missing or not of its kind")
    for stray in raw.keys() - names.keys():
        raise file.wrong(1, f"{stray} is not one of {', '.join(names)}")
    return Traits(**raw)


def _shapes(text: str) -> list[tuple[str, Shape]]:
    """Every drawing of a file: a name with a colon, then three lines."""
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    heads = [index for index, line in enumerate(lines) if line.endswith(":")]
    return [
        (lines[head].removesuffix(":"), _shape(lines[head + 1 : head + 1 + LINES]))
        for head in heads
    ]


def _shape(rows: list[str]) -> Shape:
    if rows[0].startswith(_AT_LEAST):
        return Shape(counts=tuple(int(row.removeprefix(_AT_LEAST)) for row in rows))
    drawn = [row.split("|") for row in rows]
    ways = []
    for way in range(len(drawn[0])):
        squares = " ".join(row[way] for row in drawn).split()
        ways.append(tuple(place for place, square in enumerate(squares) if square == "x"))
    return Shape(ways=tuple(ways))
