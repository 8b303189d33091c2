"""Subscriber Accounts: opening, terms, identification, money in and out."""

from __future__ import annotations

from typing import assert_never

from eyesdown.keno.events import Event
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AccountCommand,
    CorrectDeposit,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    LogOut,
    OpenAccount,
    SetPlayLimit,
    TakeTimeOut,
    Withdraw,
)
from eyesdown.keno.office.events import (
    AccountIdentified,
    AccountOpened,
    DepositCorrected,
    Deposited,
    LoggedIn,
    LoggedOut,
    TermsAccepted,
    Withdrawn,
)
from eyesdown.keno.office.limits import care_refusals, decide_care
from eyesdown.keno.state.deciding import no, refusal
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import PLAYER, account, group
from eyesdown.keno.words.records import Account
from eyesdown.players.care import Care, Measure
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c15_payouts import WITHDRAWALS, WithdrawFacts


def decide_accounts(book: NswKeno, state: KenoState, command: AccountCommand) -> tuple[Event, ...]:
    at, name = command.at, command.account
    kept = state.accounts.get(name)
    if isinstance(command, OpenAccount):
        if kept is not None:
            bad = refusal(book, "account/exists", "2:Subscriber Account", account=name)
            return no(command, name, (bad,))
        if not name:  # an Entry without an account would be taken for this one's
            return no(command, name, (refusal(book, "account/no_number", "2:Subscriber Account"),))
        return (AccountOpened(at, Account(name, command.holder, command.born, command.role)),)
    if kept is None:
        return no(command, name, (refusal(book, "account/none", "7A(c)(i)", account=name),))
    match command:
        case AcceptTerms(version=version):
            return (TermsAccepted(at, name, version),)
        case IdentifyAccount(by=by):
            return (AccountIdentified(at, name, by),)
        case LogIn():
            if not command.password_right:
                bad = refusal(book, "account/not_logged_in", "7A(c)(ii)", account=name)
                return no(command, name, (bad,))
            return (LoggedIn(at, name),)
        case LogOut():
            return (LoggedOut(at, name),)
        case Deposit() | Withdraw() | CorrectDeposit():
            return _move(book, state, kept, command)
        case SetPlayLimit() | TakeTimeOut() | ExcludeAccount():
            return decide_care(book, state, command)
        case _:
            assert_never(command)


def _move(
    book: NswKeno, state: KenoState, kept: Account, command: Deposit | Withdraw | CorrectDeposit
) -> tuple[Event, ...]:
    if isinstance(command, CorrectDeposit):
        return _correct(book, state, kept, command)
    at, name, cents = command.at, command.account, command.cents
    if isinstance(command, Deposit):
        if cents <= 0:
            bad = refusal(book, "deposit/amount", "2:Subscriber Account", cents=cents)
            return no(command, name, (bad,))
        stopped = care_refusals(book, state.care.get(name, Care()), Measure.DEPOSIT, cents, at)
        if stopped:
            return no(command, name, stopped)
        return (Deposited(at, name, cents, group((PLAYER, -cents), (account(name), cents))),)
    asked = WithdrawFacts(
        cents, kept.balance_cents, kept.prize_cents, identified=bool(kept.identified_by)
    )
    refused = book.check(WITHDRAWALS, asked)
    if refused:
        return no(command, name, refused)
    return (Withdrawn(at, name, cents, group((account(name), -cents), (PLAYER, cents))),)


def _correct(
    book: NswKeno, state: KenoState, kept: Account, command: CorrectDeposit
) -> tuple[Event, ...]:
    """Only what is left of deposits is taken back: what somebody won is his."""
    at, name, row, wrong = command.at, command.account, command.row, command.kept
    code, left = "", kept.balance_cents - kept.prize_cents
    if wrong is None or wrong.account != name:
        code = "deposit/not_in_this_row"
    elif row in state.corrected:
        code = "deposit/corrected_already"
    elif wrong.cents > left:
        code = "deposit/spent"
    elif not command.because:
        code = "deposit/no_reason"
    if wrong is None or code:
        bad = refusal(book, code, "2:Subscriber Account", account=name, row=row, left_cents=left)
        return no(command, name, (bad,))
    cents, because = wrong.cents, command.because
    money = group((account(name), -cents), (PLAYER, cents))
    return (DepositCorrected(at, name, row, wrong.at, cents, because, command.by, money),)
