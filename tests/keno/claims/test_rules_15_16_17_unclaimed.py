"""Rules 15(d), 15(h), 16 and 17(a)-(b): late and lost tickets, claim forms, unclaimed prizes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Regular
from eyesdown.keno.claims.commands import (
    Disqualify,
    ExpireUnclaimed,
    LodgeClaimForm,
    PayClaimForm,
    VerifyPrize,
)
from eyesdown.keno.sales.commands import IssueReceipt, RedeemReceipt, SellGiftVoucher
from eyesdown.keno.words.documents import DocumentState, Tendered
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, FormReason, Ground, Payout, Tender
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c15_payouts import kept_until, last_claim_day, unclaimed_from
from kit.desk import Desk

clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "17(b)")
def test_17_b__a_claim_form_takes_no_ticket_that_still_plays(desk: Desk) -> None:
    entry = desk.sell(Regular(PICK, 100), games=2)
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, entry.serial, "Bea"))
    [paid] = desk.do(PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid"))
    assert paid.cents == 4_400
    assert desk.state.sold[entry.serial].ticket == entry.serial


SEVEN = Regular(tuple(range(1, 8)), 100)  # $5,000 and growth


@clause("nsw-keno", "17(a)", "17(b)", "14(d)")
def test_17_b__a_voucher_of_the_same_number_is_not_the_lost_ticket(desk: Desk) -> None:
    """A form about a ticket is paid out of its prize, and the ticket is paid no more."""
    won = desk.sell(Regular(PICK, 100))
    desk.do(SellGiftVoucher(desk.now, won.serial, "club", Form.REGULAR, 500, 500))
    desk.play()
    desk.do(LodgeClaimForm(desk.now, "F1", FormReason.LOST, won.serial, "Bea"))
    [paid] = desk.do(PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "olga"))
    assert (paid.cents, desk.purse("prizes:payable")) == (4_400, 0)
    assert desk.refused(desk.claim(won)) == [("claim/already_paid", "14(d)")]
    again = desk.entry(Regular(PICK, 500))
    by_voucher = Tendered(Tender.GIFT_VOUCHER, 500, won.serial)
    assert desk.refused(desk.sale(again, by_voucher)) == []


ONE = (*range(1, 20), 21)  # heads, Multiplier 1

CASH, CHEQUE, EFT = Payout.CASH, Payout.CHEQUE, Payout.EFT


def pick(spots: int, cents: int = 100, **more: Any) -> Regular:
    return Regular(tuple(range(1, spots + 1)), cents, **more)


def winner(shop: Desk, *bets: Any) -> Any:
    entry = shop.sell(*(bets or (pick(3),)))
    shop.play_out(ONE)
    return entry


# game day, claim day, clauses
LATE = [
    ("15(d) last day", date(2024, 6, 15), date(2025, 6, 15), []),
    ("15(d) day after", date(2024, 6, 15), date(2025, 6, 16), ["15(d)", "16(b):after"]),
    ("T01 leap day, last", date(2024, 2, 29), date(2025, 2, 28), []),
    ("T01 leap day, after", date(2024, 2, 29), date(2025, 3, 1), ["15(d)", "16(b):after"]),
]


@pytest.mark.parametrize("expired", [False, True])
@pytest.mark.parametrize(
    ("day", "on", "clauses"), [pytest.param(*row[1:], id=row[0]) for row in LATE]
)
def test_15_d__t02_twelve_months_after_the_keno_day(
    shop_on: Callable[[date], Desk], day: date, on: date, clauses: list[str], expired: bool
) -> None:
    shop = shop_on(day)
    entry = winner(shop)
    at = datetime.combine(on, time(23, 59))
    if expired:
        shop.do(ExpireUnclaimed(at))
    assert shop.no(replace(shop.claim(entry), at=at)) == clauses
    assert shop.purse("prizes:unclaimed") == (4_400 if expired and clauses else 0)


def test_t22__a_claim_lodged_in_time_is_paid_late(shop: Desk) -> None:
    entry = winner(shop)
    shop.now = datetime(2025, 6, 15, 22)
    shop.do(shop.claim(entry))
    shop.now = datetime(2025, 7, 1, 12)
    shop.do(ExpireUnclaimed(shop.now))
    assert shop.no(shop.pay()) == []


@pytest.mark.parametrize("kind", [Tender.SST_RECEIPT, Tender.CASH_VOUCHER])
def test_9d_a__t12_an_old_receipt_is_unclaimed_and_paid_by_form(shop: Desk, kind: Tender) -> None:
    terminal = "club-sst" if kind is Tender.SST_RECEIPT else "club-1"
    shop.do(IssueReceipt(shop.now, "R1", kind, terminal, 700))
    late = datetime(2025, 6, 16, 11)
    shop.do(ExpireUnclaimed(late - timedelta(days=1)))
    assert shop.purse("prizes:unclaimed") == 0
    shop.do(ExpireUnclaimed(late))
    assert shop.purse("prizes:unclaimed") == 700
    assert shop.no(RedeemReceipt(late, "R1", "club")) != []
    shop.do(LodgeClaimForm(late, "F1", FormReason.LOST, "R1", "Pat"))
    assert shop.no(PayClaimForm(late, "F1", CHEQUE, "Pat", "seen")) == []
    assert shop.purse("prizes:unclaimed") == 0


BOOK = open_on(date(2024, 5, 1))

FIGURES = BOOK.figures

SIX = Regular(tuple(range(1, 7)), 100)  # $1,800 in a low draw


def _won(desk: Desk, *bets: Any, **more: Any) -> Any:
    entry = desk.sell(*bets, **more)
    desk.play()
    return entry


@clause("nsw-keno", "15(d)", "16(b):after", "2:Unclaimed Prize:a")
@pytest.mark.parametrize(
    ("day", "late"),
    [(date(2025, 4, 30), False), (date(2025, 5, 1), False), (date(2025, 5, 2), True)],
)
def test_15_d__twelve_months_after_the_keno_day(desk: Desk, day: date, late: bool) -> None:
    """Decisions T01 and T02; any Venue pays."""
    entry = _won(desk, SIX)
    at = datetime.combine(day, datetime.min.time())
    claim = desk.claim(entry, at=at, venue="hotel", terminal="hotel-1")
    refused = [("claim/late", "15(d)"), ("claim/form_only", "16(b):after")] if late else []
    assert desk.refused(claim) == refused


@clause("nsw-keno", "15(d)", "2:Unclaimed Prize:a", "2:Unclaimed Prize:c", "16(b):keep")
def test_15_d__periods_are_figures_and_leap_days_end_in_february() -> None:
    assert last_claim_day(date(2024, 2, 29), FIGURES) == date(2025, 2, 28)
    assert unclaimed_from(date(2024, 6, 15), FIGURES) == date(2025, 6, 15)
    assert kept_until(date(2024, 6, 15), FIGURES) == date(2025, 6, 15)
    act = dataclasses.replace(FIGURES, unclaimed_months=6)
    assert unclaimed_from(date(2024, 6, 15), act) == date(2024, 12, 15)


@clause("nsw-keno", "15(h)", "17(a)", "2:Unclaimed Prize Claim Form(i)", "16(a):form")
@pytest.mark.parametrize("reason", [FormReason.LOST, FormReason.MUTILATED, FormReason.UNREADABLE])
def test_15_h__a_lost_ticket_is_paid_by_form_and_cheque(desk: Desk, reason: FormReason) -> None:
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
def test_2_Unclaimed_Prize_Claim_Form_ii__a_record_no_longer_there(desk: Desk) -> None:
    (form,) = desk.do(LodgeClaimForm(desk.now, "F1", FormReason.ARCHIVED, "old ticket", "Bea"))
    assert (form.reason, form.cents) == (FormReason.ARCHIVED, 0)
    pay = PayClaimForm(desk.now, "F1", Payout.CHEQUE, "Bea", "ovid")
    assert desk.refused(pay) == [("claim_form/not_satisfied", "17(b)")]


@clause("nsw-keno", "2:Unclaimed Prize:a", "2:Unclaimed Prize:b", "16(b):keep", "16(b):after")
def test_2_Unclaimed_Prize__expires_and_is_still_paid_by_form(desk: Desk) -> None:
    """Decisions T02, T12 and T13."""
    ticket = desk.sell(SIX)
    desk.account()
    desk.do(desk.sale(desk.web_entry(SIX)))
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
def test_15_h__a_voucher_lost_while_it_is_good_is_paid_by_form_and_only_once(desk: Desk) -> None:
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
def test_16_b__a_jackpot_is_verified_after_it_went_to_the_unclaimed_money(desk: Desk) -> None:
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
def test_16_b__what_was_never_decided_is_kept_twelve_months(desk: Desk) -> None:
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
