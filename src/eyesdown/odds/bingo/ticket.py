"""On which ball a bingo ticket completes a pattern, exactly.

A complete pattern stays complete, so one list determines its law: for every j, how many sets of j
marked squares contain the pattern. That list is counted over all 2**15 markings of a ticket, or by
inclusion and exclusion over the twelve rows of a 75-ball card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import comb

import numpy as np

from eyesdown.cards.ticket import Card75
from eyesdown.rulebook.patterns import LINE, LINE_NUMBERS, SQUARES, AtLeast, DrawnPattern, Pattern

BALLS_90 = 90
BALLS_75 = 75


@dataclass(frozen=True, slots=True)
class Completion:
    """The law of the ball on which a pattern completes; `within[n]` is the chance by ball n.

    >>> from eyesdown.bingo.tracking.columns import HOUSE
    >>> house = ticket90(HOUSE)
    >>> house.within[90], house.within[14], house.on(15) == Fraction(1, comb(90, 15))
    (Fraction(1, 1), Fraction(0, 1), True)
    """

    balls: int
    winning: tuple[int, ...]  # winning[j]: sets of j marked squares that hold the pattern

    @property
    def squares(self) -> int:
        """Number of squares that carry a number."""
        return len(self.winning) - 1

    @property
    def within(self) -> tuple[Fraction, ...]:
        """The chance that the pattern is complete once n balls are called, n from 0."""
        others = self.balls - self.squares
        return tuple(
            Fraction(
                sum(
                    ways * comb(others, called - marked)
                    for marked, ways in enumerate(self.winning)
                    if ways and marked <= called
                ),
                comb(self.balls, called),
            )
            for called in range(self.balls + 1)
        )

    def on(self, ball: int) -> Fraction:
        """The chance that the pattern completes on exactly this ball."""
        return self.law[ball]

    @property
    def law(self) -> tuple[Fraction, ...]:
        """The chance of completing on ball n, n from 0."""
        within = self.within
        return (within[0], *(b - a for a, b in pairwise(within)))

    @property
    def mean(self) -> Fraction:
        """The expected completing ball.

        >>> from eyesdown.bingo.tracking.columns import HOUSE
        >>> ticket90(HOUSE).mean
        Fraction(1365, 16)
        """
        return sum((1 - chance for chance in self.within[:-1]), Fraction(0))

    @property
    def earliest(self) -> int:
        """The first ball on which the pattern can be complete.

        >>> from eyesdown.bingo.tracking.columns import HOUSE
        >>> ticket90(HOUSE).earliest
        15
        """
        return next(n for n, chance in enumerate(self.within) if chance)

    def quantile(self, share: Fraction) -> int:
        """The first ball by which at least this share of tickets is complete."""
        return next(n for n, chance in enumerate(self.within) if chance >= share)


def winning_markings(pattern: Pattern) -> tuple[int, ...]:
    """How many sets of j marked squares of a 90-ball ticket hold the pattern, j from 0 to 15.

    >>> winning_markings(DrawnPattern("corners", (0b10001_00000_10001,)))[4:7]
    (1, 11, 55)
    """
    marks = np.arange(1 << SQUARES, dtype=np.uint16)
    size = np.bitwise_count(marks)
    match pattern:
        case DrawnPattern(ways=ways):
            won = reduce(np.logical_or, (marks & way == way for way in map(np.uint16, ways)))
        case AtLeast(lines=lines):
            counts = [
                np.bitwise_count((marks >> np.uint16(LINE_NUMBERS * place)) & np.uint16(LINE))
                for place in range(len(lines))
            ]
            won = reduce(
                np.logical_and,
                (count >= least for count, least in zip(counts, lines, strict=True)),
            )
    return tuple(int(n) for n in np.bincount(size[won], minlength=SQUARES + 1))


def ticket90(pattern: Pattern) -> Completion:
    """The law for one 90-ball ticket."""
    return Completion(BALLS_90, winning_markings(pattern))


def card75(ways: Sequence[frozenset[int]], squares: int = 24) -> Completion:
    """The law for one 75-ball card: the first of several ways, each a set of its squares.

    Inclusion and exclusion over the ways: count the markings that contain the union of some of
    them, added and subtracted in turn.

    >>> row = card75([frozenset({1, 2, 3, 4, 5})])
    >>> row.on(5) == Fraction(1, comb(75, 5))
    True
    """
    factors = [0] * (squares + 1)
    # Equal unions of different ways are counted together, so there are far fewer than 2**12.
    unions: dict[frozenset[int], int] = {frozenset(): -1}
    for way in ways:
        for union, factor in list(unions.items()):
            joined = union | way
            unions[joined] = unions.get(joined, 0) - factor
    for union, factor in unions.items():
        if union:
            factors[len(union)] += factor
    winning = [
        sum(
            factor * comb(squares - size, marked - size)
            for size, factor in enumerate(factors[: marked + 1])
        )
        for marked in range(squares + 1)
    ]
    return Completion(BALLS_75, tuple(winning))


def ways_of(card: Card75) -> list[frozenset[int]]:
    """The twelve rows of five as sets of numbers; the free square is covered from the start."""
    return [frozenset(number for number in way if number) for way in card.ways]
