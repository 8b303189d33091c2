"""Many real 75-ball cards at once.

All cards take their numbers from the same five columns of fifteen, so they do not complete
independently: many calls in one column help that column on every card. But given how many numbers
of each column have been called, cards made independently do complete independently, and there are
only 16**5 such cases. The chances of all cases are computed column by column, in doubles.
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
STATES = 1 << COLUMNS + 2
"""For each of the five rows across and the two diagonals: complete so far, or not."""

Cases = NDArray[np.float64]  # indexed by how many numbers were called in B, I, N, G and O


def _column(place: int) -> Cases:
    """Transition chances of a card's state at one column, for each number of calls in it.

    A column that is covered from top to bottom is a winning row, so that case is left out: what
    remains are the cards without a row.
    """
    free = place == CENTRE
    numbers = COLUMNS - free  # of the card, in this column
    steps = np.zeros((COLUMN_NUMBERS + 1, STATES, STATES))
    # Up to all but FULL: a covered column is a row, which the cards counted here do not have.
    for mask in range(FULL):
        if free and not mask >> CENTRE & 1:
            continue
        marked = mask.bit_count() - free
        down, up = mask >> place & 1, mask >> COLUMNS - 1 - place & 1
        keep = mask | down << COLUMNS | up << COLUMNS + 1
        for out in range(COLUMN_NUMBERS + 1):
            if marked <= out:
                ways = comb(COLUMN_NUMBERS - numbers, out - marked)
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
    last = _column(COLUMNS - 1)[:, :, 0]  # state 0: no row across and no diagonal is complete
    open_cards: Cases = (reached @ last.T).reshape((COLUMN_NUMBERS + 1,) * COLUMNS)
    return open_cards


@cache
def weights() -> tuple[Cases, NDArray[np.int64]]:
    """The chance of every case given its number of calls, and that number of calls."""
    axis = np.arange(COLUMN_NUMBERS + 1)
    ways = np.array([comb(COLUMN_NUMBERS, n) for n in axis], dtype=float)
    calls: NDArray[np.int64] = reduce(np.add.outer, [axis] * COLUMNS)
    cases = reduce(np.multiply.outer, [ways] * COLUMNS)
    whole = np.array([comb(BALLS, n) for n in range(BALLS + 1)], dtype=float)
    return cases / whole[calls], calls


@dataclass(frozen=True, slots=True)
class FirstRow:
    """The first row among `holdings` independent cards; same methods as `crowd.FirstWinner`.

    >>> card = FirstRow(1)
    >>> round(card.mean(), 6), round(card.winners(), 6)
    (41.368574, 1.0)
    """

    holdings: int

    def floats(self) -> tuple[float, ...]:
        """The chance that at least one card has a row within n calls, n from 0."""
        chances, calls = weights()
        none = np.bincount(calls.ravel(), weights=(chances * incomplete() ** self.holdings).ravel())
        return tuple(np.clip(1.0 - none, 0.0, 1.0).tolist())

    def mean(self) -> float:
        """The expected call on which the first row completes."""
        return sum(1.0 - chance for chance in self.floats()[:-1])

    def winners(self) -> float:
        """The expected number of cards that complete together on the winning call."""
        chances, _ = weights()
        others_open = incomplete() ** (self.holdings - 1)
        return self.holdings * float((chances * others_open * completing()).sum())

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
    """The chance that a card has no row yet and gets one on the next call, for every case."""
    return sum((share * (incomplete() - now) for share, now in _following()), np.zeros(()))


def _following() -> Iterator[tuple[Cases, Cases]]:
    """For each column: the chance that the next call falls into it, and `incomplete` after it."""
    _, calls = weights()
    for column in range(COLUMNS):
        # One call more in this column. The roll brings case 0 to the end,
        # where no call is left to fall.
        now = np.roll(incomplete(), -1, axis=column)
        left = COLUMN_NUMBERS - np.indices(now.shape, sparse=True)[column]
        yield np.divide(left, BALLS - calls, where=calls < BALLS, out=np.zeros(now.shape)), now
