"""Rules 14, 20 and 21: what wins, how it is claimed, and when a claim is worth nothing."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.keno_payout import ClaimFacts
from eyesdown.rulebook.keno_words import Payout
from eyesdown.rulebooks.nsw_keno.figures import Figures


@dataclass(frozen=True, slots=True)
class WebPayFacts:
    """A prize of an internet Entry about to be paid."""

    through_internet: bool
    payout: Payout


@dataclass(frozen=True, slots=True)
class ReinstateFacts:
    """A disqualified Entry about to be reinstated."""

    serial: str
    disqualified: bool
    approval: str


CLAIMS: Chapter[ClaimFacts, Figures] = Chapter("nsw-keno", "Rule 14 - Claims")
WEB_PRIZES: Chapter[WebPayFacts, Figures] = Chapter("nsw-keno", "Rule 14 - Web prizes")
LIABILITY: Chapter[ClaimFacts, Figures] = Chapter("nsw-keno", "Rule 20 - Liability")
REINSTATING: Chapter[ReinstateFacts, Figures] = Chapter("nsw-keno", "Rule 21 - Reinstating")


@CLAIMS.enforces("14(b)", "claim/no_ticket")
def a_ticket_is_handed_in(claim: ClaimFacts) -> Breach | None:
    if claim.serial or claim.through_internet:
        return None
    return breach("claim/no_ticket")


@CLAIMS.enforces("14(c)", "claim/ticket_disagrees", "claim/no_win")
def the_ticket_wins_and_agrees(claim: ClaimFacts) -> Breach | None:
    if not claim.known or claim.paid or claim.through_internet:
        return None  # 20(c), 14(d) and 14(f) answer these
    if not claim.ticket_agrees:
        return breach("claim/ticket_disagrees", serial=claim.serial)
    if claim.prize_cents or claim.disqualified:
        return None  # 21(a) answers, whether it would have won or not
    return breach("claim/no_win", serial=claim.serial)


@CLAIMS.enforces("14(d)", "claim/already_paid")
def a_ticket_is_paid_once(claim: ClaimFacts) -> Breach | None:
    return breach("claim/already_paid", serial=claim.serial) if claim.paid else None


@CLAIMS.enforces("14(f)", "claim/web_entry")
def a_web_prize_is_not_claimed_at_a_counter(claim: ClaimFacts) -> Breach | None:
    return breach("claim/web_entry", serial=claim.serial) if claim.through_internet else None


@WEB_PRIZES.enforces("14(f)", "payout/web_entry")
def a_web_prize_goes_to_the_account(pay: WebPayFacts) -> Breach | None:
    """And only a web prize does: no ticket is paid into an account."""
    if pay.through_internet == (pay.payout is Payout.ACCOUNT):
        return None
    return breach("payout/web_entry", payout=pay.payout)


@LIABILITY.enforces("20(c):valid", "claim/not_valid")
def only_a_valid_claim_is_paid(claim: ClaimFacts) -> Breach | None:
    if claim.known or not claim.serial or claim.runner_note:
        return None
    return breach("claim/not_valid", serial=claim.serial)


@LIABILITY.enforces("20(c):no ticket", "claim/form_only")
def without_a_ticket_only_the_form(claim: ClaimFacts) -> Breach | None:
    return None if claim.serial or claim.through_internet else breach("claim/form_only")


@LIABILITY.enforces("21(a)", "claim/disqualified")
def a_disqualified_entry_pays_nothing(claim: ClaimFacts) -> Breach | None:
    return breach("claim/disqualified", serial=claim.serial) if claim.disqualified else None


@REINSTATING.enforces("21(c)", "reinstate/not_disqualified", "reinstate/no_approval")
def reinstating_needs_approval(entry: ReinstateFacts) -> Breach | None:
    if not entry.disqualified:
        return breach("reinstate/not_disqualified", serial=entry.serial)
    return None if entry.approval else breach("reinstate/no_approval", serial=entry.serial)
