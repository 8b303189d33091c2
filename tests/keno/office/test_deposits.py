"""Deposits: what comes in, and what the office takes back that was booked by mistake."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import AskWithdrawal, CorrectDeposit, Deposit, Withdraw
from eyesdown.keno.words.money import PLAYER, account
from eyesdown.kernel.refused import Refused
from kit.desk import Desk

pytestmark = pytest.mark.clause("nsw-keno", "2:Subscriber Account")


@pytest.fixture
def twice(desk: Desk) -> Any:
    """A desk at which Ann's $50 was booked twice."""
    desk.account("ann", 5_000)
    desk.do(Deposit(desk.now, "ann", 5_000))
    return desk


def latest_row(desk: Desk) -> int:
    return desk.memory.site.store.head().seq


def correct(desk: Desk, row: int, name: str = "ann", because: str = "keyed twice") -> Any:
    """The code and facts of the refusal, or the event."""
    [event] = desk.do(CorrectDeposit(desk.now, name, row, because, "otto"))
    if not isinstance(event, Refused):
        return event
    [no] = event.refusals
    assert no.clause.number == "2:Subscriber Account"
    return no.code, dict(no.facts)


def test_a_deposit_booked_by_mistake_goes_back_whence_it_came(twice: Desk) -> None:
    row, booked_at = latest_row(twice), twice.now
    twice.tick()
    corrected = correct(twice, row)
    assert (corrected.account, corrected.row, corrected.cents) == ("ann", row, 5_000)
    assert (corrected.deposited_at, corrected.at) == (booked_at, twice.now)
    assert (corrected.because, corrected.by) == ("keyed twice", "otto")
    money = {amount.purse: amount.cents for amount in corrected.money}
    assert money == {account("ann"): -5_000, PLAYER: 5_000}
    assert twice.state.accounts["ann"].balance_cents == 5_000
    again = {"account": "ann", "row": row, "left_cents": 5_000}
    assert correct(twice, row) == ("deposit/corrected_already", again)
    assert correct(twice, row - 1).cents == 5_000
    assert twice.state.accounts["ann"].balance_cents == 0


@pytest.mark.parametrize(("withdrawn", "fine"), [(4_999, True), (5_000, True), (5_001, False)])
def test_a_deposit_goes_back_while_as_much_is_left(twice: Desk, withdrawn: int, fine: bool) -> None:
    row = latest_row(twice)
    twice.do(Withdraw(twice.now, "ann", withdrawn))
    answer = correct(twice, row)
    if fine:
        assert answer.cents == 5_000
    else:
        spent = {"account": "ann", "row": row, "left_cents": 4_999}
        assert answer == ("deposit/spent", spent)


def test_a_prize_does_not_count_as_what_is_left_of_deposits(twice: Desk) -> None:
    """Of $100, $2 was staked and won $6: one $50 goes back, and the other then lacks $2."""
    rows = latest_row(twice) - 1, latest_row(twice)
    twice.sell_web(Regular((1,), 200))
    twice.play()
    ann = twice.state.accounts["ann"]
    assert (ann.balance_cents, ann.prize_cents) == (10_400, 600)
    assert correct(twice, rows[0]).cents == 5_000
    spent = {"account": "ann", "row": rows[1], "left_cents": 4_800}
    assert correct(twice, rows[1]) == ("deposit/spent", spent)


def test_only_the_row_of_an_own_deposit_is_corrected_and_only_with_a_reason(twice: Desk) -> None:
    row = latest_row(twice)
    twice.account("bob", 10_000)
    log_in, nothing_yet = row - 2, latest_row(twice) + 1
    for name, wrong in (("ann", log_in), ("ann", nothing_yet), ("bob", row)):
        facts = {"account": name, "row": wrong, "left_cents": 10_000}
        assert correct(twice, wrong, name) == ("deposit/not_in_this_row", facts)
    facts = {"account": "ann", "row": row, "left_cents": 10_000}
    assert correct(twice, row, because="") == ("deposit/no_reason", facts)
    assert twice.state.accounts["ann"].balance_cents == 10_000


@pytest.mark.clause("nsw-keno", "15(g)")
@pytest.mark.parametrize(("asked", "won"), [(9_799, 0), (9_800, 0), (9_801, 1), (10_400, 600)])
def test_15_g__what_was_deposited_is_withdrawn_before_what_was_won(
    twice: Desk, asked: int, won: int
) -> None:
    """Of $100, $2 was staked and won $6."""
    twice.sell_web(Regular((1,), 200))
    twice.play()
    [event] = twice.do(AskWithdrawal(twice.now, "ann", asked))
    assert (event.withdrawal.cents, event.withdrawal.prize_cents) == (asked, won)
