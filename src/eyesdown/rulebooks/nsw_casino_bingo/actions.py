"""The chapters that the clause files of this book fill, one an action, and who supervises."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Actions
from eyesdown.rulebooks.nsw_casino_bingo.figures import NswBingoFigures

BOOK = "nsw-casino-bingo"
ACTIONS = Actions[NswBingoFigures].of(BOOK)
CASINO_SUPERVISOR = "casino supervisor"


def supervises(role: str, figures: NswBingoFigures) -> bool:
    """Whether a role is a gaming services supervisor or above.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_casino_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> supervises('dealer', figures)
    False
    """
    return role in (*figures.supervisor_roles, CASINO_SUPERVISOR)
