"""What became of a hall's money: every event that moves some is posted, and only once.

Every other test of this folder holds pools and prizes owed against these books, too.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, get_args

import pytest

from eyesdown.bingo.claims.commands import CloseGame, DeclareResult, PayPrize
from eyesdown.bingo.claims.events import GameClosed, PrizePaid
from eyesdown.bingo.events import Event
from eyesdown.bingo.play.commands import CorrectNumber
from eyesdown.bingo.play.events import GameStarted
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.pools.events import (
    MustGoSet,
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PrizeRolled,
    PrizeWon,
)
from eyesdown.bingo.promotions.commands import PaymentPart
from eyesdown.bingo.promotions.events import WinnerPaid
from eyesdown.bingo.sales.commands import PayRefund
from eyesdown.bingo.sales.events import (
    CardsSold,
    EntryFeePaid,
    RefundPaid,
    SaleTakenBack,
    TillCounted,
    TillOpened,
)
from eyesdown.bingo.session.commands import CloseSession, RegisterPerson
from eyesdown.bingo.session.events import (
    ProgrammeAmended,
    ReturnReported,
    SessionArchived,
    SessionClosed,
    SessionPlanned,
)
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.bingo.trouble.events import EntryVoided, Refunded, SumForfeited
from eyesdown.bingo.words.parts import Level, Offer, Part, PlannedGame
from eyesdown.ledger.books import shown
from eyesdown.ledger.hall import promotion_postings
from kit import halls
from kit.fixtures import NINETY

TOP_OF_T0 = (7, 23, 33, 40, 63)


def read(hall: Any) -> dict[str, Any]:
    """Every balance but the empty ones, as its owner reads it."""
    found = {name: shown(name, value) for name, value in hall.books.balances.items()}
    return {name: value for name, value in found.items() if value}


def won() -> Any:
    """Ann and Bob paid ten dollars each; Ann won a hundred."""
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(*TOP_OF_T0)
    halls.nz_win(hall, "ann")
    hall.ok(DeclareResult, by="sue")
    return hall


def test_a_prize_is_owed_when_it_is_won_and_gone_when_it_is_paid() -> None:
    hall = won()
    assert read(hall) == {"hall_cash": 2000, "takings/S1": -8000, "hall_prizes": 10000}
    hall.ok(CloseGame, by="sue")
    hall.ok(PayPrize, award="S1/1/part series/ann")
    assert read(hall) == {"hall_cash": -8000, "takings/S1": -8000}


def test_a_result_that_falls_owes_nothing() -> None:
    hall = won()
    hall.ok(CorrectNumber, by="cal", wrong=63, right=36)
    assert read(hall) == {"hall_cash": 2000, "takings/S1": 2000}


def test_money_of_an_invalidated_game_goes_back_but_for_what_is_forfeited() -> None:
    hall = won()
    hall.ok(RegisterPerson, person="op", role="casino operator", staff=True)
    words = {"by": "op", "cause": "fraud", "person": "bob", "person_kind": "player"}
    hall.ok(InvalidateGame, affects_outcome=True, forfeit=True, **words)
    assert read(hall) == {"hall_cash": 2000, "hall_refunds": 1000, "hall_own": 1000}
    hall.ok(PayRefund, refund="S1/1/ann", by="sue")
    assert read(hall) == {"hall_cash": 1000, "hall_own": 1000}
    assert hall.no(PayRefund, refund="S1/1/ann", by="sue") == ["payment/nothing_owed"]


@pytest.mark.parametrize("cents", [9_999, 10_000, 10_001])
def test_at_the_close_the_takings_become_the_operators_own(cents: int) -> None:
    """One card is sold, and one prize of a hundred dollars is won."""
    hall = halls.nz_hall()
    halls.nz_plan(hall, price_cents=cents, session_price_cents=2 * cents)
    halls.nz_sell(hall, "ann", paid_cents=cents)
    assert read(hall) == {"hall_cash": cents, "takings/S1": cents}
    halls.nz_start(hall)
    hall.call(*TOP_OF_T0)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    hall.ok(InvalidateGame, game=2, by="sue", cause="fire")
    hall.ok(CloseSession, by="sue")
    left = {"hall_own": cents - 10_000} if cents != 10_000 else {}
    assert read(hall) == {"hall_cash": cents, "hall_prizes": 10_000, **left}


def test_who_shares_is_rounded_up_and_the_operator_adds_it() -> None:
    hall = halls.vic_hall()
    prizes = (Offer(prize="top line", amount_cents=10001),)
    game = PlannedGame(game=1, versions=(1,), price_cents=300, prizes=prizes)
    other = PlannedGame(game=2, versions=(1,), prizes=prizes)
    halls.vic_plan(hall, 1, games=(game, other))
    halls.vic_sell(hall, "ann", "bob")
    halls.vic_start(hall)
    event = PrizeWon(
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


def test_a_pool_is_fed_and_paid_and_every_way_of_paying_is_its_own() -> None:
    """Two fees of 15 dollars, of which four fifths are the pool's; Bob wins bingo and pool."""
    levels = (Level(whole_pool=True, numbers_max=90),)
    hall = halls.nsw_running("ann", "bob", games=2, levels=levels)
    assert read(hall) == {
        "hall_cash/station 1": 3000,
        "takings/S1": 600,
        "hall_pool/Jack": 2400,
    }
    hall.ok(Contribute, pool="Jack", amount_cents=100)
    assert read(hall)["hall_own"] == -100
    hall.call(*NINETY["B1"].numbers)
    halls.nsw_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    hall.ok(CloseGame, by="sue")
    parts = (
        Part(method="cash", amount_cents=15000),
        Part(method="casino dollars", amount_cents=5000),
    )
    hall.ok(PayPrize, award="S1/1/bingo/bob", parts=parts, point="station 1", by="dan")
    cheque = (Part(method="cheque", amount_cents=2500),)
    hall.ok(PayPrize, award="S1/1/jackpot/bob", parts=cheque)
    assert read(hall) == {
        "hall_cash/station 1": 3000 - 15000,
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
    assert dict(group.lines) == {"hall_promotion/P": 1000, "bank": -900, "hall_cash": -100}
    car = WinnerPaid(
        at=at, promotion="P", prize="car", winner="ann", parts=(), cash_alternative=False
    )
    assert promotion_postings(car) == ()


MOVES = {
    CardsSold,
    EntryFeePaid,
    Refunded,
    SumForfeited,
    OperatorContributed,
    PoolCredited,
    PoolDebited,
    PrizeWon,
    PrizePaid,
    SaleTakenBack,
    RefundPaid,
    TillOpened,
    TillCounted,
    SessionClosed,
}
ONLY_SAYS = {
    PrizeRolled: "a promise goes on; a pool that takes it is credited beside it",
    EntryVoided: "what goes back is a refund beside it",
    MustGoSet: "a balance is told",
    GameClosed: "sums are told",
    ReturnReported: "sums are told",
    ProgrammeAmended: "what is brought forward is told",
    SessionArchived: "sums are told",
    SessionPlanned: "what is brought forward is told",
    GameStarted: "a price is told",
}


def test_every_event_that_names_an_amount_is_posted_or_only_says_it() -> None:
    named = {
        kind
        for kind in get_args(Event)
        if any(name.endswith("_cents") for name in kind.__struct_fields__)
    }
    assert named == MOVES | set(ONLY_SAYS)
