"""Counting the subsets of a set of numbers by how many they hold and what they add up to.

A polynomial whose coefficients stay below 2**64 is kept as one long integer, a coefficient every 64
bits. Adding a number to every total is then one shift, and multiplying two polynomials is one
multiplication; nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb

LANE_BITS = 64
CARRY = (1 << LANE_BITS) - 1


@lru_cache(maxsize=64)
def by_size(numbers: frozenset[int], size_max: int) -> tuple[int, ...]:
    """For each size up to size_max, the packed counts of subsets of that size by their sum.

    >>> two = by_size(frozenset({1, 2, 3, 4}), 2)[2]
    >>> pick(two, tuple(range(8)))
    {3: 1, 4: 1, 5: 2, 6: 1, 7: 1}
    """
    assert comb(len(numbers), min(size_max, len(numbers) // 2)) < CARRY
    packed = [1] + [0] * size_max
    for number in sorted(numbers):
        shift = LANE_BITS * number
        for size in range(size_max, 0, -1):
            packed[size] += packed[size - 1] << shift
    return tuple(packed)


def without(packed: Sequence[int], numbers: Iterable[int]) -> tuple[int, ...]:
    """The same counts once these numbers are taken out of the set.

    >>> full, less = (by_size(frozenset(s), 3) for s in ({1, 2, 3, 7}, {1, 3}))
    >>> without(full, [7, 2]) == less
    True
    """
    left = list(packed)
    for number in numbers:
        shift = LANE_BITS * number
        for size in range(1, len(left)):
            left[size] -= left[size - 1] << shift
    return tuple(left)


@lru_cache(maxsize=16)
def masks(values: tuple[int, ...]) -> dict[int, int]:
    """For each value, ones in the lanes of the totals that have it; `values[total]` names it."""
    found: dict[int, int] = {}
    for total, value in enumerate(values):
        found[value] = found.get(value, 0) | CARRY << LANE_BITS * total
    return found


def pick(packed: int, values: tuple[int, ...]) -> dict[int, int]:
    """Counts added up by the value of each total.

    Casting out: modulo 2**64 - 1 every lane weighs one, so the remainder is the sum of the lanes,
    as long as that sum is smaller.

    >>> pick(by_size(frozenset({1, 2, 3, 4}), 2)[2], (0, 0, 0, 1, 2, 1, 2, 1))
    {1: 4, 2: 2}
    """
    found = {value: (packed & mask) % CARRY for value, mask in masks(values).items()}
    return {value: count for value, count in found.items() if count}
