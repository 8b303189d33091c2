"""The charts: bars for returns and distributions, curves for chances ball by ball."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from eyesdown.drawing.marks import Rect, Stroke, Text
from eyesdown.drawing.picture import Picture
from eyesdown.odds.pictures.palette import (
    BLUE,
    DARK,
    GRID,
    LIGHT_BLUE,
    MUTED,
    PALE,
    RED,
    SERIES,
)

HEAD = 44.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of a chart.

    `note` is printed at its end; `part` is added to it in a lighter colour; `mark` is a value to
    show as a short line across the bar.
    """

    label: str
    value: float
    note: str = ""
    part: float = 0.0
    mark: float | None = None


def bars_across(
    title: str,
    subtitle: str,
    bars: Sequence[Bar],
    *,
    width: float = 520.0,
    row: float = 18.0,
    mark: tuple[float, str] | None = None,
) -> Picture:
    """Horizontal bars with their notes; `mark` is a value and label for a line across them all."""
    # Widths of labels and notes are estimated from their letters, so that bars of several charts
    # with the same labels start at the same place.
    labels = max((len(bar.label) for bar in bars), default=4) * 4.9 + 12
    notes = max((len(bar.note) for bar in bars), default=0) * 5.2 + 10
    top = HEAD + 12
    picture = _titled(title, subtitle, width, top + row * len(bars) + 10)
    most = max([bar.value + bar.part for bar in bars] + ([mark[0]] if mark else []), default=1)
    scale = (width - labels - notes) / (most or 1)
    if mark is not None:
        x = labels + mark[0] * scale
        down = top + row * len(bars)
        picture.add(
            Stroke(((x, top - 4), (x, down)), PALE, 1.0, (3, 3)),
            Text(x, top - 8, mark[1], 8, colour=MUTED, anchor="middle"),
        )
    for index, bar in enumerate(bars):
        y = top + row * index
        length = bar.value * scale
        picture.add(Text(labels - 7, y + row / 2 + 3.2, bar.label, 9, colour=DARK, anchor="end"))
        if bar.part:
            rest = Rect(labels + length, y + 3, bar.part * scale, row - 6, LIGHT_BLUE)
            picture.add(rest)
        picture.add(Rect(labels, y + 3, max(length, 0.6), row - 6, BLUE))
        picture.add(Text(width - 4, y + row / 2 + 3.2, bar.note, 9, colour=MUTED, anchor="end"))
    return picture


def columns(
    title: str,
    subtitle: str,
    bars: Sequence[Bar],
    *,
    width: float = 520.0,
    height: float = 240.0,
    axis: str = "",
) -> Picture:
    """Upright columns from zero, a label below each and its note above."""
    picture = _titled(title, subtitle, width, height)
    left, right, low = 0.0, width - 4.0, height - 34
    step = (right - left) / max(len(bars), 1)
    most = max((max(bar.value, bar.mark or 0) for bar in bars), default=1) or 1
    room = low - HEAD - 16
    longest = max((len(bar.note) for bar in bars), default=0)
    size = min(7.5, step * 1.4 / max(longest, 1))  # so that neighbouring notes do not touch
    picture.add(Stroke(((left, low), (right, low)), PALE, 1))
    for index, bar in enumerate(bars):
        x = left + step * index
        tall = max(bar.value / most * room, 0.6)
        picture.add(
            Rect(x + step * 0.14, low - tall, step * 0.72, tall, BLUE),
            Text(x + step / 2, low + 12, bar.label, 8.5, colour=DARK, anchor="middle"),
            Text(x + step / 2, low - tall - 6, bar.note, size, colour=MUTED, anchor="middle"),
        )
        if bar.mark is not None:
            y = low - bar.mark / most * room
            picture.add(Stroke(((x + step * 0.06, y), (x + step * 0.94, y)), RED, 1.4))
    picture.add(Text(width / 2, height - 7, axis, 8.5, colour=MUTED, anchor="middle"))
    return picture


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line through points."""

    name: str
    points: tuple[tuple[float, float], ...]


def curves(
    title: str,
    subtitle: str,
    lines: Sequence[Curve],
    *,
    width: float = 520.0,
    height: float = 280.0,
    axis: str = "",
) -> Picture:
    """Chances from 0 to 100 % over one axis, each line named at the right."""
    picture = _titled(title, subtitle, width, height)
    left, right, top, low = 38.0, width - 96.0, HEAD + 10, height - 36
    xs = [x for line in lines for x, _ in line.points]
    x_min, x_max = min(xs), max(xs)
    across = (right - left) / (x_max - x_min or 1)
    up = low - top
    for part in range(5):
        y = part / 4
        picture.add(
            Stroke(((left, low - y * up), (right, low - y * up)), GRID, 1),
            Text(left - 6, low - y * up + 3, f"{y:.0%}", 8, colour=MUTED, anchor="end"),
        )
    step = _nice((x_max - x_min) / 8)
    tick = ceil(x_min / step) * step
    while tick <= x_max + 1e-9:
        picture.add(
            Text(
                left + (tick - x_min) * across,
                low + 13,
                f"{tick:g}",
                8,
                colour=MUTED,
                anchor="middle",
            )
        )
        tick += step
    for index, line in enumerate(lines):
        colour = SERIES[index % len(SERIES)]
        points = tuple((left + (x - x_min) * across, low - y * up) for x, y in line.points)
        picture.add(Stroke(points, colour, 1.8))
        y = top + 4 + 15 * index
        picture.add(
            Rect(right + 12, y - 4, 12, 3, colour), Text(right + 28, y, line.name, 8.5, colour=DARK)
        )
    picture.add(Text((left + right) / 2, height - 8, axis, 8.5, colour=MUTED, anchor="middle"))
    return picture


def spread(title: str, subtitle: str, values: Sequence[float]) -> Picture:
    """One stem per value from a middle line; standard scores beyond 3 are red."""
    width, height, line = 520.0, 200.0, 3.0
    picture = _titled(title, subtitle, width, height)
    middle, room = HEAD + (height - HEAD - 22) / 2, (height - HEAD - 26) / 2
    reach = max(line + 0.5, *(abs(value) for value in values))
    left, right = 26.0, width - 8.0
    step = (right - left) / len(values)
    for z in (-line, 0.0, line):
        y = middle - z / reach * room
        dash = (3.0, 3.0) if z else ()
        picture.add(Stroke(((left, y), (right, y)), PALE, 1, dash))
        picture.add(Text(left - 4, y + 3, f"{z:+.0f}" if z else "0", 8, colour=MUTED, anchor="end"))
    for ball, value in enumerate(values, start=1):
        x = left + step * (ball - 0.5)
        y = middle - value / reach * room
        colour = RED if abs(value) > line else BLUE
        picture.add(Stroke(((x, middle), (x, y)), colour, max(step * 0.5, 1)))
        if not ball % 10 or ball == 1:
            picture.add(Text(x, height - 6, str(ball), 8, colour=MUTED, anchor="middle"))
    return picture


def _titled(title: str, subtitle: str, width: float, height: float) -> Picture:
    picture = Picture(width, height, title)
    picture.add(Text(0, 18, title, 13, "bold", DARK), Text(0, 33, subtitle, 9, colour=MUTED))
    return picture


def _nice(value: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, ... that is not below the value.

    >>> _nice(11.25), _nice(0.3)
    (20.0, 0.5)
    """
    scale = 10.0 ** floor(log10(value)) if value > 0 else 1.0
    return next(scale * n for n in (1, 2, 5, 10) if scale * n >= value * (1 - 1e-9))
