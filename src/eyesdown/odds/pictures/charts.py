"""The charts: bars for returns and distributions, curves for chances ball by ball."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from eyesdown.odds.pictures.shapes import (
    BLUE,
    FAINT,
    GRID,
    INK,
    MUTED,
    RED,
    SERIES,
    Line,
    Picture,
    Rect,
    Text,
)

HEAD = 44.0


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar; `note` stands at its end, `part` is drawn lighter on top, `mark` is a short line."""

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
    """Horizontal bars with their notes; `mark` is a labelled line, such as a whole stake."""
    labels = max((len(bar.label) for bar in bars), default=4) * 4.9 + 12
    notes = max((len(bar.note) for bar in bars), default=0) * 5.2 + 10
    top = HEAD + 12
    picture = _sheet(title, subtitle, width, top + row * len(bars) + 10)
    most = max([bar.value + bar.part for bar in bars] + ([mark[0]] if mark else []), default=1)
    scale = (width - labels - notes) / (most or 1)
    if mark is not None:
        x = labels + mark[0] * scale
        down = top + row * len(bars)
        picture.add(
            Line(((x, top - 4), (x, down)), FAINT, 1.0, (3, 3)),
            Text(x, top - 8, mark[1], 8, MUTED, "middle"),
        )
    for place, bar in enumerate(bars):
        y = top + row * place
        length = bar.value * scale
        picture.add(Text(labels - 7, y + row / 2 + 3.2, bar.label, 9, INK, "end"))
        if bar.part:
            rest = Rect(labels + length, y + 3, bar.part * scale, row - 6, "#a9c8f5")
            picture.add(rest)
        picture.add(Rect(labels, y + 3, max(length, 0.6), row - 6, BLUE))
        picture.add(Text(width - 4, y + row / 2 + 3.2, bar.note, 9, MUTED, "end"))
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
    """Upright columns from nought, a label below each and its note above."""
    picture = _sheet(title, subtitle, width, height)
    left, right, low = 0.0, width - 4.0, height - 34
    step = (right - left) / max(len(bars), 1)
    most = max((max(bar.value, bar.mark or 0) for bar in bars), default=1) or 1
    room = low - HEAD - 16
    longest = max((len(bar.note) for bar in bars), default=0)
    size = min(7.5, step * 1.4 / max(longest, 1))  # notes side by side must not touch
    picture.add(Line(((left, low), (right, low)), FAINT))
    for place, bar in enumerate(bars):
        x = left + step * place
        tall = max(bar.value / most * room, 0.6)
        picture.add(
            Rect(x + step * 0.14, low - tall, step * 0.72, tall, BLUE),
            Text(x + step / 2, low + 12, bar.label, 8.5, INK, "middle"),
            Text(x + step / 2, low - tall - 6, bar.note, size, MUTED, "middle"),
        )
        if bar.mark is not None:
            y = low - bar.mark / most * room
            picture.add(Line(((x + step * 0.06, y), (x + step * 0.94, y)), RED, 1.4))
    picture.add(Text(width / 2, height - 7, axis, 8.5, MUTED, "middle"))
    return picture


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line of points."""

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
    """Chances over one axis, each line named at the right; y from nought to certain."""
    picture = _sheet(title, subtitle, width, height)
    left, right, top, low = 38.0, width - 96.0, HEAD + 10, height - 36
    xs = [x for line in lines for x, _ in line.points]
    x_min, x_max = min(xs), max(xs)
    across = (right - left) / (x_max - x_min or 1)
    up = low - top
    for part in range(5):
        y = part / 4
        picture.add(
            Line(((left, low - y * up), (right, low - y * up)), GRID),
            Text(left - 6, low - y * up + 3, f"{y:.0%}", 8, MUTED, "end"),
        )
    step = _nice((x_max - x_min) / 8)
    tick = ceil(x_min / step) * step
    while tick <= x_max + 1e-9:
        picture.add(Text(left + (tick - x_min) * across, low + 13, f"{tick:g}", 8, MUTED, "middle"))
        tick += step
    for place, line in enumerate(lines):
        colour = SERIES[place % len(SERIES)]
        points = tuple((left + (x - x_min) * across, low - y * up) for x, y in line.points)
        picture.add(Line(points, colour, 1.8))
        y = top + 4 + 15 * place
        picture.add(Rect(right + 12, y - 4, 12, 3, colour), Text(right + 28, y, line.name, 8.5))
    picture.add(Text((left + right) / 2, height - 8, axis, 8.5, MUTED, "middle"))
    return picture


def spread(title: str, subtitle: str, values: Sequence[float]) -> Picture:
    """One stem a value from a middle line, the far ones in red: standard scores of balls."""
    width, height, line = 520.0, 200.0, 3.0
    picture = _sheet(title, subtitle, width, height)
    middle, room = HEAD + (height - HEAD - 22) / 2, (height - HEAD - 26) / 2
    reach = max(line + 0.5, *(abs(value) for value in values))
    left, right = 26.0, width - 8.0
    step = (right - left) / len(values)
    for z in (-line, 0.0, line):
        y = middle - z / reach * room
        dash = (3.0, 3.0) if z else ()
        picture.add(Line(((left, y), (right, y)), FAINT, 1, dash))
        picture.add(Text(left - 4, y + 3, f"{z:+.0f}" if z else "0", 8, MUTED, "end"))
    for place, value in enumerate(values):
        x = left + step * (place + 0.5)
        y = middle - value / reach * room
        colour = RED if abs(value) > line else BLUE
        picture.add(Line(((x, middle), (x, y)), colour, max(step * 0.5, 1)))
        if not (place + 1) % 10 or place == 0:
            picture.add(Text(x, height - 6, str(place + 1), 8, MUTED, "middle"))
    return picture


def _sheet(title: str, subtitle: str, width: float, height: float) -> Picture:
    picture = Picture(width, height, title)
    picture.add(Text(0, 18, title, 13, INK, bold=True), Text(0, 33, subtitle, 9, MUTED))
    return picture


def _nice(value: float) -> float:
    """The least of 1, 2, 5, 10, ... that is not below the value."""
    scale = 10.0 ** floor(log10(value)) if value > 0 else 1.0
    return next(scale * n for n in (1, 2, 5, 10) if scale * n >= value * (1 - 1e-9))
