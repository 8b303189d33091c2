"""How often each number came up in past draws, and how unusual that is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

TREND_DRAWS = 50
MARKED = 2.0
"""Standard deviations from the average from which a number is marked."""
STEPS = 3
PAIRS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class NumberHistory:
    """How often a number came up, how often lately, and how many games ago it last came up.

    `deviation` is how far the count is from the average, in standard deviations; `gap` is the
    longest run of games without it.
    """

    number: int
    count: int
    lately: int
    ago: int | None
    deviation: float = 0.0
    gap: int = 0

    @property
    def step(self) -> int:
        """Its colour on the heat map, from -3 (seldom) to 3 (often); one step a deviation.

        >>> [NumberHistory(1, 0, 0, None, d).step for d in (-9.0, -1.2, 0.9, 2.0)]
        [-3, -1, 0, 2]
        """
        return max(-STEPS, min(STEPS, int(self.deviation)))

    @property
    def marked(self) -> bool:
        """Whether it is further from the average than two standard deviations."""
        return abs(self.deviation) >= MARKED


@dataclass(frozen=True, slots=True)
class PairHistory:
    """How often two numbers were in the same draw."""

    numbers: tuple[int, int]
    count: int
    deviation: float


def number_histories(table: NDArray[np.bool_]) -> list[NumberHistory]:
    """The history of every number in these draws: a row a game, newest first, a column a number.

    >>> table = np.zeros((2, 80), dtype=np.bool_)
    >>> table[0, :20] = table[1, 1:21] = True
    >>> histories = number_histories(table)
    >>> histories[0].count, histories[0].gap, histories[20].ago, histories[79].ago
    (1, 1, 1, None)
    >>> round(histories[79].deviation, 2)
    -0.82
    """
    games = len(table)
    counts, lately = table.sum(axis=0).tolist(), table[:TREND_DRAWS].sum(axis=0).tolist()
    newest = table.argmax(axis=0).tolist() if games else counts
    share = float(table.mean()) if games else 0.0
    gaps = [_longest_gap(table[:, index]) for index in range(table.shape[1])]
    return [
        NumberHistory(
            index + 1,
            count,
            lately[index],
            newest[index] if count else None,
            _deviation(count, games, share),
            gaps[index],
        )
        for index, count in enumerate(counts)
    ]


def pairs_most_often(table: NDArray[np.bool_], drawn: int) -> list[PairHistory]:
    """The pairs of numbers that were drawn together most often.

    >>> table = np.zeros((4, 80), dtype=np.bool_)
    >>> table[:, :2] = True
    >>> pairs_most_often(table, 20)[0].numbers
    (1, 2)
    """
    games, pool = table.shape
    together = np.triu(table.T.astype(np.int32) @ table.astype(np.int32), k=1)
    share = drawn * (drawn - 1) / (pool * (pool - 1))
    order = np.argsort(-together, axis=None, kind="stable")[:PAIRS_SHOWN]
    pairs = []
    for place in order.tolist():
        lower, higher = divmod(place, pool)
        count = int(together[lower, higher])
        deviation = _deviation(count, games, share)
        pairs.append(PairHistory((lower + 1, higher + 1), count, deviation))
    return pairs


def _deviation(count: int, games: int, share: float) -> float:
    """How many standard deviations a count is from its average in independent games."""
    spread = sqrt(games * share * (1 - share))
    return (count - games * share) / spread if spread else 0.0


def _longest_gap(drawn: NDArray[np.bool_]) -> int:
    """The longest run of games without a number.

    >>> _longest_gap(np.array([False, False, True, False]))
    2
    """
    hits = np.flatnonzero(drawn)
    edges = np.concatenate(([-1], hits, [len(drawn)]))
    return int(np.diff(edges).max() - 1)
