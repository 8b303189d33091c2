"""A report on paper: a title, a bar chart if one is wanted, and a table over as many pages."""

from __future__ import annotations

import re
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
GAP = 8.0
"""Between the end of an amount and the next column."""
BAR_HIGH, BARS_MAX = 15.0, 20
PAIRS_MAX = 60
"""Games of a session, each with two bars: they share the room of a page."""
BAR, SECOND = Cmyk(0.85, 0.25, 0.45, 0.2), Cmyk(0.08, 0.32, 0.9, 0.1)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart: what it is, how long, and the figure beside it; or a pair of bars."""

    name: str
    value: float
    words: str
    second: float | None = None
    second_words: str = ""


def table_report(
    title: str,
    columns: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    under: str = "",
    bars: Sequence[Bar] = (),
    key: Sequence[str] = (),
) -> bytes:
    """The report as PDF; `key` is what the two bars of each pair are.

    >>> table_report("Sales", ["venue", "sold"], [["Club", "$5.00"]])[:5]
    b'%PDF-'
    """
    widths, ends = _widths(columns, rows), _amounts(columns, rows)
    pages: list[list[Mark]] = []
    bars = bars[: PAIRS_MAX if key else BARS_MAX]
    first = TOP + _chart_height(bars, key)
    for number, (part, start) in enumerate(_pages(rows, widths, first), 1):
        marks = [*_head(title, under, number), *(_chart(bars, key) if number == 1 else ())]
        pages.append([*marks, *_table(columns, part, (widths, ends), start)])
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
KEY_HIGH = 16.0


def _bar_high(bars: Sequence[Bar], key: Sequence[str]) -> float:
    """The height of a bar: the usual one, or less where many must share a page."""
    room = BOTTOM - TOP - 2 * KEY_HIGH
    return min(BAR_HIGH * (1.6 if key else 1), room / max(len(bars), 1))


def _chart_height(bars: Sequence[Bar], key: Sequence[str]) -> float:
    if not bars:
        return 0
    return len(bars) * _bar_high(bars, key) + 16 + (KEY_HIGH if key else 0)


def _chart(bars: Sequence[Bar], key: Sequence[str]) -> Iterator[Mark]:
    """Horizontal bars, the longest as wide as the room between the names and the figures."""
    most = max((max(abs(bar.value), abs(bar.second or 0)) for bar in bars), default=0) or 1
    left, room = EDGE + 150, SIZE.width - 2 * EDGE - 150 - 90
    high, y = _bar_high(bars, key), TOP
    for index, words in enumerate(key if bars else ()):
        x = left + index * 110
        yield Rect(x, y + 1, 9, 7, fill=(BAR, SECOND)[index])
        yield Text(x + 14, y + 8, words, CELL, colour=INK)
    y += KEY_HIGH if key else 0
    for bar in bars:
        cell = min(CELL, high * 0.62)
        size = faces.fitted(bar.name, cell, 142)
        yield Text(left - 8, y + high * 0.6, bar.name, size, colour=INK, anchor="end")
        pair = [(bar.value, bar.words, BAR)]
        if bar.second is not None:
            pair.append((bar.second, bar.second_words, SECOND))
        each = (high - 5 * high / BAR_HIGH / len(pair)) / len(pair)
        for place, (value, words, colour) in enumerate(pair):
            length, top = abs(value) / most * room, y + 1 + place * each
            yield Rect(left, top, max(length, 0.5), each * (0.8 if key else 1), fill=colour)
            baseline = top + each * (0.72 if key else 0.8)
            yield Text(left + length + 5, baseline, words, min(CELL, each * 0.95), colour=INK)
        y += high


def _widths(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[float]:
    """A column's share of the paper follows its longest words, within reason."""
    wanted = []
    for index, column in enumerate(columns):
        cells = [column, *(row[index] for row in rows[:400])]
        wanted.append(min(max(faces.width(cell, CELL) for cell in cells) + 10, 260))
    room = SIZE.width - 2 * EDGE
    return [width * room / sum(wanted) for width in wanted]


_AMOUNT = re.compile(r"-?\$?[\d,]+(\.\d+)?%?")


def _amounts(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> frozenset[int]:
    """The columns of amounts, which end at one line; the first column names the row.

    >>> _amounts(("Day", "Sold", "Of it"), (("1", "$5.00", "club"), ("2", "", "bar")))
    frozenset({1})
    """
    cells = {index: [row[index] for row in rows if row[index]] for index in range(1, len(columns))}
    return frozenset(
        index for index, column in cells.items() if column and all(map(_AMOUNT.fullmatch, column))
    )


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
    places: tuple[Sequence[float], frozenset[int]],
    start: float,
) -> Iterator[Mark]:
    """A page's rows; `places` are the widths of the columns and which of them are amounts."""
    widths, ends = places
    x = EDGE
    for index, (column, width) in enumerate(zip(columns, widths, strict=True)):
        if index in ends:
            yield Text(x + width - GAP, start + LINE, column, CELL, "bold", INK, anchor="end")
        else:
            yield Text(x, start + LINE, column, CELL, "bold", INK)
        x += width
    y = start + LINE + 4
    yield Stroke(((EDGE, y), (SIZE.width - EDGE, y)), SOFT, 0.8)
    y += 4
    for lines in part:
        x = EDGE
        for index, (cell, width) in enumerate(zip(lines, widths, strict=True)):
            for number, words in enumerate(cell, 1):
                size, base = faces.fitted(words, CELL, width - 4), y + LINE * number - 3
                if index in ends:
                    yield Text(x + width - GAP, base, words, size, colour=INK, anchor="end")
                else:
                    yield Text(x, base, words, size, colour=INK)
            x += width
        y += max(map(len, lines)) * LINE + 4
        yield Stroke(((EDGE, y - 1), (SIZE.width - EDGE, y - 1)), FAINT, 0.3)
