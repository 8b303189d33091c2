"""The site's time: the wall clock, as long as it keeps step with a clock that no one can set.

A wall clock that was wrong for a second opened games in the next year, and no command could close
them. When the two clocks part, the site goes on by the steady one and opens and closes no game
until a supervisor says which is right, on record.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable

from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.store.journal import Row

LOG = logging.getLogger("eyesdown.site")

APART_SECONDS_MAX = 60.0
"""How far the wall clock may step, or run away in an hour, without a person's word."""
HOUR_US = 3600 * 1_000_000
BEHIND_SECONDS_MAX = 60.0
AHEAD_SECONDS_MAX = 366 * 24 * 3600.0
"""How far the clock may be from the last row of a journal when a site starts."""
LAST_ROWS = 1000
"""How many rows of a journal a start looks at for the time of the newest right one."""
_SETTLED = b'"type":"ClockSettled"'
"""What the events of a row say in which a supervisor decided about the clock."""


def steady_clock_us() -> int:
    """Microseconds of a clock that no one sets. On Linux it goes on while the machine sleeps."""
    source = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(source) // 1000


class WatchedClock:
    """The time in microseconds UTC, when called; `doubt_us` is not 0 while the clocks part."""

    def __init__(
        self,
        wall_us: Callable[[], int] = wall_clock_us,
        steady_us: Callable[[], int] = steady_clock_us,
        apart_seconds_max: float = APART_SECONDS_MAX,
    ) -> None:
        self._wall_us, self._steady_us = wall_us, steady_us
        self._most_us = int(apart_seconds_max * 1_000_000)
        self._begin()
        self._held_us = 0
        self.doubt_us = 0

    def _begin(self) -> None:
        """Take the wall clock as it is now for right."""
        self._began_us = self._steady_us()
        self._offset_us = self._anchor_us = self._wall_us() - self._began_us

    def __call__(self) -> int:
        wall, steady = self._wall_us(), self._steady_us()
        self._follow(steady)
        apart = wall - steady - self._anchor_us
        if abs(apart) <= self._most_us:
            self._offset_us = wall - steady  # small steps are corrections
            self._doubt(self._held_us)
            return wall
        self._doubt(apart)
        return steady + self._offset_us

    def _follow(self, steady: int) -> None:
        """Let corrections that were followed count less with time, and none after an hour.

        Otherwise many small steps would take the site's time anywhere.
        """
        may = self._most_us * max(0, steady - self._began_us) // HOUR_US
        if may:  # less than a microsecond waits for the next call
            self._began_us = steady
            self._anchor_us += max(-may, min(may, self._offset_us - self._anchor_us))

    def _doubt(self, apart_us: int) -> None:
        if apart_us and not self.doubt_us:
            LOG.error(
                "the clock jumped; no game opens or closes until a supervisor says which is right",
                extra={"seconds": apart_us / 1e6},
            )
        elif self.doubt_us and not apart_us:
            LOG.warning("the clock is right again")
        self.doubt_us = apart_us

    def compare(self, last_row_us: int) -> None:
        """Hold games from the start if the clock is far from the last row of a journal."""
        apart_us = self._wall_us() - last_row_us
        if last_row_us and not -BEHIND_SECONDS_MAX < apart_us / 1e6 < AHEAD_SECONDS_MAX:
            self._held_us = apart_us
            self._doubt(apart_us)

    def settle(self, *, wall: bool) -> None:
        """A supervisor decided which clock is right; with `wall` the site takes its time over."""
        self._held_us = 0
        if wall:
            self._begin()
        self._doubt(0)


def last_right_us(rows: Iterable[Row]) -> int:
    """The time of the newest row that was not written while the clock was in doubt; 0 without one.

    Rows after a jump do not count until a supervisor settles it. Otherwise a second start with the
    same wrong clock would find nothing wrong.
    """
    right_us = 0
    for row in rows:
        apart = (row.at_us - right_us) / 1e6
        follows = not right_us or -BEHIND_SECONDS_MAX < apart < AHEAD_SECONDS_MAX
        if follows or _SETTLED in row.events:
            right_us = row.at_us
    return right_us


class ForwardClock:
    """A clock that never runs back; one that was set back does not move until it has caught up.

    The books of halls compare times: a call that ended later than now would hold up the next
    number. Whether the clock is in doubt, the clock behind it says.

    >>> times = iter([50, 40, 60])
    >>> clock = ForwardClock(lambda: next(times), latest_us=45)
    >>> clock(), clock(), clock()
    (50, 50, 60)
    """

    def __init__(self, clock_us: Callable[[], int], latest_us: int) -> None:
        self._clock_us, self._latest_us = clock_us, latest_us

    def __call__(self) -> int:
        self._latest_us = max(self._latest_us, self._clock_us())
        return self._latest_us

    @property
    def watched(self) -> WatchedClock | None:
        """The watched clock that this one follows; None if it follows another."""
        return watched(self._clock_us)


def watched(clock_us: Callable[[], int]) -> WatchedClock | None:
    """The watched clock that a site goes by; None if its clock is another, as in simulations.

    >>> clock = WatchedClock(lambda: 5, lambda: 5)
    >>> watched(ForwardClock(clock, 0)) is clock, watched(lambda: 5)
    (True, None)
    """
    if isinstance(clock_us, ForwardClock):
        return clock_us.watched
    return clock_us if isinstance(clock_us, WatchedClock) else None
