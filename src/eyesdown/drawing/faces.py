"""The typeface: how wide text is, and the part of the typeface that a document embeds.

Inter, by The Inter Project Authors, under the SIL Open Font License (fonts/OFL.txt); cut down to
Latin, Greek and Cyrillic letters and the characters of print.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache
from importlib.resources import files

from eyesdown.drawing.truetype import TrueType

FILES = {"medium": "Inter-Medium.ttf", "bold": "Inter-Bold.ttf"}
CAP_HEIGHT = 0.7275  # of the size; the same in both weights


@cache
def font_file(face: str) -> bytes:
    """The whole TrueType file of a face.

    >>> font_file("bold")[:4].hex()
    '00010000'
    """
    return files("eyesdown.drawing").joinpath("fonts", FILES[face]).read_bytes()


@cache
def _font(face: str) -> TrueType:
    return TrueType(font_file(face))


@cache
def _widths(face: str) -> dict[str, float]:
    """Width of every character in thousandths of the size."""
    font = _font(face)
    return {chr(code): font.advance(glyph) for code, glyph in font.glyphs.items()}


@lru_cache(maxsize=4096)
def width(text: str, size: float, face: str = "medium") -> float:
    """Width of printed text in points.

    >>> 0 < width("1", 10, "bold") < width("90", 10, "bold") < 14
    True
    """
    widths = _widths(face)
    return sum([widths[character] for character in printable(text)]) * size / 1000


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    """The text with single spaces; a letter the typeface lacks loses its accent.

    >>> printable("Kōrero  €5")
    'Kōrero €5'
    """
    available = _widths("bold")
    # NFC makes one character of a letter and its accent; the typeface has those.
    spaced = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(
        character if character in available else _without_accent(character) for character in spaced
    )


def unprintable(text: str) -> str:
    """The characters that the typeface does not have, not even without their accent.

    >>> unprintable("Bingo 夜")
    '夜'
    """
    available = _widths("bold")
    return "".join(character for character in printable(text) if character not in available)


def fitted(text: str, size: float, room: float, face: str = "medium") -> float:
    """The size at which text fits into `room` points: `size`, or smaller.

    >>> fitted("Card 1", 9, 200)
    9
    """
    needed = width(text, size, face)
    return size if needed <= room else size * room / needed


def wrapped(text: str, size: float, room: float, face: str = "medium") -> list[str]:
    """Text broken into lines that fit; a single word wider than the room has its own line.

    >>> wrapped("one two three", 10, width("one two", 10))
    ['one two', 'three']
    """
    lines: list[str] = []
    for word in printable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, face) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def balanced(text: str, size: float, room: float) -> list[str]:
    """Text in as few lines as fit, the lines about equally long.

    >>> balanced('Eyes down for a full house', 10, 80)
    ['Eyes down for', 'a full house']
    """
    fewest = len(wrapped(text, size, room))
    if fewest < 2:
        return wrapped(text, size, room)
    narrow = width(text, size) / fewest
    while len(wrapped(text, size, narrow)) > fewest:
        narrow *= 1.02
    return wrapped(text, size, narrow)


def _without_accent(character: str) -> str:
    return unicodedata.normalize("NFD", character)[0]


class Subset:
    """The characters that one document uses of one face; the first one used is glyph 1."""

    def __init__(self, face: str) -> None:
        self.font = _font(face)
        self.codes: dict[int, int] = {}  # character -> glyph, in order of first use
        self._glyphs: dict[int, int] = {}  # glyph of the whole font -> glyph of the subset
        self._written: dict[str, bytes] = {}  # character -> glyph number as PDF writes it

    def hex(self, text: str) -> bytes:
        """The text as a PDF string of glyph numbers."""
        written = self._written
        # A list, not a generator: this runs for every label of every page of a long print run.
        return b"<%s>" % b"".join(
            [written.get(letter) or self._write(letter) for letter in printable(text)]
        )

    def _write(self, character: str) -> bytes:
        original = self.font.glyphs[ord(character)]
        glyph = self._glyphs.setdefault(original, len(self._glyphs) + 1)
        self.codes[ord(character)] = glyph
        self._written[character] = b"%04X" % glyph
        return self._written[character]

    @property
    def widths(self) -> list[int]:
        """Widths in thousandths of the size, glyph 1 first."""
        return [round(self.font.advance(glyph)) for glyph in self._glyphs]

    def program(self) -> bytes:
        """The face as a TrueType file that has only these glyphs."""
        return self.font.subset(list(self._glyphs))
