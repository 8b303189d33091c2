"""Play games in the notation: from a file, line by line, in a hall or at a family table."""

from __future__ import annotations

from pathlib import Path

from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.library.books import Day, day_of, open_book
from eyesdown.library.nesting import nesting_refused
from eyesdown.notation.playing import Play
from eyesdown.rulebook.bingo_book import BingoBook

FAMILY = "family-bingo"


@nesting_refused
def play(text_or_path: str | Path) -> Play:
    """A game in the .eyes notation, played to its last line; `.line(text)` goes on from there.

    Text with a blank or a line end is the game itself, anything else the name of its file.
    `.line` returns the events of one more command, `.state` is the state after it, `.books` has
    the balance of every account.

    >>> game = play("book family-bingo on 2026-06-01")
    >>> [type(event).__name__ for event in game.line("> start round")]
    ['Refused']
    """
    if not isinstance(text_or_path, str | Path):
        raise BadInput("text_or_path", f"{quoted(text_or_path)} is neither text nor a path")
    if not str(text_or_path):
        raise BadInput("text_or_path", "is empty; give a game as text, or the path of its file")
    try:
        return Play.of(text_or_path)
    except OSError as trouble:
        name = str(text_or_path)[:200]
        raise BadInput("text_or_path", f"{name} cannot be read: {trouble.strerror}") from trouble
    except (UnicodeDecodeError, ValueError) as wrong:
        raise BadInput("text_or_path", f"is not UTF-8 text: {wrong}") from wrong


@nesting_refused
def open_hall(book_id: str, on: Day = None) -> Play:
    """A bingo hall in memory under a 90-ball book; give it commands with `.line`.

    >>> hall = open_hall("vic-bingo", "2026-06-01")
    >>> hall.state.sessions
    {}
    """
    book = open_book(book_id, on)
    if not isinstance(book, BingoBook):
        raise BadInput("book_id", f"{book.id} is not the book of a 90-ball hall")
    return Play(book.id, day_of(on))


@nesting_refused
def open_table(on: Day = None) -> Play:
    """A table of the family game in memory; give it commands with `.line`.

    >>> table = open_table("2026-06-01")
    >>> table.state.round
    0
    """
    open_book(FAMILY, on)
    return Play(FAMILY, day_of(on))
