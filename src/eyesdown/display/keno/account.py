"""What the holder of a Subscriber Account sees of it: his money, and what he decided."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.keno.words.records import Account
from eyesdown.players.care import Care, Limit, used_in


@dataclass(frozen=True, slots=True)
class LimitView:
    """A limit, what is used of it, and what counts instead from when on; None is no limit."""

    measure: str
    span: str
    cents: int | None
    used_cents: int
    then_cents: int | None
    then_at: datetime | None


@dataclass(frozen=True, slots=True)
class AccountView:
    account: str
    balance_cents: int
    prize_cents: int
    limits: tuple[LimitView, ...]
    time_out_until: datetime | None
    excluded: bool
    excluded_until: datetime | None


def account_view(account: Account, care: Care, at: datetime) -> AccountView:
    """An account at a moment; what is over is not shown any more."""
    shown = [_limit(care, one, at) for one in care.limits]
    return AccountView(
        account.account,
        account.balance_cents,
        account.prize_cents,
        tuple(one for one in shown if one.cents is not None or one.then_at is not None),
        care.time_out_until if care.timed_out(at) else None,
        care.excluded(at),
        care.excluded_until if care.excluded(at) else None,
    )


def _limit(care: Care, one: Limit, at: datetime) -> LimitView:
    used = used_in(care, one.measure, one.span, at)
    waits = one.then_at is not None and at < one.then_at
    then = (one.then_cents, one.then_at) if waits else (None, None)
    return LimitView(one.measure, one.span, one.on(at), used, *then)
