"""75-ball cards: five columns of fifteen numbers under B, I, N, G and O, the centre free."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.counting import orders
from eyesdown.cards.tables import DIGIT_BITS, DIGIT_MAX, WORD, Array

WORDS_PER_ATTEMPT = 2
ATTEMPTS_PER_BLOCK = 3100
SIZE, POOL = 5, 15
CENTRE = SIZE // 2
FULL = comb(POOL, SIZE) * factorial(SIZE)  # ordered columns of five
SHORT = comb(POOL, SIZE - 1) * factorial(SIZE - 1)  # ordered columns of four, around the centre

Cards75 = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class CardTables:
    """Sets of numbers, packed; and for each line, the bits at which each order has its number."""

    sets: Array  # of five, then of four
    shifts: Array  # [line, order], orders of five, then of four
    bases: Array  # [line, column]


@cache
def card_tables() -> CardTables:
    """The tables of the 75-ball sampler, built once."""
    packed = [
        sum(number << DIGIT_BITS * at for at, number in enumerate(held))
        for count in (SIZE, SIZE - 1)
        for held in combinations(range(1, POOL + 1), count)
    ]
    # A four has no digit at index 4, so that is what the centre reads: 0, the free square.
    four = [(*order[:CENTRE], SIZE - 1, *order[CENTRE:]) for order in orders(SIZE - 1)]
    places = np.array([*orders(SIZE), *four])
    bases = np.tile(np.arange(SIZE, dtype=np.uint8) * POOL, (SIZE, 1))
    bases[CENTRE, CENTRE] = 0
    return CardTables(np.array(packed), np.ascontiguousarray(places.T) * DIGIT_BITS, bases)


def sample(words: NDArray[np.uint64], out: Cards75 | None = None) -> Cards75:
    """A card for every two words; one pair in some thousands is dropped.

    >>> sample(np.arange(2, dtype=np.uint64))[0].tolist()[2]
    [3, 18, 0, 48, 63]
    """
    pairs = words.reshape(-1, WORDS_PER_ATTEMPT)
    cards = empty_cards(len(pairs)) if out is None else out
    done = 0
    # The first word chooses columns 1, 2 and 4 and the second 3 and 5: 56 and 34 of their 64 bits.
    limits = [FULL**3, FULL * SHORT]
    shares = [WORD // limit for limit in limits]
    for at in range(0, len(pairs), ATTEMPTS_PER_BLOCK):
        first, second = pairs[at : at + ATTEMPTS_PER_BLOCK].T
        accepted = first < np.uint64(shares[0] * limits[0])
        accepted &= second < np.uint64(shares[1] * limits[1])
        three = first[accepted] // np.uint64(shares[0])
        two = second[accepted] // np.uint64(shares[1])
        count = len(three)
        numbers = np.empty((SIZE, count), np.int64)
        three, numbers[0] = np.divmod(three, np.uint64(FULL))
        numbers[3], numbers[1] = np.divmod(three, np.uint64(FULL))
        numbers[CENTRE], numbers[4] = np.divmod(two, np.uint64(FULL))
        _fill(numbers, cards[done : done + count])
        done += count
    return cards[:done]


def empty_cards(attempts: int) -> Cards75:
    """An array with space for the cards of `attempts` pairs of words.

    >>> empty_cards(2).shape
    (2, 5, 5)
    """
    return np.empty((attempts, SIZE, SIZE), np.uint8)


def _fill(numbers: Array, cards: Cards75) -> None:
    """Cards from the number of each column's ordered choice, [column, card]."""
    tables = card_tables()
    chosen, order = np.divmod(numbers, factorial(SIZE))
    chosen[CENTRE], order[CENTRE] = np.divmod(numbers[CENTRE], factorial(SIZE - 1))
    # In both lists the fours follow the fives.
    chosen[CENTRE] += comb(POOL, SIZE)
    order[CENTRE] += factorial(SIZE)
    packed = tables.sets.take(chosen)
    for line, base in enumerate(tables.bases):
        digits = packed >> tables.shifts[line].take(order)
        digits &= DIGIT_MAX
        digits += base[:, None]
        cards[:, line] = digits.T
