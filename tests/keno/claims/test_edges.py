"""Corners that no single clause owns."""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.keno.bets.bet import HeadsOrTails, Keno2, LetItRun, Regular
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.settle import settle
from eyesdown.keno.commands import (
    CloseDay,
    CloseGame,
    IssuePrepaidVoucher,
    IssueReceipt,
    LodgeClaimForm,
    OpenDay,
    PayClaimForm,
    RedeemReceipt,
    RefundVoucher,
    SellGiftVoucher,
    SettleGame,
)
from eyesdown.keno.games.settle import Played, may_win
from eyesdown.keno.office.commands import ApprovePrize, FlexContribution, GuaranteeJackpot
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entries import Entry
from eyesdown.keno.words.money import group
from eyesdown.keno.words.records import Sold
from eyesdown.keno.words.tenders import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import (
    Category,
    DrawSite,
    Form,
    FormReason,
    Method,
    Payout,
    Tender,
)
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.dates import days_after, months_after

TAILS = tuple(range(61, 81))


def test_a_group_that_does_not_balance_is_our_bug() -> None:
    with pytest.raises(AssertionError):
        group(("player", -100), ("fund", Fraction(299, 3)))
    assert group(("a", Fraction(1, 3)), ("b", Fraction(2, 3)), ("c", -1))[2].cents == -1
    assert group(("a", 5), ("a", -5)) == ()


def test_dates_end_with_the_calendar() -> None:
    assert months_after(date(9999, 3, 1), 12) == date.max
    assert days_after(date(9999, 12, 30), 7) == date.max


def test_a_guarantee_may_be_paid_from_promotional_money(desk: Any) -> None:
    """Decision M35: from the account it names, while that holds enough."""
    today = date(2024, 5, 1)
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), today, today))
    desk.do(GuaranteeJackpot(desk.now, "regular/8", 2_500_500, today, today, True))
    desk.sell(Regular((41, 42, 43), 100_000))
    desk.play()
    held = desk.purse("fund:promotion:I")
    desk.sell(Regular(tuple(range(1, 9)), 100))
    settled = desk.play()[0]
    top_up = 2_500_500 - 2_500_000 - 10
    assert settled.jackpots[0].guarantee_cents == top_up
    assert settled.jackpots[0].guarantee_from == "fund:promotion:I"
    grown = Fraction(375, 100)  # the winner's own dollar fed the sub-account, too
    assert desk.purse("fund:promotion:I") == held + grown - top_up
    assert desk.purse("licensees:guarantees") == 0
    desk.do(GuaranteeJackpot(desk.now, "regular/8", 9_000_000, today, today, True))
    desk.sell(Regular(tuple(range(1, 9)), 100))
    assert desk.play()[0].jackpots[0].guarantee_from == "licensees:guarantees"


def test_a_bonus_prize_outside_its_hour_is_not_won(desk: Any) -> None:
    desk.do(
        ApprovePrize(
            at=desk.now,
            prize="late show",
            bonus=True,
            cents=1_000,
            approval="B",
            form="regular",
            spots=3,
            caught=3,
            from_at=datetime(2024, 5, 1, 20),
            to_at=datetime(2024, 5, 1, 21),
        )
    )
    desk.sell(Regular((1, 2, 3), 100))
    assert desk.play()[0].extras == ()


def test_an_excluded_entry_gives_vouchers_back_and_receipts_in_cash(desk: Any) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 400, 400))
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 600))
    paid = (Tendered(Tender.GIFT_VOUCHER, 400, "G1"), Tendered(Tender.CASH_VOUCHER, 600, "D1"))
    desk.do(desk.sale(desk.entry(Regular((1, 2), 1_000)), *paid, delivered=False))
    before = desk.purse("player")
    desk.do(CloseGame(desk.tick()))
    assert desk.state.documents["G1"].state is DocumentState.ACTIVE
    assert desk.state.documents["D1"].state is DocumentState.USED
    assert desk.purse("player") - before == 600


def test_used_paper_is_worth_nothing(desk: Any) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 600))
    again = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 600)
    assert desk.refused(again) == [("receipt/serial", "2:Cash Voucher")]
    taken = {"change_as": Tender.CASH_VOUCHER, "change_serial": "D1"}
    sale = desk.sale(desk.entry(), Tendered(Tender.CASH, 500), **taken)
    assert desk.refused(sale) == [("receipt/serial", "2:SST Receipt")]
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, "D1", "Bea"))
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("claim_form/not_satisfied", "17(b)")]
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 400, 400))
    voucher = Tendered(Tender.GIFT_VOUCHER, 400, "G1")
    desk.do(desk.sale(desk.entry(Regular((1, 2), 400)), voucher))
    refund = RefundVoucher(desk.now, "G1", "club", validated=True, operator_at_fault=True)
    assert desk.refused(refund) == [("refund/not_validated", "17(c)")]


def test_a_lost_jackpot_ticket_still_needs_verifying(desk: Any) -> None:
    entry = desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, entry.serial, "Bea"))
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("jackpot/not_verified", "10(a)")]


