"""Rules 9(a)(iv) and 9A to 9D: vouchers and receipts that are spent, empty or unknown."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import LodgeClaimForm, PayClaimForm
from eyesdown.keno.games.commands import CloseDay
from eyesdown.keno.office.commands import FlexContribution
from eyesdown.keno.sales.commands import (
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
    SellGiftVoucher,
)
from eyesdown.keno.words.documents import Tendered
from eyesdown.rulebook.facts.keno_money import TenderFacts
from eyesdown.rulebook.keno_words import Category, Form, FormReason, Payout, Tender
from eyesdown.rulebooks.nsw_keno.c09_tenders import TENDERS
from kit.desk import Desk

clause = pytest.mark.clause


@clause("nsw-keno", "2:Cash Voucher")
@pytest.mark.parametrize(("cents", "issued"), [(-1, False), (0, False), (1, True)])
def test_2_Cash_Voucher__is_worth_something(desk: Desk, cents: int, issued: bool) -> None:
    ask = IssueReceipt(desk.now, "D1", Tender.CASH_VOUCHER, "club-1", cents)
    assert desk.refused(ask) == ([] if issued else [("receipt/amount", "2:Cash Voucher")])


@clause("nsw-keno", "9(a)(iv)")
def test_9_a_iv__a_receipt_nobody_knows_is_not_valid_and_that_is_all(desk: Desk) -> None:
    unknown = RedeemReceipt(desk.now, "D9", "club")
    assert desk.refused(unknown) == [("receipt/not_valid", "9(a)(iv)")]


def test_used_paper_is_worth_nothing(desk: Desk) -> None:
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


@clause("nsw-keno", "2:Gift Voucher", "2:Prepaid Voucher")
@pytest.mark.parametrize("game", [Form.LUCKY_LAST, Form.BONUS, Form.KWIKIPIK, Form.PARLAY])
def test_2_Gift_Voucher__none_is_sold_for_what_is_never_played_alone(
    desk: Desk, game: Form
) -> None:
    gift = SellGiftVoucher(desk.now, "G1", "club", game, 1_000, 1_000)
    assert desk.refused(gift) == [("voucher/no_such_game", "2:Gift Voucher")]
    prepaid = IssuePrepaidVoucher(desk.now, "P1", "club", game, 1_000)
    assert desk.refused(prepaid) == [("voucher/no_such_game", "2:Prepaid Voucher")]


@clause("nsw-keno", "2:SST Receipt", "2:Cash Voucher")
def test_2_SST_Receipt__exact_money_leaves_no_change_to_number(shop: Desk) -> None:
    def no(cents: int, serial: str) -> list[str]:
        entry, change = shop.entry(Regular((1, 2), 500)), Tender.CASH_VOUCHER
        paid = (Tender.CASH, cents, "")
        return shop.no(shop.sale(entry, paid, change_as=change, change_serial=serial))

    assert no(500, "") == []
    assert no(600, "") == ["2:SST Receipt"]
    assert no(600, "D1") == []


@clause("nsw-keno", "2:Prepaid Voucher")
@pytest.mark.parametrize(("face", "issued"), [(-1, False), (0, False), (1, True)])
def test_2_Prepaid_Voucher__is_worth_something(desk: Desk, face: int, issued: bool) -> None:
    ask = IssuePrepaidVoucher(desk.now, "P1", "club", Form.REGULAR, face)
    assert desk.refused(ask) == ([] if issued else [("voucher/amount", "2:Prepaid Voucher")])


@clause("nsw-keno", "9(a)(iv)")
def test_9_a_iv__a_voucher_is_no_receipt_to_be_paid(desk: Desk) -> None:
    desk.do(SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 400, 400))
    for serial in ("G1", "nobody's"):
        refused = desk.refused(RedeemReceipt(desk.now, serial, "club"))
        assert refused == [("receipt/not_valid", "9(a)(iv)")]


@clause("nsw-keno", "17(c)", "9A(d)")
def test_17_c__a_gift_voucher_is_refunded_on_its_last_day(desk: Desk) -> None:
    today = desk.now.date()
    gift = SellGiftVoucher(desk.now, "G1", "club", Form.REGULAR, 400, 400, notified=today)
    assert desk.refused(gift) == []
    assert desk.state.documents["G1"].last_day == today
    assert desk.refused(RefundVoucher(desk.now, "G1", "club", validated=True)) == []


@clause("nsw-keno", "2:Commission(ii)", "2:Keno Day")
def test_2_Commission__a_voucher_bears_it_by_the_keno_day_of_its_sale(desk: Desk) -> None:
    """On 2 May the fund gets a hundredth more, 75.75 cents of a dollar; the Keno Day counts."""
    tomorrow = date(2024, 5, 2)
    flex = FlexContribution(desk.now, Category("I"), Fraction(1, 100), tomorrow, tomorrow)
    assert desk.refused(flex) == []
    midnight = datetime(2024, 5, 2, 0, 30)
    for serial, at in (("G1", desk.now), ("G2", midnight)):
        desk.do(SellGiftVoucher(at, serial, "club", Form.REGULAR, 1_000, 1_000))
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    assert desk.state.day is None
    desk.do(SellGiftVoucher(midnight, "G3", "club", Form.REGULAR, 1_000, 1_000))
    bears = [desk.state.documents[serial].commission_cents for serial in ("G1", "G2", "G3")]
    assert bears == [110, 110, Fraction(1067, 10)]


@clause("nsw-keno", "9(a)(ii)", "9(a)(iv)", "9(a)(v)")
@pytest.mark.parametrize(
    ("tender", "number"),
    [
        (Tender.GIFT_VOUCHER, "9(a)(ii)"),
        (Tender.CASH_VOUCHER, "9(a)(iv)"),
        (Tender.SST_RECEIPT, "9(a)(iv)"),
        (Tender.PARLAY, "9(a)(v)"),
    ],
)
@pytest.mark.parametrize(("cents", "offered"), [(0, True), (1, True), (1, False)])
def test_9_a__every_tender_is_a_cent_or_more_and_taken_where_it_is_offered(
    desk: Desk, tender: Tender, number: str, cents: int, offered: bool
) -> None:
    facts = TenderFacts(
        tender=tender,
        cents=cents,
        offered=frozenset({tender} if offered else ()),
        at_casino=False,
        document="D1",
        document_live=True,
        document_game_fits=True,
        last_day=desk.now.date(),
        day=desk.now.date(),
        available_cents=cents,
    )
    refused = [(no.code, no.clause.number) for no in desk.book.check(TENDERS, facts)]
    codes = {(0, True): "tender/amount", (1, False): "tender/not_offered"}
    code = codes.get((cents, offered))
    assert ((code, number) in refused) if code else refused == []
