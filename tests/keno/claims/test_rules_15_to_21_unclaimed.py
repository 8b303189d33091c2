"""Rules 15(h), 16, 17, 20 and 21: claim forms, expiry, refunds, disqualification."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import HeadsOrTails, Regular
from eyesdown.keno.commands import (
    CancelEntry,
    CloseDay,
    Disqualify,
    ExpireUnclaimed,
    IssueReceipt,
    LodgeClaimForm,
    OpenDay,
    PayClaimForm,
    RedeemReceipt,
    RefundVoucher,
    Reinstate,
    RequestPrintPay,
    SellGiftVoucher,
    VerifyPrize,
)
from eyesdown.keno.decide import decide
from eyesdown.keno.state.payable import check_of
from eyesdown.keno.words.tenders import DocumentState
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, FormReason, Ground, Payout, Tender
from eyesdown.rulebooks.nsw_keno.book import open_on

clause = pytest.mark.clause
BOOK = open_on(date(2024, 5, 1))
SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw
SEVEN = Regular(tuple(range(1, 8)), 100)  # $5,000 and growth


def _won(desk: Any, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "15(h)", "17(a)", "2:Unclaimed Prize Claim Form(i)", "16(a):form")
@pytest.mark.parametrize("reason", [FormReason.LOST, FormReason.MUTILATED, FormReason.UNREADABLE])
def test_15_h__a_lost_ticket_is_paid_by_form_and_cheque(desk: Any, reason: FormReason) -> None:
    """Decision T14."""
    entry = _won(desk, SIX)
    lodge = LodgeClaimForm(desk.now, "F1", reason, entry.serial, "Bea", "notice 7")
    (form,) = desk.do(lodge)
    assert (form.reason, form.card_notice, form.cents) == (reason, "notice 7", 180_000)
    assert desk.refused(lodge) == [("claim_form/id_used", "17(a)")]
    pay = PayClaimForm(desk.now, "F1", Payout.CASH, "Bea", "ovid")
    assert desk.refused(pay) == [("claim_form/cheque_only", "15(h)")]
    assert desk.refused(replace(pay, payout=Payout.EFT)) == [("claim_form/cheque_only", "15(h)")]
    by_cheque = replace(pay, payout=Payout.CHEQUE)
    assert desk.refused(replace(by_cheque, payee="")) == [("payout/no_payee", "15(h)")]
    doubtful = desk.refused(replace(by_cheque, satisfied=""))
    assert doubtful == [("claim_form/not_satisfied", "17(b)")]
    (paid,) = desk.do(by_cheque)
    assert (paid.cents, paid.satisfied) == (180_000, "ovid")
    assert desk.refused(by_cheque) == [("claim_form/unknown", "15(h)")]
    assert desk.refused(desk.claim(entry)) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0


@clause("nsw-keno", "2:Unclaimed Prize Claim Form(ii)")
def test_2_Unclaimed_Prize_Claim_Form_ii__a_record_no_longer_there(desk: Any) -> None:
    (form,) = desk.do(LodgeClaimForm(desk.now, "F1", FormReason.ARCHIVED, "old ticket", "Bea"))
    assert (form.reason, form.cents) == (FormReason.ARCHIVED, 0)
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("claim_form/not_satisfied", "17(b)")]


@clause("nsw-keno", "2:Unclaimed Prize:a", "2:Unclaimed Prize:b", "16(b):keep", "16(b):after")
def test_2_Unclaimed_Prize__expires_and_is_still_paid_by_form(desk: Any) -> None:
    """Decisions T02, T12 and T13."""
    ticket = desk.sell(SIX)
    desk.account()
    desk.do(desk.web_sale(desk.web_entry(SIX)))
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    desk.play()
    assert desk.do(ExpireUnclaimed(datetime(2025, 5, 1, 23, 59))) == ()
    after = datetime(2025, 5, 2)
    (gone,) = desk.do(ExpireUnclaimed(after))
    assert gone.prizes == ((ticket.serial, 0),)
    assert (gone.documents, gone.cents) == (("D1",), 180_500)
    assert desk.purse("prizes:unclaimed") == 180_500
    assert desk.state.documents["D1"].state is DocumentState.UNCLAIMED
    late = desk.refused(desk.claim(ticket, at=after))
    assert late == [("claim/late", "15(d)"), ("claim/form_only", "16(b):after")]
    for form, serial, cents in (("F1", ticket.serial, 180_000), ("F2", "D1", 500)):
        desk.do(LodgeClaimForm(after, form, FormReason.LOST, serial, "Bea"))
        (paid,) = desk.do(PayClaimForm(after, form, Payout.CHEQUE, "Bea", "ovid"))
        assert paid.cents == cents
    assert desk.purse("prizes:unclaimed") == 0
    assert desk.do(ExpireUnclaimed(datetime(2025, 5, 3))) == ()
    assert ticket.serial not in desk.state.sold


@clause("nsw-keno", "15(h)", "17(a)")
def test_15_h__a_voucher_lost_while_it_is_good_is_paid_by_form_and_only_once(desk: Any) -> None:
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    assert desk.purse("documents:receipts") == 500
    (form,) = desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, "D1", "Bea"))
    assert form.cents == 500
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    (paid,) = desk.do(pay)
    assert (paid.cents, desk.purse("documents:receipts")) == (500, 0)
    assert desk.state.documents["D1"].state is DocumentState.REDEEMED
    found_again = desk.refused(RedeemReceipt(desk.now, "D1", "club"))
    assert found_again == [("receipt/not_valid", "9(a)(iv)")]
    assert desk.refused(pay) == [("claim_form/unknown", "15(h)")]


@clause("nsw-keno", "16(b):after", "10(a)")
def test_16_b__a_jackpot_is_verified_after_it_went_to_the_unclaimed_money(desk: Any) -> None:
    ticket = desk.sell(replace(SEVEN, subscription_cents=300))
    desk.play()
    after = datetime(2025, 5, 2)
    desk.do(ExpireUnclaimed(after))
    desk.do(LodgeClaimForm(after, "F1", FormReason.LOST, ticket.serial, "Bea"))
    pay = PayClaimForm(after, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("jackpot/not_verified", "10(a)")]
    desk.do(VerifyPrize(after, ticket.serial, "olive"))
    (paid,) = desk.do(pay)
    assert paid.cents == 3 * 500_000 + 30
    assert desk.purse("prizes:unclaimed") == 0


@clause("nsw-keno", "16(b):keep")
def test_16_b__what_was_never_decided_is_kept_twelve_months(desk: Any) -> None:
    """An Entry that is over leaves memory; a disqualified one may be reinstated for so long."""
    paid, open_, barred = desk.sell(SIX), desk.sell(SIX), desk.sell(Regular((41,), 100))
    desk.do(Disqualify(desk.now, barred.serial, Ground.FRAUD, "olive"))
    desk.play()
    desk.do(desk.claim(paid))
    desk.do(desk.pay("c-1"))
    assert desk.do(ExpireUnclaimed(datetime(2025, 5, 1))) == ()
    assert desk.state.sold.keys() == {barred.serial}
    (swept,) = desk.do(ExpireUnclaimed(datetime(2025, 5, 2)))
    assert (swept.forgotten, swept.prizes) == ((barred.serial,), ((open_.serial, 0),))
    assert desk.state.sold == {}


def _gift(desk: Any) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 2_000, 2_000))


@clause("nsw-keno", "17(c)")
def test_17_c__no_refund_for_what_cannot_be_validated(desk: Any) -> None:
    _gift(desk)
    ask = RefundVoucher(desk.now, "G1", "club", validated=False)
    assert desk.refused(ask) == [("refund/not_validated", "17(c)")]
    lost = replace(ask, serial="G9", validated=True)
    assert ("refund/not_validated", "17(c)") in desk.refused(lost)
    expired = replace(ask, validated=True, at=datetime(2025, 5, 2))
    assert ("refund/not_validated", "17(c)") in desk.refused(expired)
    assert desk.refused(replace(ask, operator_at_fault=True)) == []
    again = replace(ask, validated=True)
    assert desk.refused(again) == [("refund/not_validated", "17(c)")]


@clause("nsw-keno", "17(d)")
def test_17_d__face_value_at_the_same_venue_on_the_same_day(desk: Any) -> None:
    """Decision M26: the Commission goes back, too."""
    _gift(desk)
    ask = RefundVoucher(datetime(2024, 5, 1, 22), "G1", "club", validated=True)
    assert desk.refused(replace(ask, venue="hotel")) == [("refund/other_venue", "17(d)")]
    tomorrow = replace(ask, at=datetime(2024, 5, 2))
    assert desk.refused(tomorrow) == [("refund/other_day", "17(d)")]
    (back,) = desk.do(ask)
    assert back.cents == 2_000
    assert desk.purse("venue:club:commission") == 0
    assert desk.purse("documents:vouchers") == 0
    assert desk.state.documents["G1"].state is DocumentState.REFUNDED


@clause("nsw-keno", "21(a)", "21(b)(i)", "21(b)(ii)", "21(b)(iii)", "21(b)(iv)", "21(b)(v)")
@pytest.mark.parametrize("ground", [ground for ground in Ground if ground is not Ground.OTHER])
def test_21_a__a_disqualified_entry_is_not_paid(desk: Any, ground: Ground) -> None:
    """Decisions X10 and T15: no refund by itself."""
    entry = _won(desk, SIX)
    (event,) = desk.do(Disqualify(desk.now, entry.serial, ground, "olive"))
    assert (event.ground, event.by, event.at) == (ground, "olive", desk.now)
    assert desk.refused(desk.claim(entry)) == [("claim/disqualified", "21(a)")]
    again = desk.refused(Disqualify(desk.now, entry.serial, ground, "olive"))
    assert again == [("disqualify/not_live", "21(a)")]


@clause("nsw-keno", "21(a):similar")
def test_21_a_similar__another_ground_needs_words(desk: Any) -> None:
    entry = _won(desk, SIX)
    ask = Disqualify(desk.now, entry.serial, Ground.OTHER, "olive")
    assert desk.refused(ask) == [("disqualify/no_reason", "21(a):similar")]
    (event,) = desk.do(replace(ask, because="bought for a syndicate"))
    assert event.because == "bought for a syndicate"


@clause("nsw-keno", "21(c)", "21(d)", "21(a)")
def test_21_c__reinstated_with_approval_it_pays_its_own_prize(desk: Any) -> None:
    entry = desk.sell(SIX)
    desk.do(Disqualify(desk.now, entry.serial, Ground.FRAUD, "olive"))
    desk.play()
    ask = Reinstate(desk.now, entry.serial, "", "olive")
    assert desk.refused(ask) == [("reinstate/no_approval", "21(c)")]
    assert desk.refused(replace(ask, approval="R-1")) == []
    assert desk.refused(replace(ask, approval="R-1")) == [("reinstate/not_disqualified", "21(c)")]
    desk.do(desk.claim(entry))
    (paid,) = desk.do(desk.pay("c-1"))
    assert paid.total_cents == 180_000


@clause("nsw-keno", "21(a)")
def test_21_a__a_disqualified_web_prize_is_not_credited(desk: Any) -> None:
    desk.account()
    web = desk.web_entry(SIX)
    desk.do(desk.web_sale(web))
    desk.do(Disqualify(desk.now, web.serial, Ground.UNAUTHORISED_USE, "olive"))
    assert len(desk.play()) == 1
    desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert desk.state.accounts["ann"].prize_cents == 0
    desk.do(Reinstate(desk.now, web.serial, "R-1", "olive"))
    desk.do(VerifyPrize(desk.now, web.serial, "ovid"))
    assert desk.state.accounts["ann"].prize_cents == 180_000
    lodged = _won(desk, HeadsOrTails("heads", 100))
    desk.do(desk.claim(lodged))
    desk.do(Disqualify(desk.now, lodged.serial, Ground.FRAUD, "olive"))
    assert desk.refused(desk.pay("c-1")) == [("claim/disqualified", "21(a)")]


def _next_day(desk: Any) -> None:
    desk.do(CloseDay(desk.now))
    desk.now = datetime.combine(desk.now.date() + timedelta(days=1), time(9))
    desk.do(OpenDay(desk.now))


def test_what_is_over_leaves_memory_at_once(desk: Any) -> None:
    loser, winner, running = desk.sell(Regular((41,), 100)), desk.sell(SIX), desk.sell(games=9)
    paid, cancelled = desk.sell(SIX), desk.sell(SIX)
    desk.do(CancelEntry(desk.now, cancelled.serial, "s-1", "club"))
    again = desk.sale(replace(desk.entry(), serial=cancelled.serial))
    assert desk.refused(again) == [("receipt/serial", "2:Receipt Ticket")]
    desk.do(IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", 500))
    desk.do(RedeemReceipt(desk.now, "D1", "club"))
    desk.play(then_open=False)
    assert desk.state.sold.keys() == desk.state.prizes.keys() == {running.serial}
    desk.do(desk.claim(paid))
    assert desk.state.sold.keys() == {running.serial, paid.serial}
    desk.do(desk.pay("c-1"))
    assert desk.state.sold.keys() == desk.state.prizes.keys() == {running.serial}
    for _ in range(3):
        _next_day(desk)
        assert desk.state.sessions == desk.state.documents == {}
        for over in (loser, cancelled):
            assert desk.refused(desk.claim(over)) == [("claim/no_win", "14(c)")]
        assert desk.refused(desk.claim(paid)) == [("claim/already_paid", "14(d)")]
    desk.do(desk.claim(winner, session="c-2"))
    desk.do(desk.pay("c-2"))
    assert desk.state.sold.keys() == {running.serial}


@clause("nsw-keno", "14(c)", "14(d)", "11(a)(v)", "21(a)", "21(c)")
def test_a_ticket_that_is_over_gets_its_proper_answer(desk: Any) -> None:
    """Whatever is asked, it is the stored record that answers, and nothing is done twice."""
    loser, paid = desk.sell(Regular((41,), 100)), desk.sell(SIX)
    desk.play()
    desk.do(desk.claim(paid))
    desk.do(desk.pay("c-1"))
    assert desk.state.sold == desk.state.prizes == {}
    forged = desk.refused(desk.claim(loser, session="c-2", check="somebody's"))
    assert forged == [("claim/ticket_disagrees", "14(c)")]
    for over in (loser, paid):
        cancel = CancelEntry(desk.now, over.serial, "s-1", "club")
        assert desk.refused(cancel) == [("cancel/game_closed", "11(a)(v)")]
        assert desk.refused(RequestPrintPay(desk.now, over.serial)) == []
        assert desk.refused(VerifyPrize(desk.now, over.serial, "ovid")) == []
        bar = Disqualify(desk.now, over.serial, Ground.FRAUD, "olive")
        assert desk.refused(bar) == []
        assert desk.refused(bar) == [("disqualify/not_live", "21(a)")]
        barred = [code for code, _ in desk.refused(desk.claim(over, session="c-2"))]
        assert "claim/disqualified" in barred
        assert desk.refused(Reinstate(desk.now, over.serial, "R-1", "olive")) == []
        assert over.serial not in desk.state.sold
    nobody = desk.refused(CancelEntry(desk.now, "nobody", "s-1", "club"))
    assert nobody == [("cancel/unknown", "11(a)(iv)")]


def test_a_record_read_a_moment_too_early_cancels_nothing_twice(desk: Any) -> None:
    """Two terminals ask the store, then one cancels, then the other would."""
    entry = desk.sell(Regular((41,), 100), games=9)
    ask = desk.shelf.told(desk.state, CancelEntry(desk.now, entry.serial, "s-1", "club"))
    desk.do(ask)
    desk.play()
    assert entry.serial not in desk.state.sold
    before = dict(desk.purses)
    (no,) = decide(desk.book, desk.state, ask)
    assert isinstance(no, Refused)
    assert desk.purses == before


def test_a_continuation_leaves_with_its_entry(desk: Any) -> None:
    """Decision T11, and a prize that was won between the claim and its payment."""
    entry = desk.sell(SIX, games=2)
    desk.play()
    desk.do(desk.claim(entry))
    desk.play()
    assert desk.refused(desk.pay("c-1")) == [("ticket/no_continuation", "14(d)")]
    desk.do(desk.pay("c-1", continuations=("S2",)))
    assert desk.state.tickets == desk.state.sold == {}
    desk.do(desk.claim(replace(entry, serial="S2"), session="c-2", check=check_of(entry)))
    assert desk.state.tickets == {"S2": entry.serial}
    desk.do(desk.pay("c-2"))
    assert desk.state.tickets == desk.state.sold == desk.state.prizes == {}
    for ticket in (entry.serial, "S2"):
        again = desk.claim(replace(entry, serial=ticket), session="c-3", check=check_of(entry))
        assert desk.refused(again) == [("claim/already_paid", "14(d)")]
    assert desk.purse("prizes:payable") == 0
