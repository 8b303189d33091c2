"""For the caller's desk: the checking chart, and the sheet on which a game is written down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from eyesdown.cards.ticket import LETTERS
from eyesdown.drawing import faces
from eyesdown.drawing.colours import FAINT, INK, SOFT, Cmyk, read_colour
from eyesdown.drawing.marks import Mark, Rect, Stroke, Text
from eyesdown.drawing.pages import write_pages
from eyesdown.kernel.errors import BadInput
from eyesdown.press.furniture import crop_marks, header, middle, notice, notice_lines, on
from eyesdown.press.layout import BOTTOM, HEADER, SIDE, TOP, Box
from eyesdown.press.options import PageOptions
from eyesdown.press.words import PaperWords

BALLS = (90, 75)
CLAIMS = 5
CLAIM_WIDTHS = (62, 78, 46)
CHECK_WIDTH = 52


def write_chart(out: BinaryIO, balls: int, options: PageOptions, *, medium: str = "pdf") -> int:
    """Write the checking chart: every number once, with room for a disc or a mark."""
    _check_balls(balls)
    size = options.page_size(landscape=True)
    frame, marks = _framed(options, size.width, size.height, options.words.chart)
    marks += _chart90(frame, options) if balls == 90 else _chart75(frame, options)
    marks += crop_marks(size)
    title = options.words.chart_document.format(balls)
    return write_pages(out, size, title, [marks], medium, language=options.language)


def write_calling_sheet(
    out: BinaryIO, balls: int, options: PageOptions, *, medium: str = "pdf"
) -> int:
    """Write the calling sheet: a box for each call in order, and lines for the claims."""
    _check_balls(balls)
    size = options.page_size()
    frame, marks = _framed(options, size.width, size.height, options.words.sheet)
    marks += _facts(frame, options.words)
    claims_high = 34 + 27 * CLAIMS
    calls = Box(frame.x, frame.y + 50, frame.width, frame.height - 50 - claims_high - 22)
    marks += _calls(calls, balls)
    below = Box(frame.x, frame.bottom - claims_high, frame.width, claims_high)
    marks += _claims(below, options.words)
    marks += crop_marks(size)
    title = options.words.sheet_document.format(balls)
    return write_pages(out, size, title, [marks], medium, language=options.language)


def _check_balls(balls: int) -> None:
    if balls not in BALLS:
        raise BadInput("balls", "must be 75 or 90")


def _framed(options: PageOptions, wide: float, high: float, context: str) -> tuple[Box, list[Mark]]:
    """The box between header and notice, and the marks of both."""
    lines = notice_lines(options, wide - 2 * SIDE)
    foot = Box(SIDE, 0, wide - 2 * SIDE, high - BOTTOM)
    head = Box(SIDE, TOP, wide - 2 * SIDE, HEADER)
    marks = header(head, options, _strong(options), context) + notice(foot, lines)
    bottom = high - BOTTOM - (12 + 8 * len(lines) if lines else 0)
    return Box(SIDE, head.bottom, head.width, bottom - head.bottom), marks


def _strong(options: PageOptions) -> Cmyk:
    return read_colour("series_colour", options.series_colour)


def _chart90(frame: Box, options: PageOptions) -> list[Mark]:
    """Nine rows of ten, in the order the numbers are read out."""
    marks: list[Mark] = []
    wide, high = frame.width / 10, frame.height / 9
    for ball in range(1, 91):
        line, column = divmod(ball - 1, 10)
        cell = Box(frame.x + column * wide, frame.y + line * high, wide, high)
        marks += _ball(cell, ball, _strong(options), tinted=line % 2 == 0)
    return marks


def _chart75(frame: Box, options: PageOptions) -> list[Mark]:
    """A row for each letter, with its fifteen numbers."""
    marks: list[Mark] = []
    strong = _strong(options)
    high = min(frame.height / 5, 92.0)
    letter_wide = 0.9 * high
    wide = (frame.width - letter_wide) / 15
    for line, letter in enumerate(LETTERS):
        y = frame.y + line * high
        box = Box(frame.x, y, letter_wide, high)
        marks.append(Rect(box.x, box.y, box.width - 4, high - 4, fill=strong, radius=6))
        size = 0.5 * high
        base = middle(Box(box.x, y, letter_wide, high - 4), size)
        centre = box.x + (box.width - 4) / 2
        marks.append(Text(centre, base, letter, size, "bold", on(strong), "middle"))
        for column in range(15):
            cell = Box(box.right + column * wide, y, wide, high)
            marks += _ball(cell, 15 * line + column + 1, strong, tinted=False)
    return marks


def _ball(cell: Box, ball: int, strong: Cmyk, *, tinted: bool) -> list[Mark]:
    inner = Box(cell.x + 2, cell.y + 2, cell.width - 4, cell.height - 4)
    by_width = 0.72 * inner.width / faces.width("00", 1, "bold")
    size = min(0.42 * inner.height / faces.CAP_HEIGHT, by_width)
    fill = strong.tint(0.12) if tinted else None
    rect = Rect(
        inner.x, inner.y, inner.width, inner.height, fill=fill, line=FAINT, weight=0.8, radius=6
    )
    centre = inner.x + inner.width / 2
    return [rect, Text(centre, middle(inner, size), str(ball), size, "bold", INK, "middle")]


def _facts(frame: Box, words: PaperWords) -> list[Mark]:
    """Lines to fill in at the top of the sheet."""
    marks: list[Mark] = []
    wide = frame.width / len(words.sheet_facts)
    for place, name in enumerate(words.sheet_facts):
        x = frame.x + place * wide
        marks.append(Text(x, frame.y + 8, name, 7.5, "medium", SOFT))
        marks.append(Stroke(((x, frame.y + 34), (x + wide - 10, frame.y + 34)), INK, 0.7))
    return marks


def _calls(box: Box, balls: int) -> list[Mark]:
    """A box for each call in rows of ten or five, so that the last call is easy to find."""
    across = 10 if balls == 90 else 5
    rows = balls // across
    wide, high = box.width / across, min(box.height / rows, 58.0)
    marks: list[Mark] = []
    for call in range(1, balls + 1):
        line, column = divmod(call - 1, across)
        x, y = box.x + column * wide, box.y + line * high
        marks.append(Rect(x, y, wide - 3, high - 3, line=FAINT, weight=0.7, radius=3))
        marks.append(Text(x + 4, y + 9, str(call), 6.5, "medium", SOFT))
    return marks


def _claims(box: Box, words: PaperWords) -> list[Mark]:
    """A line for each claim: whose card, on which call, what was checked, who signed."""
    columns: Sequence[tuple[str, float]] = [
        *zip(words.claim, CLAIM_WIDTHS, strict=True),
        *((check, CHECK_WIDTH) for check in words.claim_checks),
        (words.supervisor, 0),
    ]
    fixed = sum(wide for _, wide in columns)
    marks: list[Mark] = [Text(box.x, box.y + 9, words.claims, 10, "bold", INK)]
    x = box.x
    head_y = box.y + 26
    for name, column_wide in columns:
        wide = column_wide or box.width - fixed
        size = faces.fitted(name, 7.5, wide - 4)
        marks.append(Text(x, head_y, name, size, "medium", SOFT))
        for line in range(CLAIMS):
            y = head_y + 27 * (line + 1)
            if name in words.claim_checks:
                marks.append(Rect(x, y - 16, 13, 13, line=INK, weight=0.8, radius=2))
            else:
                marks.append(Stroke(((x, y), (x + wide - 8, y)), INK, 0.6))
        x += wide
    return marks
