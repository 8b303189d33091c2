"""A rulebook on a day."""

from __future__ import annotations

import os
import re
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, NotInForce, quoted
from eyesdown.library.nesting import nesting_refused
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF

if TYPE_CHECKING:
    from eyesdown.rulebooks.nsw_keno.book import NswKeno

Day: TypeAlias = date | str | None
"""A day: a date, ISO text such as "2026-11-15", or None for today."""

KENO = "nsw-keno"
ISO_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@nesting_refused
def open_book(book_id: str, on: Day = None) -> Book[Any]:
    """A rulebook with the figures in force on a day (today if none is given).

    A book from outside is named by its id, once an installed package has it, or by the path of its
    folder, such as "./my_club". Raises BadInput for an unknown book, and NotInForce, a BadInput
    too, for a day before the book came into force.

    >>> open_book("nsw-keno", "2026-11-15").figures.numbers_drawn
    20
    >>> open_book("kino")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: book_id: 'kino' is not on the shelf; did you mean nsw-keno?
    """
    if not isinstance(book_id, str):
        raise BadInput("book_id", f"{quoted(book_id)} is not the id of a book")
    day = day_of(on)
    try:
        if os.sep in book_id:
            from eyesdown.library.outside import add_folder

            book_id = add_folder(Path(book_id))
        book = SHELF.open(book_id, day)
    except BadInput as wrong:
        raise BadInput("book_id", wrong.message) from None
    if isinstance(book, Refusal):
        raise NotInForce("on", str(book))
    return book


def keno_book(on: Day = None) -> NswKeno:
    """The keno book on a day."""
    from eyesdown.rulebooks.nsw_keno.book import NswKeno

    book = open_book(KENO, on)
    assert isinstance(book, NswKeno)
    return book


def day_of(on: Day) -> date:
    """A day as a date; today in the machine's own time zone if none is given.

    >>> day_of("2026-11-15")
    datetime.date(2026, 11, 15)
    >>> day_of("15.11.2026")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: on: '15.11.2026' is not a day such as 2026-11-15
    """
    if on is None:
        return date.today()  # noqa: DTZ011  the caller's own day
    if isinstance(on, datetime):
        return on.date()
    if isinstance(on, date):
        return on
    try:
        if ISO_DAY.fullmatch(on):
            return date.fromisoformat(on)
    except (TypeError, ValueError):
        pass
    raise BadInput("on", f"{quoted(on)} is not a day such as 2026-11-15")
