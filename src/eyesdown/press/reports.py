"""A report on paper: a title, a bar chart if one is wanted, and a table over as many pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO

from eyesdown.drawing import faces
from eyesdown.drawing.colours import FAINT, INK, SOFT, Cmyk
from eyesdown.drawing.marks import Mark, Rect, Stroke, Text
from eyesdown.drawing.page_size import A4, PageSize
from eyesdown.drawing.pages import write_pages

SIZE = PageSize(A4[1], A4[0])
"""A4, landscape: tables are wide."""
EDGE = 36.0
CELL, HEADING = 8.0, 15.0
LINE = 11.0
BAR_HIGH, BARS_MAX = 15.0, 20
BAR = Cmyk(0.85, 0.25, 0.45, 0.2)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it is, how long, and the figure beside it."""

    name: str
    value: float
    words: str


def table_report(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    under: str = "",
    bars: Sequence[Bar] = (),
) -> bytes:
    """The report as PDF.

    >>> table_report("Sales", ["venue", "sold"], [["Club", "$5.00"]])[:5]
    b'%PDF-'
    """
    widths = _widths(columns, rows)
    pages: list[list[Mark]] = []
    first = TOP + _chart_height(bars)
    for number, (part, start) in enumerate(_pages(rows, widths, first), 1):
        marks = [*_head(title, under, number), *(_chart(bars) if number == 1 else ())]
        pages.append([*marks, *_table(columns, part, widths, start)])
    out = BytesIO()
    write_pages(out, SIZE, title, pages, "pdf")
    return out.getvalue()


def _head(title: str, under: str, number: int) -> Iterator[Mark]:
    yield Text(EDGE, EDGE + HEADING, title, HEADING, "bold", INK)
    yield Text(SIZE.width - EDGE, EDGE + HEADING, f"{number}", CELL, colour=SOFT, anchor="end")
    if under:
        yield Text(EDGE, EDGE + HEADING + 14, under, CELL, colour=SOFT)


TOP = EDGE + HEADING + 28
BOTTOM = SIZE.height - EDGE


def _chart_height(bars: Sequence[Bar]) -> float:
    return (len(bars[:BARS_MAX]) * BAR_HIGH + 16) if bars else 0


def _chart(bars: Sequence[Bar]) -> Iterator[Mark]:
    """Horizontal bars, the longest as wide as the room between the names and the figures."""
    most = max((abs(bar.value) for bar in bars), default=0) or 1
    left, room = EDGE + 150, SIZE.width - 2 * EDGE - 150 - 90
    for index, bar in enumerate(bars[:BARS_MAX]):
        y = TOP + index * BAR_HIGH
        size = faces.fitted(bar.name, CELL, 142)
        yield Text(left - 8, y + 9, bar.name, size, colour=INK, anchor="end")
        length = abs(bar.value) / most * room
        yield Rect(left, y + 1, max(length, 0.5), BAR_HIGH - 5, fill=BAR)
        yield Text(left + length + 5, y + 9, bar.words, CELL, colour=INK)


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[float]:
    """A column's share of the paper follows its longest words, within reason."""
    wanted = []
    for index, column in enumerate(columns):
        cells = [column, *(row[index] for row in rows[:400])]
        wanted.append(min(max(faces.width(cell, CELL) for cell in cells) + 10, 260))
    room = SIZE.width - 2 * EDGE
    return [width * room / sum(wanted) for width in wanted]


def _lines(row: Sequence[str], widths: Sequence[float]) -> list[list[str]]:
    return [
        faces.wrapped(cell, CELL, width - 8) or [""]
        for cell, width in zip(row, widths, strict=True)
    ]


def _pages(
    rows: Sequence[Sequence[str]], widths: Sequence[float], start: float
) -> Iterator[tuple[list[list[list[str]]], float]]:
    """The rows of each page as lines of words, and where its table starts."""
    y, part = start + LINE + 8, list[list[list[str]]]()
    for row in rows:
        lines = _lines(row, widths)
        high = max(map(len, lines)) * LINE + 4
        if y + high > BOTTOM and part:
            yield part, start
            start, part = TOP, []
            y = start + LINE + 8
        part.append(lines)
        y += high
    yield part, start


def _table(
    columns: Sequence[str],
    part: Sequence[Sequence[Sequence[str]]],
    widths: Sequence[float],
    start: float,
) -> Iterator[Mark]:
    x = EDGE
    for column, width in zip(columns, widths, strict=True):
        yield Text(x, start + LINE, column, CELL, "bold", INK)
        x += width
    y = start + LINE + 4
    yield Stroke(((EDGE, y), (SIZE.width - EDGE, y)), SOFT, 0.8)
    y += 4
    for lines in part:
        x = EDGE
        for cell, width in zip(lines, widths, strict=True):
            for index, words in enumerate(cell):
                size = faces.fitted(words, CELL, width - 4)
                yield Text(x, y + LINE * (index + 1) - 3, words, size, colour=INK)
            x += width
        y += max(map(len, lines)) * LINE + 4
        yield Stroke(((EDGE, y - 1), (SIZE.width - EDGE, y - 1)), FAINT, 0.3)
