"""Marks as PDF drawing operators. PDF counts from the bottom of the sheet; marks from the top."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from eyesdown.press import faces
from eyesdown.press.colours import BLACK, Colour
from eyesdown.press.marks import Group, Line, Mark, Placed, Rect, Runs, Text
from eyesdown.press.pdf import PdfFile, number, numbers

_ROUND = 0.5523  # how far a curve's handles reach to draw a quarter of a circle


def paint(pdf: PdfFile, marks: Iterable[Mark]) -> bytes:
    """The operators that draw the marks in order."""
    return b"".join(_painted(pdf, mark) for mark in marks)


def placed_words(pdf: PdfFile, text: Text) -> bytes:
    """Only where the words stand and what they are: for use inside a text object with its font."""
    left = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    x = text.x - left * faces.width(text.words, text.size, text.face)
    y = pdf.sheet.height - text.y
    return b"1 0 0 1 %s Tm%s Tj\n" % (numbers((x, y)), pdf.subsets[text.face].hex(text.words))


def text_object(face: str, size: float, colour: Colour, words: bytes) -> bytes:
    """Many words of one face, size and colour."""
    return b"BT /%s %s Tf %s\n%sET\n" % (face.encode(), number(size), ink(colour), words)


def ink(colour: Colour, *, line: bool = False) -> bytes:
    """The operator that dips the pen; greys stay on the black plate.

    >>> ink(Colour(black=1)), ink(Colour(cyan=0.5), line=True)
    (b'0 g', b'0.5 0 0 0 K')
    """
    inks = (colour.cyan, colour.magenta, colour.yellow, colour.black)
    if not any(inks[:3]):
        return number(1 - colour.black) + (b" G" if line else b" g")
    return numbers(inks) + (b" K" if line else b" k")


def _painted(pdf: PdfFile, mark: Mark) -> bytes:
    height = pdf.sheet.height
    match mark:
        case Rect():
            return _rect(mark, height)
        case Line():
            dash = b"[%s] 0 d " % numbers(mark.dash) if mark.dash else b""
            ends = (mark.x1, height - mark.y1, mark.x2, height - mark.y2)
            return b"q %s%s w %s %s %s m %s %s l S Q\n" % (
                dash,
                number(mark.weight),
                ink(mark.colour, line=True),
                *(number(end) for end in ends),
            )
        case Text():
            return text_object(mark.face, mark.size, mark.colour, placed_words(pdf, mark))
        case Runs():
            return runs(mark, height)
        case Placed():
            wide, high = _shape(mark)
            x = mark.x + (mark.width - wide) / 2
            y = height - mark.y - (mark.height + high) / 2
            return b"q %s cm %sQ\n" % (
                numbers((wide, 0, 0, high, x, y)),
                pdf.picture(mark.picture),
            )
        case Group():
            # A group's top edge stands where its y says; scaling happens about that corner.
            drop = height - mark.y - mark.scale * height
            move = numbers((mark.scale, 0, 0, mark.scale, mark.x, drop))
            return b"q %s cm\n%sQ\n" % (move, paint(pdf, mark.marks))
        case _:
            assert_never(mark)


def runs(mark: Runs, height: float) -> bytes:
    """One path for all runs, so that no viewer shows seams between the rows."""
    grid = b"q %s cm %s\n" % (
        numbers((mark.square, 0, 0, -mark.square, mark.x, height - mark.y)),
        ink(BLACK),
    )
    return grid + b"".join([b"%d %d %d 1 re\n" % run for run in mark.runs]) + b"f Q\n"


def _shape(mark: Placed) -> tuple[float, float]:
    ratio = min(mark.width / mark.picture.width, mark.height / mark.picture.height)
    return mark.picture.width * ratio, mark.picture.height * ratio


def _rect(mark: Rect, height: float) -> bytes:
    pens = []
    if mark.fill:
        pens.append(ink(mark.fill))
    if mark.line:
        pens.append(number(mark.weight) + b" w " + ink(mark.line, line=True))
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
