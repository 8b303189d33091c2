"""Whole numbers that lie far apart, such as the spoiled cards of a series, in few bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

from msgspec import Struct, field


class Scattered(Struct):
    """A set of whole numbers from 1 on, kept as the steps from one to the next.

    A year of nights spoils some hundred cards of a series, here and there. As steps they take a
    quarter of the bytes that runs of them would.

    >>> cards = Scattered()
    >>> cards.add([7000, 12, 7001])
    >>> cards.steps, list(cards), 7000 in cards, 13 in cards, len(cards)
    ([12, 6988, 1], [12, 7000, 7001], True, False, 3)
    >>> cards.runs
    [(12, 12), (7000, 7001)]
    """

    steps: list[int] = field(default_factory=list)

    def __iter__(self) -> Iterator[int]:
        return accumulate(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __contains__(self, number: object) -> bool:
        return any(each == number for each in self)

    def add(self, numbers: Iterable[int]) -> None:
        """Put numbers in, in place; one that is in already is passed over."""
        self.steps = [
            later - earlier for earlier, later in pairwise((0, *sorted({*self, *numbers})))
        ]

    @property
    def runs(self) -> list[tuple[int, int]]:
        """The numbers as runs from first to last: rising, and never touching."""
        return runs_of(self)


def runs_of(rising: Iterable[int]) -> list[tuple[int, int]]:
    """Rising numbers as runs from first to last.

    >>> runs_of([1, 2, 3, 7])
    [(1, 3), (7, 7)]
    """
    runs: list[tuple[int, int]] = []
    for number in rising:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = runs[-1][0], number
        else:
            runs.append((number, number))
    return runs