def test_results_are_let_go_with_the_next_day(desk: Any) -> None:
    desk.play(then_open=False)
    for day in (2, 3):
        desk.do(CloseDay(desk.now))
        desk.now = datetime(2024, 5, day, 9)
        desk.do(OpenDay(desk.now))
        desk.open_game()
        desk.play(then_open=False)
    assert sorted(desk.state.games) == [1, 2]
    desk.do(CloseDay(desk.now))
    assert sorted(desk.state.games) == [2]


def test_a_web_let_it_run_carries_without_commission(desk: Any) -> None:
    desk.account()
    web = desk.web_entry(LetItRun(("heads", "heads"), 1_000))
    desk.do(desk.web_sale(web))
    settled = desk.play()[0]
    assert settled.carried[0].carry.commission_cents == 0
    desk.play()
    assert desk.state.accounts["ann"].balance_cents == 10_000 - 1_000 + 4_000


@pytest.mark.parametrize(
    ("stake", "refused"),
    [(24_900, []), (25_000, []), (25_100, [("entry/above_self_service_maximum", "9(c):max SST")])],
)
def test_a_self_service_terminal_sells_up_to_its_maximum(
    desk: Any, stake: int, refused: list[Any]
) -> None:
    bet = Regular((1, 2), stake)
    for more in ({"method": Method.SST}, {"method": Method.FORM}):
        entry = desk.entry(bet, terminal="club-sst", **more)
        assert desk.refused(desk.sale(entry)) == refused
    assert desk.refused(desk.sale(desk.entry(bet))) == []


def test_only_gift_vouchers_are_refunded(desk: Any) -> None:
    desk.do(IssuePrepaidVoucher(desk.now, "P1", "club", Form.REGULAR, 400))
    ask = RefundVoucher(desk.now, "P1", "club", validated=True)
    assert desk.refused(ask) == [("refund/not_a_gift_voucher", "17(c)")]
    again = IssuePrepaidVoucher(desk.now, "P1", "club", Form.BONUS, 400)
    assert desk.refused(again) == [
        ("voucher/no_such_game", "2:Prepaid Voucher"),
        ("voucher/serial", "2:Prepaid Voucher"),
    ]


def test_one_forecast_of_heads_or_tails_a_game_on_an_entry(desk: Any) -> None:
    two = desk.entry(HeadsOrTails("heads", 100), HeadsOrTails("tails", 100))
    assert desk.refused(desk.sale(two)) == [("heads_or_tails/several_selections", "7(c)")]


def test_an_undrawn_game_does_not_settle(desk: Any) -> None:
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    for game in (0, 1, 9):
        assert desk.refused(SettleGame(desk.now, game)) == [("settle/not_next", "14(a)")]


def test_a_session_pays_only_what_was_claimed_in_it(desk: Any) -> None:
    """A ticket may have a prize waiting in one session while another is paid."""
    entry = desk.sell(Regular(tuple(range(1, 9)), 100), games=2)
    desk.play()
    desk.do(desk.claim(entry, session="first"))
    desk.play()
    desk.do(desk.claim(entry, session="second"))
    first, second = desk.state.sessions["first"], desk.state.sessions["second"]
    assert first.lodged == ((entry.serial, 0),)
    assert second.lodged == ((entry.serial, 1),)
    assert desk.refused(desk.pay("second"))[0] == ("jackpot/not_verified", "10(a)")


def test_a_web_entry_may_have_no_venue(desk: Any) -> None:
    desk.account()
    web = replace(desk.web_entry(Regular((41,), 100)), venue="")
    assert desk.refused(desk.web_sale(web)) == []
    stray = replace(desk.web_entry(Regular((41,), 100)), venue="v99")
    assert desk.refused(desk.web_sale(stray)) == [("venue/not_appointed", "2:Venue")]
    assert desk.play(TAILS)[0].prizes == ()


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_a_bet_that_is_not_worth_settling_wins_nothing(seed: int) -> None:
    """The short cut of settlement against the plain reckoning of every bet."""
    dice = random.Random(seed)
    book = open_on(date(2024, 5, 1))
    draw = draw_of(book, dice.sample(range(1, 81), 20))
    for _ in range(20):
        spots = tuple(dice.sample(range(1, 81), dice.choice(book.figures.spot_counts)))
        results = ("heads", "tails", "evens")
        bet = dice.choice(
            [Regular(spots, 100), Keno2(spots, 200), HeadsOrTails(dice.choice(results), 100)]
        )
        entry = Entry("S1", (bet,), 1, "venue", Method.FORM, "club")
        state = KenoState()
        state.sold["S1"] = Sold(
            entry, datetime(2024, 5, 1), DrawSite.CENTRAL, date(2024, 5, 1), 0, 100, (), ()
        )
        worth = may_win(book, state, Played("S1", 0, bet), draw)
        assert worth is (settle(book, bet, draw).prize_cents > 0)
