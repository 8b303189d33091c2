"""Wall time of a time zone, with a fixed offset; how a site puts its time into commands."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from functools import cache, lru_cache
from time import time_ns
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.kernel.written import replace

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def wall_clock_us() -> int:
    """The time of this machine, in microseconds UTC."""
    return time_ns() // 1000


@lru_cache(maxsize=32)  # all commands of a batch have the same time
def wall_time(zone: ZoneInfo, at_us: int) -> datetime:
    """Wall time in a zone of a moment in microseconds UTC.

    >>> wall_time(ZoneInfo("Australia/Sydney"), 1_789_000_000_000_000).isoformat()
    '2026-09-10T10:26:40+10:00'
    """
    return in_zone(zone, _EPOCH + timedelta(microseconds=at_us))


def in_zone(zone: ZoneInfo, moment: datetime) -> datetime:
    """The same moment in the wall time of a zone, with the offset of that moment.

    Python compares and adds two times of one zone as their clocks show them: a game that is open
    when the clocks go back would last an hour longer, and a journal, whose times have an offset
    and no zone, would be decided differently. With a fixed offset both count true seconds.

    >>> moment = datetime(2027, 4, 3, 15, 59, tzinfo=UTC)
    >>> later = in_zone(ZoneInfo("Australia/Sydney"), moment) + timedelta(minutes=3)
    >>> later.isoformat()
    '2027-04-04T03:02:00+11:00'
    """
    local = moment.astimezone(zone)
    return local.replace(tzinfo=_fixed(local.utcoffset()), fold=0)


@cache
def _fixed(offset: timedelta | None) -> timezone:
    assert offset is not None
    return timezone(offset)


def stamp_in(zone: ZoneInfo) -> Callable[[Any, int], Any]:
    """A machine's `stamp`: the site's own time in a zone, whatever time the client sent."""

    def stamp(command: Any, at_us: int) -> Any:
        return replace(command, at=wall_time(zone, at_us))

    return stamp


def keep_time(command: Any, _: int) -> Any:
    """A machine's `stamp` for simulations, which are their own clock: the command's own time."""
    return command
