"""Marks as PDF drawing operators. PDF counts from the bottom of the page; marks from the top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import assert_never

from eyesdown.drawing import faces
from eyesdown.drawing.colours import BLACK, Cmyk, Colour, Rgb
from eyesdown.drawing.marks import Group, Mark, Placed, Rect, Runs, Stroke, Text
from eyesdown.drawing.pdf import PdfFile, number, numbers
from eyesdown.drawing.tags import Tag, marked, unspoken

_ROUND = 0.5523  # how far a curve's handles reach to draw a quarter of a circle
_SHARE_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # of the words, left of x


def paint(pdf: PdfFile, marks: Iterable[Mark]) -> bytes:
    """The operators that draw the marks in order."""
    return b"".join(_painted(pdf, mark) for mark in marks)


def paint_spoken(pdf: PdfFile, marks: Iterable[Mark]) -> tuple[bytes, list[Tag]]:
    """The operators that draw the marks, and what they say: each line of words in the order drawn.

    A group is a figure described by its words; anything without words is passed over.
    """
    parts: list[bytes] = []
    tags: list[Tag] = []
    for words, line in _by_line(marks):
        drawing = paint(pdf, line)
        if not words:
            parts.append(unspoken(drawing))
            continue
        role = "P" if isinstance(line[0], Text) else "Figure"
        parts.append(marked(role, len(tags), drawing))
        tags.append(Tag(role, len(tags), words))
    return b"".join(parts), tags


def _by_line(marks: Iterable[Mark]) -> Iterator[tuple[str, list[Mark]]]:
    """Marks that belong together, in order, with their words: those of one line, or none."""
    for baseline, line in groupby(marks, _line_of):
        together = list(line)
        if baseline is None or isinstance(together[0], Text):
            yield ", ".join(_words_of(together)), together
        else:
            for mark in together:
                yield ", ".join(_words_of([mark])), [mark]


def _line_of(mark: Mark) -> float | str | None:
    """Equal for neighbours that are drawn and read as one; None for what is not read."""
    if isinstance(mark, Text):
        return round(mark.y, 1)
    return "figure" if isinstance(mark, Group | Runs) else None


def _words_of(marks: Iterable[Mark]) -> Iterator[str]:
    for mark in marks:
        match mark:
            case Text():
                yield mark.words
            case Group():
                yield from _words_of(mark.marks)
            case Runs():
                yield "QR code"
            case _:
                pass


def placed_words(pdf: PdfFile, text: Text) -> bytes:
    """The operators for the position and the words alone, for use inside `text_object`."""
    x = text.x - _SHARE_BEFORE[text.anchor] * faces.width(text.words, text.size, text.face)
    y = pdf.size.height - text.y
    return b"1 0 0 1 %s Tm%s Tj\n" % (numbers((x, y)), pdf.subsets[text.face].hex(text.words))


def text_object(face: str, size: float, colour: Colour, placed: bytes) -> bytes:
    """The operators for any number of placed words in one face, size and colour."""
    return b"BT /%s %s Tf %s\n%sET\n" % (face.encode(), number(size), fill_colour(colour), placed)


def fill_colour(colour: Colour) -> bytes:
    """The operator that sets the colour of areas and text; greys use the black plate alone.

    >>> fill_colour(Cmyk(black=1)), fill_colour(Cmyk(cyan=0.5)), fill_colour(Rgb("#ff0000"))
    (b'0 g', b'0.5 0 0 0 k', b'1 0 0 rg')
    """
    match colour:
        case Rgb():
            return b"%.4g %.4g %.4g rg" % colour.parts
        case Cmyk(cyan=0, magenta=0, yellow=0):
            return number(1 - colour.black) + b" g"
        case Cmyk(cyan, magenta, yellow, black):
            return numbers((cyan, magenta, yellow, black)) + b" k"


def stroke_colour(colour: Colour) -> bytes:
    """The operator that sets the colour of lines: the one for areas in capitals.

    >>> stroke_colour(Cmyk(cyan=0.5))
    b'0.5 0 0 0 K'
    """
    return fill_colour(colour).upper()


def _painted(pdf: PdfFile, mark: Mark) -> bytes:
    height = pdf.size.height
    match mark:
        case Rect():
            return _rect(mark, height)
        case Stroke():
            return _stroke(mark, height)
        case Text():
            return text_object(mark.face, mark.size, mark.colour, placed_words(pdf, mark))
        case Runs():
            return runs(mark, height)
        case Placed():
            x, y, wide, high = mark.fitted
            box = numbers((wide, 0, 0, high, x, height - y - high))
            return b"q %s cm %sQ\n" % (box, pdf.bitmap(mark.bitmap))
        case Group():
            # Marks in the group count from the top of the page too, so the page's top edge has
            # to land on the group's y after scaling.
            drop = height - mark.y - mark.scale * height
            move = numbers((mark.scale, 0, 0, mark.scale, mark.x, drop))
            return b"q %s cm\n%sQ\n" % (move, paint(pdf, mark.marks))
        case _:
            assert_never(mark)


def runs(mark: Runs, height: float) -> bytes:
    """One path for all runs, so that no viewer shows seams between the rows."""
    grid = b"q %s cm %s\n" % (
        numbers((mark.square, 0, 0, -mark.square, mark.x, height - mark.y)),
        fill_colour(BLACK),
    )
    return grid + b"".join([b"%d %d %d 1 re\n" % run for run in mark.runs]) + b"f Q\n"


def _stroke(mark: Stroke, height: float) -> bytes:
    dash = b"[%s] 0 d " % numbers(mark.dash) if mark.dash else b""
    join = b"1 j " if len(mark.points) > 2 else b""  # round, or sharp bends of a curve grow spikes
    start, *others = (numbers((x, height - y)) for x, y in mark.points)
    path = start + b" m " + b"".join(point + b" l " for point in others)
    pen = dash + join + number(mark.weight) + b" w " + stroke_colour(mark.colour)
    return b"q %s %sS Q\n" % (pen, path)


def _rect(mark: Rect, height: float) -> bytes:
    pens = []
    if mark.fill:
        pens.append(fill_colour(mark.fill))
    if mark.line:
        pens.append(number(mark.weight) + b" w " + stroke_colour(mark.line))
    end = {(True, True): b"B", (True, False): b"f", (False, True): b"S"}[
        bool(mark.fill), bool(mark.line)
    ]
    return b"%s %s %s\n" % (b" ".join(pens), _outline(mark, height), end)


def _outline(mark: Rect, height: float) -> bytes:
    left, bottom = mark.x, height - mark.y - mark.height
    if not mark.radius:
        return numbers((left, bottom, mark.width, mark.height)) + b" re"
    right, top, r = left + mark.width, bottom + mark.height, mark.radius
    h = r * (1 - _ROUND)
    return b"%s m %s l %s c %s l %s c %s l %s c %s l %s c h" % (
        numbers((left + r, bottom)),
        numbers((right - r, bottom)),
        numbers((right - h, bottom, right, bottom + h, right, bottom + r)),
        numbers((right, top - r)),
        numbers((right, top - h, right - h, top, right - r, top)),
        numbers((left + r, top)),
        numbers((left + h, top, left, top - h, left, top - r)),
        numbers((left, bottom + r)),
        numbers((left, bottom + h, left + h, bottom, left + r, bottom)),
    )
