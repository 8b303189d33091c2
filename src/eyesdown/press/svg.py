"""Marks as SVG: the same pages for a browser, one beneath the other in one picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import BinaryIO, assert_never
from xml.sax.saxutils import escape, quoteattr

from eyesdown.press.faces import printable
from eyesdown.press.marks import Group, Line, Mark, Placed, Rect, Runs, Text
from eyesdown.press.pdf import Sheet, number

GAP = 18
_FAMILY = "Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
_WEIGHT = {"medium": "500", "bold": "700"}


def write_pages(out: BinaryIO, sheet: Sheet, title: str, pages: Sequence[Iterable[Mark]]) -> int:
    """All pages as one SVG picture; gives how many there are."""
    assert pages, "an SVG picture has at least one page"
    slug = sheet.slug
    wide, high = sheet.width + 2 * slug, sheet.height + 2 * slug
    tall = len(pages) * (high + GAP) - GAP
    out.write(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(wide)}pt" height="{_n(tall)}pt"'
        f' viewBox="0 0 {_n(wide)} {_n(tall)}" role="img" font-family="{_FAMILY}">\n'
        f"<title>{escape(printable(title))}</title>\n".encode()
    )
    for place, page in enumerate(pages):
        top = place * (high + GAP)
        out.write(
            f'<g transform="translate({_n(slug)} {_n(top + slug)})">\n'
            f'<rect x="{_n(-slug)}" y="{_n(-slug)}" width="{_n(wide)}" height="{_n(high)}"'
            f' fill="#fff"/>\n{drawn(page)}</g>\n'.encode()
        )
    out.write(b"</svg>\n")
    return len(pages)


def drawn(marks: Iterable[Mark]) -> str:
    """The marks as SVG elements, one a line.

    >>> print(drawn([Text(5, 9, "B&B", 8, anchor="middle")]), end="")
    <text x="5" y="9" font-size="8" font-weight="500" text-anchor="middle">B&amp;B</text>
    """
    return "".join(_element(mark) + "\n" for mark in marks)


def _element(mark: Mark) -> str:
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
        case Line():
            dash = " ".join(_n(part) for part in mark.dash)
            dashes = f' stroke-dasharray="{dash}"' if dash else ""
            return (
                f'<path d="M{_n(mark.x1)} {_n(mark.y1)}L{_n(mark.x2)} {_n(mark.y2)}"'
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
                f' height="{_n(mark.height)}" href={quoteattr(mark.picture.data_uri)}/>'
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
