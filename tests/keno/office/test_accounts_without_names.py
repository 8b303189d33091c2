"""Accounts that the journal knows by number and hash: age, identity, exclusion, withdrawals."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import (
    AcceptTerms,
    AskWithdrawal,
    CheckAge,
    Deposit,
    ExcludeAccount,
    IdentifyAccount,
    LogIn,
    OpenAccount,
    PayWithdrawal,
    RefuseWithdrawal,
    ReleaseAccount,
)
from eyesdown.keno.office.events import WithdrawalAsked, WithdrawalPaid
from kit.desk import Desk

HELD = [("account/held", "7A(c)(iv)")]


def registered(desk: Desk, name: str, person: str, *, aged: bool = True, cents: int = 0) -> None:
    """An account as the registration page opens it."""
    desk.do(OpenAccount(desk.now, name, person=person))
    desk.do(AcceptTerms(desk.now, name, "terms-1"))
    desk.do(LogIn(desk.now, name, password_right=True))
    if aged:
        desk.do(CheckAge(desk.now, name, "olly"))
    if cents:
        assert desk.refused(Deposit(desk.now, name, cents)) == []


def web_entry(desk: Desk, name: str, cents: int = 100) -> Any:
    return desk.sale(desk.web_entry(Regular((1, 2, 3), cents), account=name))


@pytest.mark.clause("nsw-keno", "5A(c)")
def test_5A_c__the_age_is_checked_before_the_first_deposit(desk: Desk) -> None:
    registered(desk, "A1", "p", aged=False)
    not_checked = ("account/age_not_checked", "5A(c)")
    assert desk.refused(Deposit(desk.now, "A1", 100)) == [not_checked]
    assert not_checked in desk.refused(web_entry(desk, "A1"))
    desk.do(CheckAge(desk.now, "A1", "olly"))
    assert desk.refused(Deposit(desk.now, "A1", 100)) == []
    assert desk.refused(web_entry(desk, "A1")) == []


@pytest.mark.clause("nsw-keno", "7A(c)(iv)")
def test_7A_c_iv__a_second_account_of_an_excluded_player_is_held(desk: Desk) -> None:
    registered(desk, "A1", "same")
    registered(desk, "B1", "other", cents=1_000)
    registered(desk, "A2", "same", cents=1_000)
    assert desk.refused(ReleaseAccount(desk.now, "A2", "a twin", "olly")) == [
        ("account/not_held", "7A(c)(iv)")
    ]
    desk.do(ExcludeAccount(desk.now, "A1"))
    assert desk.refused(Deposit(desk.now, "A2", 100)) == HELD
    assert desk.refused(web_entry(desk, "A2")) == HELD
    assert desk.refused(Deposit(desk.now, "B1", 100)) == []
    registered(desk, "A3", "same")
    assert desk.refused(Deposit(desk.now, "A3", 100)) == HELD, "also one that is opened later"
    assert desk.refused(AskWithdrawal(desk.now, "A2", 1_000)) == [], "its money can leave"
    assert desk.refused(ReleaseAccount(desk.now, "A2", "", "olly")) == [
        ("account/no_reason", "7A(c)(iv)")
    ]
    assert desk.refused(ReleaseAccount(desk.now, "A2", "another person", "olly")) == []
    assert desk.refused(Deposit(desk.now, "A2", 100)) == []
    assert desk.refused(Deposit(desk.now, "A3", 100)) == HELD


@pytest.mark.clause("nsw-keno", "15(g)")
def test_15_g__prize_money_is_asked_for_but_paid_only_to_an_identified_holder(desk: Desk) -> None:
    registered(desk, "A1", "p", cents=1_000)
    assert desk.refused(web_entry(desk, "A1", 1_000)) == []
    desk.play((1, 2, 3, *range(40, 57)))
    won = desk.state.accounts["A1"].balance_cents
    assert won == desk.state.accounts["A1"].prize_cents > 0
    desk.do(Deposit(desk.now, "A1", 500))
    assert desk.refused(AskWithdrawal(desk.now, "A1", won + 501)) == [("credit/none_given", "9(b)")]
    [deposit] = desk.do(AskWithdrawal(desk.now, "A1", 500))
    [prize] = desk.do(AskWithdrawal(desk.now, "A1", won))
    assert isinstance(deposit, WithdrawalAsked)
    assert (deposit.withdrawal.prize_cents, prize.withdrawal.prize_cents) == (0, won)
    assert desk.state.accounts["A1"].balance_cents == 0, "it cannot be staked meanwhile"
    assert desk.refused(web_entry(desk, "A1")) != []
    [paid] = desk.do(PayWithdrawal(desk.now, deposit.withdrawal.number, "olly"))
    assert isinstance(paid, WithdrawalPaid)
    pay = PayWithdrawal(desk.now, prize.withdrawal.number, "olly")
    assert desk.refused(pay) == [("withdraw/not_identified", "15(g)")]
    desk.do(IdentifyAccount(desk.now, "A1", "olly"))
    assert desk.refused(pay) == []
    assert desk.refused(pay) == [("withdraw/not_waiting", "15(g)")], "never twice"
    desk.audit()


@pytest.mark.clause("nsw-keno", "15(g)")
def test_15_g__a_refused_withdrawal_comes_back_as_what_it_was(desk: Desk) -> None:
    registered(desk, "A1", "p", cents=1_000)
    desk.do(web_entry(desk, "A1", 500))
    desk.play((1, 2, 3, *range(40, 57)))
    before = desk.state.accounts["A1"]
    [asked] = desk.do(AskWithdrawal(desk.now, "A1", before.balance_cents))
    number = asked.withdrawal.number
    no_reason = RefuseWithdrawal(desk.now, number, "", "olly")
    assert desk.refused(no_reason) == [("withdraw/no_reason", "15(g)")]
    desk.do(RefuseWithdrawal(desk.now, number, "the bank has another name", "olly"))
    assert desk.state.accounts["A1"] == before
    again = RefuseWithdrawal(desk.now, number, "again", "olly")
    assert desk.refused(again) == [("withdraw/not_waiting", "15(g)")]
