"""A few pages of marks, written as one PDF or SVG file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from eyesdown.drawing import svg
from eyesdown.drawing.marks import Mark
from eyesdown.drawing.page_size import PageSize
from eyesdown.drawing.pdf import PdfFile
from eyesdown.drawing.pdf_operators import paint_spoken
from eyesdown.kernel.errors import BadInput

MEDIA = ("pdf", "svg")


def write_pages(
    out: BinaryIO,
    size: PageSize,
    title: str,
    pages: Sequence[Sequence[Mark]],
    medium: str,
    *,
    language: str = "en",
) -> int:
    """Write the pages as `medium`, pdf or svg; returns the number of pages.

    >>> from io import BytesIO
    >>> write_pages(BytesIO(), PageSize(100, 50), "Two empty pages", [[], []], "svg")
    2
    """
    if medium not in MEDIA:
        raise BadInput("medium", f"{medium!r} is neither pdf nor svg")
    if medium == "svg":
        return svg.write_pages(out, size, title, pages)
    pdf = PdfFile(out, size, title, language=language)
    for marks in pages:
        pdf.page(*paint_spoken(pdf, marks))
    return pdf.close()
