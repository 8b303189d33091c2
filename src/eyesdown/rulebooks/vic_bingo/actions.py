"""The chapters that the clause files of this book fill, one an action."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Actions
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

BOOK = "vic-bingo"
ACTIONS = Actions[VicBingoFigures].of(BOOK)
