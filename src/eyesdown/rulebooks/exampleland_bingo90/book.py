"""The parts bound together, fixed to a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.book import Book
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.patterns import Pattern, read_patterns
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.exampleland_bingo90.c04_sales import SALES
from eyesdown.rulebooks.exampleland_bingo90.c06_winning import WINNING
from eyesdown.rulebooks.exampleland_bingo90.c07_claims import CLAIMS
from eyesdown.rulebooks.exampleland_bingo90.figures import Figures

CHAPTERS = (SALES, WINNING, CLAIMS)


def open_on(day: date) -> Book[Figures]:
    """The book with the figures in force on a day.

    >>> open_on(date(2026, 1, 1)).figures.claim_calls_late_max
    0
    """
    return Book(
        source=read_source(__package__),
        day=day,
        figures=figures_on(Figures, __package__, day),
        chapters=CHAPTERS,
    )


def patterns() -> dict[str, Pattern]:
    """What may be played for under Part 6."""
    return read_patterns(__package__)
