"""family-bingo, opened on a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.book import Book
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.family_bingo.c01_people import BANKERS, SEATS
from eyesdown.rulebooks.family_bingo.c02_equipment import CARDS, DISCS
from eyesdown.rulebooks.family_bingo.c03_play import COVERING, CRIES, TURNS
from eyesdown.rulebooks.family_bingo.c04_scoring import SCORES
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

PACKAGE = __package__
CHAPTERS = (SEATS, BANKERS, CARDS, DISCS, COVERING, CRIES, TURNS, SCORES)


def open_on(day: date) -> Book[FamilyFigures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2026, 6, 1)).id
    'family-bingo'
    """
    return Book(read_source(PACKAGE), day, figures_on(FamilyFigures, PACKAGE, day), CHAPTERS)
