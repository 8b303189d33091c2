"""Many draws at once: the same results as `draws.draw_of`, worked out over columns."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from eyesdown.keno.bets.draws import Draw
from eyesdown.rulebook.keno_words import HeadsOrTailsResult
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import heads_or_tails, multiplier_of
from eyesdown.rulebooks.nsw_keno.c02_racing import grid_row
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number


def draws_of(book: NswKeno, many: Sequence[Sequence[int]]) -> list[Draw]:
    """What `draw_of` gives for each; a hundred together take half the time.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> [draw.total for draw in draws_of(book, [list(range(1, 21))])]
    [210]
    """
    if not many:
        return []
    figures, multipliers = book.figures, book.tables.multipliers
    balls = [bytes(numbers) for numbers in many]
    # Every list must have as many numbers as a draw; callers have checked them (`read_numbers`).
    drawn = np.frombuffer(b"".join(balls), np.uint8).reshape(len(many), figures.numbers_drawn)
    totals = drawn.sum(axis=1, dtype=np.int64).tolist()
    low = (drawn <= figures.heads_number_max).sum(axis=1).tolist()
    results, wheel = _results(book), book.wheel
    return [
        Draw(
            numbers=tuple(numbers),
            balls=in_bytes,
            total=total,
            multiplier=multiplier_of(total, multipliers),
            heads_or_tails=results[heads],
            roulette=roulette_number(numbers, wheel),
            last=numbers[-1],
            racing_places=tuple(places),
        )
        for numbers, in_bytes, total, heads, places in zip(
            many, balls, totals, low, _racing_places(book, drawn).tolist(), strict=True
        )
    ]


def _racing_places(book: NswKeno, drawn: NDArray[np.uint8]) -> NDArray[np.int64]:
    """The place of each Row in each draw: one more than there are Rows before it.

    A number is worth more than all times together, less a bit for its time: so the Row with more
    numbers is ahead, and of two with as many the one whose last number came sooner.
    """
    draws, numbers = drawn.shape
    rows = book.figures.grid_rows
    row = _rows(book)[drawn] + rows * np.arange(draws)[:, None]
    worth = np.tile(2.0**numbers - 2.0 ** np.arange(numbers), draws)  # whole, and exact
    rank = np.bincount(row.ravel(), worth, rows * draws).reshape(draws, rows)
    ahead: NDArray[np.int64] = (rank[:, None, :] > rank[:, :, None]).sum(axis=2)
    return ahead + 1


@lru_cache
def _rows(book: NswKeno) -> NDArray[np.int64]:
    """The Row of every number, counted from 0."""
    figures = book.figures
    return np.array([0, *(grid_row(n, figures) - 1 for n in range(1, figures.numbers_max + 1))])


@lru_cache
def _results(book: NswKeno) -> tuple[HeadsOrTailsResult, ...]:
    """The result of Heads or Tails? by how many low numbers were drawn."""
    figures = book.figures
    drawn, high = figures.numbers_drawn, figures.numbers_max
    lows = range(drawn + 1)
    return tuple(heads_or_tails((1,) * low + (high,) * (drawn - low), figures) for low in lows)
