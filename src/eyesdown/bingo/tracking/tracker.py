"""After each ball: who has won a line or a house, and how many wait for one number.

A ticket's whole standing is one small code, the numbers each line still lacks. An index from ball
to tickets means that a ball touches only the sixth of the tickets that bear it, and a count of
tickets per code answers every question about all of them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from eyesdown.bingo.tracking.columns import BALLS_MAX, Bytes
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.patterns import LINE_NUMBERS, LINES

Places = NDArray[np.intp]

BITS = 3  # a line lacks 0 to 5 numbers
CODES = 1 << BITS * LINES
FRESH = sum(LINE_NUMBERS << BITS * line for line in range(LINES))

_LACKING = np.array(
    [[code >> BITS * line & (1 << BITS) - 1 for line in range(LINES)] for code in range(CODES)]
)
HAS_LINE = (_LACKING == 0).any(axis=1)
HAS_HOUSE = (_LACKING == 0).all(axis=1)
LINE_WAITS = (_LACKING == 1).any(axis=1) & ~HAS_LINE
HOUSE_WAITS = _LACKING.sum(axis=1) == 1

WINS_LINE, WINS_HOUSE = 1, 2


def _wins(line: int) -> Bytes:
    """By code before a ball on this line: what the ball wins."""
    # The code after a ball has one less in this line's digit. Codes with a 0 there wrap around,
    # but no ball of the line is left for them.
    after = np.roll(np.arange(CODES), 1 << BITS * line)
    line_won = HAS_LINE[after] & ~HAS_LINE
    house_won = HAS_HOUSE[after] & ~HAS_HOUSE
    wins: Bytes = (WINS_LINE * line_won + WINS_HOUSE * house_won).astype(np.uint8)
    return wins


WINS = tuple(_wins(line) for line in range(LINES))


@dataclass(frozen=True, slots=True)
class Standing:
    """After one ball. Winners are the places of tickets that completed on this very ball."""

    ball: int
    call: int
    line_winners: Places
    house_winners: Places
    lines_complete: int
    houses_complete: int
    line_waiting: int
    house_waiting: int


class Tracker:
    """The live board of one game over any number of tickets.

    >>> tracker = Tracker(np.arange(1, 16, dtype=np.uint8)[:, None])
    >>> for ball in (1, 2, 3, 4):
    ...     standing = tracker.call(ball)
    >>> standing.line_waiting, standing.lines_complete
    (1, 0)
    >>> tracker.call(5).line_winners.tolist()
    [0]
    """

    def __init__(self, squares: Bytes) -> None:
        self._codes = np.full(squares.shape[1], FRESH, dtype=np.int16)
        self._tally = np.zeros(CODES, dtype=np.int64)
        self._tally[FRESH] = squares.shape[1]
        self._called: list[int] = []
        self._index = [_by_ball(squares, line) for line in range(LINES)]

    @property
    def called(self) -> tuple[int, ...]:
        """The balls called so far, struck ones left out."""
        return tuple(self._called)

    def call(self, ball: int) -> Standing:
        """One more ball; the standing after it."""
        if not 1 <= ball <= BALLS_MAX:
            raise BadInput("ball", f"{ball} is not between 1 and {BALLS_MAX}")
        if ball in self._called:
            raise BadInput("ball", f"{ball} is called already")
        self._called.append(ball)
        line_winners, house_winners = [], []
        # A ball is on one line of a ticket at most, so no ticket is counted twice.
        for line, wins in enumerate(WINS):
            touched, before = self._move(ball, line, -1)
            won = wins.take(before)
            winners = won.nonzero()[0]
            line_winners.append(touched[winners[won[winners] & WINS_LINE != 0]])
            house_winners.append(touched[winners[won[winners] & WINS_HOUSE != 0]])
        return self._standing(ball, np.concatenate(line_winners), np.concatenate(house_winners))

    def strike(self, ball: int) -> Standing:
        """A wrongly announced ball is struck from the calls; no one wins by that."""
        if ball not in self._called:
            raise BadInput("ball", f"{ball} was never called")
        self._called.remove(ball)
        for line in range(LINES):
            self._move(ball, line, 1)
        no_winners = np.empty(0, dtype=np.intp)
        return self._standing(ball, no_winners, no_winners)

    def _move(self, ball: int, line: int, way: int) -> tuple[Places, NDArray[np.int16]]:
        """Tickets with the ball on this line, and their codes before it is counted."""
        tickets, ends = self._index[line]
        touched = tickets[ends[ball] : ends[ball + 1]]
        before = self._codes.take(touched)
        step = way << BITS * line
        self._codes[touched] = before + np.int16(step)
        moved = np.bincount(before, minlength=CODES)
        # Tickets move from one code to another; the counts of all other codes stay.
        self._tally += np.roll(moved, step) - moved
        return touched, before

    def _standing(self, ball: int, line_winners: Places, house_winners: Places) -> Standing:
        def tickets(table: NDArray[np.bool_]) -> int:
            return int(self._tally[table].sum())

        return Standing(
            ball=ball,
            call=len(self._called),
            line_winners=np.sort(line_winners),
            house_winners=np.sort(house_winners),
            lines_complete=tickets(HAS_LINE),
            houses_complete=tickets(HAS_HOUSE),
            line_waiting=tickets(LINE_WAITS),
            house_waiting=tickets(HOUSE_WAITS),
        )


def _by_ball(squares: Bytes, line: int) -> tuple[Places, Places]:
    """Places of the tickets bearing each ball on one line, ball after ball, and where each ends."""
    balls = squares[line * LINE_NUMBERS : (line + 1) * LINE_NUMBERS].T.ravel()
    order = np.argsort(balls, kind="stable")
    ends = np.zeros(BALLS_MAX + 2, dtype=np.intp)
    ends[1:] = np.cumsum(np.bincount(balls, minlength=BALLS_MAX + 1))
    return order // LINE_NUMBERS, ends
