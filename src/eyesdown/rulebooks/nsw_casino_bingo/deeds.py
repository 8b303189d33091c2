"""The chapters that the clause files of this book fill, one a deed; and who ranks how."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Deeds
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

BOOK = "nsw-casino-bingo"
DEEDS = Deeds[NswBingoFigures].of(BOOK)
CASINO_SUPERVISOR = "casino supervisor"


def supervises(role: str, figures: NswBingoFigures) -> bool:
    """A gaming services supervisor, or somebody above."""
    return role in (*figures.supervisor_roles, CASINO_SUPERVISOR)
