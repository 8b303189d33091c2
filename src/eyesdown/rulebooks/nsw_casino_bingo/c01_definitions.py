"""Part 1 - Definitions that carry a rule of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import (
    AppointFacts,
    ClaimFacts,
    CloseFacts,
    IssueFacts,
    OpenFacts,
    PlanFacts,
)
from eyesdown.rulebook.patterns import SQUARES, DrawnPattern, Pattern
from eyesdown.rulebook.spelling import plain_words
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK, supervises
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS, known
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_1: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 1 - Definitions")
BINGO = "bingo"
MACHINE = "machine"


@PART_1.computes("1.1 'bingo'", "1.1 'pattern'")
def patterns() -> Mapping[str, Pattern]:
    """All fifteen numbers of a box, and the minor patterns; called and marked both (L05)."""
    return {**PATTERNS, BINGO: DrawnPattern(BINGO, ((1 << SQUARES) - 1,))}


def prize_name(prize: str) -> str:
    """A prize's own name from any spelling we take (F11).

    >>> prize_name('Bingo')
    'bingo'
    """
    return BINGO if plain_words(prize) == BINGO else known(prize) or prize


@ACTIONS.claim.enforces("1.1 'bingo'", "claim/incomplete")
def every_number_of_a_box_was_called(facts: ClaimFacts) -> Breach | None:
    if facts.prize != BINGO or facts.completed_on or facts.during_announcement:
        return None
    return breach("claim/incomplete", prize=facts.prize, call=facts.call)


@ACTIONS.appoint.enforces(
    "1.1 'dealer'", "caller/not_a_dealer", "people/same_person", "people/player"
)
def caller_is_a_dealer_or_a_machine(facts: AppointFacts, figures: NswBingoFigures) -> Breach | None:
    """A host counts as dealer (C21); no one who runs the game plays it (C20)."""
    if facts.duty == "caller" and facts.role not in (*figures.dealer_roles, MACHINE):
        return breach("caller/not_a_dealer", person=facts.person, role=facts.role)
    if facts.person == facts.other:
        return breach("people/same_person", person=facts.person)
    if facts.holds_cards and not facts.staff_may_play:
        return breach("people/player", person=facts.person)
    return None


@ACTIONS.claim.enforces("1.1 'dealer'", "claim/by_official")
def caller_and_supervisor_do_not_claim(facts: ClaimFacts) -> Breach | None:
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("claim/by_official", call=facts.call)


@ACTIONS.issue.enforces("1.1 'dealer'", "sale/to_official")
def caller_and_supervisor_take_no_scorecard(facts: IssueFacts) -> Breach | None:
    if not facts.player_is_official or facts.staff_may_play:
        return None
    return breach("sale/to_official", official=1)


@ACTIONS.opening.enforces("1.1 'dealer terminal'", "terminal/software_not_approved")
def terminal_runs_approved_software(facts: OpenFacts) -> Breach | None:
    if facts.software_approved:
        return None
    return breach("terminal/software_not_approved", terminal=facts.terminal)


@ACTIONS.close.enforces("1.1 'game'", "game/no_bingo")
def game_ends_with_a_bingo(facts: CloseFacts) -> Breach | None:
    """Or when every number is drawn and no player calls (C14)."""
    if facts.exhausted or BINGO not in facts.open_prizes:
        return None
    return breach("game/no_bingo", numbers_out=facts.numbers_count)


@ACTIONS.appoint.enforces(
    "1.1 'senior gaming services host/gaming services supervisor'", "supervisor/wrong_role"
)
def supervisor_is_supervisory_staff(facts: AppointFacts, figures: NswBingoFigures) -> Breach | None:
    if facts.duty != "supervisor" or supervises(facts.role, figures):
        return None
    return breach("supervisor/wrong_role", person=facts.person, role=facts.role)


@ACTIONS.plan.enforces("1.1 'session'", "session/too_few_games")
def session_has_its_games(facts: PlanFacts, figures: NswBingoFigures) -> Breach | None:
    """At least one, fixed by the plan, no upper limit (B07)."""
    games, least = len(facts.games), figures.session_games_min
    return breach("session/too_few_games", games=games, least=least) if games < least else None
