"""Part 9 - General provisions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    ActionFacts,
    ClaimFacts,
    DisputeFacts,
    FeeFacts,
    InvalidateFacts,
    SessionCloseFacts,
)
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK, CASINO_SUPERVISOR, supervises
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_9: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 9 - General provisions")
FRAUD = "fraud"


@ACTIONS.entry_void.enforces("9.3.1", "entry/not_the_supervisor")
def supervisor_voids_an_entry(facts: ActionFacts, figures: NswBingoFigures) -> Breach | None:
    return _not_supervisory(facts, figures, "entry/not_the_supervisor")


@ACTIONS.fee.enforces("9.3.1", "entry/void")
def void_entry_is_not_bought_again(facts: FeeFacts) -> Breach | None:
    return breach("entry/void", fee_cents=facts.amount_cents) if facts.entry_void else None


@ACTIONS.claim.enforces("9.3.1", "claim/entry_void")
def void_entry_cannot_claim(facts: ClaimFacts) -> Breach | None:
    return breach("claim/entry_void", call=facts.call) if facts.entry_void else None


@ACTIONS.exclude.enforces("9.3.2", "exclusion/not_the_supervisor")
def supervisor_excludes_a_player(facts: ActionFacts, figures: NswBingoFigures) -> Breach | None:
    return _not_supervisory(facts, figures, "exclusion/not_the_supervisor")


@ACTIONS.claim.enforces("9.3.2", "claim/excluded")
def excluded_player_cannot_claim(facts: ClaimFacts) -> Breach | None:
    return breach("claim/excluded", call=facts.call) if facts.excluded else None


def _not_supervisory(facts: ActionFacts, figures: NswBingoFigures, code: str) -> Breach | None:
    if supervises(facts.by_role, figures):
        return None
    return breach(code, role=facts.by_role)


@ACTIONS.invalidate.enforces("9.4.1", "invalidate/no_such_cause", "invalidate/not_the_supervisor")
def cause_is_on_the_list(facts: InvalidateFacts, figures: NswBingoFigures) -> Breach | None:
    """This list has no building evacuation (I07)."""
    if not supervises(facts.by_role, figures):
        return breach("invalidate/not_the_supervisor", role=facts.by_role)
    if facts.cause == FRAUD or facts.cause.casefold() in map(str.casefold, figures.disruptions):
        return None
    return breach("invalidate/no_such_cause", cause=facts.cause)


@ACTIONS.invalidate.enforces(
    "9.4.2",
    "invalidate/no_fraudster",
    "invalidate/outcome_not_affected",
    "invalidate/not_the_casino_supervisor",
)
def fraud_names_the_person_and_the_effect(facts: InvalidateFacts) -> Breach | None:
    """Any supervisor may ask; the opinion on record is the casino supervisor's."""
    if facts.cause != FRAUD:
        return None
    if not facts.person:
        return breach("invalidate/no_fraudster", person=facts.person)
    if not facts.affects_outcome:
        return breach("invalidate/outcome_not_affected", person=facts.person)
    if facts.opinion_role != CASINO_SUPERVISOR:
        return breach("invalidate/not_the_casino_supervisor", role=facts.opinion_role)
    return None


@ACTIONS.invalidate.enforces(
    "9.5 forfeit", "invalidate/nothing_to_forfeit", "invalidate/not_the_casino_supervisor"
)
def only_a_fraudulent_player_forfeits(facts: InvalidateFacts) -> Breach | None:
    """Everybody else may be refunded (I09); it is the casino supervisor's to direct."""
    if not facts.forfeit:
        return None
    if facts.cause != FRAUD or facts.person_kind != "player":
        return breach("invalidate/nothing_to_forfeit", cause=facts.cause, kind=facts.person_kind)
    if facts.paid_nothing:
        return breach("invalidate/nothing_to_forfeit", person=facts.paid_nothing)
    if facts.by_role != CASINO_SUPERVISOR:
        return breach("invalidate/not_the_casino_supervisor", role=facts.by_role)
    return None


@ACTIONS.close_session.enforces("9.8", "session/not_the_supervisor", "session/closing_sign")
def early_closing_is_announced_by_a_sign(
    facts: SessionCloseFacts, figures: NswBingoFigures
) -> Breach | None:
    """The game in progress is finished first; the sign's minutes include the last (I12)."""
    if not facts.games_left and not facts.early:
        return None
    if facts.by and not supervises(facts.by_role, figures):
        return breach("session/not_the_supervisor", by=facts.by, role=facts.by_role)
    least = timedelta(minutes=figures.closing_sign_minutes)
    shown = facts.at - facts.sign_shown_at if facts.sign_shown_at else timedelta(0)
    if shown >= least:
        return None
    return breach(
        "session/closing_sign",
        seconds_shown=int(shown.total_seconds()),
        least=int(least.total_seconds()),
    )


@ACTIONS.dispute.enforces(
    "9.10",
    "dispute/not_a_gaming_supervisor",
    "dispute/not_the_casino_supervisor",
    "dispute/not_decided",
)
def disputes_go_up_in_order(facts: DisputeFacts, figures: NswBingoFigures) -> Breach | None:
    """First a gaming supervisor; on request a casino supervisor reviews (I13).

    Who is satisfied may end a dispute at any time.
    """
    if facts.closing:
        if facts.satisfied or facts.decided:
            return None
        return breach("dispute/not_decided", by=facts.by)
    if not facts.review:
        if facts.by_role in figures.supervisor_roles:
            return None
        return breach("dispute/not_a_gaming_supervisor", by=facts.by, role=facts.by_role)
    if not facts.decided:
        return breach("dispute/not_decided", by=facts.by)
    if facts.by_role == CASINO_SUPERVISOR:
        return None
    return breach("dispute/not_the_casino_supervisor", by=facts.by, role=facts.by_role)


@ACTIONS.dispute.enforces("9.11", "dispute/not_advised")
def complainant_is_told_of_the_inspector(facts: DisputeFacts) -> Breach | None:
    if not facts.closing or facts.satisfied or facts.advised:
        return None
    return breach("dispute/not_advised", satisfied=0)


@PART_9.computes("9.11")
def advice(figures: NswBingoFigures) -> str:
    """The advice to a dissatisfied person."""
    return f"You may lodge a complaint with an {figures.inspector}: {figures.complaint}."
