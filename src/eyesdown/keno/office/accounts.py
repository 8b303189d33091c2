"""Subscriber Accounts: opening, terms, identification, money in and out."""

from __future__ import annotations

from eyesdown.keno.office.commands import (
    AcceptTerms,
    CorrectDeposit,
    Deposit,
    IdentifyAccount,
    LogIn,
    LogOut,
    OpenAccount,
    Withdraw,
)
from eyesdown.keno.office.events import (
    AccountIdentified,
    AccountOpened,
    DepositCorrected,
    Deposited,
    Events,
    LoggedIn,
    LoggedOut,
    TermsAccepted,
    Withdrawn,
)
from eyesdown.keno.office.limits import limit_refusals, of_an_account
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import PLAYER, account, group
from eyesdown.keno.words.people import Account
from eyesdown.kernel.cite import Fact
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.players.limits import Measure, PlayerLimits
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c15_payouts import WITHDRAWALS, WithdrawFacts

DECIDES = Handlers()


@DECIDES.handles(OpenAccount)
def open_account(book: NswKeno, state: KenoState, command: OpenAccount) -> Events:
    """Open a Subscriber Account."""
    name, number = command.account, "2:Subscriber Account"
    if name in state.accounts:
        exists = book.refusal("account/exists", number, account=name)
        return refused(command, (exists,), name)
    if not name:  # every Entry without an account would count as this one's
        return refused(command, (book.refusal("account/no_number", number),), name)
    account_opened = Account(name, command.holder, command.born, command.role)
    return (AccountOpened(command.at, account_opened),)


@DECIDES.handles(AcceptTerms)
@of_an_account
def accept_terms(book: NswKeno, state: KenoState, command: AcceptTerms) -> Events:
    """Record which version of the terms the holder has accepted."""
    return (TermsAccepted(command.at, command.account, command.version),)


@DECIDES.handles(IdentifyAccount)
@of_an_account
def identify_account(book: NswKeno, state: KenoState, command: IdentifyAccount) -> Events:
    """Record who has identified the holder."""
    return (AccountIdentified(command.at, command.account, command.by),)


@DECIDES.handles(LogIn)
@of_an_account
def log_in(book: NswKeno, state: KenoState, command: LogIn) -> Events:
    """Log the holder in if the password was right."""
    name = command.account
    if not command.password_right:
        wrong_password = book.refusal("account/not_logged_in", "7A(c)(ii)", account=name)
        return refused(command, (wrong_password,), name)
    return (LoggedIn(command.at, name),)


@DECIDES.handles(LogOut)
@of_an_account
def log_out(book: NswKeno, state: KenoState, command: LogOut) -> Events:
    """Log the holder out."""
    return (LoggedOut(command.at, command.account),)


@DECIDES.handles(Deposit)
@of_an_account
def deposit(book: NswKeno, state: KenoState, command: Deposit) -> Events:
    """Book money that has come in, within the limits that the holder has set."""
    name, cents = command.account, command.cents
    if cents <= 0:
        no_amount = book.refusal("deposit/amount", "2:Subscriber Account", cents=cents)
        return refused(command, (no_amount,), name)
    player = state.player_limits.get(name, PlayerLimits())
    refusals = limit_refusals(book, player, Measure.DEPOSIT, cents, command.at)
    if refusals:
        return refused(command, refusals, name)
    money = group((PLAYER, -cents), (account(name), cents))
    return (Deposited(command.at, name, cents, money),)


@DECIDES.handles(Withdraw)
@of_an_account
def withdraw(book: NswKeno, state: KenoState, command: Withdraw) -> Events:
    """Pay money of an account to its holder."""
    name, cents = command.account, command.cents
    holder = state.accounts[name]
    identified = bool(holder.identified_by)
    facts = WithdrawFacts(cents, holder.balance_cents, holder.prize_cents, identified=identified)
    refusals = book.check(WITHDRAWALS, facts)
    if refusals:
        return refused(command, refusals, name)
    money = group((account(name), -cents), (PLAYER, cents))
    return (Withdrawn(command.at, name, cents, money),)


@DECIDES.handles(CorrectDeposit)
@of_an_account
def correct_deposit(book: NswKeno, state: KenoState, command: CorrectDeposit) -> Events:
    """Take back a deposit that was booked by mistake, from what is left of deposits.

    Prize money is not touched: it belongs to the holder.
    """
    name, row, booked = command.account, command.row, command.kept
    holder = state.accounts[name]
    code, left = "", holder.balance_cents - holder.prize_cents
    if booked is None or booked.account != name:
        code = "deposit/not_in_this_row"
    elif row in state.corrected:
        code = "deposit/corrected_already"
    elif booked.cents > left:
        code = "deposit/spent"
    elif not command.because:
        code = "deposit/no_reason"
    if booked is None or code:
        facts: dict[str, Fact] = {"account": name, "row": row, "left_cents": left}
        return refused(command, (book.refusal(code, "2:Subscriber Account", **facts),), name)
    cents, because = booked.cents, command.because
    money = group((account(name), -cents), (PLAYER, cents))
    corrected = DepositCorrected(
        command.at, name, row, booked.at, cents, because, command.by, money
    )
    return (corrected,)
