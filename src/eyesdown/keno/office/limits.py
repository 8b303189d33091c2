"""Limits, time-outs and exclusion of Subscriber Accounts: terms that the holder complies with.

They stop deposits and Entries. Money in the account can still be withdrawn, prizes are credited,
and games that an Entry was sold for are played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import wraps
from typing import TypeVar

from eyesdown.keno.office.commands import (
    AcceptTerms,
    AnswerRealityCheck,
    AskWithdrawal,
    CheckAge,
    ConfirmLimit,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    ReleaseAccount,
    SetPlayLimit,
    SetRealityCheck,
    TakeTimeOut,
    Withdraw,
)
from eyesdown.keno.office.events import (
    AccountExcluded,
    Events,
    PlayLimitSet,
    RealityCheckAnswered,
    RealityCheckSet,
    TimeOutTaken,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.players.limits import (
    EXCLUSION_DAYS_MIN,
    TIME_OUT_DAYS_MAX,
    Measure,
    PlayerLimits,
    confirmed,
    days_later,
    limit_after_change,
    limit_broken,
    limit_of,
    reality_after_change,
    reality_due,
)
from eyesdown.rulebooks.nsw_keno.book import NswKeno

TERMS = "7A(c)(iv)"
DAYS_MAX = 100 * 366
"""The longest exclusion with an end; a longer one is for good."""
REALITY_MINUTES_MIN, REALITY_MINUTES_MAX = 10, 180

OfAccount = TypeVar(
    "OfAccount",
    AcceptTerms,
    AnswerRealityCheck,
    AskWithdrawal,
    CheckAge,
    ConfirmLimit,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    ReleaseAccount,
    SetPlayLimit,
    SetRealityCheck,
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


def play_refusals(
    book: NswKeno, state: KenoState, name: str, at: datetime, *, measure: Measure, cents: int
) -> tuple[Refusal, ...]:
    """Why an account may not deposit or stake an amount at a moment."""
    player = state.player_limits.get(name, PlayerLimits())
    refusals = list(_limit_refusals(book, player, measure, cents, at))
    if looks_excluded(state, name, at):
        refusals.append(book.refusal("account/held", TERMS))
    if measure is Measure.SPEND:
        refusals += _limit_broken(book, player, Measure.LOSS, cents, at)
        if player.play_since is not None and reality_due(player, at):
            since = player.play_since.isoformat(timespec="minutes")
            facts: dict[str, Fact] = {"since": since, "net_cents": player.net_cents}
            refusals.append(book.refusal("play/reality_check", TERMS, **facts))
    return tuple(refusals)


def looks_excluded(state: KenoState, name: str, at: datetime) -> bool:
    """Whether another account of the same name and birth date is excluded (S07).

    The office releases an account whose holder is another person after all.
    """
    account = state.accounts.get(name)
    if account is None or account.released_by:
        return False
    others = (other for other in state.persons.get(account.person, ()) if other != name)
    return any(state.player_limits.get(other, PlayerLimits()).excluded(at) for other in others)


def _limit_refusals(
    book: NswKeno, player: PlayerLimits, measure: Measure, cents: int, at: datetime
) -> Iterator[Refusal]:
    if player.excluded(at):
        until = _until(player.excluded_until)
        yield book.refusal("play/excluded", TERMS, until=until)
    if player.timed_out(at):
        until = _until(player.time_out_until)
        yield book.refusal("play/time_out", TERMS, until=until)
    yield from _limit_broken(book, player, measure, cents, at)


def _limit_broken(
    book: NswKeno, player: PlayerLimits, measure: Measure, cents: int, at: datetime
) -> Iterator[Refusal]:
    broken = limit_broken(player, measure, cents, at)
    if broken is not None:
        facts: dict[str, Fact] = {
            "measure": broken.measure,
            "span": broken.span,
            "limit_cents": broken.limit_cents,
            "used_cents": broken.used_cents,
            "cents": cents,
        }
        yield book.refusal("play/limit", TERMS, **facts)


@DECIDES.handles(SetPlayLimit)
@of_an_account
def set_play_limit(book: NswKeno, state: KenoState, command: SetPlayLimit) -> Events:
    """Set, change or lift a limit of deposits, stakes or net loss."""
    name, cents = command.account, command.cents
    if cents is not None and cents < 0:
        negative = book.refusal("play/amount", TERMS, cents=cents)
        return refused(command, (negative,), name)
    player = state.player_limits.get(name, PlayerLimits())
    limit = limit_after_change(player, command.measure, command.span, cents, command.at)
    return (PlayLimitSet(command.at, name, limit),)


@DECIDES.handles(ConfirmLimit)
@of_an_account
def confirm_limit(book: NswKeno, state: KenoState, command: ConfirmLimit) -> Events:
    """Let a higher limit count after the days to think it over (S06)."""
    name = command.account
    player = state.player_limits.get(name, PlayerLimits())
    limit = limit_of(player, command.measure, command.span)
    if limit is None or not limit.may_confirm(command.at):
        nothing = book.refusal("play/nothing_to_confirm", TERMS)
        return refused(command, (nothing,), name)
    return (PlayLimitSet(command.at, name, confirmed(limit)),)


@DECIDES.handles(SetRealityCheck)
@of_an_account
def set_reality_check(book: NswKeno, state: KenoState, command: SetRealityCheck) -> Events:
    """Choose after how many minutes play stops; more often at once, less often later."""
    name, minutes = command.account, command.minutes
    if minutes is not None and not REALITY_MINUTES_MIN <= minutes <= REALITY_MINUTES_MAX:
        facts: dict[str, Fact] = {
            "minutes": minutes,
            "least": REALITY_MINUTES_MIN,
            "most": REALITY_MINUTES_MAX,
        }
        return refused(command, (book.refusal("play/minutes", TERMS, **facts),), name)
    player = state.player_limits.get(name, PlayerLimits())
    check = reality_after_change(player, minutes, command.at)
    return (RealityCheckSet(command.at, name, check),)


@DECIDES.handles(AnswerRealityCheck)
@of_an_account
def answer_reality_check(book: NswKeno, state: KenoState, command: AnswerRealityCheck) -> Events:
    """Go on after a check; one that is not due cannot be answered beforehand."""
    name = command.account
    player = state.player_limits.get(name, PlayerLimits())
    if player.play_since is None or not reality_due(player, command.at):
        return refused(command, (book.refusal("play/no_check_due", TERMS),), name)
    return (RealityCheckAnswered(command.at, name, player.play_since, player.net_cents),)


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
