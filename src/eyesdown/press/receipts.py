"""Slips on a roll of 80 mm paper: tickets, vouchers, payouts.

One column of blocks from top to bottom, as long as needed; the same marks go to the printer, into a
PDF file and onto the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import BinaryIO, TypeAlias, assert_never

from eyesdown.drawing import faces
from eyesdown.drawing.colours import BLACK, SOFT, WHITE
from eyesdown.drawing.marks import Mark, Rect, Stroke, Text
from eyesdown.drawing.page_size import PageSize
from eyesdown.drawing.pages import write_pages
from eyesdown.drawing.qr import Codes

MM = 72 / 25.4
PAPER = 80 * MM
EDGE = 4 * MM
WIDE = PAPER - 2 * EDGE
GAP = 5.0
BALLS_ACROSS = 10
CODE_WIDE = 34 * MM


@dataclass(frozen=True, slots=True)
class Words:
    """Words in the middle of the paper, on as many lines as they need."""

    words: str
    size: float = 8
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Pair:
    """A name at the left edge and its value at the right."""

    left: str
    right: str
    size: float = 8.5
    strong: bool = False


@dataclass(frozen=True, slots=True)
class Balls:
    """Numbers in boxes, ten across; the `letter` of a group comes before its numbers."""

    numbers: tuple[int, ...]
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Cut:
    """A line across the paper."""

    strong: bool = False


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of an address."""

    address: str


Block: TypeAlias = Words | Pair | Balls | Cut | Code


def write(out: BinaryIO, title: str, blocks: Sequence[Block], medium: str) -> None:
    """Write one slip as PDF or SVG, as `medium` says."""
    size, marks = laid_out(blocks)
    write_pages(out, size, title, [marks], medium)


def laid_out(blocks: Sequence[Block]) -> tuple[PageSize, list[Mark]]:
    """The size of the paper for these blocks, and their marks.

    >>> short, _ = laid_out([Words("Thank you")])
    >>> long, _ = laid_out([Words("Thank you"), Balls(tuple(range(1, 41)))])
    >>> short.width == long.width, short.height < long.height
    (True, True)
    """
    marks: list[Mark] = []
    y = EDGE
    for block in blocks:
        y = _set(marks, block, y) + GAP
    return PageSize(PAPER, y - GAP + EDGE), marks


def _set(marks: list[Mark], block: Block, y: float) -> float:
    """Append the marks of a block that starts at `y`; returns the y where it ends."""
    match block:
        case Words():
            return _words(marks, block, y)
        case Pair():
            return _pair(marks, block, y)
        case Balls():
            return _balls(marks, block, y)
        case Cut(strong=strong):
            dash = () if strong else (1.5, 2.5)
            weight = 1.2 if strong else 0.6
            marks.append(Stroke(((EDGE, y), (EDGE + WIDE, y)), BLACK, weight, dash))
            return y + weight
        case Code(address=address):
            left = (PAPER - CODE_WIDE) / 2
            marks.append(Codes(address).mark(0, left, y, CODE_WIDE))
            return y + CODE_WIDE
        case _:
            assert_never(block)


def _words(marks: list[Mark], block: Words, y: float) -> float:
    face = "bold" if block.strong else "medium"
    for line in faces.wrapped(settable(block.words), block.size, WIDE, face):
        size = faces.fitted(line, block.size, WIDE, face)
        y += block.size * 1.25
        marks.append(Text(PAPER / 2, y, line, size, face, BLACK, "middle"))
    return y + block.size * 0.2


def _pair(marks: list[Mark], block: Pair, y: float) -> float:
    """A value that does not fit beside its name goes onto lines of its own."""
    face = "bold" if block.strong else "medium"
    left, right, size = settable(block.left), settable(block.right), block.size
    y += size
    fit = faces.fitted(left, size, WIDE, face)
    marks.append(Text(EDGE, y, left, fit, face, BLACK if block.strong else SOFT))
    if not right:
        return y + size * 0.2
    room = WIDE - faces.width(left, size, face) - 8
    lines = [right] if faces.width(right, size, "bold") <= room else []
    if not lines:
        y += size * 1.25
        lines = faces.wrapped(right, size, WIDE, "bold")
    for index, line in enumerate(lines):
        fit = faces.fitted(line, size, WIDE, "bold")
        y += size * 1.25 if index else 0
        marks.append(Text(EDGE + WIDE, y, line, fit, "bold", BLACK, "end"))
    return y + size * 0.2


def _balls(marks: list[Mark], block: Balls, y: float) -> float:
    indent = 14.0 if block.letter else 0.0
    cell = (WIDE - indent) / BALLS_ACROSS
    high = cell * 0.86
    for index, number in enumerate(block.numbers):
        row, column = divmod(index, BALLS_ACROSS)
        x, top = EDGE + indent + column * cell, y + row * (high + 2)
        box = Rect(x + 1, top, cell - 2, high, fill=WHITE, line=BLACK, weight=0.7, radius=3)
        baseline = top + (high + faces.CAP_HEIGHT * 10) / 2
        middle = x + cell / 2
        marks += [box, Text(middle, baseline, str(number), 10, "bold", BLACK, "middle")]
    if block.letter:
        baseline = y + (high + faces.CAP_HEIGHT * 10) / 2
        marks.append(Text(EDGE, baseline, block.letter, 10, "bold"))
    rows = -(-len(block.numbers) // BALLS_ACROSS)
    return y + rows * (high + 2) - 2


def settable(text: str) -> str:
    """The text with a question mark for every character that the typeface does not have.

    >>> settable("Bar 夜")
    'Bar ?'
    """
    missing = faces.unprintable(text)
    return "".join(
        "?" if character in missing else character for character in faces.printable(text)
    )
