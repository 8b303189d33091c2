"""Pages a second: six-up sheets, plain and with a QR code on every card."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
import segno
from numpy.typing import NDArray

from eyesdown.cli.bench.harness import Measured, Workload, best_seconds
from eyesdown.press.cards import PageOptions, write_pdf

PAGES = 1_000
PAGES_WITH_CODES = 200
CARDS = 6
NUMBERS = 90
_ADDRESS = "https://hall.example/check/{serial}/{card}"


def _strips(count: int) -> Iterator[NDArray[np.uint8]]:
    """Strips that look like real ones: five numbers a line, each in its column."""
    lines = np.arange(18)[:, None]
    columns = np.arange(9)[None, :]
    filled = (columns * 2 + lines * 5) % 9 < 5
    numbers = np.where(columns == 0, 1 + lines % 9, 10 * columns + lines % 10)
    strip = np.where(filled, numbers, 0).astype(np.uint8)
    for shift in range(count):
        yield np.roll(strip, shift, axis=0).reshape(6, 3, 9)


def _print(pages: int, qr_url: str) -> None:
    options = PageOptions(
        title="Harbour Hall", serial="382558", series_colour="blue", qr_url=qr_url
    )
    printed = write_pdf(io.BytesIO(), "strip90", _strips(pages), options)
    assert printed == pages


def _bare_cells(pages: int) -> None:
    """A PDF library's own canvas, writing as many numbers and labels, and nothing else."""
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(io.BytesIO(), pageCompression=1)
    for _ in range(pages):
        canvas.setFont("Helvetica-Bold", 20)
        for cell in range(NUMBERS + CARDS):
            line, column = divmod(cell, 9)
            canvas.drawString(40 + 55 * column, 760 - 40 * line, str(cell))
        canvas.showPage()
    canvas.save()


def _bare_codes(pages: int) -> None:
    address = _ADDRESS.replace("{serial}", "382558")
    for card in range(pages * CARDS):
        text = address.replace("{card}", str(card + 1))
        segno.make(text, error="m", boost_error=False, micro=False, mask=3)


def _plain(scale: int) -> Measured:
    pages = PAGES * scale
    ours = pages / best_seconds(lambda: _print(pages, ""))
    if find_spec("reportlab") is None:  # a tool of development, not of the product
        return Measured(ours, None, "", pages)
    reference = PAGES / best_seconds(lambda: _bare_cells(PAGES))
    return Measured(ours, reference, "reportlab, as many bare text cells", pages)


def _with_codes(scale: int) -> Measured:
    pages = PAGES_WITH_CODES * scale
    ours = pages / best_seconds(lambda: _print(pages, _ADDRESS))
    reference = 50 / best_seconds(lambda: _bare_codes(50))
    return Measured(ours, reference, "segno, as many codes alone", pages)


WORKLOADS = (
    Workload("press six-up PDF", "pages/s", _plain),
    Workload("press six-up PDF with QR codes", "pages/s", _with_codes),
)
