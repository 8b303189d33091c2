"""Options of everything that is printed: paper, words, numbers and colours."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.press.options import PageOptions

F = TypeVar("F", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)

OPTIONS = (
    click.option("--page", default="a4", show_default=True, help="Paper: a4 or letter."),
    click.option("--per-page", type=int, help="Cards on a page: 1, 2, 3, 4, 6 or 12."),
    click.option("--title", default="", help="The operator's name."),
    click.option("--logo", type=_FILE, help="A PNG or JPEG beside the name."),
    click.option("--notice", default="", help="A notice for the foot of the page."),
    click.option(
        "--qr",
        "--qr-url",
        "qr_url",
        default="",
        help="Address in the QR codes, may hold {serial} and {card}; or `card`: the card itself.",
    ),
    click.option(
        "--language",
        type=click.Choice(("en", "fr")),
        default="en",
        show_default=True,
        help="The language of the words on paper.",
    ),
    click.option("--free", default="", help="Your own text for the free square of 75-ball cards."),
    click.option("--picture", type=_FILE, help="A PNG or JPEG for the free square."),
    click.option("--colour", default="", help="The series' colour, by name or #rrggbb."),
    click.option(
        "--game-colours", default="", help="The pages' colours, game 1 first: red,blue,green."
    ),
    click.option("--serial", default="", help="The series' serial number."),
    click.option("--serial-side", default="face", show_default=True, help="face or reverse."),
    click.option("--first-card", type=int, default=1, show_default=True, help="First card number."),
    click.option("--crop-marks", is_flag=True, help="Marks where to cut."),
    click.option("--perforation", is_flag=True, help="Lines along which cards can be torn off."),
    click.option("--large-print", is_flag=True, help="Large print."),
)


def on_paper(command: F) -> F:
    """Give a command the options of paper, in this order."""
    for option in reversed(OPTIONS):
        command = option(command)
    return command


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


def page_options(given: dict[str, Any]) -> PageOptions:
    """The page options from the options of the command line."""
    from eyesdown.press.options import PageOptions

    names = [name.strip() for name in given["game_colours"].split(",")]
    return PageOptions(
        page=given["page"].lower(),
        per_page=given["per_page"],
        title=given["title"],
        logo=picture_file(given["logo"], "--logo"),
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
        free_picture=picture_file(given["picture"], "--picture"),
    )


def picture_file(path: Path | None, option: str) -> bytes | None:
    """What a picture's file holds; BadInput names the file if it is no picture."""
    from eyesdown.drawing.bitmap import read_logo

    if path is None:
        return None
    try:
        raw = path.read_bytes()
    except OSError as trouble:
        raise BadInput(option, f"{path} cannot be read: {trouble.strerror}") from trouble
    try:
        read_logo(raw)
    except BadInput as wrong:
        raise BadInput(option, f"{path} {wrong.message}") from wrong
    return raw
