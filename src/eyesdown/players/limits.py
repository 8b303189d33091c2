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
    """What is limited: money deposited, money staked, or stakes less prizes."""

    DEPOSIT = "deposit"
    SPEND = "spend"
    LOSS = "loss"


class Span(StrEnum):
    """The period a limit is for; weeks begin on Mondays."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"


class Limit(Written, frozen=True):
    """The most cents in a span, and the most from `then_at` on; None is no limit.

    With `to_confirm` the later amount counts only once the player confirms it then (S06).
    """

    measure: Measure
    span: Span
    cents: int | None
    then_cents: int | None = None
    then_at: datetime | None = None
    to_confirm: bool = False

    def on(self, at: datetime) -> int | None:
        """The limit in effect at a moment."""
        waits = self.then_at is None or at < self.then_at or self.to_confirm
        return self.cents if waits else self.then_cents

    def may_confirm(self, at: datetime) -> bool:
        """Whether the days to think it over have passed and only a confirmation is missing."""
        return self.to_confirm and self.then_at is not None and at >= self.then_at


class SpanUse(Written, frozen=True):
    """Cents deposited or staked in the span that starts on a day."""

    measure: Measure
    span: Span
    start: date
    cents: int


class RealityCheck(Written, frozen=True):
    """After how many minutes play stops for a check, and after how many from `then_at` on."""

    minutes: int | None
    then_minutes: int | None = None
    then_at: datetime | None = None

    def on(self, at: datetime) -> int | None:
        """The minutes in effect at a moment; None is no check."""
        return self.minutes if self.then_at is None or at < self.then_at else self.then_minutes


class PlayerLimits(Written, frozen=True):
    """The limits, time-out and exclusion of one player, and what the player has used so far.

    `play_since` is the first stake after the last reality check was answered, `net_cents` the
    stakes since then less what came back.
    """

    limits: tuple[Limit, ...] = ()
    used: tuple[SpanUse, ...] = ()
    time_out_until: datetime | None = None
    excluded_until: datetime | None = None
    excluded_for_good: bool = False
    reality: RealityCheck = RealityCheck(None)
    play_since: datetime | None = None
    net_cents: int = 0

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


def next_span_start(span: Span, day: date) -> date:
    """The first day of the span after the one that contains a day.

    >>> [next_span_start(span, date(2026, 12, 30)).isoformat() for span in Span]
    ['2026-12-31', '2027-01-04', '2027-01-01']
    """
    start = span_start(span, day)
    # 32 days after the first of a month are in the next month, whatever its length.
    days = {Span.DAY: 1, Span.WEEK: 7, Span.MONTH: 32}[span]
    return span_start(span, start + timedelta(days=days))


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

    A higher one waits some days and then for the player's confirmation (S06). Asking for the same
    again does not start the days anew.

    >>> now = datetime(2026, 11, 15)
    >>> first = limit_after_change(PlayerLimits(), Measure.SPEND, Span.DAY, 5000, now)
    >>> first.on(now)
    5000
    >>> higher = limit_after_change(PlayerLimits((first,)), Measure.SPEND, Span.DAY, None, now)
    >>> then = days_later(now, THINK_OVER_DAYS)
    >>> higher.on(then), higher.may_confirm(then), confirmed(higher).on(then)
    (5000, True, None)
    """
    current = _limit_on(player, measure, span, at)
    # A limit that is lower or equal takes effect at once and replaces a higher one that waits.
    if current is None or (cents is not None and cents <= current):
        return Limit(measure, span, cents)
    asked = limit_of(player, measure, span)
    then_at = days_later(at, THINK_OVER_DAYS)
    if asked is not None and asked.to_confirm and asked.then_at and asked.then_cents == cents:
        then_at = asked.then_at
    return Limit(measure, span, current, cents, then_at, to_confirm=True)


def confirmed(limit: Limit) -> Limit:
    """A higher limit once its player has confirmed it."""
    return Limit(limit.measure, limit.span, limit.then_cents)


def reality_after_change(player: PlayerLimits, minutes: int | None, at: datetime) -> RealityCheck:
    """The check that a change leads to: more often at once, less often after the days to think.

    >>> now = datetime(2026, 11, 15)
    >>> hourly = PlayerLimits(reality=RealityCheck(60))
    >>> reality_after_change(hourly, 30, now).on(now), reality_after_change(hourly, 90, now).on(now)
    (30, 60)
    """
    current = player.reality.on(at)
    if current is None or (minutes is not None and minutes <= current):
        return RealityCheck(minutes)
    asked, then_at = player.reality, days_later(at, THINK_OVER_DAYS)
    if asked.then_at is not None and at < asked.then_at and asked.then_minutes == minutes:
        then_at = asked.then_at
    return RealityCheck(current, minutes, then_at)


def reality_due(player: PlayerLimits, at: datetime) -> bool:
    """Whether play stops until the player has answered a reality check.

    >>> begun = datetime(2026, 11, 15, 20)
    >>> player = PlayerLimits(reality=RealityCheck(30), play_since=begun)
    >>> [reality_due(player, begun + timedelta(minutes=minutes)) for minutes in (29, 30)]
    [False, True]
    """
    minutes, since = player.reality.on(at), player.play_since
    if minutes is None or since is None:
        return False
    return at - since >= timedelta(minutes=minutes)


def with_play(player: PlayerLimits, net_cents: int, at: datetime) -> PlayerLimits:
    """The player after a stake, or after money of one came back (less than 0)."""
    # Money that comes back begins no play.
    since = at if player.play_since is None and net_cents > 0 else player.play_since
    return replace(player, play_since=since, net_cents=player.net_cents + net_cents)


def with_answer(player: PlayerLimits) -> PlayerLimits:
    """The player after answering a reality check: the next period begins with the next stake."""
    return replace(player, play_since=None, net_cents=0)


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
    it was staked. A net loss may fall below 0, which is a win that may be staked again.
    """
    uses = {_key(use): use for use in player.used}
    for span in Span:
        start = span_start(span, at.date())
        last = uses.get((measure, span))
        if last is None or last.start < start:
            last = SpanUse(measure, span, start, 0)
        # A use of a later span is left alone: the amount belongs to an earlier one.
        if last.start == start:
            used = last.cents + cents
            uses[measure, span] = replace(
                last, cents=used if measure is Measure.LOSS else max(0, used)
            )
    return replace(player, used=tuple(uses.values()))


def with_time_out(player: PlayerLimits, until: datetime) -> PlayerLimits:
    """The player's limits with a time-out that ends at a moment."""
    return replace(player, time_out_until=until)


def with_exclusion(player: PlayerLimits, until: datetime | None) -> PlayerLimits:
    """The player's limits with an exclusion that ends at a moment; None has no end."""
    return replace(player, excluded_until=until, excluded_for_good=until is None)


def limit_of(player: PlayerLimits, measure: Measure, span: Span) -> Limit | None:
    """The player's limit of a measure in a span; None if they have set none."""
    return next((limit for limit in player.limits if _key(limit) == (measure, span)), None)


def _limit_on(player: PlayerLimits, measure: Measure, span: Span, at: datetime) -> int | None:
    """The cents that one limit allows at a moment; None where the player has set none."""
    limit = limit_of(player, measure, span)
    return None if limit is None else limit.on(at)


def _key(limit: Limit | SpanUse) -> tuple[Measure, Span]:
    return limit.measure, limit.span
