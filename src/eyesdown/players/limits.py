"""Limits, time-outs and exclusion that players set for themselves.

A change that protects more takes effect at once. A change that protects less takes effect only
after some days to think it over, and a running time-out or exclusion is never made shorter.
Winnings are paid in any case.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple, assert_never

from eyesdown.kernel.written import Written, replace

THINK_OVER_DAYS = 7
"""Days until a higher limit takes effect."""

TIME_OUT_DAYS_MAX = 42
EXCLUSION_DAYS_MIN = 180


class Measure(StrEnum):
    """What is limited: money deposited, or money staked."""

    DEPOSIT = "deposit"
    SPEND = "spend"


class Span(StrEnum):
    """The period a limit is for; weeks begin on Mondays."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class Limit(Written, frozen=True):
    """The most cents in a span, and the most from `then_at` on; None is no limit."""

    measure: Measure
    span: Span
    cents: int | None
    then_cents: int | None = None
    then_at: datetime | None = None

    def on(self, at: datetime) -> int | None:
        """The limit in effect at a moment."""
        return self.cents if self.then_at is None or at < self.then_at else self.then_cents


class SpanUse(Written, frozen=True):
    """Cents deposited or staked in the span that starts on a day."""

    measure: Measure
    span: Span
    start: date
    cents: int


class PlayerLimits(Written, frozen=True):
    """The limits, time-out and exclusion of one player, and what the player has used so far."""

    limits: tuple[Limit, ...] = ()
    used: tuple[SpanUse, ...] = ()
    time_out_until: datetime | None = None
    excluded_until: datetime | None = None
    excluded_for_good: bool = False

    def timed_out(self, at: datetime) -> bool:
        """Whether a time-out runs at a moment; its last instant is outside."""
        return self.time_out_until is not None and at < self.time_out_until

    def excluded(self, at: datetime) -> bool:
        """Whether the player is excluded at a moment; the last instant is outside."""
        ends = self.excluded_until
        return self.excluded_for_good or (ends is not None and at < ends)


class LimitBroken(NamedTuple):
    """A limit that a further amount would break, and what is used of it."""

    measure: Measure
    span: Span
    limit_cents: int
    used_cents: int


def span_start(span: Span, day: date) -> date:
    """The first day of the span that contains a day.

    >>> [span_start(span, date(2026, 11, 15)).isoformat() for span in Span]
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


def days_later(at: datetime, days: int) -> datetime:
    """A moment some days later, at most the last day of the calendar.

    >>> days_later(datetime(2026, 11, 15, 9), 7).isoformat()
    '2026-11-22T09:00:00'
    """
    last = datetime.max.replace(tzinfo=at.tzinfo) - timedelta(days=1)
    return at + timedelta(days=days) if at < last - timedelta(days=days) else last


def limit_after_change(
    player: PlayerLimits, measure: Measure, span: Span, cents: int | None, at: datetime
) -> Limit:
    """The limit that a change at a moment leads to: a lower one at once, a higher one later.

    >>> now = datetime(2026, 11, 15)
    >>> first = limit_after_change(PlayerLimits(), Measure.SPEND, Span.DAY, 5000, now)
    >>> first.on(now)
    5000
    >>> higher = limit_after_change(PlayerLimits((first,)), Measure.SPEND, Span.DAY, None, now)
    >>> higher.on(now), higher.on(days_later(now, THINK_OVER_DAYS))
    (5000, None)
    """
    current = _limit_on(player, measure, span, at)
    if current is None or (cents is not None and cents <= current):
        return Limit(measure, span, cents)
    return Limit(measure, span, current, cents, days_later(at, THINK_OVER_DAYS))


def with_limit(player: PlayerLimits, limit: Limit) -> PlayerLimits:
    """The player's limits with one of them replaced or added."""
    others = [other for other in player.limits if _key(other) != _key(limit)]
    return replace(player, limits=(*others, limit))


def limit_broken(
    player: PlayerLimits, measure: Measure, cents: int, at: datetime
) -> LimitBroken | None:
    """The first limit that a further amount would break, the shortest span first.

    >>> daily = PlayerLimits((Limit(Measure.SPEND, Span.DAY, 5000),))
    >>> limit_broken(daily, Measure.SPEND, 5000, datetime(2026, 11, 15)) is None
    True
    >>> limit_broken(daily, Measure.SPEND, 5001, datetime(2026, 11, 15)).limit_cents
    5000
    """
    for span in Span:
        most = _limit_on(player, measure, span, at)
        used = used_in(player, measure, span, at)
        if most is not None and used + cents > most:
            return LimitBroken(measure, span, most, used)
    return None


def used_in(player: PlayerLimits, measure: Measure, span: Span, at: datetime) -> int:
    """Cents used so far in the span that contains a moment."""
    start = span_start(span, at.date())
    return sum(
        use.cents for use in player.used if _key(use) == (measure, span) and use.start == start
    )


def with_used(player: PlayerLimits, measure: Measure, cents: int, at: datetime) -> PlayerLimits:
    """The player's limits after an amount was used; less than 0 where a stake is given back.

    An amount given back in a later span makes no room in that one: it belongs to the span in which
    it was staked.
    """
    uses = {_key(use): use for use in player.used}
    for span in Span:
        start = span_start(span, at.date())
        last = uses.get((measure, span))
        if last is None or last.start < start:
            last = SpanUse(measure, span, start, 0)
        if last.start == start:
            uses[measure, span] = replace(last, cents=max(0, last.cents + cents))
    return replace(player, used=tuple(uses.values()))


def with_time_out(player: PlayerLimits, until: datetime) -> PlayerLimits:
    """The player's limits with a time-out that ends at a moment."""
    return replace(player, time_out_until=until)


def with_exclusion(player: PlayerLimits, until: datetime | None) -> PlayerLimits:
    """The player's limits with an exclusion that ends at a moment; None is for good."""
    return replace(player, excluded_until=until, excluded_for_good=until is None)


def _limit_on(player: PlayerLimits, measure: Measure, span: Span, at: datetime) -> int | None:
    """The cents that one limit allows at a moment; None where the player has set none."""
    return next((limit.on(at) for limit in player.limits if _key(limit) == (measure, span)), None)


def _key(limit: Limit | SpanUse) -> tuple[Measure, Span]:
    return limit.measure, limit.span
