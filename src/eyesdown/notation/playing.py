"""A game in the notation that is played line by line by the real rules."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any, Self

from eyesdown.keno.office.commands import check_period
from eyesdown.kernel.errors import BadInput, NotInForce
from eyesdown.ledger.books import Amount
from eyesdown.notation.cursor import EyesError
from eyesdown.notation.document import (
    Asked,
    Item,
    Reader,
    Script,
    Setting,
    numbered,
    parse,
    remember,
)
from eyesdown.notation.vocabulary import Game, Table, vocabulary_of
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF


@dataclass(slots=True)
class Play:
    """A game that takes one more line at a time.

    >>> game = Play.of("book family-bingo on 2026-06-01")
    >>> game.line("> start round")[0].refusals[0].code
    'game/not_now'
    >>> game.line("> sing a song")
    Traceback (most recent call last):
    eyesdown.notation.cursor.EyesError: line 3, column 3: expected a command: begin series, ...
    >>> game.state.round, game.books
    (0, {})
    """

    book_id: str
    day: date
    settings: Any = None
    lines_read: int = 1
    _reader: Reader = field(init=False, repr=False)
    _book: Book[Any] = field(init=False, repr=False)
    _tables: list[tuple[Game, Table]] = field(default_factory=list, init=False, repr=False)

    def __post_init__(self) -> None:
        self._reader = Reader.of(self.book_id, self.day)
        book = SHELF.open(self.book_id, self.day)
        if not isinstance(book, Book):
            raise NotInForce("book", str(book))
        self._book = book

    @classmethod
    def of(cls, text_or_path: str | Path) -> Self:
        """A game after every line of a script was played; its first line names the book.

        A string with a line end or a blank is the script itself, any other one its file.
        """
        if isinstance(text_or_path, str) and any(blank in text_or_path for blank in "\n "):
            text = text_or_path
        else:
            text = Path(text_or_path).read_text("utf-8-sig")
        script = parse(text)
        game = cls.begin(script)
        for item in script.items:
            game.item(item)
        game.lines_read = len(text.splitlines())
        return game

    @classmethod
    def begin(cls, script: Script) -> Self:
        """A game of a script's book, day and settings, of which nothing was played yet."""
        return cls(script.book, script.day, script.settings)

    def line(self, text: str) -> tuple[Any, ...]:
        """The events of one more command; of several lines, all their events.

        A line that is no command (a day, a drawing, a comment) has none. A line that cannot be
        read raises an EyesError with its line and column, and nothing of the text is played.
        """
        given: object = text
        if not isinstance(given, str):
            raise BadInput("text", f"{type(given).__name__} is not text, such as: > open day")
        before = self._reader.context
        self._reader.context = replace(
            before, drawings=dict(before.drawings), scope=dict(before.scope)
        )
        try:
            items = list(self._reader.items(numbered(text, self.lines_read + 1)))
            self._check_settings(items)
        except EyesError:
            self._reader.context = before
            raise
        self.lines_read += max(1, len(text.splitlines()))
        return tuple(event for item in items for event in self.item(item))

    def item(self, item: Item) -> tuple[Any, ...]:
        """The events of one more item of a script."""
        remember(item, self._reader.context)
        if isinstance(item, Setting) and not self._tables:
            self.settings = item.settings
        if not isinstance(item, Asked):
            return ()
        try:
            check_period(item.command)
            return self._table_for(item.command).play(item.command)
        except BadInput as wrong:
            raise EyesError(item.line, 1, f"{wrong.field}: {wrong.message}") from wrong

    @property
    def state(self) -> Any:
        """The state of the book's first game after the latest command."""
        return self.tables[0].state

    @property
    def books(self) -> dict[str, Amount]:
        """Every account's balance after the latest command."""
        return dict(self.tables[0].balances)

    @property
    def tables(self) -> list[Table]:
        """One table for each game of the book; they begin with the settings given so far."""
        if not self._tables:
            balances: dict[str, Amount] = {}
            games = vocabulary_of(self.book_id).games
            self._tables = [
                (game, game.begin(self._book, self.settings, balances)) for game in games
            ]
        return [table for _, table in self._tables]

    def _table_for(self, command: Any) -> Table:
        assert self.tables
        return next(table for game, table in self._tables if type(command) in game.commands)

    def _check_settings(self, items: list[Item]) -> None:
        """Settings hold for a whole game, so they cannot change once it has begun."""
        if not self._tables:
            return
        for item in items:
            if isinstance(item, Setting) and item.settings != self.settings:
                raise EyesError(self.lines_read + 1, 1, "settings come before the first command")
