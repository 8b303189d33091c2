"""Part 3 - Conditions of play: membership, scorecards, entry fee."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import round_down
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    ClaimFacts,
    FeeFacts,
    IssueFacts,
    PlanFacts,
    PointFacts,
    SaleFacts,
)
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_3: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 3 - Conditions of play")
DEVICE = "electronic"


@ACTIONS.fee.enforces("3.1", "player/not_a_member")
def players_belong_to_the_loyalty_program(facts: FeeFacts) -> Breach | None:
    """Asked at registration; a later end of membership takes nothing away (B10)."""
    return None if facts.member else breach("player/not_a_member", member=0)


@ACTIONS.issue.enforces("3.1", "player/not_a_member")
def scorecards_go_to_members(facts: IssueFacts) -> Breach | None:
    if facts.member or facts.fee_paid:
        return None
    return breach("player/not_a_member", member=0)


@ACTIONS.issue.enforces("3.2.1", "scorecard/no_such_medium")
def scorecards_are_paper_or_electronic(
    facts: IssueFacts, figures: NswBingoFigures
) -> Breach | None:
    if facts.medium in figures.scorecard_media:
        return None
    return breach("scorecard/no_such_medium", medium=facts.medium)


@ACTIONS.plan.enforces("3.3 first", "session/no_entry_fee")
def session_has_an_entry_fee(facts: PlanFacts) -> Breach | None:
    if facts.entry_fee_cents > 0:
        return None
    return breach("session/no_entry_fee", entry_fee_cents=facts.entry_fee_cents)


@ACTIONS.issue.enforces("3.3 first", "entry/fee_unpaid")
def entry_fee_comes_first(facts: IssueFacts) -> Breach | None:
    return None if facts.fee_paid else breach("entry/fee_unpaid", fee_paid=0)


@ACTIONS.claim.enforces("3.3 first", "claim/no_cards")
def claimant_has_entered(facts: ClaimFacts) -> Breach | None:
    return None if facts.has_cards else breach("claim/no_cards", cards=0)


@ACTIONS.sale.enforces("3.3 first", "sale/entry_is_by_fee")
def scorecards_are_not_sold(facts: SaleFacts) -> Breach | None:
    """Entry is by the fee; scorecards are issued against it, never priced."""
    return breach("sale/entry_is_by_fee", paid_cents=facts.paid_cents)


@ACTIONS.point.enforces("3.3 second", "point/no_price_notice")
def fee_is_shown_at_the_dealer_station(facts: PointFacts) -> Breach | None:
    return None if facts.price_notice else breach("point/no_price_notice", price_notice=0)


@ACTIONS.fee.enforces("3.3 second", "entry/fee_differs", "entry/fee_paid_before")
def fee_is_the_same_for_all(facts: FeeFacts) -> Breach | None:
    """Once for each player of the session (B09)."""
    if facts.amount_cents != facts.session_fee_cents:
        fee = facts.session_fee_cents
        return breach("entry/fee_differs", paid_cents=facts.amount_cents, fee_cents=fee)
    if facts.paid_before:
        return breach("entry/fee_paid_before", fee_cents=facts.session_fee_cents)
    return None


@PART_3.computes("3.3 third", "3.3.1")
def administration(fees_cents: int, figures: NswBingoFigures) -> int:
    """Taken out of the fees of a session, rounded down: all else goes to the jackpot (G09, G10).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> administration(1000, figures)
    200
    """
    return round_down(figures.administration_fee * fees_cents)


@ACTIONS.issue.enforces("3.4 auto", "scorecard/no_auto_play")
def only_a_device_marks_by_itself(facts: IssueFacts) -> Breach | None:
    if not facts.auto_play or facts.medium == DEVICE:
        return None
    return breach("scorecard/no_auto_play", medium=facts.medium)
