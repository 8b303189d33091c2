"""Pictures as PNG, for programs that cannot show SVG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import assert_never

from PIL import Image, ImageDraw, ImageFont

from eyesdown.drawing.faces import font_file, printable
from eyesdown.drawing.marks import Group, Mark, Placed, Rect, Runs, Stroke, Text
from eyesdown.drawing.picture import EDGE, Picture

PIXELS_PER_POINT = 2
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}  # left, middle, right of the baseline


def picture_png(picture: Picture) -> bytes:
    """A picture as PNG, two pixels per point; dashed lines are drawn solid.

    >>> picture_png(Picture(20, 10, "nothing"))[1:4]
    b'PNG'
    """
    wide, high = (side + 2 * EDGE for side in (picture.width, picture.height))
    size = (round(wide * PIXELS_PER_POINT), round(high * PIXELS_PER_POINT))
    image = Image.new("RGB", size, "white")
    edge = EDGE * PIXELS_PER_POINT
    _Canvas(image, edge, edge, PIXELS_PER_POINT).draw(picture.marks)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@lru_cache(maxsize=64)
def _font(face: str, pixels: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(font_file(face)), pixels)


@dataclass(frozen=True, slots=True)
class _Canvas:
    """An image, the pixel at which the point (0, 0) lies, and the pixels per point."""

    image: Image.Image
    left: float
    top: float
    scale: float

    def draw(self, marks: Iterable[Mark]) -> None:
        for mark in marks:
            self._draw(mark)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self.left + x * self.scale, self.top + y * self.scale

    def _weight(self, points: float) -> int:
        return max(1, round(points * self.scale))

    def _draw(self, mark: Mark) -> None:
        """Paint one mark; a group paints its marks, moved and scaled."""
        pen = ImageDraw.Draw(self.image)
        match mark:
            case Rect():
                corners = (
                    *self._at(mark.x, mark.y),
                    *self._at(mark.x + mark.width, mark.y + mark.height),
                )
                fill = mark.fill.hex if mark.fill else None
                line = mark.line.hex if mark.line else None
                weight = self._weight(mark.weight) if line else 0
                pen.rounded_rectangle(corners, mark.radius * self.scale, fill, line, weight)
            case Stroke():
                points = [self._at(x, y) for x, y in mark.points]
                pen.line(points, mark.colour.hex, self._weight(mark.weight), joint="curve")
            case Text():
                font = _font(mark.face, mark.size * self.scale)
                place, anchor = self._at(mark.x, mark.y), _ANCHORS[mark.anchor]
                pen.text(place, printable(mark.words), mark.colour.hex, font, anchor)
            case Runs():
                squares = _Canvas(self.image, *self._at(mark.x, mark.y), self.scale * mark.square)
                for column, row, length in mark.runs:
                    far_x, far_y = squares._at(column + length, row + 1)
                    # Pillow paints the far edge too; the next row starts there.
                    pen.rectangle((*squares._at(column, row), far_x - 1, far_y - 1), "#000000")
            case Placed():
                self._place(mark)
            case Group():
                left, top = self._at(mark.x, mark.y)
                _Canvas(self.image, left, top, self.scale * mark.scale).draw(mark.marks)
            case _:
                assert_never(mark)

    def _place(self, mark: Placed) -> None:
        x, y, wide, high = mark.fitted
        size = (self._weight(wide), self._weight(high))
        bitmap = mark.bitmap
        whole = (bitmap.width, bitmap.height)
        colours = Image.frombytes("RGB", whole, bitmap.rgb).resize(size)
        opacity = Image.frombytes("L", whole, bitmap.alpha).resize(size)
        left, top = self._at(x, y)
        self.image.paste(colours, (round(left), round(top)), opacity)
