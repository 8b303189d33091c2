"""The law of one keno draw: matches, halves, first and last balls, each jointly with the total.

Every set of drawn numbers is equally likely, and so is every order of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb

from eyesdown.odds.keno.subsets import LANE_BITS, by_size, pick, without
from eyesdown.odds.law import ZERO

Joint = dict[tuple[int, int], Fraction]
"""Chances by (value, multiplier)."""


@dataclass(frozen=True)
class Draws:
    """A pool of numbers from 1, how many are drawn, and the multiplier of every total."""

    pool: int
    drawn: int
    multipliers: tuple[int, ...]  # by total; entries for impossible totals are not used

    @cached_property
    def sets(self) -> int:
        """Number of equally likely drawn sets."""
        return comb(self.pool, self.drawn)

    @cached_property
    def numbers(self) -> frozenset[int]:
        """The numbers of the pool."""
        return frozenset(range(1, self.pool + 1))

    @cached_property
    def multiplier(self) -> dict[int, Fraction]:
        """The chance of each multiplier."""
        counts = pick(by_size(self.numbers, self.drawn)[self.drawn], self.multipliers)
        return {x: Fraction(counts[x], self.sets) for x in sorted(counts)}

    @cached_property
    def multiplier_mean(self) -> Fraction:
        """The expected multiplier."""
        return sum((x * chance for x, chance in self.multiplier.items()), ZERO)

    def matched(self, spots: frozenset[int]) -> Joint:
        """The chance of (matched, multiplier) for given spots.

        Matches and total are not independent: low spots are matched by low totals. The drawn set
        splits into a part inside the spots and a part outside, whose totals add up.
        """
        assert spots <= self.numbers
        inside = by_size(spots, min(len(spots), self.drawn))
        outside = without(by_size(self.numbers, self.drawn), sorted(spots))
        return {
            (matched, x): Fraction(count, self.sets)
            for matched, ways in enumerate(inside)
            for x, count in pick(ways * outside[self.drawn - matched], self.multipliers).items()
        }

    def last_matched(self, spots: frozenset[int]) -> Joint:
        """The chance of (1 if the last ball is one of these spots else 0, multiplier).

        Given the drawn set, each of its numbers is equally likely to have come last.
        """
        joint: Joint = {}
        for (matched, x), chance in self.matched(spots).items():
            share = Fraction(matched, self.drawn)
            joint[1, x] = joint.get((1, x), ZERO) + chance * share
            joint[0, x] = joint.get((0, x), ZERO) + chance * (1 - share)
        return joint

    def groups(self, groups: Sequence[frozenset[int]]) -> dict[tuple[int, ...], int]:
        """How many drawn sets match the disjoint groups in each way, by matches per group."""
        ways_by_matches: dict[tuple[int, ...], int] = {(): 1}
        for group in groups:
            ways_by_matches = {
                (*before, matched): ways * comb(len(group), matched)
                for before, ways in ways_by_matches.items()
                for matched in range(min(len(group), self.drawn - sum(before)) + 1)
            }
        rest = self.pool - sum(map(len, groups))
        return {
            vector: ways * comb(rest, self.drawn - sum(vector))
            for vector, ways in ways_by_matches.items()
            if self.drawn - sum(vector) <= rest
        }


@lru_cache(maxsize=8)
def first_mapped(draws: Draws, blanks: frozenset[int]) -> dict[int, dict[int, Fraction]]:
    """For each ball that is not a blank: the chance to be the first such ball, by multiplier.

    Given a drawn set with u blanks, each of its other numbers is equally likely to be first.
    """
    assert len(blanks) < draws.drawn
    mapped = draws.numbers - blanks
    spare = by_size(blanks, len(blanks))
    by_ball: dict[int, dict[int, Fraction]] = {}
    for ball in sorted(mapped):
        rest = without(by_size(mapped, draws.drawn), [ball])
        chances: dict[int, Fraction] = {}
        for blank_count, ways in enumerate(spare):
            others = rest[draws.drawn - 1 - blank_count]
            share = Fraction(1, (draws.drawn - blank_count) * draws.sets)
            # Totals are lanes of one long integer (see subsets): the shift adds the ball itself.
            packed = ways * others << LANE_BITS * ball
            for x, count in pick(packed, draws.multipliers).items():
                chances[x] = chances.get(x, ZERO) + share * count
        by_ball[ball] = chances
    return by_ball
