"""The shelf: opens a book by its id, on a day."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from typing import Any

from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.book import Book, not_in_force
from eyesdown.rulebook.loading import folder_of
from eyesdown.rulebook.source import Source, read_source


@dataclass(frozen=True, slots=True)
class Shelf:
    """The ids of the books, in order. A book's folder is imported only when it is opened."""

    ids: tuple[str, ...]

    def known(self, book: str) -> str:
        """The id itself, or BadInput with the ids there are."""
        if book in self.ids:
            return book
        raise BadInput("book", f"{book!r} is not on the shelf; take one of {', '.join(self.ids)}")

    def source(self, book: str) -> Source:
        """The document that a book was read from."""
        return read_source(folder_of(self.known(book)))

    def open(self, book: str, on: date) -> Book[Any] | Refusal:
        """The book in force on a day, or the refusal of a day before it was in force."""
        refusal = not_in_force(self.source(book), on)
        if refusal is not None:
            return refusal
        open_on: Callable[[date], Book[Any]] = import_module(folder_of(book) + ".book").open_on
        return open_on(on)
