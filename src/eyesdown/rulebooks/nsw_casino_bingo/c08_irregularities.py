"""Part 8 - Irregularities."""

from __future__ import annotations

from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import ClaimFacts, CorrectionFacts, DrawFacts
from eyesdown.rulebooks.nsw_casino_bingo.actions import ACTIONS, BOOK, supervises
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

PART_8: Chapter[Any, NswBingoFigures] = Chapter(BOOK, "Part 8 - Irregularities")


@PART_8.computes("8.1")
def forfeited(missed: str, _: tuple[str, ...]) -> tuple[str, ...]:
    """Who stays silent loses that prize; a missed bingo loses its jackpot too (C05, C06).

    >>> forfeited('bingo', ('bingo', 'corners'))
    ('bingo',)
    """
    return (missed,)


@ACTIONS.claim.enforces("8.1", "claim/during_announcement", "claim/late", "claim/forfeited")
def winner_declares_on_the_number(facts: ClaimFacts) -> Breach | None:
    """The text sets no end; it is the next number (C07, C17)."""
    if facts.during_announcement:
        return breach("claim/during_announcement", call=facts.call)
    if facts.completed_on and facts.completed_on < facts.call:
        late = facts.call - facts.completed_on
        return breach("claim/late", completed_on=facts.completed_on, calls_late=late)
    return breach("claim/forfeited", prize=facts.prize) if facts.forfeited else None


@ACTIONS.draw.enforces("8.3", "draw/correction_owed")
def corrections_come_at_once(facts: DrawFacts) -> Breach | None:
    if not facts.correction_open:
        return None
    return breach("draw/correction_owed", numbers_out=facts.numbers_drawn)


@ACTIONS.correction.enforces(
    "8.3",
    "correction/never_called",
    "correction/nothing_wrong",
    "correction/not_the_number_drawn",
    "correction/wrong_person",
    "correction/not_announced",
    "correction/not_displayed",
)
def error_is_announced_and_displayed(
    facts: CorrectionFacts, figures: NswBingoFigures
) -> Breach | None:
    """Both are owed here, for an error of the display alone too (D04).

    Any supervisor may notice, not only the one of the game.
    """
    if not facts.wrong_called:
        return breach("correction/never_called", number=facts.wrong)
    if facts.right == facts.wrong:
        return breach("correction/nothing_wrong", number=facts.wrong)
    if facts.drawn not in (0, facts.right):
        return breach("correction/not_the_number_drawn", number=facts.right, drawn=facts.drawn)
    if not facts.by_official and not supervises(facts.by_role, figures):
        return breach("correction/wrong_person", number=facts.wrong)
    if not facts.announced:
        return breach("correction/not_announced", number=facts.wrong)
    return None if facts.displayed else breach("correction/not_displayed", number=facts.wrong)


@ACTIONS.draw.enforces("8.5 stop", "draw/scorecard_faulty")
def play_stops_for_a_faulty_scorecard(facts: DrawFacts) -> Breach | None:
    """The window of the last number stays open meanwhile (I11)."""
    if not facts.malfunction_open:
        return None
    return breach("draw/scorecard_faulty", numbers_out=facts.numbers_drawn)
