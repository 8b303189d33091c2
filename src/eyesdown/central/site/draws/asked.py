"""Which witnesses a promise asks: those that signed lately, by clocks that serve.

A witness whose clock is ahead signs no promise from some time before the close on, and one whose
clock is behind answers too late. Both would send games to the ball cage, so that a clock is
compared with ours whenever a witness signs: its word has its own time.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from eyesdown.central.site.sealing import PromiseDraw
from eyesdown.central.site.witnessing import Witnessing, named
from eyesdown.kernel.written import replace

SIGN_SECONDS = 10
"""How long after a promise a witness that is there has signed it."""
CLOCK_SECONDS_MIN = 5
"""A clock that is off by less serves, however short the wait for an answer is."""


class Clock(StrEnum):
    """A witness's clock, compared with ours."""

    RIGHT = "right"
    AHEAD = "ahead"
    BEHIND = "behind"


def clock_of(state: Witnessing, witness: str, wait: int = CLOCK_SECONDS_MIN) -> Clock:
    """A witness's clock by its newest word; `wait` is how long the site waits for an answer.

    >>> [clock_of(Witnessing(clocks={"Ada": off}), "Ada").value for off in (-3600, 2, 3600)]
    ['behind', 'right', 'ahead']
    """
    off, most = state.clocks.get(witness, 0), max(wait, CLOCK_SECONDS_MIN)
    if abs(off) <= most:
        return Clock.RIGHT
    return Clock.AHEAD if off > 0 else Clock.BEHIND


def clock_words(state: Witnessing, witness: str) -> str:
    """What the office reads about a clock that is wrong; empty if it is right.

    >>> clock_words(Witnessing(clocks={"Ada": 3600}), "Ada")
    'its clock is 3,600 s ahead'
    """
    clock = clock_of(state, witness)
    off = abs(state.clocks.get(witness, 0))
    return "" if clock is Clock.RIGHT else f"its clock is {off:,} s {clock}"


def present(state: Witnessing, now: datetime) -> list[str]:
    """Witnesses in office that signed the newest promise which they had time to sign.

    A witness that was appointed since has signed its appointment instead.
    """
    soon = timedelta(seconds=SIGN_SECONDS)
    fresh = sum(now - promised < soon for promised in state.promised_at)
    due = state.promises - fresh
    return [name for name in state.keys if state.last_promise.get(name, -1) >= due]


def promise_of(
    state: Witnessing,
    promise: PromiseDraw,
    now: datetime,
    *,
    slow_turns: int = 0,
    witnesses_max: int = 2,
) -> PromiseDraw:
    """A promise with the witnesses that are present; without one, with a slow step.

    `chosen` says who is asked and who is a spare.
    """
    asked, spares = chosen(state, now, promise.wait, witnesses_max)
    return replace(
        promise,
        slow=0 if asked else slow_turns,
        witnesses=named(state, asked),
        spares=named(state, spares),
    )


def chosen(
    state: Witnessing, now: datetime, wait: int = CLOCK_SECONDS_MIN, witnesses_max: int = 2
) -> tuple[list[str], list[str]]:
    """Whom the next promise asks, and its spares.

    The first `witnesses_max` whose clocks are right are asked, the others are spares. A witness
    whose clock is ahead is a spare; it is asked only if no other is there and it has signed a
    promise in time. One whose clock is behind would answer too late and is not named.
    """
    clocks = {name: clock_of(state, name, wait) for name in present(state, now)}
    right = [name for name, clock in clocks.items() if clock is Clock.RIGHT]
    ahead = [
        name
        for name, clock in clocks.items()
        if clock is Clock.AHEAD and name in state.signed_promises
    ]
    asked = right[:witnesses_max] or ahead[:witnesses_max]
    return asked, [name for name in (*right, *ahead) if name not in asked]
