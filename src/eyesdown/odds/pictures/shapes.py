"""A picture is a list of shapes, to be written as SVG or drawn on a PDF page; both are vector."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias
from xml.sax.saxutils import escape

INK = "#17202a"
MUTED = "#64707d"
FAINT = "#d9dee3"
GRID = "#e9edf0"
BLUE = "#1f6feb"
RED = "#c8372d"
GREEN = "#1a7f4b"
AMBER = "#b7791f"
VIOLET = "#6f42c1"
EDGE = 12  # white around a picture that stands alone
GAP = 14.0  # between two on one sheet
SERIES = (BLUE, RED, GREEN, AMBER, VIOLET, INK)

Anchor: TypeAlias = Literal["start", "middle", "end"]
FACES = {False: "Sheet-Medium", True: "Sheet-Bold"}  # on a PDF page, which carries them inside


@dataclass(frozen=True, slots=True)
class Rect:
    x: float
    y: float
    width: float
    height: float
    fill: str


@dataclass(frozen=True, slots=True)
class Line:
    points: tuple[tuple[float, float], ...]
    stroke: str
    width: float = 1.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Text:
    x: float
    y: float
    words: str
    size: float = 10.0
    fill: str = INK
    anchor: Anchor = "start"
    bold: bool = False


Shape: TypeAlias = Rect | Line | Text


@dataclass(slots=True)
class Picture:
    """Shapes on a sheet; y grows downwards, as in SVG."""

    width: float
    height: float
    title: str
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        self.shapes.extend(shapes)

    def svg(self) -> str:
        """A whole SVG document.

        >>> picture = Picture(20, 10, "one bar")
        >>> picture.add(Rect(0, 0, 5, 10, BLUE))
        >>> picture.svg().splitlines()[2]
        '<rect x="0" y="0" width="5" height="10" fill="#1f6feb"/>'
        """
        size = f"{_n(self.width + 2 * EDGE)} {_n(self.height + 2 * EDGE)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-{EDGE} -{EDGE} {size}" role="img" '
            f'font-family="Helvetica, Arial, sans-serif">'
        )
        body = [_svg(shape) for shape in self.shapes]
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *body, "</svg>\n"])

    def above(self, other: Picture) -> Picture:
        """Both pictures on one sheet, this one on top."""
        down = self.height + GAP
        moved = [_moved(shape, down) for shape in other.shapes]
        width = max(self.width, other.width)
        return Picture(width, down + other.height, self.title, [*self.shapes, *moved])

    def draw(self, canvas: Any, left: float, top: float) -> None:
        """Draw on a reportlab canvas that has our faces, with this corner; PDF counts upwards."""
        for shape in self.shapes:
            _pdf(shape, canvas, left, top)


def _moved(shape: Shape, down: float) -> Shape:
    match shape:
        case Line(points):
            return replace(shape, points=tuple((x, y + down) for x, y in points))
        case Rect() | Text():
            return replace(shape, y=shape.y + down)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _svg(shape: Shape) -> str:
    match shape:
        case Rect(x, y, width, height, fill):
            size = f'width="{_n(width)}" height="{_n(height)}"'
            return f'<rect x="{_n(x)}" y="{_n(y)}" {size} fill="{fill}"/>'
        case Line(points, stroke, width, dash):
            path = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
            dashes = f' stroke-dasharray="{" ".join(map(_n, dash))}"' if dash else ""
            style = f'fill="none" stroke="{stroke}" stroke-width="{_n(width)}"'
            return f'<polyline points="{path}" {style} stroke-linejoin="round"{dashes}/>'
        case Text(x, y, words, size, fill, anchor, bold):
            weight = ' font-weight="700"' if bold else ""
            place = f'x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{fill}"'
            return f'<text {place} text-anchor="{anchor}"{weight}>{escape(words)}</text>'


def _pdf(shape: Shape, canvas: Any, left: float, top: float) -> None:
    from reportlab.lib.colors import HexColor

    match shape:
        case Rect(x, y, width, height, fill):
            canvas.setFillColor(HexColor(fill))
            canvas.rect(left + x, top - y - height, width, height, 0, 1)
        case Line(points, stroke, width, dash):
            canvas.setStrokeColor(HexColor(stroke))
            canvas.setLineWidth(width)
            canvas.setDash(*([list(dash), 0] if dash else [[], 0]))
            path = canvas.beginPath()
            path.moveTo(left + points[0][0], top - points[0][1])
            for x, y in points[1:]:
                path.lineTo(left + x, top - y)
            canvas.drawPath(path)
        case Text(x, y, words, size, fill, anchor, bold):
            canvas.setFillColor(HexColor(fill))
            canvas.setFont(FACES[bold], size)
            place = {
                "start": canvas.drawString,
                "middle": canvas.drawCentredString,
                "end": canvas.drawRightString,
            }[anchor]
            place(left + x, top - y, words)
