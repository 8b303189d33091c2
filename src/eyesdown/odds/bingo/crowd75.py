"""Many real 75-ball cards at once.

Cards share their five columns of fifteen numbers, so they do not complete independently: calls
that crowd into one column help everybody's column. Given how many numbers of each column are out,
though, cards made independently are alike, and there are only 16**5 such cases. The chances of
all cases are worked out column by column, in doubles.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from math import comb

import numpy as np
from numpy.typing import NDArray

COLUMNS = 5
COLUMN_NUMBERS = 15
BALLS = COLUMNS * COLUMN_NUMBERS
CENTRE = COLUMNS // 2
FULL = (1 << COLUMNS) - 1
STATES = 1 << COLUMNS + 2  # the five rows across and the two diagonals, each still whole or not

Cases = NDArray[np.float64]  # indexed by the numbers out in B, I, N, G and O


def _column(place: int) -> Cases:
    """For each number of calls in a column, how a card's state before it leads to that after.

    A column that is covered from top to bottom wins, so its case is left out.
    """
    free = place == CENTRE
    held = COLUMNS - free
    steps = np.zeros((COLUMN_NUMBERS + 1, STATES, STATES))
    for mask in range(FULL):
        if free and not mask >> CENTRE & 1:
            continue
        marked = mask.bit_count() - free
        down, up = mask >> place & 1, mask >> COLUMNS - 1 - place & 1
        keep = mask | down << COLUMNS | up << COLUMNS + 1
        for out in range(COLUMN_NUMBERS + 1):
            if marked <= out:
                ways = comb(COLUMN_NUMBERS - held, out - marked)
                chance = ways / comb(COLUMN_NUMBERS, out)
                for state in range(STATES):
                    steps[out, state, state & keep] += chance
    return steps


@cache
def incomplete() -> Cases:
    """The chance that a card has no row yet, for every case of calls."""
    reached = np.zeros((1, STATES))
    reached[0, STATES - 1] = 1.0
    for place in range(COLUMNS - 1):
        steps = _column(place)
        reached = np.einsum("as,ost->aot", reached, steps, optimize=True).reshape(-1, STATES)
    last = _column(COLUMNS - 1)[:, :, 0]  # in the end no row across and no diagonal is whole
    open_cards: Cases = (reached @ last.T).reshape((COLUMN_NUMBERS + 1,) * COLUMNS)
    return open_cards


@cache
def weights() -> tuple[Cases, NDArray[np.int64]]:
    """The chance of every case among those with as many calls, and how many calls it has."""
    axis = np.arange(COLUMN_NUMBERS + 1)
    ways = np.array([comb(COLUMN_NUMBERS, n) for n in axis], dtype=float)
    calls: NDArray[np.int64] = reduce(np.add.outer, [axis] * COLUMNS)
    cases = reduce(np.multiply.outer, [ways] * COLUMNS)
    whole = np.array([comb(BALLS, n) for n in range(BALLS + 1)], dtype=float)
    return cases / whole[calls], calls


@dataclass(frozen=True, slots=True)
class FirstRow:
    """The first row among so many independent real cards; the face of `crowd.FirstWinner`.

    >>> one = FirstRow(1)
    >>> round(one.mean(), 6), round(one.winners(), 6)
    (41.368574, 1.0)
    """

    holdings: int

    def floats(self) -> tuple[float, ...]:
        """The chance that somebody has a row within n calls."""
        chances, calls = weights()
        none = np.bincount(calls.ravel(), weights=(chances * incomplete() ** self.holdings).ravel())
        return tuple(np.clip(1.0 - none, 0.0, 1.0).tolist())

    def mean(self) -> float:
        return sum(1.0 - chance for chance in self.floats()[:-1])

    def winners(self) -> float:
        """The expected number of cards that complete together on the winning call."""
        chances, _ = weights()
        nobody = incomplete() ** (self.holdings - 1)
        return self.holdings * float((chances * nobody * completing()).sum())

    def shared(self) -> float:
        """The chance that the winning call has more than one winner."""
        chances, _ = weights()
        alone = sum(
            float((chances * share * (incomplete() - now) * now ** (self.holdings - 1)).sum())
            for share, now in _following()
        )
        return max(1.0 - self.holdings * alone, 0.0)


@cache
def completing() -> Cases:
    """The chance that a card without a row gets one on the next call, times being without."""
    return sum((share * (incomplete() - now) for share, now in _following()), np.zeros(()))


def _following() -> Iterator[tuple[Cases, Cases]]:
    """For each column: the chance that the next call falls into it, and `incomplete` after it."""
    _, calls = weights()
    for column in range(COLUMNS):
        now = np.roll(incomplete(), -1, axis=column)
        left = COLUMN_NUMBERS - np.indices(now.shape, sparse=True)[column]
        yield np.divide(left, BALLS - calls, where=calls < BALLS, out=np.zeros(now.shape)), now
