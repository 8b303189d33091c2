"""The shelf: opens a book by its id, on a day."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, EyesdownError, RulebookDataError, quoted
from eyesdown.rulebook.book import Book, not_in_force
from eyesdown.rulebook.loading import add_outside, folder_of, outside_books
from eyesdown.rulebook.source import Source, read_source

ENTRY_POINTS = "eyesdown.rulebooks"


@cache
def _find_entry_points() -> None:
    """Add the books that installed packages name; the books of a path take precedence."""
    for point in entry_points(group=ENTRY_POINTS):
        if point.name not in outside_books():
            add_outside(point.name, point.value)


@dataclass(frozen=True, slots=True)
class Shelf:
    """The books, ours first. A book's folder is imported only when it is opened.

    A book from outside is named by an entry point of the group `eyesdown.rulebooks`, or was added
    by its path (`library.outside`).
    """

    own: tuple[str, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all books, those from outside last."""
        _find_entry_points()
        return self.own + tuple(book for book in outside_books() if book not in self.own)

    def known(self, book: str) -> str:
        """The id itself, or BadInput with the ids there are."""
        if book in self.own or book in self.ids:
            return book
        raise BadInput("book", self.unknown(book))

    def named(self, typed: str) -> str:
        """The id of the book that a person means: the id itself, or a part that fits one only.

        >>> Shelf(("vic-bingo", "nsw-keno")).named("keno")
        'nsw-keno'
        """
        wanted = typed.strip().lower()
        fitting = [book for book in self.ids if wanted and wanted in book]
        if wanted in self.ids or len(fitting) != 1:
            return self.known(wanted)
        return fitting[0]

    def unknown(self, book: str) -> str:
        """The message for an unknown id: the ids that are like it, or else all ids.

        >>> Shelf(("vic-bingo", "nsw-keno")).unknown("vicbingo")
        "'vicbingo' is not on the shelf; did you mean vic-bingo?"
        """
        near = [each for each in self.ids if book and book in each]
        near = near or get_close_matches(book, self.ids, n=1, cutoff=0.8)
        words = {word for each in self.ids for word in each.split("-")}
        close = set(get_close_matches(book, words, cutoff=0.7))
        near = near or [each for each in self.ids if close & set(each.split("-"))]
        hint = (
            f"did you mean {' or '.join(near)}?" if near else f"take one of {', '.join(self.ids)}"
        )
        return f"{quoted(book)} is not on the shelf; {hint}"

    def source(self, book: str) -> Source:
        """The document that a book was read from."""
        return read_source(folder_of(self.known(book)))

    def open(self, book: str, on: date) -> Book[Any] | Refusal:
        """The book in force on a day, or the refusal of a day before it was in force."""
        refusal = not_in_force(self.source(book), on)
        if refusal is not None:
            return refusal
        try:
            open_on: Callable[[date], Book[Any]] = import_module(folder_of(book) + ".book").open_on
            return open_on(on)
        except EyesdownError:
            raise
        except Exception as wrong:  # the code of a book from outside may fail in any way
            if book in self.own:
                raise
            raise _cannot_be_opened(book, wrong) from wrong


def _cannot_be_opened(book: str, wrong: Exception) -> RulebookDataError:
    """The error for a book whose own code fails; it names the last line of the book that ran."""
    if isinstance(wrong, SyntaxError):
        return RulebookDataError(str(wrong.filename), wrong.lineno or 0, str(wrong.msg))
    frames = traceback.extract_tb(wrong.__traceback__)
    own = [frame for frame in frames if f"{folder_of(book)}/" in frame.filename]
    last = (own or frames)[-1]
    problem = f"the book cannot be opened: {type(wrong).__name__}: {wrong}"
    return RulebookDataError(last.filename, last.lineno or 0, problem)
