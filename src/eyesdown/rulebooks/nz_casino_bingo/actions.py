"""The chapters that the clause files of this book fill, one an action."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Actions
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

BOOK = "nz-casino-bingo"
ACTIONS = Actions[NzBingoFigures].of(BOOK)
