"""What a page is made of, in points from the top left corner of the trimmed sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.press.colours import BLACK, Colour
from eyesdown.press.picture import Picture


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    line: Colour | None = None
    weight: float = 0.5
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    colour: Colour = BLACK
    weight: float = 0.5
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Words on a baseline; `anchor` says which part of them stands at x."""

    x: float
    y: float
    words: str
    size: float
    face: str = "medium"
    colour: Colour = BLACK
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Runs:
    """Black squares as runs (column, row, length), each square `square` points wide."""

    x: float
    y: float
    square: float
    runs: tuple[tuple[int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A picture fitted into a box, its shape kept."""

    x: float
    y: float
    width: float
    height: float
    picture: Picture


@dataclass(frozen=True, slots=True)
class Group:
    """Marks drawn as one, moved and scaled."""

    x: float
    y: float
    scale: float
    marks: tuple[Mark, ...]


Mark: TypeAlias = Rect | Line | Text | Runs | Placed | Group
