"""How often each number came up in past draws."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

TREND_DRAWS = 50


@dataclass(frozen=True, slots=True)
class NumberHistory:
    """How often a number came up, how often lately, and how many games ago it last came up."""

    number: int
    count: int
    lately: int
    ago: int | None


def number_histories(table: NDArray[np.bool_]) -> list[NumberHistory]:
    """The history of every number in these draws: a row a game, newest first, a column a number.

    >>> table = np.zeros((2, 80), dtype=np.bool_)
    >>> table[0, :20] = table[1, 1:21] = True
    >>> histories = number_histories(table)
    >>> histories[0], histories[20].ago, histories[79].ago
    (NumberHistory(number=1, count=1, lately=1, ago=0), 1, None)
    """
    counts, lately = table.sum(axis=0).tolist(), table[:TREND_DRAWS].sum(axis=0).tolist()
    newest = table.argmax(axis=0).tolist() if len(table) else counts
    return [
        NumberHistory(index + 1, count, lately[index], newest[index] if count else None)
        for index, count in enumerate(counts)
    ]
