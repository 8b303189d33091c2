"""Part 9 - Irregularities."""

from __future__ import annotations

from eyesdown.rulebook.chapter import Breach, breach
from eyesdown.rulebook.facts.bingo import InvalidateFacts
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

FRAUD = "fraud"
INSIDERS = ("player", "employee")


@ACTIONS.invalidate.enforces("9.1(a)", "invalidate/no_such_cause")
def cause_is_on_the_list(facts: InvalidateFacts, figures: NzBingoFigures) -> Breach | None:
    """Unknown causes are refused (I07)."""
    if facts.cause == FRAUD or facts.cause.casefold() in map(str.casefold, figures.disruptions):
        return None
    return breach("invalidate/no_such_cause", cause=facts.cause)


@ACTIONS.invalidate.enforces("9.1(b)", "invalidate/no_fraudster", "invalidate/outcome_not_affected")
def fraud_names_the_person_and_the_effect(facts: InvalidateFacts) -> Breach | None:
    if facts.cause != FRAUD:
        return None
    if not facts.person or facts.person_kind not in INSIDERS:
        return breach("invalidate/no_fraudster", person=facts.person, kind=facts.person_kind)
    if not facts.affects_outcome:
        return breach("invalidate/outcome_not_affected", person=facts.person)
    return None


@ACTIONS.invalidate.enforces("9.2 forfeit", "invalidate/nothing_to_forfeit")
def only_a_fraudulent_player_forfeits(facts: InvalidateFacts) -> Breach | None:
    """Everybody else is refunded (I09)."""
    if not facts.forfeit:
        return None
    if facts.cause != FRAUD or facts.person_kind != "player":
        return breach("invalidate/nothing_to_forfeit", cause=facts.cause, kind=facts.person_kind)
    if facts.paid_nothing:
        return breach("invalidate/nothing_to_forfeit", person=facts.paid_nothing)
    return None
