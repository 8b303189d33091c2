"""Counts of the subsets of a set of numbers by their size and their sum.

A polynomial whose coefficients are below 2**64 is stored as one long integer, a coefficient every
64 bits (a lane). Adding a number to every sum is then one shift, and multiplying two polynomials is
one multiplication; nothing is rounded.
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
    # No count may reach into the next lane, and `pick` needs their sum below the modulus.
    assert comb(len(numbers), min(size_max, len(numbers) // 2)) < CARRY
    packed = [1] + [0] * size_max
    for number in sorted(numbers):
        shift = LANE_BITS * number
        # Downwards, so that a number is in no subset twice.
        for size in range(size_max, 0, -1):
            packed[size] += packed[size - 1] << shift
    return tuple(packed)


def without(packed: Sequence[int], numbers: Iterable[int]) -> tuple[int, ...]:
    """The same counts after these numbers are removed from the set.

    >>> full, less = (by_size(frozenset(s), 3) for s in ({1, 2, 3, 7}, {1, 3}))
    >>> without(full, [7, 2]) == less
    True
    """
    left = list(packed)
    for number in numbers:
        shift = LANE_BITS * number
        # Upwards, the reverse of adding: the smaller size is without the number already.
        for size in range(1, len(left)):
            left[size] -= left[size - 1] << shift
    return tuple(left)


@lru_cache(maxsize=16)
def masks(values: tuple[int, ...]) -> dict[int, int]:
    """For each value, a mask of the lanes of the totals that have it, as `values[total]` says.

    >>> masks((0, 3))
    {0: 18446744073709551615, 3: 340282366920938463444927863358058659840}
    """
    by_value: dict[int, int] = {}
    for total, value in enumerate(values):
        by_value[value] = by_value.get(value, 0) | CARRY << LANE_BITS * total
    return by_value


def pick(packed: int, values: tuple[int, ...]) -> dict[int, int]:
    """Counts summed by the value of their total.

    Modulo 2**64 - 1 every lane has weight 1, so the remainder is the sum of the lanes as long as
    that sum is smaller: one division instead of a loop over the lanes.

    >>> pick(by_size(frozenset({1, 2, 3, 4}), 2)[2], (0, 0, 0, 1, 2, 1, 2, 1))
    {1: 4, 2: 2}
    """
    counts = {value: (packed & mask) % CARRY for value, mask in masks(values).items()}
    return {value: count for value, count in counts.items() if count}
