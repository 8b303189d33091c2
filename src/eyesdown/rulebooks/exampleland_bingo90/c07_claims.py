"""Part 7 - Claims."""

from __future__ import annotations

from eyesdown.kernel.money import Cents, share_equally
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.exampleland import ClaimFacts
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

CLAIMS = Chapter[ClaimFacts, Figures]("exampleland-bingo90", "Part 7 - Claims")


@CLAIMS.enforces("7(1)", "claim/card_not_in_play")
def card_was_sold_for_this_game(claim: ClaimFacts) -> Breach | None:
    if claim.card_sold_for_game:
        return None
    return breach("claim/card_not_in_play", card=claim.card)


@CLAIMS.enforces("7(2)(a)", "claim/pattern_incomplete")
def pattern_is_complete(claim: ClaimFacts) -> Breach | None:
    if claim.completed_on_call is not None:
        return None
    return breach("claim/pattern_incomplete", card=claim.card)


@CLAIMS.enforces("7(2)(b)", "claim/late")
def claim_beats_the_next_call(claim: ClaimFacts, figures: Figures) -> Breach | None:
    if claim.completed_on_call is None:
        return None  # 7(2)(a) has already answered
    calls_late = claim.claimed_on_call - claim.completed_on_call
    if calls_late <= figures.claim_calls_late_max:
        return None
    return breach("claim/late", calls_late=calls_late, allowed=figures.claim_calls_late_max)


@CLAIMS.computes("7(4)")
def shares_of_a_tied_prize(prize_cents: Cents, winners: int) -> tuple[Cents, Cents]:
    """Each winner's share, and the odd cents, which go to the next game's prize (ADR 0006)."""
    return share_equally(prize_cents, winners)
