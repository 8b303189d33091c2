"""Where a cent could go astray: turns of tickets, vouchers and stakes that are taken rarely."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Combination, HeadsOrTails, LetItRun, Prepick, Regular
from eyesdown.keno.commands import (
    CancelEntry,
    CloseGame,
    CollectByRunner,
    Disqualify,
    IssueReceipt,
    LodgeClaimForm,
    PayClaimForm,
    RedeemReceipt,
    RefundVoucher,
    SellGiftVoucher,
    SettleGame,
)
from eyesdown.keno.evolve import evolve
from eyesdown.keno.office.commands import Deposit
from eyesdown.keno.sales.evolve import evolve_sale
from eyesdown.keno.state.carry_room import kept_free
from eyesdown.keno.state.payable import check_of, needs_verifying, parlay_available
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.tenders import DocumentState, Tendered
from eyesdown.rulebook.keno_words import Form, FormReason, Ground, Payout, Tender
from eyesdown.rulebooks.nsw_keno.c11_cancellations import cancelled_before_close, drawn_games_stay

clause = pytest.mark.clause
PICK = (1, 2, 3)


@clause("nsw-keno", "17(b)")
def test_17_b__a_claim_form_takes_no_ticket_that_still_plays(desk: Any) -> None:
    entry = desk.sell(Regular(PICK, 100), games=2)
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, entry.serial, "Bea"))
    [paid] = desk.do(PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid"))
    assert paid.cents == 4_400
    assert desk.state.sold[entry.serial].ticket == entry.serial


@clause("nsw-keno", "17(c)")
def test_17_c__a_receipt_is_redeemed_and_not_refunded(desk: Any) -> None:
    change = {"change_as": Tender.CASH_VOUCHER, "change_serial": "D1"}
    desk.do(desk.sale(desk.entry(), Tendered(Tender.CASH, 500), **change))
    refund = RefundVoucher(desk.now, "D1", "club", validated=True, operator_at_fault=True)
    assert desk.refused(refund)[0] == ("refund/not_validated", "17(c)")


def test_a_ticket_handed_in_for_two_sessions_is_taken_once(desk: Any) -> None:
    entry = desk.sell(Regular(PICK, 100), games=2)
    desk.play()
    desk.do(desk.claim(entry, "c-1"))
    desk.play()
    desk.do(desk.claim(entry, "c-2"))
    for session in ("c-1", "c-2"):
        assert desk.refused(desk.pay(session)) == []
    assert desk.shelf.handed_in == {entry.serial: ""}


def test_the_short_way_of_an_accepted_entry_is_the_long_way(desk: Any) -> None:
    desk.sell(Regular(PICK, 100), games=2)
    [sold] = [event for event in desk.journal if type(event).__name__ == "EntryAccepted"]
    short, long = KenoState(), KenoState()
    evolve(short, sold)
    evolve_sale(long, sold)
    assert short.sold == long.sold
    assert short.totals == long.totals


def test_the_room_of_a_series_is_for_its_very_next_forecast(desk: Any) -> None:
    desk.sell(LetItRun(("heads", "tails", "heads"), 100))
    room = {result: kept_free(desk.book, desk.state, 1, result) for result in ("heads", "tails")}
    assert room == {"heads": 0, "tails": 200}


def test_the_room_of_a_series_is_halved_by_the_bonus_of_the_next_game(desk: Any) -> None:
    """At the most ten times $2, half of which buys Keno Bonus again."""
    desk.sell(LetItRun(("heads", "heads", "tails"), 100, bonus_games=2))
    assert kept_free(desk.book, desk.state, 1, "heads") == 1_000


@clause("nsw-keno", "11(c)", "2:Let it Run:carry")
def test_T04__a_prize_is_paid_where_the_next_game_was_cancelled(desk: Any) -> None:
    entry = desk.sell(LetItRun(("heads", "heads", "heads"), 1_000), Regular(PICK, 100))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    assert desk.refused(CancelEntry(desk.now, entry.serial, session="x-1", venue="club")) == []
    desk.draw(0)
    [settled] = desk.do(SettleGame(desk.now, 0))
    assert (settled.carried, settled.ended) == ((), (entry.serial,))
    assert [(line.line, line.cents) for line in settled.prizes[0].lines] == [(1, 4_400), (0, 2_000)]


def test_the_largest_jackpot_of_a_combination_is_kept(desk: Any) -> None:
    """Eight Spots drawn win the jackpot of eight, and eight times that of seven."""
    eight = tuple((spot,) for spot in range(1, 9))
    desk.sell(Combination("regular", eight, (7, 8), 100))
    [settled] = desk.play()
    [prize] = settled.prizes
    assert (prize.cents, prize.largest_jackpot_cents) == (6_500_090, 2_500_010)


@clause("nsw-keno", "2:Cash Voucher")
@pytest.mark.parametrize(("cents", "issued"), [(-1, False), (0, False), (1, True)])
def test_2_Cash_Voucher__is_worth_something(desk: Any, cents: int, issued: bool) -> None:
    ask = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", cents)
    assert desk.refused(ask) == ([] if issued else [("receipt/amount", "2:Cash Voucher")])


def test_an_entry_is_for_one_game_at_the_least(desk: Any) -> None:
    none = desk.entry(Regular(PICK, 100), games=0)
    assert ("entry/games", "2:Multi-Game") in desk.refused(desk.sale(none))


@clause("nsw-keno", "9(h)(ii)")
def test_9_h__each_game_of_a_prepick_counts_its_own_forecast(desk: Any) -> None:
    desk.sell(HeadsOrTails("tails", 100), games=2)
    desk.state.totals[1].by_result["tails"] = desk.book.figures.aggregate_max_cents["tails"] - 100
    ask = desk.entry(Prepick(("heads", "tails"), 100))
    assert desk.refused(desk.sale(ask)) == []
    ask = desk.entry(Prepick(("heads", "tails"), 100))
    assert desk.refused(desk.sale(ask)) == [("aggregate/full", "9(h)(ii)")]


def test_a_ticket_prints_twelve_signs_of_its_check(desk: Any) -> None:
    assert len(check_of(desk.entry())) == 12


def test_no_till_is_noted_that_is_at_no_venue(desk: Any) -> None:
    desk.account()
    desk.do(desk.web_sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()
    assert "" not in desk.state.besides_cents
    assert all(desk.state.besides_cents.values())


@clause("nsw-keno", "11(c)")
def test_11_c__one_game_drawn_of_several_is_enough_to_be_over(desk: Any) -> None:
    asked = {"games": 2, "drawn_games": 1, "closed_games": 0, "open_games": 0}
    found = drawn_games_stay(SimpleNamespace(**asked))
    assert (found.code, dict(found.facts)) == ("cancel/all_drawn", {"drawn_games": 1})
    assert cancelled_before_close(SimpleNamespace(**asked)) is None


@clause("nsw-keno", "10(a)")
def test_10_a__the_largest_jackpot_of_a_session_is_the_one_that_waits(desk: Any) -> None:
    small = desk.sell(Regular(PICK, 100))
    large = desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.play()
    for entry in (small, large):
        assert desk.refused(desk.claim(entry, "c-1")) == []
    assert needs_verifying(desk.state, desk.state.sessions["c-1"]) == 2_500_010
    assert parlay_available(desk.book, desk.state, "c-1") == 0
    assert parlay_available(desk.book, desk.state, "c-2") == 0


@clause("nsw-keno", "11(d)")
def test_T05__a_carry_that_comes_back_to_an_account_was_won(desk: Any) -> None:
    """$44 won, $10 of it staked and doubled; $100 put in meanwhile stay what they are."""
    desk.account(cents=100)
    desk.do(desk.web_sale(desk.web_entry(Regular(PICK, 100))))
    desk.play()
    web = desk.web_entry(LetItRun(("heads", "heads", "heads"), 1_000))
    desk.do(desk.web_sale(web))
    desk.do(Deposit(desk.now, "ann", 10_000))
    desk.play()
    cancel = CancelEntry(desk.now, web.serial, session="", venue="", location="club floor")
    assert desk.refused(cancel) == []
    account = desk.state.accounts["ann"]
    assert (account.balance_cents, account.prize_cents) == (15_400, 5_400)


@clause("nsw-keno", "11(a)(v)")
def test_11_a_v__an_entry_without_a_receipt_can_be_cancelled_before_its_first_game(
    desk: Any,
) -> None:
    entry = desk.entry(Regular(PICK, 100), games=2)
    desk.do(desk.sale(entry, delivered=False))
    cancel = CancelEntry(desk.now, entry.serial, session="x", venue="club")
    [cancelled] = desk.do(cancel)
    assert (cancelled.refund_cents, cancelled.gross_cents) == (200, 0)


@clause("nsw-keno", "11(c)")
def test_11_c__games_after_the_last_of_an_entry_are_not_counted(desk: Any) -> None:
    """Both its games are drawn; that a later one is closed and not drawn is nothing to it."""
    entry = desk.sell(Regular((71, 72, 73), 100), games=2)
    desk.play()
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.draw(1)
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    cancel = CancelEntry(desk.now, entry.serial, session="x", venue="club")
    assert desk.refused(cancel) == [("cancel/all_drawn", "11(c)")]


@clause("nsw-keno", "9(a)(iv)")
def test_9_a_iv__a_receipt_nobody_knows_is_not_valid_and_that_is_all(desk: Any) -> None:
    unknown = RedeemReceipt(desk.now, "D9", "club")
    assert desk.refused(unknown) == [("receipt/not_valid", "9(a)(iv)")]


def test_what_paid_for_an_entry_that_never_was_is_as_it_was(desk: Any) -> None:
    """A voucher is good again; of a receipt the money went back in cash."""
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 200, 200))
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 200))
    tenders = Tendered(Tender.GIFT_VOUCHER, 200, "G1"), Tendered(Tender.CASH_VOUCHER, 200, "D1")
    entry = desk.entry(Regular(PICK, 400))
    desk.do(desk.sale(entry, *tenders, delivered=False))
    assert desk.state.documents["D1"].state is DocumentState.HELD
    desk.do(CancelEntry(desk.now, entry.serial, session="x", venue="club"))
    states = {name: desk.state.documents[name].state for name in ("G1", "D1")}
    assert states == {"G1": DocumentState.ACTIVE, "D1": DocumentState.USED}


@clause("nsw-keno", "2:Keno Runner")
@pytest.mark.parametrize(("cents", "taken"), [(1, True), (0, False), (-1, False)])
def test_2_Keno_Runner__collects_something(desk: Any, cents: int, taken: bool) -> None:
    collect = CollectByRunner(desk.now, "N1", "rex", "club", cents)
    assert desk.refused(collect) == ([] if taken else [("runner/note", "2:Keno Runner")])


def test_the_commission_of_a_carry_that_comes_back_was_never_the_entrys(desk: Any) -> None:
    lines = LetItRun(("heads", "heads", "heads"), 1_000), Regular((71, 72, 73), 100)
    entry = desk.sell(*lines)
    assert desk.state.sold[entry.serial].commission_cents == 88 + 3 * 11
    desk.play()
    desk.do(CancelEntry(desk.now, entry.serial, session="x", venue="club"))
    assert desk.state.sold[entry.serial].commission_cents == 88 + 11


@clause("nsw-keno", "21(a)")
@pytest.mark.parametrize(("parlay", "stays"), [(4_400, False), (4_500, True)])
def test_21_a__whoever_is_disqualified_leaves_what_the_others_have_staked_again(
    desk: Any, parlay: int, stays: bool
) -> None:
    """Two prizes of $44 in one session: one of them covers a Parlay up to that."""
    bad, good = desk.sell(Regular(PICK, 100)), desk.sell(Regular(PICK, 100))
    desk.play()
    for entry in (bad, good):
        desk.do(desk.claim(entry, "c-1"))
    again = desk.entry(Regular(PICK, parlay), session="c-1")
    assert desk.refused(desk.sale(again, Tendered(Tender.PARLAY, parlay))) == []
    desk.do(Disqualify(desk.now, bad.serial, Ground.FRAUD, "olive"))
    assert (bad.serial in desk.state.sessions["c-1"].serials) == stays
