"""Bingo over very many tickets: the live board, and on which ball each ticket completes."""

from __future__ import annotations

import numpy as np

from eyesdown.bingo.tracking.columns import (
    ANY_LINE,
    ANY_TWO_LINES,
    HOUSE,
    Bytes,
    completing_calls,
    places_of,
    squares_of,
)
from eyesdown.bingo.tracking.tracker import Tracker
from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS

TICKETS = 1_000_000
MASK_WORDS = 2  # a ticket's numbers as a mask: 16 bytes


def _tickets(count: int) -> Bytes:
    """Fifteen different numbers each; their position makes no difference to the speed."""
    dice = np.random.default_rng(90)
    starts = dice.integers(0, 90, size=(count, 1))
    steps = dice.choice([1, 7, 11, 13, 17, 19, 23, 29], size=(count, 1))
    numbers = (starts + steps * np.arange(15)) % 90 + 1
    return numbers.astype(np.uint8)


def _calls() -> list[int]:
    return [int(ball) for ball in np.random.default_rng(75).permutation(90) + 1]


def track(scale: int) -> Measured:
    """Winners and those waiting, for line and house, after one more ball."""
    count = TICKETS * scale
    squares = squares_of(_tickets(count))
    masks = np.ones(MASK_WORDS * count, dtype=np.uint64)
    tracker = Tracker(squares)
    calls = _calls()
    seconds = best_seconds(lambda: [tracker.call(calls.pop()) for _ in range(10)]) / 10
    one_pass = best_seconds(lambda: [np.bitwise_or.reduce(masks) for _ in range(10)]) / 10
    return Measured(1 / seconds, 1 / one_pass, "one read of the tickets' masks", count)


def complete(scale: int) -> Measured:
    """The completing ball of line, two lines, house and all 28 patterns."""
    count = TICKETS * scale
    tickets = _tickets(count)
    squares = squares_of(tickets)
    calls = _calls()
    places = places_of(calls)
    patterns = (ANY_LINE, ANY_TWO_LINES, HOUSE, *PATTERNS.values())
    seconds = best_seconds(lambda: completing_calls(squares, patterns, calls))
    gather = best_seconds(lambda: places[tickets])
    return Measured(count / seconds, count / gather, "gather of 15 bytes a ticket", count)


WORKLOADS = (
    Workload("bingo: live board, one more ball", "balls/s", track),
    Workload("bingo: completing ball of every pattern", "tickets/s", complete),
)
