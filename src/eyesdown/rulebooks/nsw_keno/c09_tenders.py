"""Rules 9(a), 9(b) and 9A to 9D: what a Subscription may be paid with, and until when."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_money import PaymentFacts, TenderFacts, VoucherSaleFacts
from eyesdown.rulebook.keno_words import RECEIPTS, VOUCHERS, Tender
from eyesdown.rulebooks.nsw_keno.c02_money import commission
from eyesdown.rulebooks.nsw_keno.dates import days_after, months_after
from eyesdown.rulebooks.nsw_keno.figures import Figures

TENDERS: Chapter[TenderFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Tenders")
MIX: Chapter[PaymentFacts, Figures] = Chapter("nsw-keno", "Rule 9 - Vouchers give no change")
VOUCHER_SALES: Chapter[VoucherSaleFacts, Figures] = Chapter("nsw-keno", "Rule 9A - Issue")
CHIP_SALES: Chapter[VoucherSaleFacts, Figures] = Chapter("nsw-keno", "Rule 9C - Chips")


@TENDERS.enforces("2:Gift Voucher", "voucher/other_game")
def gift_voucher_is_for_its_game(paid: TenderFacts) -> Breach | None:
    if paid.tender is not Tender.GIFT_VOUCHER or paid.document_game_fits:
        return None
    return breach("voucher/other_game", voucher=paid.document)


@TENDERS.enforces("2:Prepaid Voucher", "voucher/other_game")
def prepaid_voucher_is_for_its_game(paid: TenderFacts) -> Breach | None:
    if paid.tender is not Tender.PREPAID_VOUCHER or paid.document_game_fits:
        return None
    return breach("voucher/other_game", voucher=paid.document)


@TENDERS.enforces("9(a)(i)", "tender/not_offered", "tender/amount")
def cash_is_accepted(paid: TenderFacts) -> Breach | None:
    return _accepted(paid, Tender.CASH)


@TENDERS.enforces("9(a)(ii)", "tender/not_offered", "tender/amount", "voucher/not_valid")
def vouchers_are_accepted(paid: TenderFacts) -> Breach | None:
    if paid.tender in VOUCHERS and not paid.document_live:
        return breach("voucher/not_valid", voucher=paid.document)
    return _accepted(paid, *VOUCHERS)


@TENDERS.enforces("9(a)(iii)", "tender/not_offered", "tender/amount", "tender/chip_outside_casino")
def chips_are_accepted_at_the_casino(paid: TenderFacts) -> Breach | None:
    if paid.tender is Tender.CHIP and not paid.at_casino:
        return breach("tender/chip_outside_casino")
    return _accepted(paid, Tender.CHIP)


@TENDERS.enforces("9(a)(iv)", "tender/not_offered", "tender/amount", "receipt/not_valid")
def receipts_are_accepted(paid: TenderFacts) -> Breach | None:
    if paid.tender in RECEIPTS and not paid.document_live:
        return breach("receipt/not_valid", receipt=paid.document)
    return _accepted(paid, *RECEIPTS)


@TENDERS.enforces("9(a)(v)", "tender/not_offered", "tender/amount", "parlay/more_than_payable")
def parlay_is_accepted(paid: TenderFacts) -> Breach | None:
    """Only money the Venue itself could have paid out may be staked again (X09)."""
    if paid.tender is Tender.PARLAY and paid.cents > paid.available_cents:
        return breach(
            "parlay/more_than_payable", cents=paid.cents, payable_cents=paid.available_cents
        )
    return _accepted(paid, Tender.PARLAY)


@TENDERS.enforces("9(a)(vi)", "tender/not_offered", "tender/amount")
def account_funds_are_accepted(paid: TenderFacts) -> Breach | None:
    return _accepted(paid, Tender.ACCOUNT)


def _accepted(paid: TenderFacts, *tenders: Tender) -> Breach | None:
    if paid.tender not in tenders:
        return None
    if paid.tender not in paid.offered:
        return breach("tender/not_offered", tender=paid.tender)
    return None if paid.cents > 0 else breach("tender/amount", cents=paid.cents)


@MIX.enforces("9(a)(vii)", "voucher/exceeds_cost")
def any_mix_but_no_change_from_vouchers(payment: PaymentFacts) -> Breach | None:
    """A voucher may be topped up with anything else, never changed into money (M23).

    A stake below nothing, which no voucher pays, is refused as a stake.
    """
    if not payment.voucher_cents or payment.voucher_cents <= payment.cost_cents:
        return None
    return breach(
        "voucher/exceeds_cost", voucher_cents=payment.voucher_cents, cost_cents=payment.cost_cents
    )


@TENDERS.enforces("9(b)", "credit/none_given")
def no_credit(paid: TenderFacts) -> Breach | None:
    if paid.tender is not Tender.ACCOUNT or paid.cents <= paid.available_cents:
        return None
    return breach("credit/none_given", cents=paid.cents, balance_cents=paid.available_cents)


@VOUCHER_SALES.enforces("9A(a)", "voucher/not_face_value", "voucher/chip_outside_casino")
def gift_voucher_costs_its_face_value(sale: VoucherSaleFacts) -> Breach | None:
    if sale.by_chip and not sale.at_casino:
        return breach("voucher/chip_outside_casino")
    if sale.paid_cents == sale.face_cents and sale.face_cents > 0:
        return None
    return breach("voucher/not_face_value", face_cents=sale.face_cents, paid_cents=sale.paid_cents)


@VOUCHER_SALES.computes("9A(b)(i)", "9A(b)(ii)", "9B(a)(i)", "9B(a)(ii)")
def voucher_commission(
    face_cents: int, fund_cents: Fraction, agreed: Fraction | None, figures: Figures
) -> Fraction:
    """Commission taken once, when a voucher is issued, by the category it is good for."""
    return commission(face_cents, fund_cents, agreed, figures)


@TENDERS.enforces("9A(c)", "voucher/expired")
def gift_voucher_is_in_time(paid: TenderFacts) -> Breach | None:
    return _in_time(paid, "voucher/expired", Tender.GIFT_VOUCHER)


@TENDERS.enforces("9B(b)", "voucher/expired")
def prepaid_voucher_is_in_time(paid: TenderFacts) -> Breach | None:
    return _in_time(paid, "voucher/expired", Tender.PREPAID_VOUCHER)


@TENDERS.enforces("9C:scope", "tender/chip_outside_casino")
def chips_are_for_the_casino(paid: TenderFacts) -> Breach | None:
    broken = chips_are_accepted_at_the_casino(paid)
    return broken if broken and broken.code == "tender/chip_outside_casino" else None


@TENDERS.enforces("9D(a)", "receipt/expired")
def receipt_is_in_time(paid: TenderFacts) -> Breach | None:
    return _in_time(paid, "receipt/expired", *RECEIPTS)


def _in_time(paid: TenderFacts, code: str, *tenders: Tender) -> Breach | None:
    if paid.tender not in tenders or paid.last_day is None or paid.day <= paid.last_day:
        return None
    return breach(code, document=paid.document, last_day=paid.last_day.isoformat())


@TENDERS.computes("9A(c)", "9B(b)", "9D(a)", "2:Unclaimed Prize:b")
def last_day_good(tender: Tender, issued: date, notified: date | None, figures: Figures) -> date:
    """The last day on which a document may be tendered; a shorter notified period wins (T01)."""
    match tender:
        case Tender.GIFT_VOUCHER:
            latest = months_after(issued, figures.gift_voucher_months_max)
        case Tender.PREPAID_VOUCHER:
            latest = days_after(issued, figures.prepaid_voucher_days_max)
        case _:
            return months_after(issued, figures.receipt_months_max)
    return latest if notified is None else min(latest, notified)


@CHIP_SALES.enforces("9C(a)", "chip/not_face_value", "chip/outside_casino")
def chip_costs_its_face_value(sale: VoucherSaleFacts) -> Breach | None:
    if not sale.at_casino:
        return breach("chip/outside_casino")
    if sale.paid_cents == sale.face_cents and sale.face_cents > 0:
        return None
    return breach("chip/not_face_value", face_cents=sale.face_cents, paid_cents=sale.paid_cents)
