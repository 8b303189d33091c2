"""Part 8 - Disputes and complaints."""

from __future__ import annotations

from typing import Any

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.bingo import DisputeFacts
from eyesdown.rulebooks.nz_casino_bingo.actions import ACTIONS, BOOK
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

PART_8: Chapter[Any, NzBingoFigures] = Chapter(BOOK, "Part 8 - Disputes")


@ACTIONS.dispute.enforces("8.1", "dispute/not_advised")
def complainant_is_told_of_the_inspector(facts: DisputeFacts) -> Breach | None:
    if not facts.closing or facts.satisfied or facts.advised:
        return None
    return breach("dispute/not_advised", satisfied=0)


@PART_8.computes("8.1")
def advice(figures: NzBingoFigures) -> str:
    """The advice to a complainant when a dispute stays unresolved."""
    return f"You may complain about the conduct of gaming to a {figures.inspector}."
