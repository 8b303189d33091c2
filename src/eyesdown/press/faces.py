"""The typeface: how wide words are, and the part of it that a document carries inside.

Inter, by The Inter Project Authors, under the SIL Open Font License (fonts/OFL.txt); cut down to
Latin, Greek and Cyrillic letters and the signs of print.
"""

from __future__ import annotations

import io
import unicodedata
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from reportlab.pdfbase.ttfonts import TTFontFile

FILES = {"medium": "Inter-Medium.ttf", "bold": "Inter-Bold.ttf"}
CAP_HEIGHT = 0.7275  # of the size; the same in both weights


@cache
def whole(face: str) -> bytes:
    """The face as a TrueType file with all its letters."""
    return files("eyesdown.press").joinpath("fonts", FILES[face]).read_bytes()


@cache
def _font(face: str) -> Any:
    return TTFontFile(io.BytesIO(whole(face)))


@lru_cache(maxsize=4096)
def width(words: str, size: float, face: str = "medium") -> float:
    """How wide words are when set, in points.

    >>> 0 < width("1", 10, "bold") < width("90", 10, "bold") < 14
    True
    """
    widths = _font(face).charWidths
    return float(sum(widths[ord(sign)] for sign in printable(words))) * size / 1000


@lru_cache(maxsize=4096)
def printable(words: str) -> str:
    """The words with single blanks, a letter we cannot set replaced by its plain one.

    >>> printable("Kōrero  €5")
    'Kōrero €5'
    """
    known = _font("bold").charToGlyph
    spaced = unicodedata.normalize("NFC", " ".join(words.split()))  # one letter and its accent: é
    return "".join(sign if ord(sign) in known else _plain(sign) for sign in spaced)


def unprintable(words: str) -> str:
    """The signs for which the typeface has no letter, not even a plain one.

    >>> unprintable("Bingo 夜")
    '夜'
    """
    known = _font("bold").charToGlyph
    return "".join(sign for sign in printable(words) if ord(sign) not in known)


def fitted(words: str, size: float, room: float, face: str = "medium") -> float:
    """The size at which words fit into the room: the one asked for, or smaller.

    >>> fitted("Card 1", 9, 200)
    9
    """
    needed = width(words, size, face)
    return size if needed <= room else size * room / needed


def wrapped(words: str, size: float, room: float, face: str = "medium") -> list[str]:
    """Words broken into lines that fit; a single word wider than the room stands alone.

    >>> wrapped("one two three", 10, width("one two", 10))
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in printable(words).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def balanced(words: str, size: float, room: float) -> list[str]:
    """Words in as few lines as fit, the lines about equally long."""
    fewest = len(wrapped(words, size, room))
    if fewest < 2:
        return wrapped(words, size, room)
    narrow = width(words, size) / fewest
    while len(wrapped(words, size, narrow)) > fewest:
        narrow *= 1.02
    return wrapped(words, size, narrow)


def _plain(sign: str) -> str:
    return unicodedata.normalize("NFD", sign)[0]


class Subset:
    """The letters one document uses of one face; the first used is glyph 1."""

    def __init__(self, face: str) -> None:
        self.font = _font(face)
        self.codes: dict[int, int] = {}  # letter -> glyph, in order of first use
        self._glyphs: dict[int, int] = {}

    def hex(self, words: str) -> bytes:
        """Words as a PDF string of glyph numbers."""
        return b"<" + b"".join(b"%04X" % self._glyph(ord(sign)) for sign in printable(words)) + b">"

    def _glyph(self, code: int) -> int:
        if code not in self.codes:
            original = self.font.charToGlyph[code]
            self.codes[code] = self._glyphs.setdefault(original, len(self._glyphs) + 1)
        return self.codes[code]

    @property
    def widths(self) -> list[int]:
        """Thousandths of the size, glyph 1 first."""
        by_glyph = {glyph: code for code, glyph in reversed(self.codes.items())}
        return [round(self.font.charWidths[by_glyph[glyph]]) for glyph in sorted(by_glyph)]

    def program(self) -> bytes:
        """The face as a TrueType file that holds these glyphs only."""
        made = self.font.makeSubset(list(self.codes))
        return bytes(made)
