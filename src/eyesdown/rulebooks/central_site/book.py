"""central-site, opened on a day."""

from __future__ import annotations

from datetime import date

from eyesdown.rulebook.book import Book
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks.central_site.figures import SiteFigures
from eyesdown.rulebooks.central_site.record import CHAPTERS

PACKAGE = __package__


def open_on(day: date) -> Book[SiteFigures]:
    """The site's own book; it is in force on any day.

    >>> open_on(date(2026, 11, 16)).id
    'central-site'
    """
    return Book(read_source(PACKAGE), day, figures_on(SiteFigures, PACKAGE, day), CHAPTERS)
