"""What became of a hall's money: every event that moves some is posted, and only once.

Every other test of this folder holds pools and prizes owed against these books, too.
"""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime
from types import ModuleType
from typing import Any, get_args

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.promotions.commands import PaymentPart
from eyesdown.bingo.promotions.events import WinnerPaid
from eyesdown.ledger.books import shown
from eyesdown.ledger.hall import promotion_postings
from kit.fixtures import NINETY

TOP_OF_T0 = (7, 23, 33, 40, 63)


def read(hall: Any) -> dict[str, Any]:
    """Every balance but the empty ones, as its owner reads it."""
    found = {name: shown(name, value) for name, value in hall.books.balances.items()}
    return {name: value for name, value in found.items() if value}


def won(kit: ModuleType) -> Any:
    """Ann and Bob paid ten dollars each; Ann won a hundred."""
    hall = kit.nz_running(1, "ann", "bob")
    hall.call(*TOP_OF_T0)
    kit.nz_win(hall, "ann")
    hall.ok(cmd.DeclareResult, by="sue")
    return hall


def test_a_prize_is_owed_when_it_is_won_and_gone_when_it_is_paid(kit: ModuleType) -> None:
    hall = won(kit)
    assert read(hall) == {"hall_cash": 2000, "takings/S1": -8000, "hall_prizes": 10000}
    hall.ok(cmd.CloseGame, by="sue")
    hall.ok(cmd.PayPrize, award="S1/1/part series/ann")
    assert read(hall) == {"hall_cash": -8000, "takings/S1": -8000}


def test_a_result_that_falls_owes_nothing(kit: ModuleType) -> None:
    hall = won(kit)
    hall.ok(cmd.CorrectNumber, by="cal", wrong=63, right=36)
    assert read(hall) == {"hall_cash": 2000, "takings/S1": 2000}


def test_money_of_an_invalidated_game_goes_back_but_for_what_is_forfeited(kit: ModuleType) -> None:
    hall = won(kit)
    hall.ok(cmd.RegisterPerson, person="op", role="casino operator", staff=True)
    words = {"by": "op", "cause": "fraud", "person": "bob", "person_kind": "player"}
    hall.ok(cmd.InvalidateGame, affects_outcome=True, forfeit=True, **words)
    assert read(hall) == {"hall_cash": 1000, "hall_own": 1000}


def test_who_shares_is_rounded_up_and_the_operator_adds_it(kit: ModuleType) -> None:
    hall = kit.vic_hall()
    prizes = (cmd.Offer(prize="top line", amount_cents=10001),)
    game = cmd.PlannedGame(game=1, versions=(1,), price_cents=300, prizes=prizes)
    other = cmd.PlannedGame(game=2, versions=(1,), prizes=prizes)
    kit.vic_plan(hall, 1, games=(game, other))
    kit.vic_sell(hall, "ann", "bob")
    kit.vic_start(hall)
    event = ev.PrizeWon(
        at=hall.now,
        session="S1",
        game=1,
        prize="top line",
        place="",
        call=1,
        number=1,
        amount_cents=10001,
        winners=("ann", "bob"),
        share_cents=5001,
        rounding_contribution_cents=1,
        jackpot=False,
    )
    hall.books.post(hall.state, (event,))
    due = {"hall_cash": 600, "takings/S1": 600 - 10001, "hall_own": -1, "hall_prizes": 10002}
    assert read(hall) == due


def test_a_pool_is_fed_and_paid_and_every_way_of_paying_is_its_own(kit: ModuleType) -> None:
    """Two fees of 15 dollars, of which four fifths are the pool's; Bob wins bingo and pool."""
    levels = (cmd.Level(whole_pool=True, numbers_max=90),)
    hall = kit.nsw_running("ann", "bob", games=2, levels=levels)
    assert read(hall) == {"hall_cash": 3000, "takings/S1": 600, "hall_pool/Jack": 2400}
    hall.ok(cmd.Contribute, pool="Jack", amount_cents=100)
    assert read(hall)["hall_own"] == -100
    hall.call(*NINETY["B1"].numbers)
    kit.nsw_win(hall, "bob")
    hall.ok(cmd.DeclareResult, by="sue")
    hall.ok(cmd.CloseGame, by="sue")
    parts = (
        cmd.Part(method="cash", amount_cents=15000),
        cmd.Part(method="casino dollars", amount_cents=5000),
    )
    hall.ok(cmd.PayPrize, award="S1/1/bingo/bob", parts=parts)
    cheque = (cmd.Part(method="cheque", amount_cents=2500),)
    hall.ok(cmd.PayPrize, award="S1/1/jackpot/bob", parts=cheque)
    assert read(hall) == {
        "hall_cash": 3000 - 15000,
        "hall_tokens": 5000,
        "bank": -2500,
        "hall_own": -100,
        "takings/S1": 600 - 20000,
    }


def test_a_promotion_costs_the_operator_its_prizes_of_money() -> None:
    at = datetime(2026, 5, 5)
    paid = PaymentPart(method="EFT", amount_cents=900), PaymentPart(method="cash", amount_cents=100)
    event = WinnerPaid(
        at=at, promotion="P", prize="car", winner="ann", parts=paid, cash_alternative=True
    )
    [group] = promotion_postings(event)
    assert dict(group.lines) == {"hall_own": 1000, "bank": -900, "hall_cash": -100}
    car = WinnerPaid(
        at=at, promotion="P", prize="car", winner="ann", parts=(), cash_alternative=False
    )
    assert promotion_postings(car) == ()


MOVES = {
    ev.CardsSold,
    ev.EntryFeePaid,
    ev.Refunded,
    ev.SumForfeited,
    ev.OperatorContributed,
    ev.PoolCredited,
    ev.PoolDebited,
    ev.PrizeWon,
    ev.PrizePaid,
}
ONLY_SAYS = {
    ev.PrizeRolled: "a promise goes on; a pool that takes it is credited beside it",
    ev.EntryVoided: "what goes back is a refund beside it",
    ev.MustGoSet: "a balance is told",
    ev.GameClosed: "sums are told",
    ev.ReturnReported: "sums are told",
    ev.SessionPlanned: "what is brought forward is told",
    ev.SessionClosed: "a balance is told",
    ev.GameStarted: "a price is told",
}


def test_every_event_that_names_an_amount_is_posted_or_only_says_it() -> None:
    named = {
        kind
        for kind in get_args(ev.Event)
        if any(field.name.endswith("_cents") for field in fields(kind))
    }
    assert named == MOVES | set(ONLY_SAYS)
