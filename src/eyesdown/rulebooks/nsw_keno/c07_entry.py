"""Rules 7 and 8: how an Entry is made and completed at a Venue, runners, Print Pay Tickets."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_entry import EntryFacts
from eyesdown.rulebook.facts.keno_money import PaymentFacts
from eyesdown.rulebook.facts.keno_payout import ClaimFacts, PrintPayFacts
from eyesdown.rulebook.keno_words import DOCUMENTS, Channel, Form, Method, Tender
from eyesdown.rulebooks.nsw_keno.c02_money import commission
from eyesdown.rulebooks.nsw_keno.figures import Figures

WEB_METHODS = (Method.INTERNET, Method.REPLAY)
VENUE_METHODS = (Method.FORM, Method.SST, Method.REPLAY, Method.VERBAL)

ENTRY: Chapter[EntryFacts, Figures] = Chapter("nsw-keno", "Rule 7 - Entry")
PAYMENT: Chapter[PaymentFacts, Figures] = Chapter("nsw-keno", "Rule 7 - Payment")
AGENCY: Chapter[object, Figures] = Chapter("nsw-keno", "Rule 7 - Commission")
PRINT_PAY: Chapter[PrintPayFacts, Figures] = Chapter("nsw-keno", "Rule 7 - Print Pay")
RUNNERS: Chapter[ClaimFacts, Figures] = Chapter("nsw-keno", "Rule 8 - Keno Runners")


@ENTRY.enforces("7(a)", "entry/channel")
def entry_comes_by_venue_or_internet(entry: EntryFacts) -> Breach | None:
    web = entry.channel == Channel.INTERNET
    methods = WEB_METHODS if web else VENUE_METHODS
    if (web or entry.channel == Channel.VENUE) and entry.method in methods:
        return None
    return breach("entry/channel", channel=entry.channel, method=entry.method)


def form_is_offered(form: Form, entry: EntryFacts) -> Breach | None:
    """Each listed game and form may be entered by every Venue method that offers it (X15)."""
    if form not in entry.forms or form in entry.offered:
        return None
    return breach("form/not_offered", form=form, method=entry.method)


for _number, _form in zip(
    ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"), Form, strict=True
):
    ENTRY.enforces(f"7(b)(i)(d)({_number})", "form/not_offered")(partial(form_is_offered, _form))


@PAYMENT.enforces("7(b)(ii)", "payment/short")
def subscription_is_paid(payment: PaymentFacts) -> Breach | None:
    if payment.tendered_cents >= payment.cost_cents:
        return None
    return breach(
        "payment/short", tendered_cents=payment.tendered_cents, cost_cents=payment.cost_cents
    )


@AGENCY.computes("7(f):duty", "9A(f)", "9B(e)", "9D(d)")
def bears_commission(tender: Tender) -> bool:
    """Vouchers bore theirs when they were issued; everything else bears it at completion.

    SST Receipts and Cash Vouchers bear one Commission, on the value used (M21).
    """
    return tender not in DOCUMENTS or tender in (Tender.SST_RECEIPT, Tender.CASH_VOUCHER)


@AGENCY.computes("7(f)(i)", "7(f)(ii)", "9C(c)", "9D(c)")
def entry_commission(
    gross_cents: int, fund_cents: Fraction, agreed: Fraction | None, figures: Figures
) -> Fraction:
    """Commission on the part of a Gross Subscription that bears it."""
    return commission(gross_cents, fund_cents, agreed, figures)


@ENTRY.enforces("7(k)", "entry/no_open_game", "entry/outside_hours")
def a_game_is_open(entry: EntryFacts) -> Breach | None:
    """Outside trading no game is open and nothing is sold (T09)."""
    if not entry.trading:
        return breach("entry/outside_hours", venue=entry.venue)
    return None if entry.game_open else breach("entry/no_open_game")


@PRINT_PAY.enforces("7(o)", "print_pay/unknown_ticket", "print_pay/other_day", "print_pay/unpaid")
def print_pay_on_the_day_after_payment(ask: PrintPayFacts) -> Breach | None:
    """Only on the Keno Day of issue, even for prizes that fall later (T21)."""
    return None if ask.is_document else _print_pay(ask)


@PRINT_PAY.enforces("7(p)", "print_pay/other_day", "print_pay/unpaid")
def print_pay_of_a_receipt_after_payout(ask: PrintPayFacts) -> Breach | None:
    return _print_pay(ask) if ask.is_document else None


def _print_pay(ask: PrintPayFacts) -> Breach | None:
    if not ask.known:
        return breach("print_pay/unknown_ticket")
    if ask.day_now != ask.day_issued:
        now = "none" if ask.day_now is None else ask.day_now.isoformat()
        return breach("print_pay/other_day", issued=ask.day_issued.isoformat(), now=now)
    return None if ask.prizes_paid else breach("print_pay/unpaid")


@RUNNERS.enforces("8(d):official", "claim/runner_money_is_no_entry")
def runner_money_is_no_entry(claim: ClaimFacts) -> Breach | None:
    if claim.runner_note and not claim.known:
        return breach("claim/runner_money_is_no_entry", note=claim.serial)
    return None
