"""Part 5 - Minor games beside the main game."""

from __future__ import annotations

from typing import Any

from eyesdown.kernel.money import dollars
from eyesdown.rulebook.bingo_book import Announcement
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import Brief, ClaimFacts, PlanFacts
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nsw_casino_bingo.appendix_a import PATTERNS
from eyesdown.rulebooks.nsw_casino_bingo.c01_definitions import BINGO
from eyesdown.rulebooks.nsw_casino_bingo.c04_play import DEALERS
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_5: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 5 - Minor games")


@ACTIONS.plan.enforces("5.2", "game/pattern_twice")
def minor_games_have_different_patterns(facts: PlanFacts) -> Breach | None:
    """Any number of them, all different (F10)."""
    for game in facts.games:
        for place, prize in enumerate(game.prizes):
            if prize in game.prizes[:place]:
                return breach("game/pattern_twice", game=game.game, pattern=prize)
    return None


@ACTIONS.plan.enforces("5.3", "game/unknown_pattern")
def minor_games_are_in_the_appendix(facts: PlanFacts) -> Breach | None:
    for game in facts.games:
        for prize in game.prizes:
            if prize != BINGO and prize not in PATTERNS:
                return breach("game/unknown_pattern", game=game.game, pattern=prize)
    return None


@ACTIONS.claim.enforces("5.4.1", "claim/incomplete")
def every_number_of_the_pattern_was_called(facts: ClaimFacts) -> Breach | None:
    if facts.prize in ("", BINGO) or facts.completed_on or facts.during_announcement:
        return None
    return breach("claim/incomplete", prize=facts.prize, call=facts.call)


@PART_5.computes("5.5")
def patterns_and_prizes(facts: Brief) -> Announcement | None:
    """The announcement of the patterns of the minor games and their prizes."""
    if not facts.minors:
        return None
    listed = ", ".join(f"{name} for {dollars(cents)}" for name, cents in facts.minors)
    text = f"Patterns and prizes: {listed}."
    return Announcement("patterns", "5.5", DEALERS, text, or_for_session=True)
