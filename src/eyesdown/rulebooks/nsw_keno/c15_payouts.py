"""Rules 15 to 17: until when a prize may be claimed and in what ways it is paid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_money import RefundFacts
from eyesdown.rulebook.facts.keno_payout import ClaimFacts, PayFacts
from eyesdown.rulebook.keno_words import VENUE_PAYS, Payout
from eyesdown.rulebooks.nsw_keno.dates import months_after
from eyesdown.rulebooks.nsw_keno.figures import Figures


@dataclass(frozen=True, slots=True)
class WithdrawFacts:
    """A withdrawal from a Subscriber Account."""

    cents: int
    balance_cents: int
    prize_cents: int
    identified: bool


@dataclass(frozen=True, slots=True)
class FormPayFacts:
    """An Unclaimed Prize Claim Form about to be paid."""

    known: bool
    payout: Payout
    payee: str


@dataclass(frozen=True, slots=True)
class CreditFacts:
    """A prize about to be credited to an account."""

    prize_cents: int
    verified: bool


PAYOUTS: Chapter[PayFacts, Figures] = Chapter("nsw-keno", "Rule 15 - Payouts")
IN_TIME: Chapter[ClaimFacts, Figures] = Chapter("nsw-keno", "Rules 15(d) and 16 - In time")
WEB_CREDITS: Chapter[CreditFacts, Figures] = Chapter("nsw-keno", "Rule 15(f) - Web prizes")
WITHDRAWALS: Chapter[WithdrawFacts, Figures] = Chapter("nsw-keno", "Rule 15(g) - Withdrawals")
FORM_PAYOUTS: Chapter[FormPayFacts, Figures] = Chapter("nsw-keno", "Rule 15(h) - Claim forms")
REFUNDS: Chapter[RefundFacts, Figures] = Chapter("nsw-keno", "Rule 17 - Vouchers")


@PAYOUTS.enforces("15(b)", "payout/no_payee")
def a_cheque_names_its_payee(pay: PayFacts) -> Breach | None:
    """The payee may be a legal representative (X08)."""
    if pay.payout is not Payout.CHEQUE or pay.payee:
        return None
    return breach("payout/no_payee")


@IN_TIME.computes("15(d)")
def last_claim_day(keno_day: date, figures: Figures) -> date:
    """The last day on which a terminal pays; the Keno Day of the game counts (T01, T02).

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> last_claim_day(date(2026, 11, 16), figures).isoformat()
    '2027-11-16'
    """
    return months_after(keno_day, figures.claim_months_max)


@IN_TIME.enforces("15(d)", "claim/late")
def the_claim_is_in_time(claim: ClaimFacts) -> Breach | None:
    """A claim lodged in time stays in time while it is verified (T22)."""
    if claim.last_day is None or claim.day <= claim.last_day:
        return None
    return breach("claim/late", last_day=claim.last_day.isoformat(), day=claim.day.isoformat())


@PAYOUTS.enforces("15(e)(i)", "payout/over_threshold")
def a_venue_pays_up_to_its_threshold(pay: PayFacts) -> Breach | None:
    """The lower of the Act's amount and the Venue's own limit bounds what it may pay (M27)."""
    if pay.payout not in VENUE_PAYS or pay.venue_cents <= pay.threshold_cents:
        return None
    return breach(
        "payout/over_threshold",
        venue_cents=pay.venue_cents,
        threshold_cents=pay.threshold_cents,
    )


@PAYOUTS.enforces("15(e)(i)(c)", "payout/chip_outside_casino")
def chips_are_paid_at_the_casino(pay: PayFacts) -> Breach | None:
    if pay.payout is not Payout.CHIP or pay.at_casino:
        return None
    return breach("payout/chip_outside_casino")


@PAYOUTS.enforces("15(e)(i)(d)", "payout/eft_not_permitted", "payout/no_payee")
def venue_transfers_are_permitted(pay: PayFacts) -> Breach | None:
    return _eft(pay, Payout.VENUE_EFT)


@PAYOUTS.enforces("15(e)(ii)(b)", "payout/eft_not_permitted", "payout/no_payee")
def fund_transfers_are_available(pay: PayFacts) -> Breach | None:
    return _eft(pay, Payout.EFT)


def _eft(pay: PayFacts, payout: Payout) -> Breach | None:
    if pay.payout is not payout:
        return None
    if not pay.eft_permitted:
        return breach("payout/eft_not_permitted", payout=pay.payout)
    return None if pay.payee else breach("payout/no_payee")


@PAYOUTS.enforces("15(e)(iii)(a)", "payout/fund_below_threshold")
def the_fund_pays_what_the_venue_may_not(pay: PayFacts) -> Breach | None:
    """A cheque or transfer on the fund needs a Total Prize Money over the threshold (M28)."""
    if pay.payout not in (Payout.CHEQUE, Payout.EFT) or pay.total_cents > pay.threshold_cents:
        return None
    return breach(
        "payout/fund_below_threshold",
        total_cents=pay.total_cents,
        threshold_cents=pay.threshold_cents,
    )


@PAYOUTS.computes("15(e)(ii)(a)", "15(e)(ii)(b)", "15(e)(iii)(a)", "15(e)(iii)(b)")
def venue_and_fund_parts(
    total_cents: int, threshold_cents: int, *, all_from_fund: bool
) -> tuple[int, int]:
    """What the Venue pays and what is drawn on the fund; on request all of a large total is.

    >>> venue_and_fund_parts(750_000, 200_000, all_from_fund=False)
    (200000, 550000)
    >>> venue_and_fund_parts(750_000, 200_000, all_from_fund=True)
    (0, 750000)
    """
    if total_cents <= threshold_cents:
        return total_cents, 0
    return (0, total_cents) if all_from_fund else (threshold_cents, total_cents - threshold_cents)


@WEB_CREDITS.computes("15(f)(i)")
def credited_at_once(prize_cents: int, figures: Figures) -> bool:
    """All prizes of one Entry in one draw together; the gap below $10,000 is paid at once (M29).

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> credited_at_once(999_999, figures), credited_at_once(1_000_000, figures)
    (True, False)
    """
    return prize_cents < figures.internet_verified_from_cents


@WEB_CREDITS.enforces("15(f)(ii)", "payout/not_verified")
def a_large_web_prize_is_verified_first(pay: CreditFacts, figures: Figures) -> Breach | None:
    if pay.verified or credited_at_once(pay.prize_cents, figures):
        return None
    return breach(
        "payout/not_verified",
        prize_cents=pay.prize_cents,
        verified_from_cents=figures.internet_verified_from_cents,
    )


@WITHDRAWALS.enforces("9(b)", "credit/none_given")
def an_account_stays_in_credit(withdrawal: WithdrawFacts) -> Breach | None:
    if 0 < withdrawal.cents <= withdrawal.balance_cents:
        return None
    return breach(
        "credit/none_given", cents=withdrawal.cents, balance_cents=withdrawal.balance_cents
    )


@WITHDRAWALS.enforces("15(g)", "withdraw/not_identified")
def prizes_wait_for_identification(withdrawal: WithdrawFacts) -> Breach | None:
    """Money that was deposited may go back; prize money needs an identified Subscriber."""
    if (
        withdrawal.identified
        or withdrawal.cents <= withdrawal.balance_cents - withdrawal.prize_cents
    ):
        return None
    return breach("withdraw/not_identified", prize_cents=withdrawal.prize_cents)


@FORM_PAYOUTS.enforces("15(h)", "claim_form/cheque_only", "claim_form/unknown", "payout/no_payee")
def claim_forms_are_paid_by_cheque(pay: FormPayFacts) -> Breach | None:
    """The specific rule beats the general list of ways to pay (T14)."""
    if not pay.known:
        return breach("claim_form/unknown")
    if pay.payout is not Payout.CHEQUE:
        return breach("claim_form/cheque_only", payout=pay.payout)
    return None if pay.payee else breach("payout/no_payee")


@IN_TIME.computes("2:Unclaimed Prize:a", "2:Unclaimed Prize:c")
def unclaimed_from(keno_day: date, figures: Figures) -> date:
    """The last day before a Venue prize counts as unclaimed; the Act may set another period.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> unclaimed_from(date(2026, 11, 16), figures).isoformat()
    '2027-11-16'
    """
    return months_after(keno_day, figures.unclaimed_months)


@IN_TIME.computes("16(b):keep")
def kept_until(keno_day: date, figures: Figures) -> date:
    """Details stay on central storage at least until this day.

    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> figures = open_on(date(2024, 1, 12)).figures
    >>> kept_until(date(2026, 11, 16), figures).isoformat()
    '2027-11-16'
    """
    return months_after(keno_day, figures.records_months_min)


@IN_TIME.enforces("16(b):after", "claim/form_only")
def later_claims_go_by_form(claim: ClaimFacts) -> Breach | None:
    if the_claim_is_in_time(claim) is None:
        return None
    return breach("claim/form_only", serial=claim.serial)


@REFUNDS.enforces("17(c)", "refund/not_validated", "refund/not_a_gift_voucher")
def an_unreadable_voucher_is_not_refunded(refund: RefundFacts) -> Breach | None:
    """A lost, expired or unreadable voucher is lost, unless Venue or Operating Company caused it.

    Then the face value comes back, of a Prepaid Voucher too, wherever and whenever it is asked for.
    """
    if refund.operator_at_fault:
        return None
    if not refund.validated:
        return breach("refund/not_validated")
    return None if refund.is_gift else breach("refund/not_a_gift_voucher")


@REFUNDS.enforces("17(d)", "refund/other_venue", "refund/other_day")
def a_gift_voucher_goes_back_where_and_when_bought(refund: RefundFacts) -> Breach | None:
    """For players who do not accept the terms; a fault of the operator is no such case."""
    if refund.operator_at_fault:
        return None
    if refund.at_venue != refund.sold_at:
        return breach("refund/other_venue", sold_at=refund.sold_at, at=refund.at_venue)
    sold, now = refund.sold_on.date(), refund.at.date()
    if sold == now:
        return None
    return breach("refund/other_day", sold=sold.isoformat(), now=now.isoformat())
