"""Cards on paper: strips, tickets and 75-ball cards as PDF, SVG and Braille.

Each card is an array of numbers, 0 for a blank or the free square: (6, 3, 9) a strip, (3, 9) a
ticket, (5, 5) a 75-ball card. Cards are numbered on from `first_card_number`, six to a strip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from eyesdown.drawing import pdf_operators, svg
from eyesdown.drawing.colours import BLACK, INK
from eyesdown.drawing.marks import Mark, Rect
from eyesdown.drawing.pdf import PdfFile, numbers
from eyesdown.kernel.errors import BadInput
from eyesdown.press import braille
from eyesdown.press.card_design import TINT, CardDesign, Cells
from eyesdown.press.options import KINDS, PageOptions

__all__ = ["KINDS", "PageOptions", "write_brf", "write_pdf", "write_svg"]

SHAPES = {"strip90": (6, 3, 9), "ticket90": (3, 9), "card75": (5, 5)}
TOPS = {"strip90": 90, "ticket90": 90, "card75": 75}
_EACH = {"strip90": (6, 3, 9), "ticket90": (1, 3, 9), "card75": (1, 5, 5)}


def write_pdf(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """Pages of cards as a PDF file; gives the number of pages, reverses counted."""
    design = CardDesign(kind, options)
    pdf = PdfFile(out, design.layout.size, options.title or "Bingo cards")
    press = CardPress(pdf, design)
    games = len(options.game_colours)
    number = options.first_card_number
    for place, page in enumerate(pages_of(kind, cards, design.up)):
        press.page(page, number, game=place % games + 1 if games else None)
        number += len(page)
    return pdf.close()


def write_svg(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """The same pages as one SVG picture; it is held in memory until its length is known."""
    design = CardDesign(kind, options)
    games = len(options.game_colours)
    number = options.first_card_number
    pages: list[list[Mark]] = []
    for place, page in enumerate(pages_of(kind, cards, design.up)):
        pages.append(_page_marks(design, page, number, place % games + 1 if games else None))
        if options.serial_side == "reverse":
            pages.append(design.reverse(len(page)))
        number += len(page)
    return svg.write_pages(out, design.layout.size, options.title or "Bingo cards", pages)


def write_brf(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """The cards as a Braille-ready file for an embosser; gives the number of Braille pages."""
    singles = (page[0] for page in pages_of(kind, cards, 1))
    return braille.write_cards(out, kind, singles, options)


def pages_of(kind: str, cards: Iterable[Cells], up: int) -> Iterator[Cells]:
    """Cards gathered into pages of `up`; the last page may hold fewer."""
    if kind not in KINDS:
        raise BadInput("kind", f"{kind!r} is no card we print; take {', '.join(KINDS)}")
    waiting: list[Cells] = []
    held = 0
    seen = False
    for card in cards:
        seen = True
        if card.shape != SHAPES[kind]:
            raise BadInput("cards", f"a {kind} has the shape {SHAPES[kind]}, not {card.shape}")
        if int(card.max()) > TOPS[kind]:
            raise BadInput("cards", f"a {kind} carries the numbers 1 to {TOPS[kind]}")
        waiting.append(card.reshape(_EACH[kind]))
        held += len(waiting[-1])
        while held >= up:
            whole = np.concatenate(waiting) if len(waiting) > 1 else waiting[0]
            yield whole[:up]
            held -= up
            waiting = [whole[up:]] if held else []
    if not seen:
        raise BadInput("cards", "there is nothing to print")
    if held:
        yield np.concatenate(waiting)


def _page_marks(design: CardDesign, page: Cells, number: int, game: int | None) -> list[Mark]:
    """A whole page as marks, slowly; the PDF of a run comes from `CardPress`."""
    flat = page.reshape(-1).tolist()
    tint = design.strong(game).tint(TINT)
    marks: list[Mark] = []
    if design.kind != "card75":
        blanks = (design.ground(cell) for cell, ball in enumerate(flat) if not ball)
        marks += [Rect(b.x, b.y, b.width, b.height, fill=tint) for b in blanks]
    marks += design.fixed(len(page), game)
    marks += [design.number(cell, ball) for cell, ball in enumerate(flat) if ball]
    for at in range(len(page)):
        marks.append(design.card_number(at, number + at))
        code = design.code(at, number + at)
        if code is not None:
            marks.append(code)
    return marks


class CardPress:
    """Prints pages fast: frames are drawn once, and each number in each square is set once."""

    def __init__(self, pdf: PdfFile, design: CardDesign) -> None:
        self._pdf = pdf
        self._design = design
        self._numbers = _Numbers(pdf, design)
        self._grounds = [self._ground(cell) for cell in range(design.up * design.cells_in_card)]
        self._frames: dict[tuple[int, int | None], bytes] = {}
        self._reverses: dict[int, bytes] = {}

    def page(
        self, page: Cells, number: int, game: int | None = None, book: int | None = None
    ) -> None:
        """One page of cards, and its reverse if the serial number stands there."""
        pdf, design = self._pdf, self._design
        flat = page.reshape(-1)
        count = len(page)
        parts: list[bytes] = []
        if design.kind != "card75":
            parts.append(pdf_operators.fill_colour(design.strong(game).tint(TINT)) + b"\n")
            parts += [self._grounds[cell] for cell in (flat == 0).nonzero()[0].tolist()]
            parts.append(b"f\n")
        parts.append(self._frame(count, game))
        filled = flat.nonzero()[0]
        keys = filled * 100 + flat[filled]
        set_numbers = b"".join([self._numbers[key] for key in keys.tolist()])
        parts.append(pdf_operators.text_object("bold", design.size, BLACK, set_numbers))
        cards = b"".join(
            [
                pdf_operators.placed_words(pdf, design.card_number(at, number + at))
                for at in range(count)
            ]
        )
        parts.append(pdf_operators.text_object("bold", design.label_size, INK, cards))
        if book is not None:
            books = (
                pdf_operators.placed_words(pdf, design.book_number(at, book)) for at in range(count)
            )
            parts.append(
                pdf_operators.text_object("medium", design.label_size, INK, b"".join(books))
            )
        if design.options.qr_url:
            codes = (design.code(at, number + at) for at in range(count))
            parts += [
                pdf_operators.runs(code, pdf.size.height) for code in codes if code is not None
            ]
        pdf.page(b"".join(parts))
        if design.options.serial_side == "reverse":
            pdf.page(self._reverse(count))

    def _ground(self, cell: int) -> bytes:
        mark = self._design.ground(cell)
        low = self._pdf.size.height - mark.y - mark.height
        return numbers((mark.x, low, mark.width, mark.height)) + b" re\n"

    def _frame(self, count: int, game: int | None) -> bytes:
        if (count, game) not in self._frames:
            drawn = pdf_operators.paint(self._pdf, self._design.fixed(count, game))
            self._frames[count, game] = self._pdf.form(drawn)
        return self._frames[count, game]

    def _reverse(self, count: int) -> bytes:
        if count not in self._reverses:
            drawn = pdf_operators.paint(self._pdf, self._design.reverse(count))
            self._reverses[count] = self._pdf.form(drawn)
        return self._reverses[count]


class _Numbers(dict[int, bytes]):
    """The operators that set a ball in a square, by 100 squares + ball, made when first asked."""

    def __init__(self, pdf: PdfFile, design: CardDesign) -> None:
        super().__init__()
        self._pdf = pdf
        self._design = design

    def __missing__(self, key: int) -> bytes:
        cell, ball = divmod(key, 100)
        made = self[key] = pdf_operators.placed_words(self._pdf, self._design.number(cell, ball))
        return made
