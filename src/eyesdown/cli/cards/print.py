"""`eyesdown cards print`: charts, calling sheets, entry forms and books on paper."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click
import msgspec
from click.core import ParameterSource

from eyesdown.cli.outfile import refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from eyesdown.library.series import SeriesFiles
    from eyesdown.press.books import BookPlan
    from eyesdown.press.options import PageOptions

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


QR_OF_CARD = "card"
OPTION_OF = {"series_colour": "colour", "first_card_number": "first_card"}
"""Options whose name differs from the field of PageOptions."""


@contextmanager
def fields_as_typed() -> Iterator[None]:
    """Report bad input under the option that was typed, not under the field it became."""
    try:
        yield
    except BadInput as bad:
        typed = {param.name: param.opts[0] for param in click.get_current_context().command.params}
        field = typed.get(OPTION_OF.get(bad.field, bad.field))
        if field is None:
            raise
        raise BadInput(field, bad.message) from bad


@click.command("print")
@click.argument("kind", type=click.Choice(KINDS))
@click.option("--out", required=True, help="The file to write; - is standard output.")
@click.option(
    "--format", "medium", type=click.Choice(("pdf", "svg")), help="By the file's name if left out."
)
@click.option("--page", default="a4", show_default=True, help="Paper: a4 or letter.")
@click.option("--title", default="", help="The operator's name.")
@click.option(
    "--logo",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A PNG or JPEG file to print beside the name.",
)
@click.option("--notice", default="", help="A notice for the foot of the page.")
@click.option("--colour", default="", help="The series' colour, by name or #rrggbb.")
@click.option("--crop-marks", is_flag=True, help="Marks where to cut.")
@click.option("--large-print", is_flag=True, help="Large print.")
@click.option(
    "--balls", type=click.Choice(("90", "75")), default="90", help="Numbers of a calling sheet."
)
@click.option("--cards", help="Cards of a book: JSON Lines from `cards make`; - is standard input.")
@click.option("--series", help="Take a book's cards, numbers and colours from this series.")
@click.option("--games", type=int, default=1, show_default=True, help="Games in a book.")
@click.option("--game-colours", default="", help="A book's colours, game 1 first: red,blue,green.")
@click.option("--per-page", type=int, help="Cards on a book's page.")
@click.option("--serial", default="", help="The series' serial number.")
@click.option("--serial-side", default="face", show_default=True, help="face or reverse.")
@click.option("--first-card", type=int, default=1, show_default=True)
@click.option("--first-book", type=int, default=1, show_default=True)
@click.option("--perforation", is_flag=True, help="Lines along which cards can be torn off.")
@click.option(
    "--qr",
    "--qr-url",
    "qr_url",
    default="",
    help="Address in the QR codes, may hold {serial} and {card}; or `card`: the card itself.",
)
@click.option(
    "--language",
    type=click.Choice(("en", "fr")),
    default="en",
    show_default=True,
    help="The language of the words on paper.",
)
@click.option("--free", default="", help="Your own text for the free square of 75-ball cards.")
@click.option(
    "--picture", type=click.Path(path_type=Path), help="A PNG or JPEG for the free square."
)
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


def page_options(given: dict[str, Any]) -> PageOptions:
    """The page options from the options of the command line."""
    from eyesdown.press.options import PageOptions

    names = [name.strip() for name in given["game_colours"].split(",")]
    return PageOptions(
        page=given["page"].lower(),
        per_page=given["per_page"],
        title=given["title"],
        logo=_read_picture(given["logo"], "--logo"),
        notice=given["notice"],
        qr_url="" if given["qr_url"] == QR_OF_CARD else given["qr_url"],
        qr_card=given["qr_url"] == QR_OF_CARD,
        serial=given["serial"],
        serial_side=given["serial_side"],
        first_card_number=given["first_card"],
        series_colour=given["colour"],
        game_colours=tuple(name for name in names if name),
        any_colour=given.get("any_colour", False),
        crop_marks=given["crop_marks"],
        perforation=given["perforation"],
        large_print=given["large_print"],
        language=given["language"],
        free=given["free"],
        free_picture=_read_picture(given["picture"], "--picture"),
    )


def _read_picture(path: Path | None, option: str) -> bytes | None:
    if path is None:
        return None
    try:
        return path.read_bytes()
    except OSError as trouble:
        raise BadInput(option, f"{path} cannot be read: {trouble.strerror}") from trouble


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
        try:
            card = msgspec.json.decode(line, type=dict[str, Any])
            checked = check_card(card)
        except (msgspec.DecodeError, KeyError, TypeError, RecursionError) as bad:
            why = "needs tickets or rows of whole numbers"
            raise BadInput("--cards", f"line {number} is not a card: {why}") from bad
        if checked.faults:
            raise BadInput("--cards", f"line {number} is not a card: {checked.faults[0]}")
        yield np.array(card.get("tickets", card.get("rows")), dtype=np.uint8)
