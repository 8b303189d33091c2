"""The chapters that the clause files of this book fill, one an action."""

from __future__ import annotations

from eyesdown.rulebook.bingo_book import Actions
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

BOOK = "exampleland-bingo90"
ACTIONS = Actions[Figures].of(BOOK)
