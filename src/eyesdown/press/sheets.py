"""A few pages of marks, written as PDF or SVG."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from eyesdown.kernel.errors import BadInput
from eyesdown.press import paint, svg
from eyesdown.press.marks import Mark
from eyesdown.press.pdf import PdfFile, Sheet

MEDIA = ("pdf", "svg")


def write(
    out: BinaryIO, sheet: Sheet, title: str, pages: Sequence[Sequence[Mark]], medium: str
) -> int:
    """The pages in the medium asked for; gives how many there are."""
    if medium not in MEDIA:
        raise BadInput("medium", f"{medium!r} is neither pdf nor svg")
    if medium == "svg":
        return svg.write_pages(out, sheet, title, pages)
    pdf = PdfFile(out, sheet, title)
    for marks in pages:
        pdf.page(paint.paint(pdf, marks))
    return pdf.close()
