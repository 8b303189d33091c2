"""Braille tickets: a Braille-ready file, 40 cells a line and 25 lines a page, uncontracted."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from eyesdown.kernel.errors import BadInput
from eyesdown.press.options import PageOptions

CELLS = 40
LINES = 25
_DIGITS = str.maketrans("1234567890", "ABCDEFGHIJ")
_PUNCTUATION = {
    ".": "4", ",": "1", ";": "2", ":": "3", "?": "8", "!": "6", "'": "'", "’": "'",
    "-": "-", "–": ",-", "—": ",-", "/": "_/", "(": '"<', ")": '">', "&": "@&", "@": "@A",
    "$": "@S", "€": "@E", "£": "@L", "%": ".0", "+": '"6', "=": '"7', "*": '"9', "#": "_?",
    '"': ",7", "“": "8", "”": "0", "·": "_4",
}  # fmt: skip
_ACCENTS = {
    "\u0300": "^*", "\u0301": "^/", "\u0302": "^%", "\u0303": "^]", "\u0304": "@-",
    "\u0306": "@+", "\u0308": "^3", "\u030a": "^$", "\u030c": "^+", "\u0327": "^&",
}  # fmt: skip


def number(value: int) -> str:
    """A number in ASCII Braille, after the number indicator (#).

    >>> number(90), number(7)
    ('#IJ', '#G')
    """
    return "#" + str(value).translate(_DIGITS)


def translated(text: str) -> str:
    """Text in ASCII Braille, with its capitals, numbers, accents and punctuation marked.

    >>> translated("Serial number 382558")
    ',SERIAL NUMBER #CHBEEH'
    >>> translated("Hall 2b, $1,000")
    ',HALL #B;B1 @S#A1JJJ'
    >>> translated("RSL Club, TVs")
    ",,RSL ,CLUB1 ,,TV,'S"
    """
    cells: list[str] = []
    text = unicodedata.normalize("NFC", text)
    counting = shouting = False
    for index, character in enumerate(text):
        if character.isascii() and character.isdigit():
            cells.append(("" if counting else "#") + character.translate(_DIGITS))
            counting, shouting = True, False
            continue
        if counting and character in ".," and text[index + 1 : index + 2].isdigit():
            cells.append(_PUNCTUATION[character])
            continue
        if counting and character in "abcdefghij":
            cells.append(";")  # or it would be read as one more digit
        counting = False
        if shouting and not _is_capital(character):
            cells.append(",'" if character.isalpha() else "")
            shouting = False
        if not shouting and _is_capital(character) and _is_capital(text[index + 1 : index + 2]):
            cells.append(",,")
            shouting = True
        cells.append(_letter(character, marked=not shouting))
    return "".join(cells)


def write_cards(
    out: BinaryIO, kind: str, cards: Iterable[NDArray[np.uint8]], options: PageOptions
) -> int:
    """Write as many whole cards on a page as fit, the notice below; returns the number of pages."""
    foot = ["", *_folded(translated(options.notice))] if options.notice else []
    room = LINES - len(foot)
    pages = 0
    lines: list[str] = []
    for card_number, card in enumerate(cards, start=options.first_card_number):
        block = _card(kind, card, options, card_number)
        if len(block) > room:
            raise BadInput("notice", "leaves no room for a card in Braille")
        if lines and len(lines) + 1 + len(block) > room:
            out.write(_page(lines + foot))
            pages += 1
            lines = []
        lines += ["", *block] if lines else block
    out.write(_page(lines + foot))
    return pages + 1


def _card(kind: str, card: NDArray[np.uint8], options: PageOptions, card_number: int) -> list[str]:
    head = list(_folded(translated(options.title))) if options.title else []
    head.append(translated(f"Card {card_number}"))
    if options.serial:
        head += _folded(translated(f"Serial number {options.serial}"))
    if colour := options.words.colour(options.series_colour):
        head.append(translated(f"{colour} series"))
    rows = card.tolist()
    if kind == "card75":
        heading = "".join(f"{',' + letter:<7}" for letter in "BINGO").rstrip()
        body = ["".join(f"{number(n) if n else ',,FREE':<7}" for n in row).rstrip() for row in rows]
        return [*head, heading, *body]
    # Hyphens fill a blank square, so that fingers can follow the columns.
    return head + [
        " ".join(f"{number(n):<3}" if n else "---" for n in row).rstrip() for row in rows
    ]


def _page(lines: list[str]) -> bytes:
    assert len(lines) <= LINES
    assert all(len(line) <= CELLS for line in lines)
    return ("\r\n".join(lines) + "\r\n\f").encode("ascii")


def _folded(line: str) -> Iterator[str]:
    """A long line broken at spaces, or in a word that is too long."""
    while len(line) > CELLS:
        cut = line.rfind(" ", 1, CELLS + 1)
        cut = cut if cut > 0 else CELLS
        yield line[:cut]
        line = line[cut:].lstrip()
    yield line


def _is_capital(character: str) -> bool:
    base = unicodedata.normalize("NFD", character)[:1]
    return base.isascii() and base.isupper()


def _letter(character: str, *, marked: bool) -> str:
    if character in _PUNCTUATION:
        return _PUNCTUATION[character]
    if character.isspace():
        return " "
    parts = unicodedata.normalize("NFD", character)
    base, marks = parts[0], parts[1:]
    if not base.isascii() or not base.isalpha():
        return '"'  # a character without a common Braille form becomes a gap mark
    accents = "".join(_ACCENTS.get(mark, "") for mark in marks)
    capital = "," if marked and base.isupper() else ""
    return accents + capital + base.upper()
