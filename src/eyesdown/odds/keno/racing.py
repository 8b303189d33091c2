"""Keno Racing exactly: how many rows stay empty decides everything else by symmetry.

Rows are of one size, so whichever rows hold a number, every order of them is equally likely: ties
in count are parted by who got there first, and swapping two rows swaps their stories. Only the
number of live rows has a law that must be counted.
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
    """How many rows of how many numbers run, and how many numbers are drawn."""

    rows: int
    row_size: int
    drawn: int

    @property
    def live_min(self) -> int:
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
        """Every finish as far as the first `depth` places tell, in lots of equally likely ones.

        Empty rows share the place after the last live row (decision G02); live rows beyond the
        depth all get the place after it, since their order cannot matter.
        """
        for live, chance in self._lots(depth).items():
            yield chance / perm(self.rows, live), self._orders(live)

    def _lots(self, depth: int) -> dict[int, Fraction]:
        """The chance of each number of live rows, all that reach the depth together."""
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
        """`law` for a forecast of rows 1, 2, 3, ... in order, by one finish for each first miss.

        What a straight forecast gets right is decided by the first place where it is wrong, so
        all finishes that begin with exactly the first j rows stand for each other.
        """
        found: dict[int, Fraction] = {}
        for live, chance in self._lots(depth).items():
            each = chance / perm(self.rows, live)
            for right in range(live + 1):
                begun = perm(self.rows - right, live - right)
                further = perm(self.rows - right - 1, live - right - 1) if right < live else 0
                order = [*range(right), *range(self.rows - 1, right, -1)][:live]
                worth = level(self._places(tuple(order)))
                found[worth] = found.get(worth, ZERO) + each * (begun - further)
        assert sum(found.values()) == 1
        return found

    def given(self, live: int, depth: int, value: Callable[[Places], int]) -> dict[int, Fraction]:
        """The same chances once it is known how many rows hold a number."""
        named = min(live, depth)
        each = Fraction(1, perm(self.rows, named))
        return {worth: n * each for worth, n in Counter(map(value, self._orders(named))).items()}

    def law(self, depth: int, value: Callable[[Places], int]) -> dict[int, Fraction]:
        """The chance of each value that a bet on the first `depth` places can have.

        >>> Field(8, 10, 20).law(1, lambda places: 600 if places[0] == 1 else 0)
        {600: Fraction(1, 8), 0: Fraction(7, 8)}
        """
        found: dict[int, Fraction] = {}
        for each, orders in self.finishes(depth):
            for worth, times in Counter(map(value, orders)).items():
                found[worth] = found.get(worth, ZERO) + each * times
        assert sum(found.values()) == 1
        return found
