"""The books for halls, read a second time: patterns, figures and what differs between them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache
from typing import Any

from eyesdown.rulebook.loading import folder_of, read_text

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
MAIN_PRIZE = "bingo"
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
class Reading:
    """What control needs of a book on a day.

    `whole_game` says that a silent player loses the game, not one prize; `minima` are the returns
    by scope, "game jackpot" for a game of a session with a jackpot.
    """

    book: str
    shapes: Mapping[str, Shape]
    minima: Mapping[str, Fraction]
    must_go_cents: int | None
    span_seconds: int | None
    administration: Fraction
    in_card_order: bool
    by_ticket: bool
    by_fee: bool
    whole_game: bool
    marked: bool
    same_day: bool
    refunds_owed: bool

    def least(self, scope: str, *, jackpot: bool) -> Fraction | None:
        """The part of the receipts that must be paid as prizes; None where no rule asks."""
        name = "game jackpot" if scope == "game" and jackpot else scope
        return self.minima.get(name)


@lru_cache(maxsize=32)
def read_book(book: str, day: date) -> Reading:
    """A book as control reads it, with the figures in force on a day.

    >>> read_book(NZ, date(2026, 6, 1)).least("game", jackpot=True)
    Fraction(4, 5)
    >>> sorted(read_book(VIC, date(2026, 6, 1)).shapes)
    ['any line', 'bottom line', 'middle line', 'ticket', 'top line']
    """
    figures = tomllib.loads(read_text(folder_of(book), "figures.toml"))

    def figure(name: str) -> Any:
        dated = figures[name]["values"] if name in figures else ()
        return next((each["value"] for each in reversed(dated) if each["from"] <= day), None)

    minima = {
        "game": figure("game_return"),
        "game jackpot": figure("game_return_with_jackpot"),
        "session": figure("session_return"),
        "sequence": figure("sequence_return"),
    }
    span = figure("session_span_minutes")
    shapes = dict(_shapes(read_text(folder_of(book), "patterns.txt")))
    if book == NSW:
        shapes[MAIN_PRIZE] = Shape(ways=(tuple(range(LINES * LINE_NUMBERS)),))
    return Reading(
        book=book,
        shapes=shapes,
        minima={scope: Fraction(least) for scope, least in minima.items() if least},
        must_go_cents=figure("must_go_cents"),
        span_seconds=60 * span if span else None,
        administration=Fraction(figure("administration_fee") or 0),
        in_card_order=book == NZ,
        by_ticket=book == VIC,
        by_fee=book == NSW,
        whole_game=book == VIC,
        marked=book == NSW,
        same_day=book == NZ,
        refunds_owed=book == NZ,
    )


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
