"""`eyesdown cards party`: cards for a family, a class or a fair, with numbers or words."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from eyesdown.cli.cards.paper_options import fields_as_typed
from eyesdown.cli.outfile import refuse_existing, whole_files
from eyesdown.kernel.errors import BadInput

if TYPE_CHECKING:
    from eyesdown.drawing.bitmap import Bitmap

COUNT_MAX = 5_000
UPS = ("1", "2", "3", "4", "6", "12")


@click.command("party")
@click.option("--count", type=click.IntRange(1, COUNT_MAX), required=True, help="How many cards.")
@click.option("--out", required=True, help="The PDF file to write.")
@click.option("--words", "list_file", type=click.Path(path_type=Path),
    help="30, 45, 60 or 75 words, one a line; or a folder or zip of as many pictures.")  # fmt: skip
@click.option("--balls", type=click.Choice(("75", "90")), default="75", show_default=True)
@click.option("--per-page", type=click.Choice(UPS), default="4", show_default=True)
@click.option("--title", default="", help="Your own title above every card.")
@click.option("--free", default="", help="The text of the free square.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path),
    help="A PNG or JPEG file for the free square.")  # fmt: skip
@click.option("--language", type=click.Choice(("en", "fr")), default="en", show_default=True)
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
        return _checked(_read_words(path)), {}
    from eyesdown.cli.cards.pictures import read_pictures

    pictures = read_pictures(path)
    return _checked(tuple(pictures)), {word.casefold(): shown for word, shown in pictures.items()}


def _read_words(path: Path) -> tuple[str, ...]:
    try:
        lines = path.read_text("utf-8-sig").splitlines()
    except UnicodeDecodeError as bad:
        raise BadInput("--words", f"{path} is not UTF-8 text; give one word a line") from bad
    except OSError as bad:
        raise BadInput("--words", f"{path} cannot be read: {bad.strerror}") from bad
    return tuple(" ".join(line.split()) for line in lines if line.strip())


def _checked(words: tuple[str, ...]) -> tuple[str, ...]:
    from eyesdown.central.family.table import words_trouble

    why = {
        "twice": "a word is there twice",
        "count": f"30, 45, 60 or 75 words are needed, not {len(words)}",
        "long": "a word has more than 24 characters",
    }
    trouble = words_trouble(words)
    if trouble:
        raise BadInput("--words", why[trouble])
    return words


def _read_picture(path: Path | None) -> Bitmap | None:
    from eyesdown.drawing.bitmap import read_logo

    if path is None:
        return None
    try:
        return read_logo(path.read_bytes())
    except OSError as bad:
        raise BadInput("--picture", f"{path} cannot be read: {bad.strerror}") from bad


def _write_json_lines(path: str, cards: list[Any]) -> None:
    import json

    with whole_files(path) as (file,):
        for rows in cards:
            file.write(json.dumps({"rows": rows}).encode() + b"\n")
