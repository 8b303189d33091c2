"""What a page is made of, in points from the top left corner of the trimmed page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.drawing.bitmap import Bitmap
from eyesdown.drawing.colours import BLACK, Colour


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle, filled, outlined or both, with round corners if `radius` is given."""

    x: float
    y: float
    width: float
    height: float
    fill: Colour | None = None
    line: Colour | None = None
    weight: float = 0.5
    radius: float = 0


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line through two or more points; `dash` is the lengths of dashes and gaps."""

    points: tuple[tuple[float, float], ...]
    colour: Colour = BLACK
    weight: float = 0.5
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """Words on a baseline; `anchor` (start, middle, end) is the part of them placed at x."""

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
    """A bitmap fitted into a box, in the middle of it and in its own proportions."""

    x: float
    y: float
    width: float
    height: float
    bitmap: Bitmap

    @property
    def fitted(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the bitmap itself.

        >>> Placed(0, 0, 40, 10, Bitmap(2, 1, b"", b"")).fitted
        (10.0, 0.0, 20.0, 10.0)
        """
        ratio = min(self.width / self.bitmap.width, self.height / self.bitmap.height)
        wide, high = self.bitmap.width * ratio, self.bitmap.height * ratio
        return self.x + (self.width - wide) / 2, self.y + (self.height - high) / 2, wide, high


@dataclass(frozen=True, slots=True)
class Group:
    """Marks moved by x and y, and scaled."""

    x: float
    y: float
    scale: float
    marks: tuple[Mark, ...]


Mark: TypeAlias = Rect | Stroke | Text | Runs | Placed | Group
