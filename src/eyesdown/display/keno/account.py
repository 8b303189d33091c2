"""What the holder of a Subscriber Account sees of it: money, limits, exclusion, entries."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from eyesdown.display.view import View
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.people import Account
from eyesdown.players.limits import (
    Limit,
    Measure,
    PlayerLimits,
    Span,
    next_span_start,
    reality_due,
    used_in,
)


class LimitView(View, frozen=True):
    """A limit, what is used of it, and the limit that may replace it from `then_at`.

    None is no limit. All that is used is free again on the day `room_from`.
    """

    measure: Measure
    span: Span
    cents: int | None
    used_cents: int
    then_cents: int | None
    then_at: datetime | None
    may_confirm: bool
    room_from: date


class AccountView(View, frozen=True):
    """An account at a moment: its money, limits, time-out and exclusion, as far as they apply."""

    account: str
    balance_cents: int
    prize_cents: int
    limits: tuple[LimitView, ...]
    time_out_until: datetime | None
    excluded: bool
    excluded_until: datetime | None
    reality_minutes: int | None
    reality_due: bool
    play_since: datetime | None
    play_net_cents: int


def account_view(account: Account, player: PlayerLimits, at: datetime) -> AccountView:
    """An account at a moment; a time-out or limit that has ended is not shown."""
    limits = [_limit(player, limit, at) for limit in player.limits]
    return AccountView(
        account=account.account,
        balance_cents=account.balance_cents,
        prize_cents=account.prize_cents,
        limits=tuple(view for view in limits if view.cents is not None or view.then_at is not None),
        time_out_until=player.time_out_until if player.timed_out(at) else None,
        excluded=player.excluded(at),
        excluded_until=player.excluded_until if player.excluded(at) else None,
        reality_minutes=player.reality.on(at),
        reality_due=reality_due(player, at),
        play_since=player.play_since,
        play_net_cents=player.net_cents,
    )


def _limit(player: PlayerLimits, limit: Limit, at: datetime) -> LimitView:
    used = used_in(player, limit.measure, limit.span, at)
    waits = limit.then_at is not None and (at < limit.then_at or limit.to_confirm)
    then = (limit.then_cents, limit.then_at) if waits else (None, None)
    ready, free = limit.may_confirm(at), next_span_start(limit.span, at.date())
    return LimitView(limit.measure, limit.span, limit.on(at), used, *then, ready, free)


class HistoryLine(View, frozen=True):
    """One web Entry in an account's history."""

    serial: str
    at: datetime
    first_game: int
    games: int
    cost_cents: int


def account_history(stored: Iterable[EntryAccepted]) -> tuple[HistoryLine, ...]:
    """Every web Entry of an account that the Central Site has stored, oldest first."""
    return tuple(
        HistoryLine(
            accepted.entry.serial,
            accepted.at,
            accepted.first_game,
            accepted.entry.games,
            accepted.cost_cents,
        )
        for accepted in stored
    )
