"""Limits, time-outs and exclusion of Subscriber Accounts: terms that the holder complies with.

They stop deposits and Entries. Money in the account can still be withdrawn, prizes are credited,
and games that an Entry was sold for are played.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import TypeVar

from eyesdown.keno.office.commands import (
    AcceptTerms,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    SetPlayLimit,
    TakeTimeOut,
    Withdraw,
)
from eyesdown.keno.office.events import AccountExcluded, Events, PlayLimitSet, TimeOutTaken
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.players.limits import (
    EXCLUSION_DAYS_MIN,
    TIME_OUT_DAYS_MAX,
    Measure,
    PlayerLimits,
    days_later,
    limit_after_change,
    limit_broken,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno

TERMS = "7A(c)(iv)"
DAYS_MAX = 100 * 366
"""The longest exclusion with an end; a longer one is for good."""

OfAccount = TypeVar(
    "OfAccount",
    AcceptTerms,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    SetPlayLimit,
    TakeTimeOut,
    Withdraw,
)

DECIDES = Handlers()


def of_an_account(
    decide: Callable[[NswKeno, KenoState, OfAccount], Events],
) -> Callable[[NswKeno, KenoState, OfAccount], Events]:
    """The same decision, refused first where there is no such account."""

    @wraps(decide)
    def with_account(book: NswKeno, state: KenoState, command: OfAccount) -> Events:
        name = command.account
        if name not in state.accounts:
            no_account = book.refusal("account/none", "7A(c)(i)", account=name)
            return refused(command, (no_account,), name)
        return decide(book, state, command)

    return with_account


def limit_refusals(
    book: NswKeno, player: PlayerLimits, measure: Measure, cents: int, at: datetime
) -> tuple[Refusal, ...]:
    """Why an amount may not be deposited or staked at a moment."""
    refusals = []
    if player.excluded(at):
        until = _until(player.excluded_until)
        refusals.append(book.refusal("play/excluded", TERMS, until=until))
    if player.timed_out(at):
        until = _until(player.time_out_until)
        refusals.append(book.refusal("play/time_out", TERMS, until=until))
    broken = limit_broken(player, measure, cents, at)
    if broken is not None:
        facts: dict[str, Fact] = {
            "measure": broken.measure,
            "span": broken.span,
            "limit_cents": broken.limit_cents,
            "used_cents": broken.used_cents,
            "cents": cents,
        }
        refusals.append(book.refusal("play/limit", TERMS, **facts))
    return tuple(refusals)


@DECIDES.handles(SetPlayLimit)
@of_an_account
def set_play_limit(book: NswKeno, state: KenoState, command: SetPlayLimit) -> Events:
    """Set, change or lift a limit of deposits or stakes."""
    name, cents = command.account, command.cents
    if cents is not None and cents < 0:
        negative = book.refusal("play/amount", TERMS, cents=cents)
        return refused(command, (negative,), name)
    player = state.player_limits.get(name, PlayerLimits())
    limit = limit_after_change(player, command.measure, command.span, cents, command.at)
    return (PlayLimitSet(command.at, name, limit),)


@DECIDES.handles(TakeTimeOut)
@of_an_account
def take_time_out(book: NswKeno, state: KenoState, command: TakeTimeOut) -> Events:
    """Begin a time-out; one that runs already is not made shorter."""
    name, days = command.account, command.days
    if not 1 <= days <= TIME_OUT_DAYS_MAX:
        facts: dict[str, Fact] = {"days": days, "least": 1, "most": TIME_OUT_DAYS_MAX}
        return refused(command, (book.refusal("play/days", TERMS, **facts),), name)
    until = days_later(command.at, days)
    running = state.player_limits.get(name, PlayerLimits()).time_out_until
    if running is not None and until < running:
        return refused(command, (_runs_longer(book, running),), name)
    return (TimeOutTaken(command.at, name, until),)


@DECIDES.handles(ExcludeAccount)
@of_an_account
def exclude_account(book: NswKeno, state: KenoState, command: ExcludeAccount) -> Events:
    """Exclude an account for some days or for good; a running exclusion is not made shorter."""
    name, days = command.account, command.days
    if days is not None and not EXCLUSION_DAYS_MIN <= days <= DAYS_MAX:
        facts: dict[str, Fact] = {"days": days, "least": EXCLUSION_DAYS_MIN, "most": DAYS_MAX}
        return refused(command, (book.refusal("play/days", TERMS, **facts),), name)
    until = None if days is None else days_later(command.at, days)
    player = state.player_limits.get(name, PlayerLimits())
    running = player.excluded_until
    shorter = until is not None and running is not None and until < running
    if until is not None and (shorter or player.excluded_for_good):
        return refused(command, (_runs_longer(book, running),), name)
    return (AccountExcluded(command.at, name, until, command.by),)


def _runs_longer(book: NswKeno, running: datetime | None) -> Refusal:
    return book.refusal("play/runs_longer", TERMS, until=_until(running))


def _until(moment: datetime | None) -> str:
    return "for good" if moment is None else moment.isoformat()
