"""Limits, time-outs and exclusion: what a player decides while calm holds when he is not.

What protects more counts at once. What protects less counts only after time to think it over, and
a time-out or exclusion that has begun is never made shorter. Winnings are paid whatever runs.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, assert_never

from eyesdown.kernel.written import Written, replace

THINK_OVER_DAYS = 7
"""How long a higher limit waits until it counts."""

TIME_OUT_DAYS_MAX = 42
EXCLUSION_DAYS_MIN = 180


class Measure(StrEnum):
    """What is limited: money put in, or money staked."""

    DEPOSIT = "deposit"
    SPEND = "spend"


class Span(StrEnum):
    """For how long; weeks begin on Mondays."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class Limit(Written, frozen=True):
    """At most so much in a span, and what counts instead from a moment on; None is no limit."""

    measure: Measure
    span: Span
    cents: int | None
    then_cents: int | None = None
    then_at: datetime | None = None

    def on(self, at: datetime) -> int | None:
        """What counts at a moment."""
        return self.cents if self.then_at is None or at < self.then_at else self.then_cents


class Used(Written, frozen=True):
    """What was used in the span that began on a day."""

    measure: Measure
    span: Span
    begins: date
    cents: int


class Care(Written, frozen=True):
    """What one player has decided, and what he has used of it."""

    limits: tuple[Limit, ...] = ()
    used: tuple[Used, ...] = ()
    time_out_until: datetime | None = None
    excluded_until: datetime | None = None
    excluded_for_good: bool = False

    def timed_out(self, at: datetime) -> bool:
        return self.time_out_until is not None and at < self.time_out_until

    def excluded(self, at: datetime) -> bool:
        ends = self.excluded_until
        return self.excluded_for_good or (ends is not None and at < ends)


class Over(NamedTuple):
    """A limit that so much more would break."""

    measure: Measure
    span: Span
    limit_cents: int
    used_cents: int


def begins(span: Span, day: date) -> date:
    """The first day of the span that a day is in.

    >>> [begins(span, date(2026, 11, 15)).isoformat() for span in Span]
    ['2026-11-15', '2026-11-09', '2026-11-01']
    """
    match span:
        case Span.DAY:
            return day
        case Span.WEEK:
            return day - timedelta(days=day.weekday())
        case Span.MONTH:
            return day.replace(day=1)
        case _:
            assert_never(span)


def later(at: datetime, days: int) -> datetime:
    """So many days later, or the last day of the calendar."""
    last = datetime.max.replace(tzinfo=at.tzinfo) - timedelta(days=1)
    return at + timedelta(days=days) if at < last - timedelta(days=days) else last


def limit_asked(care: Care, measure: Measure, span: Span, cents: int | None, at: datetime) -> Limit:
    """The limit as it will stand: a lower one at once, a higher one after thinking it over.

    >>> now = datetime(2026, 11, 15)
    >>> first = limit_asked(Care(), Measure.SPEND, Span.DAY, 5000, now)
    >>> first.on(now)
    5000
    >>> more = limit_asked(Care((first,)), Measure.SPEND, Span.DAY, None, now)
    >>> more.on(now), more.on(later(now, THINK_OVER_DAYS))
    (5000, None)
    """
    counts = next((one.on(at) for one in care.limits if _which(one) == (measure, span)), None)
    if counts is None or (cents is not None and cents <= counts):
        return Limit(measure, span, cents)
    return Limit(measure, span, counts, cents, later(at, THINK_OVER_DAYS))


def with_limit(care: Care, limit: Limit) -> Care:
    others = [one for one in care.limits if _which(one) != _which(limit)]
    return replace(care, limits=(*others, limit))


def over(care: Care, measure: Measure, cents: int, at: datetime) -> Over | None:
    """The first limit that so much more would break, the shortest span first."""
    for span in Span:
        most = next((one.on(at) for one in care.limits if _which(one) == (measure, span)), None)
        used = used_in(care, measure, span, at)
        if most is not None and used + cents > most:
            return Over(measure, span, most, used)
    return None


def used_in(care: Care, measure: Measure, span: Span, at: datetime) -> int:
    """What was used so far in the span that a moment is in."""
    since = begins(span, at.date())
    return sum(
        one.cents for one in care.used if _which(one) == (measure, span) and one.begins == since
    )


def with_used(care: Care, measure: Measure, cents: int, at: datetime) -> Care:
    """So much more used at a moment, or less where a stake of that moment was given back.

    A span that is over stays over: what is given back of it makes no room in the next one.
    """
    kept = {_which(one): one for one in care.used}
    for span in Span:
        since = begins(span, at.date())
        last = kept.get((measure, span))
        if last is None or last.begins < since:
            last = Used(measure, span, since, 0)
        if last.begins == since:
            kept[measure, span] = replace(last, cents=max(0, last.cents + cents))
    return replace(care, used=tuple(kept.values()))


def with_time_out(care: Care, until: datetime) -> Care:
    return replace(care, time_out_until=until)


def with_exclusion(care: Care, until: datetime | None) -> Care:
    """Excluded until a moment; without one, for good."""
    return replace(care, excluded_until=until, excluded_for_good=until is None)


def _which(one: Limit | Used) -> tuple[Measure, Span]:
    return one.measure, one.span
