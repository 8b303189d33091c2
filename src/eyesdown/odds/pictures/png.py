"""The same picture in dots, for whatever cannot show SVG."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw, ImageFont

from eyesdown.odds.pictures.shapes import EDGE, Line, Picture, Rect, Text

SCALE = 2
ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def as_png(picture: Picture) -> bytes:
    """A PNG at twice the picture's size; dashed lines are drawn whole.

    >>> as_png(Picture(20, 10, "nothing"))[1:4]
    b'PNG'
    """

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + EDGE) * SCALE, (y + EDGE) * SCALE

    size = (round((picture.width + 2 * EDGE) * SCALE), round((picture.height + 2 * EDGE) * SCALE))
    image = Image.new("RGB", size, "white")
    pen = ImageDraw.Draw(image)
    for shape in picture.shapes:
        match shape:
            case Rect():
                far = at(shape.x + shape.width, shape.y + shape.height)
                pen.rectangle((*at(shape.x, shape.y), *far), fill=shape.fill)
            case Line():
                points = [at(x, y) for x, y in shape.points]
                pen.line(points, fill=shape.stroke, width=max(1, round(shape.width * SCALE)))
            case Text():
                font = ImageFont.load_default(shape.size * SCALE)
                place, anchor = at(shape.x, shape.y), ANCHORS[shape.anchor]
                pen.text(place, shape.words, fill=shape.fill, font=font, anchor=anchor)
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
