"""On which call each of very many tickets completes a pattern, in columns.

The fifteen squares of a ticket are fifteen columns, so that every step is one pass over
contiguous bytes: an exact shape is a maximum of columns, a choice of ways a minimum of those,
'at least k' the k-th of a sorted line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.ticket import COLUMNS
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.patterns import (
    LINE,
    LINE_NUMBERS,
    LINES,
    SQUARES,
    AtLeast,
    DrawnPattern,
    Pattern,
)

Bytes = NDArray[np.uint8]

NEVER = 255
"""The value for a pattern that these calls do not complete."""

BALLS_MAX = 90
BLOCK = 1 << 14  # fifteen columns of a block stay in a core's own cache
SORTING = ((0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2))
"""Nine exchanges that sort five columns."""

_TOP, _MIDDLE, _BOTTOM = (LINE << LINE_NUMBERS * line for line in range(LINES))
ANY_LINE = DrawnPattern("line", (_TOP, _MIDDLE, _BOTTOM))
ANY_TWO_LINES = DrawnPattern("two lines", (_TOP | _MIDDLE, _TOP | _BOTTOM, _MIDDLE | _BOTTOM))
HOUSE = DrawnPattern("house", (_TOP | _MIDDLE | _BOTTOM,))


def squares_of(tickets: NDArray[np.integer]) -> Bytes:
    """Fifteen columns from grids (n, 3, 9) with 0 for blanks or from numbers (n, 15) in order.

    >>> squares_of(np.arange(1, 16)[None, :]).shape
    (15, 1)
    """
    if tickets.ndim == 3 and tickets.shape[1:] == (LINES, COLUMNS):
        if not (np.count_nonzero(tickets, axis=2) == LINE_NUMBERS).all():
            raise BadInput("tickets", f"a line has not {LINE_NUMBERS} numbers")
        tickets = tickets[tickets != 0].reshape(-1, SQUARES)
    if tickets.ndim != 2 or tickets.shape[1] != SQUARES:
        raise BadInput("tickets", f"shape is {tickets.shape}, not (n, 3, 9) or (n, {SQUARES})")
    if tickets.size and not 1 <= tickets.min() <= tickets.max() <= BALLS_MAX:
        raise BadInput("tickets", f"a number is not between 1 and {BALLS_MAX}")
    return np.ascontiguousarray(tickets.T, dtype=np.uint8)


def places_of(calls: Sequence[int]) -> Bytes:
    """At which call each ball came, by ball; NEVER if it did not.

    >>> places_of([7, 3])[[3, 7, 8]].tolist()
    [2, 1, 255]
    """
    if len(set(calls)) != len(calls):
        raise BadInput("calls", "a number is called twice")
    if any(not 1 <= ball <= BALLS_MAX for ball in calls):
        raise BadInput("calls", f"a number is not between 1 and {BALLS_MAX}")
    places = np.full(BALLS_MAX + 1, NEVER, dtype=np.uint8)
    places[np.asarray(calls, dtype=np.intp)] = np.arange(1, len(calls) + 1)
    return places


def completing_calls(
    squares: Bytes, patterns: Iterable[Pattern], calls: Sequence[int]
) -> Mapping[str, Bytes]:
    """For each pattern, the call on which each ticket completes it, or NEVER.

    >>> squares = squares_of(np.arange(1, 31).reshape(2, 15))
    >>> completing_calls(squares, [HOUSE], range(1, 21))["house"].tolist()
    [15, 255]
    """
    wanted = tuple(patterns)
    places = places_of(calls)
    count = squares.shape[1]
    calls_by_pattern = {pattern.name: np.empty(count, dtype=np.uint8) for pattern in wanted}
    for start in range(0, count, BLOCK):
        at = places[squares[:, start : start + BLOCK]]
        # Sorting is for "at least" alone; exact shapes need each square in its place.
        ranked = _ranked(at) if any(isinstance(p, AtLeast) for p in wanted) else at
        for pattern in wanted:
            calls_by_pattern[pattern.name][start : start + BLOCK] = _completes(pattern, at, ranked)
    return calls_by_pattern


def _completes(pattern: Pattern, at: Bytes, ranked: Bytes) -> Bytes:
    if isinstance(pattern, AtLeast):
        # The k-th smallest call of a line is when it has k numbers; the
        # shape is complete with the last.
        last = [
            line * LINE_NUMBERS + least - 1 for line, least in enumerate(pattern.lines) if least
        ]
        return _latest(ranked, last)
    first: Bytes | None = None
    for way in pattern.ways:
        done = _latest(at, [square for square in range(SQUARES) if way >> square & 1])
        first = done if first is None else np.minimum(first, done, out=first)
    assert first is not None, f"{pattern.name} has no way to be won"
    return first


def _latest(at: Bytes, squares: Sequence[int]) -> Bytes:
    """The latest call among some columns."""
    assert squares
    latest: Bytes = at[squares[0]].copy()
    for square in squares[1:]:
        np.maximum(latest, at[square], out=latest)
    return latest


def _ranked(at: Bytes) -> Bytes:
    """Each line's five columns sorted among themselves: row k holds its (k+1)-th call."""
    ranked = at.copy()
    low = np.empty_like(at[0])
    for line in range(LINES):
        for first, other in SORTING:
            a, b = ranked[line * LINE_NUMBERS + first], ranked[line * LINE_NUMBERS + other]
            np.minimum(a, b, out=low)
            np.maximum(a, b, out=b)
            a[:] = low
    return ranked
