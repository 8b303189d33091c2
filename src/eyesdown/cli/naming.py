"""Arguments that name a book, a clause, a refusal or a bet; the shell completes them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from eyesdown.kernel.errors import BadInput, EyesdownError, quoted

KENO = "nsw-keno"

if TYPE_CHECKING:
    _Text = click.ParamType[str]
else:
    _Text = click.ParamType  # older releases of click have no type arguments


def book_named(value: str) -> str:
    """The id of a book by its id, a part of it, or the path of its folder.

    BadInput for any other word; it names the folder here that was probably meant.
    """
    from eyesdown.rulebooks import SHELF

    if os.sep in value:
        from eyesdown.library.outside import add_folder

        return add_folder(Path(value))
    try:
        return SHELF.named(value)
    except BadInput as unknown:
        folder = value.replace("-", "_")
        if not folder or not Path(folder, "source.toml").is_file():
            raise
        hint = f"the rulebook in this folder is named ./{folder}"
        raise BadInput("book", f"{quoted(value)} is not on the shelf; {hint}") from unknown


class BookName(_Text):
    """A rulebook by its id, by a part of it that fits one book only, or by its folder's path."""

    name = "book"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The id of the book; a path puts the book in that folder on the shelf."""
        return book_named(value)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Every book whose id begins with, or else holds, what was typed."""
        from eyesdown.rulebooks import SHELF

        ids = [book for book in SHELF.ids if book.startswith(incomplete)]
        ids = ids or [book for book in SHELF.ids if incomplete in book]
        return [CompletionItem(book, help=SHELF.source(book).title) for book in ids]


class ClauseNumber(_Text):
    """A clause of the book named before it."""

    name = "clause"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The clauses that begin with what was typed; brackets need not be typed."""
        from eyesdown.rulebook.catalogue import squeezed
        from eyesdown.rulebook.coverage import read_coverage
        from eyesdown.rulebooks import SHELF

        try:
            rows = read_coverage(SHELF.named(str(ctx.params.get("book") or "")))
        except EyesdownError:
            return []
        wanted = squeezed(incomplete)
        return [
            CompletionItem(row.clause, help=row.says)
            for row in rows
            if squeezed(row.clause).startswith(wanted)
        ]


class RefusalCode(_Text):
    """The code of a refusal, such as claim/late."""

    name = "code"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The codes that begin with what was typed, each with what to do next."""
        from eyesdown.rulebook.advice import advice

        return _items(advice().items(), incomplete)


class BetKey(_Text):
    """A bet of keno by its key, such as regular/10, or all bets of a game by its name."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The games and the keys that begin with what was typed."""
        from eyesdown.odds.keno.answers import keno_book
        from eyesdown.odds.keno.bets import keys
        from eyesdown.rulebooks import SHELF

        every_key = list(keys(keno_book(SHELF.source(KENO).in_force)))
        games = dict.fromkeys(key.split("/")[0] for key in every_key)
        return _items(((name, "") for name in (*games, *every_key)), incomplete)


class PatternName(_Text):
    """A pattern of 90-ball tickets, or of 75-ball cards after --card75."""

    name = "text"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The patterns that begin with what was typed."""
        from eyesdown.odds.bingo.answers import bingo_laws

        laws = bingo_laws(card75=bool(ctx.params.get("card75")))
        return _items(((name, "") for name in laws), incomplete)


def _items(pairs: Iterable[tuple[str, str]], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=says) for name, says in pairs if name.startswith(incomplete)]


BOOK = BookName()
CLAUSE = ClauseNumber()
CODE = RefusalCode()
BET = BetKey()
PATTERN = PatternName()
