"""What a page says to a screen reader: a tree of elements over the marked parts of its drawing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tag:
    """An element: its role, the marked content it covers or its children, and its words.

    `mark` is the number of the marked content on the page. `text` is read out instead of what is
    drawn; for a figure it describes it.
    """

    role: str
    mark: int | None = None
    text: str = ""
    children: tuple[Tag, ...] = ()


def marked(role: str, mark: int, drawing: bytes) -> bytes:
    """Operators as marked content.

    >>> marked("P", 3, b"(Hi) Tj ")
    b'/P<</MCID 3>>BDC (Hi) Tj EMC '
    """
    return b"/%s<</MCID %d>>BDC %sEMC " % (role.encode(), mark, drawing)


def unspoken(drawing: bytes) -> bytes:
    """Operators that a screen reader passes over: lines, colours, ornaments."""
    return b"/Artifact BMC\n%sEMC\n" % drawing if drawing else b""


def write_elements(
    tags: Sequence[Tag], parent: int, page: int, reserve: Iterator[int]
) -> Iterator[tuple[int, bytes, int | None]]:
    """Object number, body and mark of every element, children after their parents.

    `reserve` gives the next free object numbers; the first elements get the first of them.
    """
    numbers = [next(reserve) for _ in tags]
    for tag, number in zip(tags, numbers, strict=True):
        kids = b"%d" % tag.mark if tag.mark is not None else b""
        below: list[tuple[int, bytes, int | None]] = []
        if tag.children:
            first = []
            for child in tag.children:
                elements = list(write_elements([child], number, page, reserve))
                first.append(elements[0][0])
                below += elements
            kids = b"[" + b" ".join(b"%d 0 R" % child for child in first) + b"]"
        words = b""
        if tag.text:
            key = b"/Alt" if tag.role == "Figure" else b"/ActualText"
            words = key + pdf_text(tag.text)
        body = b"<</Type/StructElem/S/%s/P %d 0 R/Pg %d 0 R/K %s%s>>" % (
            tag.role.encode(),
            parent,
            page,
            kids,
            words,
        )
        yield number, body, tag.mark
        yield from below


def pdf_text(text: str) -> bytes:
    """Text as PDF writes it: plain where it can be, else in UTF-16.

    >>> pdf_text("7, 23"), pdf_text("é")
    (b'(7, 23)', b'<FEFF00E9>')
    """
    if text.isascii() and text.isprintable() and not set("()\\") & set(text):
        return b"(%s)" % text.encode("ascii")
    return b"<" + ("\ufeff" + text).encode("utf-16-be").hex().upper().encode() + b">"
