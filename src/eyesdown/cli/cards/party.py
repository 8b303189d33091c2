"""`eyesdown cards party`: cards for a family, a class or a fair, with numbers or words."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.cards.paper_options import fields_as_typed, picture_file
from eyesdown.cli.infile import text_of
from eyesdown.cli.outfile import refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput, quoted

if TYPE_CHECKING:
    from eyesdown.drawing.bitmap import Bitmap

COUNT_MAX = 5_000
UPS = ("1", "2", "3", "4", "6", "12")


@click.command("party")
@click.option("--count", type=click.IntRange(1, COUNT_MAX), required=True, help="How many cards.")
@click.option("--out", required=True, help="The PDF file to write.")
@click.option("--words", "list_file", type=click.Path(path_type=Path),
    help="30, 45, 60 or 75 words, one a line; or a folder or zip of as many pictures.")  # fmt: skip
@click.option(
    "--balls",
    type=click.Choice(("75", "90")),
    default="75",
    show_default=True,
    help="Numbers in the game.",
)
@click.option(
    "--per-page", type=click.Choice(UPS), default="4", show_default=True, help="Cards on a page."
)
@click.option("--title", default="", help="Your own title above every card.")
@click.option("--free", default="", help="The text of the free square.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path),
    help="A PNG or JPEG file for the free square.")  # fmt: skip
@click.option(
    "--language",
    type=click.Choice(("en", "fr")),
    default="en",
    show_default=True,
    help="Language on paper.",
)
@click.option("--page", default="a4", show_default=True, help="Paper: a4 or letter.")
@click.option("--cards-out", default="", help="The same cards as JSON Lines, for `eyesdown call`.")
@click.option("--discs-out", default="", help="The discs to cut out, as PDF.")
@click.option("--overwrite", is_flag=True, help="Replace files that exist.")
def party(count: int, out: str, **given: Any) -> None:
    """Print cards for a family, a class or a fair: numbers or your own words.

    Every possible card is as likely as any other.
    """
    from eyesdown.bingo.family.house import House
    from eyesdown.central.family.tenant import make_cards
    from eyesdown.display.family.words import disc_label, text
    from eyesdown.press.party import PartyPaper, party_card, write_cards, write_discs
    from eyesdown.rulebooks.family_bingo.words import say

    outs = filter(None, (out, given["cards_out"], given["discs_out"]))
    refuse_existing(outs, overwrite=given["overwrite"])
    words, pictures = _read_list(given["list_file"])
    language = given["language"]
    house = House(balls=int(given["balls"]), per_column=len(words) // 5 if words else 15)
    if house.trouble:
        raise BadInput("--balls", "a list of words is played with 75 discs or fewer")
    with fields_as_typed():
        paper = PartyPaper(
            up=int(given["per_page"]),
            title=given["title"] or "Bingo",
            free=given["free"] or text("js_free", language),
            notice=say("warning", language),
            page=given["page"].lower(),
            language=language,
            picture=_read_picture(given["picture"]),
            pictures=pictures,
        )
        cards = make_cards(house, count, os.urandom)
        sheets = [
            party_card(
                card.rows,
                lambda cell: _printed(cell, disc_label(cell, house, words), words),
                text("card_number", language, number=number),
            )
            for number, card in enumerate(cards, start=1)
        ]
        with whole_files(out) as (file,):
            pages = write_cards(file, sheets, paper)
        if given["cards_out"]:
            _write_json_lines(given["cards_out"], [card.rows for card in cards])
        if given["discs_out"]:
            balls = range(1, 91) if house.balls == 90 else range(1, 76)
            discs = [n for n in balls if house.balls == 90 or (n - 1) % 15 < house.per_column]
            labels = [((n - 1) // 15, disc_label(n, house, words)) for n in discs]
            with whole_files(given["discs_out"]) as (file,):
                write_discs(file, labels, paper)
    click.echo(f"{pages} page{'s' if pages > 1 else ''}", err=True)


def _printed(cell: int, label: str, words: tuple[str, ...]) -> str:
    """A square: the word, or the number alone, for its letter is above the column."""
    return label if words else str(cell)


def _read_list(path: Path | None) -> tuple[tuple[str, ...], dict[str, Bitmap]]:
    """The words of a list, and the pictures of those that have one."""
    if path is None:
        return (), {}
    if not path.is_dir() and path.suffix.lower() != ".zip":
        return _checked(_read_words(path), path), {}
    from eyesdown.cli.cards.pictures import read_pictures

    pictures = read_pictures(path)
    words = _checked(dict(enumerate(pictures, start=1)), path)
    return words, {word.casefold(): shown for word, shown in pictures.items()}


def _read_words(path: Path) -> dict[int, str]:
    """The words by the numbers of their lines."""
    spaced = (" ".join(line.split()) for line in text_of(path, "--words").splitlines())
    return {number: word for number, word in enumerate(spaced, start=1) if word}


def _checked(words: Mapping[int, str], path: Path) -> tuple[str, ...]:
    """The words, or BadInput that names the line to change."""
    from eyesdown.central.family.table import WORD_MAX, words_trouble

    listed = tuple(words.values())
    match words_trouble(listed):
        case "twice":
            lines: dict[str, int] = {}
            for line, word in words.items():
                first = lines.setdefault(word.casefold(), line)
                if first != line:
                    why = f"{word!r} is there twice, on lines {first} and {line}"
                    raise BadInput("--words", f"{path}: {why}; change one of them")
        case "long":
            for line, word in words.items():
                if len(word) > WORD_MAX or not word.isprintable():
                    why = f"{quoted(word)} must be printable and at most {WORD_MAX} characters"
                    raise BadInput("--words", f"{path}, line {line}: {why}")
        case "count":
            why = f"30, 45, 60 or 75 words are needed, not {len(listed)}"
            raise BadInput("--words", f"{path}: {why}")
    return listed


def _read_picture(path: Path | None) -> Bitmap | None:
    from eyesdown.drawing.bitmap import read_logo

    raw = picture_file(path, "--picture")
    return None if raw is None else read_logo(raw)


def _write_json_lines(path: str, cards: list[Any]) -> None:
    import json

    with whole_files(path) as (file,):
        for rows in cards:
            file.write(json.dumps({"rows": rows}).encode() + b"\n")
