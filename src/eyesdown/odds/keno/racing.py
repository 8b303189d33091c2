"""Keno Racing exactly: all that must be counted is how many rows stay empty.

All rows have the same size, so every order of the rows that hold a number is equally likely: equal
counts are ranked by which row got there first, and swapping two rows swaps their draws. Only the
number of live rows, those that hold a number, has a law that must be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb, perm

from eyesdown.odds.law import ZERO

Places = tuple[int, ...]
"""The place of row 1, row 2, and so on."""


@dataclass(frozen=True, slots=True)
class Field:
    """The number of rows, the numbers in a row, and the numbers drawn."""

    rows: int
    row_size: int
    drawn: int

    @property
    def live_min(self) -> int:
        """The smallest possible number of live rows."""
        return -(-self.drawn // self.row_size)

    def live(self) -> dict[int, Fraction]:
        """The chance of each number of rows that hold at least one drawn number.

        >>> {n: round(1 / chance) for n, chance in Field(8, 10, 20).live().items() if n < 6}
        {2: 126261290793291940, 3: 2101202203, 4: 366702, 5: 1359}
        """
        whole = comb(self.rows * self.row_size, self.drawn)
        return {
            live: Fraction(comb(self.rows, live) * self._onto(live), whole)
            for live in range(self.live_min, min(self.rows, self.drawn) + 1)
        }

    def _onto(self, live: int) -> int:
        """Drawn sets inside `live` rows that leave none of them empty."""
        return sum(
            (-1) ** left_out
            * comb(live, left_out)
            * comb(self.row_size * (live - left_out), self.drawn)
            for left_out in range(live + 1)
        )

    def finishes(self, depth: int) -> Iterator[tuple[Fraction, Iterator[Places]]]:
        """Every finish, as far as its first `depth` places, in lots of equally likely finishes.

        Empty rows share the place after the last live row (decision G02); live rows beyond the
        depth all get the place after it, since their order does not matter.
        """
        for live, chance in self._lots(depth).items():
            # One lot has one chance, so equally likely finishes can be counted
            # instead of added as fractions.
            yield chance / perm(self.rows, live), self._orders(live)

    def _lots(self, depth: int) -> dict[int, Fraction]:
        """The chance of each number of live rows; all numbers from `depth` up count as `depth`."""
        lots: dict[int, Fraction] = {}
        for live, chance in self.live().items():
            named = min(live, depth)
            lots[named] = lots.get(named, ZERO) + chance
        return lots

    def _orders(self, named: int) -> Iterator[Places]:
        return map(self._places, permutations(range(self.rows), named))

    def _places(self, order: tuple[int, ...]) -> Places:
        places = [len(order) + 1] * self.rows
        for place, row in enumerate(order, start=1):
            places[row] = place
        return tuple(places)

    def straight(self, depth: int, level: Callable[[Places], int]) -> dict[int, Fraction]:
        """`law` for a forecast of rows 1, 2, 3, ... in order, one finish for each first miss.

        The first wrong place decides what a straight forecast gets right, so all finishes that
        begin with exactly the first j rows score the same and one of them is enough.
        """
        by_score: dict[int, Fraction] = {}
        for live, chance in self._lots(depth).items():
            each = chance / perm(self.rows, live)
            for right in range(live + 1):
                # Finishes that begin with the first `right` rows, less those that go on correctly.
                begun = perm(self.rows - right, live - right)
                further = perm(self.rows - right - 1, live - right - 1) if right < live else 0
                # One such finish: the next place goes to a row that is not due there.
                order = [*range(right), *range(self.rows - 1, right, -1)][:live]
                worth = level(self._places(tuple(order)))
                by_score[worth] = by_score.get(worth, ZERO) + each * (begun - further)
        assert sum(by_score.values()) == 1
        return by_score

    def given(self, live: int, depth: int, value: Callable[[Places], int]) -> dict[int, Fraction]:
        """`law` given the number of live rows."""
        named = min(live, depth)
        each = Fraction(1, perm(self.rows, named))
        return {worth: n * each for worth, n in Counter(map(value, self._orders(named))).items()}

    def law(self, depth: int, value: Callable[[Places], int]) -> dict[int, Fraction]:
        """The chance of each value that a bet on the first `depth` places can have.

        >>> Field(8, 10, 20).law(1, lambda places: 600 if places[0] == 1 else 0)
        {600: Fraction(1, 8), 0: Fraction(7, 8)}
        """
        by_value: dict[int, Fraction] = {}
        for each, orders in self.finishes(depth):
            for worth, times in Counter(map(value, orders)).items():
                by_value[worth] = by_value.get(worth, ZERO) + each * times
        assert sum(by_value.values()) == 1
        return by_value
