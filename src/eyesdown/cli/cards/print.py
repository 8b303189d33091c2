"""`eyesdown cards print`: charts, calling sheets, entry forms and books on paper."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import msgspec
from click.core import ParameterSource

from eyesdown.cli.cards.paper_options import fields_as_typed, on_paper, page_options
from eyesdown.cli.infile import in_file
from eyesdown.cli.outfile import refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eyesdown.library.series import SeriesFiles
    from eyesdown.press.books import BookPlan

KINDS = (
    "chart90",
    "chart75",
    "calling-sheet",
    "form-standard",
    "form-roulette",
    "form-racing",
    "form-heads-or-tails",
    "book",
)


@click.command("print")
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--out", required=True, help="The file to write; - is standard output.")
@click.option(
    "--format", "medium", type=click.Choice(("pdf", "svg")), help="By the file's name if left out."
)
@on_paper
@click.option(
    "--balls", type=click.Choice(("90", "75")), default="90", help="Numbers of a calling sheet."
)
@click.option("--cards", help="Cards of a book: JSON Lines from `cards make`; - is standard input.")
@click.option("--series", help="Take a book's cards, numbers and colours from this series.")
@click.option("--games", type=int, default=1, show_default=True, help="Games in a book.")
@click.option("--first-book", type=int, default=1, show_default=True, help="First book number.")
@click.option("--overwrite", is_flag=True, help="Replace a file that exists.")
def print_(kind: str, out: str, medium: str | None, **given: Any) -> None:
    """Print a chart, a calling sheet, an entry form or books of cards.

    A book takes its cards from `cards make --format jsonl`: book by book, in each book game by
    game, a page per game. Or it takes them from a series, which is verified first.
    """
    from eyesdown.press import books, caller, forms

    refuse_existing([out], overwrite=given["overwrite"])
    medium = medium or ("svg" if out.endswith(".svg") else "pdf")
    with fields_as_typed(), ExitStack() as stack:
        plan = _book_plan(stack, given, medium) if kind == "book" else None
        options = page_options(given)
        (file,) = stack.enter_context(whole_files(out))
        if plan is not None:
            pages = books.write_books(file, plan, options)
        elif kind == "calling-sheet":
            pages = caller.write_calling_sheet(file, int(given["balls"]), options, medium=medium)
        elif kind.startswith("chart"):
            balls = int(kind.removeprefix("chart"))
            pages = caller.write_chart(file, balls, options, medium=medium)
        else:
            game = kind.removeprefix("form-")
            pages = forms.write_form(file, game, options, medium=medium)
    click.echo(f"{pages} page{'s' if pages > 1 else ''}", err=True)


def _book_plan(stack: ExitStack, given: dict[str, Any], medium: str) -> BookPlan:
    """The cards of the books; a series also sets the options that follow from it."""
    from eyesdown.press.books import BookPlan

    if medium == "svg":
        raise BadInput("--format", "books are printed as PDF")
    if given["series"] is None:
        kind, cards = _read_cards(stack.enter_context(_opened(given["cards"])))
        return BookPlan(kind, cards, given["games"], given["first_book"])
    from eyesdown.library.series import opened_series

    files = stack.enter_context(opened_series(given["series"]))
    plan = files.manifest.plan
    set_by_series = {
        "cards": None,
        "games": plan.games,
        "first_book": plan.first_book,
        "first_card": plan.first_card,
        "serial": plan.serial,
        "colour": plan.colour,
        "game_colours": ",".join(plan.game_colours),
        "per_page": plan.boxes,
        "any_colour": True,
    }
    for name, value in set_by_series.items():
        source = click.get_current_context().get_parameter_source(name)
        if source is ParameterSource.COMMANDLINE and given[name] != value:
            raise BadInput(f"--{name.replace('_', '-')}", "differs from the series")
    given |= set_by_series
    return BookPlan(plan.kind.name, _units(files), plan.games, plan.first_book)


def _units(files: SeriesFiles) -> Iterator[NDArray[np.uint8]]:
    """The strips or tickets of a series, after it has been verified."""
    from eyesdown.cards.master import tickets_of
    from eyesdown.cards.series_check import check_series

    plan = files.manifest.plan
    faults = check_series(files.manifest, files.table, files.index)
    if faults:
        raise BadInput("--series", f"is not as it was sealed: {faults[0]}")
    for tickets in tickets_of(plan, files.table):
        yield from tickets.reshape(-1, *plan.kind.shape)


def _opened(name: str | None) -> BinaryIO:
    if name is None:
        raise BadInput("--cards", "a book needs cards: JSON Lines from `cards make`")
    try:
        return sys.stdin.buffer if name == "-" else Path(name).open("rb")
    except OSError as trouble:
        raise BadInput("--cards", f"{name} cannot be read: {trouble.strerror}") from trouble


def _read_cards(source: BinaryIO) -> tuple[str, Iterator[NDArray[np.uint8]]]:
    """The kind of the first card, and an iterator over all cards."""
    cards = cards_in(source)
    first = next(cards, None)
    if first is None:
        raise BadInput("--cards", "has no cards")
    kind = {(6, 3, 9): "strip90", (3, 9): "ticket90", (5, 5): "card75"}[first.shape]
    return kind, chain([first], cards)


def cards_in(source: BinaryIO) -> Iterator[NDArray[np.uint8]]:
    """The cards of a file of JSON Lines, one after the other; BadInput names a wrong line."""
    import numpy as np

    from eyesdown.cards.card_check import check_card

    for number, raw in enumerate(source, start=1):
        line = raw.removeprefix(BOM_UTF8).strip()
        if not line:
            continue
        place = f"line {number}"
        try:
            card = msgspec.json.decode(line, type=dict[str, Any])
            checked = check_card(card)
        except (msgspec.DecodeError, KeyError, TypeError, RecursionError) as bad:
            why = "needs tickets or rows of whole numbers"
            raise BadInput("--cards", f"{in_file(source, place)} is not a card: {why}") from bad
        if checked.faults:
            why = checked.faults[0]
            raise BadInput("--cards", f"{in_file(source, place)} is not a card: {why}")
        yield np.array(card.get("tickets", card.get("rows")), dtype=np.uint8)
