"""Marks as SVG: pages one beneath the other in one file, or a picture alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO, assert_never
from xml.sax.saxutils import escape, quoteattr

from eyesdown.drawing.faces import printable
from eyesdown.drawing.marks import Group, Mark, Placed, Rect, Runs, Stroke, Text
from eyesdown.drawing.page_size import PageSize
from eyesdown.drawing.pdf import number
from eyesdown.drawing.picture import EDGE, Picture

GAP = 18
_FAMILY = "Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
_WEIGHT = {"medium": "500", "bold": "700"}


def write_pages(out: BinaryIO, size: PageSize, title: str, pages: Sequence[Iterable[Mark]]) -> int:
    """Write all pages as one SVG file; returns the number of pages."""
    assert pages, "an SVG file has at least one page"
    slug = size.slug
    wide, high = size.width + 2 * slug, size.height + 2 * slug
    tall = len(pages) * (high + GAP) - GAP
    points = f'width="{_n(wide)}pt" height="{_n(tall)}pt" '
    out.write(_start(points, (0, 0, wide, tall), title).encode())
    for index, page in enumerate(pages):
        top = index * (high + GAP)
        out.write(
            f'<g transform="translate({_n(slug)} {_n(top + slug)})">\n'
            f'<rect x="{_n(-slug)}" y="{_n(-slug)}" width="{_n(wide)}" height="{_n(high)}"'
            f' fill="#fff"/>\n{drawn(page)}</g>\n'.encode()
        )
    out.write(b"</svg>\n")
    return len(pages)


def picture_svg(picture: Picture) -> str:
    """A picture as a whole SVG document that takes the size of its place on a web page.

    >>> bar = Picture(20, 10, "one bar", [Rect(0, 0, 5, 10)])
    >>> picture_svg(bar).splitlines()[1:3]
    ['<title>one bar</title>', '<rect x="0" y="0" width="5" height="10" fill="none"/>']
    """
    box = (-EDGE, -EDGE, picture.width + 2 * EDGE, picture.height + 2 * EDGE)
    return _start("", box, picture.title) + drawn(picture.marks) + "</svg>\n"


def _start(size: str, box: tuple[float, float, float, float], title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="{" ".join(map(_n, box))}"'
        f' role="img" font-family="{_FAMILY}">\n<title>{escape(printable(title))}</title>\n'
    )


def drawn(marks: Iterable[Mark]) -> str:
    """The marks as SVG elements, one a line.

    >>> print(drawn([Text(5, 9, "B&B", 8, anchor="middle")]), end="")
    <text x="5" y="9" font-size="8" font-weight="500" text-anchor="middle">B&amp;B</text>
    """
    return "".join(_element(mark) + "\n" for mark in marks)


def _element(mark: Mark) -> str:
    """One mark as an SVG element."""
    match mark:
        case Rect():
            fill = mark.fill.hex if mark.fill else "none"
            line = (
                f' stroke="{mark.line.hex}" stroke-width="{_n(mark.weight)}"' if mark.line else ""
            )
            corner = f' rx="{_n(mark.radius)}"' if mark.radius else ""
            return (
                f'<rect x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}"'
                f' height="{_n(mark.height)}"{corner} fill="{fill}"{line}/>'
            )
        case Stroke():
            dash = " ".join(_n(part) for part in mark.dash)
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            bent = len(mark.points) > 2
            shape = ' fill="none" stroke-linejoin="round"' if bent else ""
            path = "L".join(f"{_n(x)} {_n(y)}" for x, y in mark.points)
            return (
                f'<path d="M{path}"{shape}'
                f' stroke="{mark.colour.hex}" stroke-width="{_n(mark.weight)}"{dashes}/>'
            )
        case Text():
            anchor = "" if mark.anchor == "start" else f' text-anchor="{mark.anchor}"'
            fill = "" if mark.colour.hex == "#000000" else f' fill="{mark.colour.hex}"'
            return (
                f'<text x="{_n(mark.x)}" y="{_n(mark.y)}" font-size="{_n(mark.size)}"'
                f' font-weight="{_WEIGHT[mark.face]}"{anchor}{fill}>'
                f"{escape(printable(mark.words))}</text>"
            )
        case Runs():
            path = "".join(f"M{column} {row}h{size}v1h-{size}z" for column, row, size in mark.runs)
            return (
                f'<path transform="translate({_n(mark.x)} {_n(mark.y)}) scale({mark.square:.4f})"'
                f' d="{path}"/>'
            )
        case Placed():
            return (
                f'<image x="{_n(mark.x)}" y="{_n(mark.y)}" width="{_n(mark.width)}"'
                f' height="{_n(mark.height)}" href={quoteattr(mark.bitmap.data_uri)}/>'
            )
        case Group():
            return (
                f'<g transform="translate({_n(mark.x)} {_n(mark.y)}) scale({mark.scale:.4f})">\n'
                f"{drawn(mark.marks)}</g>"
            )
        case _:
            assert_never(mark)


def _n(value: float) -> str:
    return number(value).decode("ascii")
