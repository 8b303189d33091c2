"""Tills, tender and change, slips, sales taken back (S05), scorecards by count, refunds owed."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim, PayPrize
from eyesdown.bingo.play.commands import EyesDown
from eyesdown.bingo.pools.commands import HoldForPool, OpenPool
from eyesdown.bingo.sales.commands import (
    ChargeAdmission,
    CountTill,
    IssueScorecards,
    OpenTill,
    PayRefund,
    SellCards,
    TakeBackSale,
)
from eyesdown.bingo.session.commands import RegisterPerson
from eyesdown.bingo.trouble.commands import VoidEntry
from eyesdown.bingo.words.parts import Part
from eyesdown.ledger.books import shown
from kit import halls
from kit.hall import Hall


def balance(hall: Hall, account: str) -> Any:
    """An account as its owner reads it."""
    return shown(account, hall.books.balances.get(account, 0))


def selling(**more: Any) -> Hall:
    """A planned session with a pool, a counter whose till Kim has opened with $100."""
    hall = halls.nz_hall()
    hall.ok(RegisterPerson, person="kim", role="employee", staff=True)
    hall.ok(OpenPool, pool="Gold", sequence="Winter")
    pool = {"pool": "Gold", "sequence": "Winter", "pool_games": (2,), "pool_method": "on top"}
    halls.nz_plan(hall, **pool, **more)
    hall.ok(OpenTill, point="counter", by="kim", float_cents=10000)
    return hall


def sell(hall: Hall, **more: Any) -> Any:
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    return hall.ok(SellCards, point="counter", by="kim", **{**words, **more})


@pytest.mark.parametrize(
    ("tender", "tendered", "codes", "change"),
    [
        ("cash", 0, [], 0),
        ("cash", 999, ["tender/too_little"], 0),
        ("cash", 1000, [], 0),
        ("Cash", 1001, [], 1),
        ("card", 1000, [], 0),
        ("card", 1001, ["tender/no_change"], 0),
        ("cheque", 0, ["tender/unknown"], 0),
    ],
)
def test_a_purchase_is_paid_for_by_cash_with_change_or_by_card(
    tender: str, tendered: int, codes: list[str], change: int
) -> None:
    hall = selling()
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    events = hall.do(SellCards, **words, tender=tender, tendered_cents=tendered)
    assert hall.codes(events) == codes
    if not codes:
        assert events[0].change_cents == change


def test_a_till_is_counted_by_what_went_in_and_out_in_cash() -> None:
    hall = selling()
    sell(hall, player="ann", tendered_cents=2000)
    sell(hall, player="bob", tender="card")
    counted = hall.ok(CountTill, point="counter", by="sue", counted_cents=10950)
    assert (counted.person, counted.by) == ("kim", "sue")
    assert (counted.float_cents, counted.expected_cents) == (10000, 11000)
    assert (counted.counted_cents, counted.difference_cents) == (10950, -50)
    assert (counted.card_cents, counted.by_person) == (1000, (("kim", 1000),))
    assert balance(hall, "hall_cash/counter") == 0
    assert balance(hall, "hall_cards/counter") == 1000
    assert balance(hall, "till_difference/counter") == -50
    assert balance(hall, "hall_safe") == 950
    assert hall.no(CountTill, point="counter", by="sue", counted_cents=0) == ["till/not_open"]


@pytest.mark.parametrize(
    ("kind", "words", "code"),
    [
        (OpenTill, {"point": "no", "float_cents": 1}, "point/not_open"),
        (OpenTill, {"point": "counter"}, "till/open"),
        (CountTill, {"point": "no", "counted_cents": 1}, "till/not_open"),
        (CountTill, {"point": "counter", "counted_cents": -1}, "till/negative_amount"),
        (PayRefund, {"refund": "S1/1/ann"}, "payment/nothing_owed"),
    ],
)
def test_a_till_that_is_not_there_or_not_free_is_refused(
    kind: type[Any], words: dict[str, Any], code: str
) -> None:
    hall = selling()
    assert hall.no(kind, by="kim", **words) == [code]


def test_a_float_of_less_than_nothing_is_refused() -> None:
    hall = halls.nz_hall()
    assert hall.no(OpenTill, point="counter", by="kim", float_cents=-1) == ["till/negative_amount"]


def test_a_sale_taken_back_spoils_the_card_and_returns_the_money_from_the_same_till() -> None:
    hall = selling()
    sold = sell(hall, slip="QX7M")
    hall.ok(HoldForPool, game=1, pool="Gold", amount_cents=800)
    sell(hall, player="bob")
    assert hall.this.receipts_cents == 2000
    [taken] = hall.do(TakeBackSale, purchase="QX7M", by="kim", reason="wrong game")
    assert (taken.purchase, taken.cards, taken.paid_cents) == (sold.purchase, (1,), 1000)
    _, debited = hall.do(TakeBackSale, purchase="purchase 2", by="sue", reason="wrong player")
    assert (debited.reason, debited.amount_cents) == ("sale taken back", 800)
    assert hall.this.receipts == {}
    assert hall.state.pools["Gold"].balance_cents == 0
    assert hall.state.pools["Gold"].fed_by("S1", 1) == 0
    assert hall.sitting.holdings == {}
    series = hall.state.series[halls.SERIAL]
    assert (list(series.spoiled), series.is_sold(1)) == ([1, 2], False)
    assert balance(hall, "hall_cash/counter") == 10000
    assert balance(hall, "takings/S1") == 0
    assert sell(hall, player="ann").cards == (3,)


def test_only_what_the_pool_holds_beyond_the_receipts_left_goes_back() -> None:
    hall = selling()
    sell(hall, player="ann")
    sell(hall, player="bob")
    hall.ok(HoldForPool, game=1, pool="Gold", amount_cents=1500)
    events = hall.do(TakeBackSale, purchase="purchase 1", by="kim", reason="twice")
    assert [event.amount_cents for event in events[1:]] == [500]
    assert hall.state.pools["Gold"].fed_by("S1", 1) == 1000


def test_a_sale_is_taken_back_by_its_seller_or_a_supervisor_once_before_eyes_down() -> None:
    hall = selling()
    sell(hall, player="ann")
    sell(hall, player="bob", game=2)
    words = {"purchase": "purchase 1", "reason": "mistake"}
    assert hall.no(TakeBackSale, by="cal", **words) == ["purchase/not_yours"]
    assert hall.no(TakeBackSale, by="kim", **{**words, "purchase": "no"}) == ["purchase/unknown"]
    halls.nz_start(hall)
    hall.ok(EyesDown, by="cal")
    assert hall.no(TakeBackSale, by="kim", **words) == ["purchase/in_play"]
    words["purchase"] = "purchase 2"
    hall.ok(TakeBackSale, by="sue", **words)
    assert hall.no(TakeBackSale, by="sue", **words) == ["purchase/taken_back"]


def test_a_sale_is_not_taken_back_once_a_number_is_out() -> None:
    hall = selling()
    sell(hall, player="ann")
    halls.nz_start(hall)
    hall.call(1)
    words = {"purchase": "purchase 1", "reason": "mistake"}
    assert hall.no(TakeBackSale, by="sue", **words) == ["purchase/in_play"]


def test_a_slip_names_the_player_of_a_claim() -> None:
    hall = selling()
    sell(hall, slip="QX7M")
    halls.nz_start(hall)
    hall.call(*halls.TICKETS["T0"].lines[0])
    assert hall.no(Claim, slip="QX7X") == ["slip/not_theirs"]
    assert hall.no(Claim, slip="QX7M", player="bob") == ["slip/not_theirs"]
    assert hall.ok(Claim, slip="QX7M").player == "purchase 1"


def entered() -> Hall:
    """A hall in New South Wales where Ann is a member and the till is open."""
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    hall.ok(OpenTill, point="station 1", by="dan", float_cents=0)
    return hall


def test_a_fee_and_its_scorecards_are_taken_back_in_turn() -> None:
    hall = entered()
    fee = {"amount_cents": 1500, "point": "station 1", "by": "dan"}
    hall.ok(ChargeAdmission, player="ann", slip="F1", tendered_cents=2000, **fee)
    issue = {"serial": halls.NSW_SERIAL, "point": "station 1", "by": "dan"}
    issued = hall.ok(IssueScorecards, player="ann", count=1, slip="C1", **issue)
    assert (issued.cards, issued.purchase) == ((1,), "purchase 2")
    taken = {"by": "dan", "reason": "wrong person"}
    assert hall.no(TakeBackSale, purchase="F1", **taken) == ["purchase/cards_out"]
    hall.ok(TakeBackSale, purchase="C1", **taken)
    hall.ok(TakeBackSale, purchase="F1", **taken)
    assert (hall.sitting.fees, hall.state.pools["Jack"].balance_cents) == ({}, 0)
    assert balance(hall, "hall_cash/station 1") == 0
    hall.ok(ChargeAdmission, player="ann", **fee)
    assert hall.ok(IssueScorecards, player="ann", count=1, **issue).cards == (2,)
    assert hall.no(IssueScorecards, player="ann", count=1, **issue) == ["sale/no_cards"]


def test_a_scorecard_is_issued_once_however_often_it_is_named() -> None:
    hall = entered()
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500, point="station 1", by="dan")
    issue = {"player": "ann", "serial": halls.NSW_SERIAL, "point": "station 1", "by": "dan"}
    assert hall.no(IssueScorecards, cards=(1, 1), **issue) == ["sale/no_cards"]
    assert hall.ok(IssueScorecards, cards=(1, 2), **issue).cards == (1, 2)
    assert hall.differences() == []


def test_scorecards_by_count_are_the_next_over_all_stations() -> None:
    hall = entered()
    for player in ("ann", "bob"):
        hall.ok(ChargeAdmission, player=player, amount_cents=1500, point="station 1", by="dan")
    issue = {"serial": halls.NSW_SERIAL, "count": 1}
    assert hall.ok(IssueScorecards, player="ann", point="station 1", **issue).cards == (1,)
    assert hall.ok(IssueScorecards, player="bob", point="station 2", **issue).cards == (2,)


def test_a_refund_is_owed_until_a_till_pays_it() -> None:
    hall = entered()
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500, point="station 1", by="dan")
    hall.ok(VoidEntry, player="ann", by="sue")
    assert balance(hall, "hall_refunds") == 1500
    pay = {"refund": "S1/0/ann", "by": "dan"}
    assert hall.no(PayRefund, point="no", **pay) == ["point/not_open"]
    assert hall.no(PayRefund, tender="cheque", **pay) == ["tender/unknown"]
    hall.ok(PayRefund, point="station 1", **pay)
    assert (balance(hall, "hall_refunds"), balance(hall, "hall_cash/station 1")) == (0, 0)
    counted = hall.ok(CountTill, point="station 1", by="dan", counted_cents=0)
    assert counted.difference_cents == 0


def test_a_prize_leaves_the_till_that_pays_it_as_far_as_it_is_cash() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.ok(OpenTill, point="station 1", by="dan", float_cents=20000)
    halls.nsw_bingo(hall)
    halls.finish(hall)
    parts = (
        Part(method="cash", amount_cents=15000),
        Part(method="casino dollars", amount_cents=5000),
    )
    pay = {"award": "S1/1/bingo/bob", "by": "dan", "parts": parts}
    assert hall.no(PayPrize, point="no", **pay) == ["point/not_open"]
    assert hall.ok(PayPrize, point="station 1", **pay).point == "station 1"
    assert hall.ok(CountTill, point="station 1", by="dan", counted_cents=0).expected_cents == 5000


@pytest.mark.parametrize(("counted", "over"), [(10_999, -1), (11_000, 0), (11_001, 1)])
def test_what_is_over_or_short_in_a_till_is_booked_to_the_cent(counted: int, over: int) -> None:
    hall = selling()
    sell(hall, player="ann")
    event = hall.ok(CountTill, point="counter", by="sue", counted_cents=counted)
    assert (event.expected_cents, event.difference_cents) == (11_000, over)
    assert balance(hall, "till_difference/counter") == over
    assert balance(hall, "hall_cash/counter") == 0
    assert balance(hall, "hall_safe") == counted - 10_000


@pytest.mark.parametrize(("float_cents", "expected"), [(15_001, 1), (15_000, 0), (14_999, -1)])
def test_a_till_may_have_paid_out_more_than_it_had(float_cents: int, expected: int) -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.ok(OpenTill, point="station 1", by="dan", float_cents=float_cents)
    before = balance(hall, "hall_cash/station 1")
    halls.nsw_bingo(hall)
    halls.finish(hall)
    parts = (
        Part(method="cash", amount_cents=15000),
        Part(method="casino dollars", amount_cents=5000),
    )
    hall.ok(PayPrize, point="station 1", award="S1/1/bingo/bob", by="dan", parts=parts)
    counted = hall.ok(CountTill, point="station 1", by="dan", counted_cents=0)
    assert (counted.expected_cents, counted.difference_cents) == (expected, -expected)
    assert balance(hall, "till_difference/station 1") == -expected
    assert balance(hall, "hall_cash/station 1") == before - float_cents
