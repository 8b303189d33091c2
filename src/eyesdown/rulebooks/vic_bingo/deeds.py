"""The chapters that the clause files of this book fill, one a deed."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Deeds
from eyesdown.rulebooks.vic_bingo.figures import VicBingoFigures

BOOK = "vic-bingo"
DEEDS = Deeds[VicBingoFigures].of(BOOK)
