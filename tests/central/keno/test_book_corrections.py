"""A mistake in the books stays where it is; what corrects it is a new row that points at it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import LineRow
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.office.commands import (
    AcceptTerms,
    CorrectDeposit,
    Deposit,
    LogIn,
    OpenAccount,
    SetPlayLimit,
    Withdraw,
)
from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.people import DepositBooked
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.players.limits import Measure, Span
from eyesdown.rulebook.keno_words import Channel, Method, Tender
from kit.night import PLACES, Night

clause = pytest.mark.clause("nsw-keno", "2:Subscriber Account")


@pytest.fixture
def night() -> Night:
    """Ann has had the same $50 booked twice."""
    night = Night(MemoryStore())
    night.work()
    for name in ("ann", "bob"):
        night.ask(OpenAccount(night.now, name, name.title(), date(1990, 1, 1)))
    for command in (
        AcceptTerms(night.now, "ann", "t-1"),
        LogIn(night.now, "ann", password_right=True),
    ):
        night.ask(command)
    night.ask(SetPlayLimit(night.now, "ann", Measure.DEPOSIT, Span.DAY, 10_000))
    for _ in range(2):
        night.ask(Deposit(night.now, "ann", 5_000))
    return night


def correct(night: Night, row: int, account: str = "ann", because: str = "keyed twice") -> Any:
    [event] = night.ask(CorrectDeposit(night.now, account, row, because, by="otto"))
    return [bad.code for bad in event.refusals] if isinstance(event, Refused) else event


def balance(night: Night) -> int:
    return night.site.state.keno.accounts["ann"].balance_cents


@clause
def test_a_deposit_is_taken_back_by_a_row_that_points_at_it(night: Night) -> None:
    row = night.store.head().seq
    assert correct(night, row).deposited_at == night.now
    assert balance(night) == 5_000
    lines = [LineRow(*line) for line in night.store.dump("lines")]
    wrong = {line.account: line.cents for line in lines if line.seq == row}
    undone = [line for line in lines if line.corrects_seq is not None]
    assert {line.account: -line.cents for line in undone} == wrong == {"bank": 5_000, ANN: -5_000}
    assert {(line.corrects_seq, line.corrects_grp) for line in undone} == {(row, 0)}
    verify_journal(night.machine, night.store, decide_again=True)
    assert correct(night, row) == ["deposit/corrected_already"]
    assert balance(night) == 5_000


ANN = "subscriber/ann"


@clause
def test_what_was_never_deposited_makes_room_under_a_limit(night: Night) -> None:
    full = night.ask(Deposit(night.now, "ann", 100))[0]
    assert isinstance(full, Refused)
    correct(night, night.store.head().seq - 1)
    assert not isinstance(night.ask(Deposit(night.now, "ann", 5_000))[0], Refused)


@clause
def test_only_the_deposit_of_that_row_and_only_what_is_left_of_it(night: Night) -> None:
    row = night.store.head().seq
    for odd in (0, -5, row - 2, row + 1, 10**11):
        assert correct(night, odd) == ["deposit/not_in_this_row"]
    assert correct(night, row, account="bob") == ["deposit/not_in_this_row"]
    assert correct(night, row, because="") == ["deposit/no_reason"]
    night.ask(Withdraw(night.now, "ann", 5_001))
    assert correct(night, row) == ["deposit/spent"]
    assert balance(night) == 4_999


@clause
def test_what_somebody_won_is_his(night: Night) -> None:
    """He staked $80 of $100; what is left of the deposits is less than one of them."""
    row = night.store.head().seq
    ask = sale(night.now, "W1", PLACES[0], Ask((Regular((1,), 8_000),), 1, 8_000))
    entry = replace(
        ask.entry, channel=Channel.INTERNET, method=Method.INTERNET, account="ann", terminal=""
    )
    paid = (Tendered(Tender.ACCOUNT, 8_000),)
    sold = replace(ask, entry=replace(entry, writer=""), tenders=paid, confirmed=True)
    assert not isinstance(night.ask(sold)[0], Refused)
    ann = night.site.state.keno.accounts["ann"]
    won = replace(ann, balance_cents=26_000, prize_cents=24_000)
    night.site.state.keno.accounts["ann"] = won
    assert correct(night, row) == ["deposit/spent"]


def test_what_stands_in_the_row_is_not_the_offices_to_say(night: Night) -> None:
    said = DepositBooked(night.now - timedelta(days=1), "ann", 9_000)
    asked = CorrectDeposit(night.now, "ann", 1, "mine", kept=said)
    [event] = night.ask(asked)
    assert isinstance(event, Refused)
    assert [role for role in KenoRole if CorrectDeposit in ALLOWED[role]] == [KenoRole.OFFICE]
