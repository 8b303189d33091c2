"""The chapters that the clause files of this book fill, one a deed."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Deeds
from eyesdown.rulebooks.nz_casino_bingo.figures import NzBingoFigures

BOOK = "nz-casino-bingo"
DEEDS = Deeds[NzBingoFigures].of(BOOK)
