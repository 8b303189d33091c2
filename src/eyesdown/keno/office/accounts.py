"""Subscriber Accounts: opening, terms, identification, money in and out."""

from __future__ import annotations

from eyesdown.keno.office.commands import (
    AcceptTerms,
    AskWithdrawal,
    CheckAge,
    CorrectDeposit,
    Deposit,
    IdentifyAccount,
    LogIn,
    LogOut,
    OpenAccount,
    PayWithdrawal,
    RefuseWithdrawal,
    ReleaseAccount,
    Withdraw,
)
from eyesdown.keno.office.events import (
    AccountIdentified,
    AccountOpened,
    AccountReleased,
    AgeChecked,
    DepositCorrected,
    Deposited,
    Events,
    LoggedIn,
    LoggedOut,
    TermsAccepted,
    WithdrawalAsked,
    WithdrawalPaid,
    WithdrawalRefused,
    Withdrawn,
)
from eyesdown.keno.office.limits import TERMS, looks_excluded, of_an_account, play_refusals
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import PLAYER, account, group
from eyesdown.keno.words.money import WITHDRAWALS as WAITING
from eyesdown.keno.words.people import Account, Withdrawal
from eyesdown.kernel.cite import Fact
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.players.limits import Measure
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
    account_opened = Account(
        name, command.holder, command.born, command.role, person=command.person
    )
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


@DECIDES.handles(CheckAge)
@of_an_account
def check_age(book: NswKeno, state: KenoState, command: CheckAge) -> Events:
    """Record who has seen a paper that proves the holder's age."""
    return (AgeChecked(command.at, command.account, command.by),)


@DECIDES.handles(ReleaseAccount)
@of_an_account
def release_account(book: NswKeno, state: KenoState, command: ReleaseAccount) -> Events:
    """Let an account be used whose holder is not the excluded player after all (S07)."""
    name, code = command.account, ""
    if not looks_excluded(state, name, command.at):
        code = "account/not_held"
    elif not command.because:
        code = "account/no_reason"
    if code:
        return refused(command, (book.refusal(code, TERMS, account=name),), name)
    return (AccountReleased(command.at, name, command.because, command.by),)


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
    refusals = play_refusals(book, state, name, command.at, measure=Measure.DEPOSIT, cents=cents)
    if not state.accounts[name].age_known:
        refusals = (book.refusal("account/age_not_checked", "5A(c)"), *refusals)
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
    refusals = book.check(WITHDRAWALS, _withdraw_facts(holder, cents, bool(holder.identified_by)))
    if refusals:
        return refused(command, refusals, name)
    money = group((account(name), -cents), (PLAYER, cents))
    return (Withdrawn(command.at, name, cents, money),)


def _withdraw_facts(holder: Account, cents: int, identified: bool) -> WithdrawFacts:  # noqa: FBT001 -- private
    balance, won = holder.balance_cents, holder.prize_cents
    return WithdrawFacts(cents, balance, won, identified=identified)


@DECIDES.handles(AskWithdrawal)
@of_an_account
def ask_withdrawal(book: NswKeno, state: KenoState, command: AskWithdrawal) -> Events:
    """Set money aside that its holder wants; deposits go before prizes.

    Prize money may be asked for before its holder is identified; it is not paid before (15(g)).
    """
    name, cents = command.account, command.cents
    holder = state.accounts[name]
    refusals = book.check(WITHDRAWALS, _withdraw_facts(holder, cents, identified=True))
    if refusals:
        return refused(command, refusals, name)
    won = max(0, cents - (holder.balance_cents - holder.prize_cents))
    asked = Withdrawal(state.next_withdrawal, name, command.at, cents, won)
    money = group((account(name), -cents), (WAITING, cents))
    return (WithdrawalAsked(command.at, asked, money),)


@DECIDES.handles(PayWithdrawal)
def pay_withdrawal(book: NswKeno, state: KenoState, command: PayWithdrawal) -> Events:
    """Pay a withdrawal; prize money only to an identified holder."""
    asked = state.withdrawals.get(command.withdrawal)
    if asked is None:
        return _not_waiting(book, command)
    identified = bool(state.accounts[asked.account].identified_by)
    facts = WithdrawFacts(asked.cents, asked.cents, asked.prize_cents, identified=identified)
    refusals = book.check(WITHDRAWALS, facts)
    if refusals:
        return refused(command, refusals, asked.account)
    money = group((WAITING, -asked.cents), (PLAYER, asked.cents))
    paid = WithdrawalPaid(command.at, asked.number, asked.account, asked.cents, command.by, money)
    return (paid,)


@DECIDES.handles(RefuseWithdrawal)
def refuse_withdrawal(book: NswKeno, state: KenoState, command: RefuseWithdrawal) -> Events:
    """Put the money back into the account; its holder reads the reason."""
    asked = state.withdrawals.get(command.withdrawal)
    if asked is None:
        return _not_waiting(book, command)
    if not command.because:
        no_reason = book.refusal("withdraw/no_reason", "15(g)")
        return refused(command, (no_reason,), asked.account)
    money = group((WAITING, -asked.cents), (account(asked.account), asked.cents))
    event = WithdrawalRefused(
        command.at,
        asked.number,
        asked.account,
        asked.cents,
        command.because,
        command.by,
        money,
    )
    return (event,)


def _not_waiting(book: NswKeno, command: PayWithdrawal | RefuseWithdrawal) -> Events:
    number = command.withdrawal
    ended = book.refusal("withdraw/not_waiting", "15(g)", withdrawal=number)
    return refused(command, (ended,), f"{number}")


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
        at=command.at,
        account=name,
        row=row,
        deposited_at=booked.at,
        cents=cents,
        because=because,
        by=command.by,
        money=money,
    )
    return (corrected,)
