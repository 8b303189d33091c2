"""Many keno draws at once, and their results, in NumPy columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def draw_many(stream: np.random.Generator, games: int, pool: int, drawn: int) -> NDArray[np.uint8]:
    """Ordered draws, one row each: the Fisher-Yates shuffle over all games at once.

    >>> draws = draw_many(np.random.Generator(np.random.PCG64DXSM(1)), 1000, 80, 20)
    >>> draws.shape, int(draws.min()), int(draws.max())
    ((1000, 20), 1, 80)
    """
    balls = np.empty(
        (pool, games), dtype=np.uint8
    )  # a column per game, so that each step works on one long row
    balls[:] = np.arange(1, pool + 1, dtype=np.uint8)[:, None]
    flat = balls.ravel()
    each = np.arange(games)
    for place in range(drawn):
        pick = stream.integers(place, pool, size=games, dtype=np.uint8).astype(np.int64)
        pick *= games
        pick += each
        chosen = flat[pick]
        flat[pick] = balls[place]
        balls[place] = chosen
    return np.ascontiguousarray(balls[:drawn].T)


@dataclass(frozen=True)
class Results:
    """The results of a block of draws; each property has one entry per game."""

    draws: NDArray[np.uint8]  # (games, drawn), in order
    pool: int
    rows: int

    @cached_property
    def totals(self) -> Ints:
        """The sum of the drawn numbers."""
        totals: Ints = self.draws.sum(axis=1, dtype=np.int64)
        return totals

    def low(self, highest: int) -> Ints:
        """How many drawn numbers are at most `highest`."""
        count: Ints = (self.draws <= highest).sum(axis=1)
        return count

    def first(self, values: Ints) -> Ints:
        """The value of the first ball that has a value; `values[ball]` is -1 for the others."""
        by_ball = values[self.draws]
        place = (by_ball >= 0).argmax(axis=1)
        first: Ints = by_ball[np.arange(len(by_ball)), place]
        return first

    @cached_property
    def member(self) -> NDArray[np.bool_]:
        """Whether each number was drawn: (games, pool), number n in column n - 1."""
        member = np.zeros((len(self.draws), self.pool), dtype=bool)
        np.put_along_axis(member, self.draws.astype(np.int64) - 1, values=True, axis=1)
        return member

    @cached_property
    def racing(self) -> NDArray[np.int8]:
        """The place of each row; empty rows share the one after the last live row (G02)."""
        games, drawn = self.draws.shape
        row_of = (self.draws - 1) // (self.pool // self.rows)
        score = np.zeros((games, self.rows), dtype=np.int16)
        each = np.arange(games)
        count = np.zeros((games, self.rows), dtype=np.int16)
        for place in range(
            drawn
        ):  # a row's last ball sets its score: higher count first, then earlier ball
            row = row_of[:, place]
            count[each, row] += 1
            score[each, row] = count[each, row] * (drawn + 1) + drawn - place
        places: NDArray[np.int8] = 1 + (score[:, None, :] > score[:, :, None]).sum(
            axis=2, dtype=np.int8
        )
        return places

    @cached_property
    def live(self) -> Ints:
        """How many rows hold a number."""
        shape = (len(self.draws), self.rows, self.pool // self.rows)
        live: Ints = self.member.reshape(shape).any(axis=2).sum(axis=1)
        return live
