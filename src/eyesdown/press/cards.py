"""Cards on paper: strips, tickets and 75-ball cards as PDF, SVG and Braille.

A card is an array of numbers, 0 for a blank or free square: (6, 3, 9) is a strip, (3, 9) a ticket,
(5, 5) a 75-ball card. Card numbers count from `first_card_number`, six to a strip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO

import numpy as np

from eyesdown.drawing import pdf_operators, svg
from eyesdown.drawing.colours import BLACK, INK
from eyesdown.drawing.marks import Mark, Rect
from eyesdown.drawing.pdf import PdfFile, numbers
from eyesdown.drawing.tags import Tag, marked, unspoken
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.press import braille
from eyesdown.press.card_design import TINT, CardDesign, Cells
from eyesdown.press.options import KINDS, PageOptions

__all__ = ["KINDS", "PageOptions", "write_brf", "write_pdf", "write_svg"]

SHAPES = {"strip90": (6, 3, 9), "ticket90": (3, 9), "card75": (5, 5)}
TOPS = {"strip90": 90, "ticket90": 90, "card75": 75}
_EACH = {"strip90": (6, 3, 9), "ticket90": (1, 3, 9), "card75": (1, 5, 5)}


def write_pdf(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """Write pages of cards as a PDF file; returns the number of pages, reverses included."""
    design = CardDesign(kind, options)
    title = options.title or options.words.document
    pdf = PdfFile(out, design.layout.size, title, language=options.language)
    press = CardPress(pdf, design)
    games = len(options.game_colours)
    number = options.first_card_number
    for index, page in enumerate(pages_of(kind, cards, design.up)):
        press.page(page, number, game=index % games + 1 if games else None)
        number += len(page)
    return pdf.close()


def write_svg(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """Write the same pages as one SVG file, which is in memory until its height is known."""
    design = CardDesign(kind, options)
    games = len(options.game_colours)
    number = options.first_card_number
    pages: list[list[Mark]] = []
    for index, page in enumerate(pages_of(kind, cards, design.up)):
        pages.append(_page_marks(design, page, number, index % games + 1 if games else None))
        if options.serial_side == "reverse":
            pages.append(design.reverse(len(page)))
        number += len(page)
    return svg.write_pages(out, design.layout.size, options.title or options.words.document, pages)


def write_brf(out: BinaryIO, kind: str, cards: Iterable[Cells], options: PageOptions) -> int:
    """Write the cards as a Braille-ready file; returns the number of Braille pages."""
    if options.language != "en":
        raise BadInput("language", "Braille is printed in English only; use PDF or SVG")
    singles = (page[0] for page in pages_of(kind, cards, 1))
    return braille.write_cards(out, kind, singles, options)


def pages_of(kind: str, cards: Iterable[Cells], up: int) -> Iterator[Cells]:
    """Cards in pages of `up`; the last page may have fewer. Wrong cards are bad input."""
    if kind not in KINDS:
        raise BadInput(
            "kind", f"{quoted(kind)} is not a kind of card we print; use {', '.join(KINDS)}"
        )
    waiting: list[Cells] = []
    held = 0
    any_card = False
    for card in cards:
        any_card = True
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
    if not any_card:
        raise BadInput("cards", "must hold at least one card")
    if held:
        yield np.concatenate(waiting)


def _page_marks(design: CardDesign, page: Cells, number: int, game: int | None) -> list[Mark]:
    """A whole page as marks, for SVG; `CardPress` writes the pages of a PDF much faster."""
    flat = page.reshape(-1).tolist()
    tint = design.strong(game).tint(TINT)
    marks: list[Mark] = []
    if design.kind != "card75":
        blanks = (design.ground(cell) for cell, ball in enumerate(flat) if not ball)
        marks += [Rect(b.x, b.y, b.width, b.height, fill=tint) for b in blanks]
    marks += design.fixed(len(page), game)
    marks += [design.number(cell, ball) for cell, ball in enumerate(flat) if ball]
    for index in range(len(page)):
        marks.append(design.card_number(index, number + index))
        code = design.code(index, number + index, page[index])
        if code is not None:
            marks.append(code)
    return marks


class CardPress:
    """Prints pages fast.

    The frame of a page is drawn once and shared by all pages; the operators for a number in a
    square are made once and joined for each page.
    """

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
        """Print a page of cards, and its reverse if the serial number goes there."""
        pdf, design = self._pdf, self._design
        flat = page.reshape(-1)
        count = len(page)
        spoken = _Spoken(Tag("H1", 0, self._heading(game)))
        parts: list[bytes] = []
        if design.kind != "card75":
            tinted = [self._grounds[cell] for cell in (flat == 0).nonzero()[0].tolist()]
            colour = pdf_operators.fill_colour(design.strong(game).tint(TINT))
            parts.append(unspoken(b"%s\n%sf\n" % (colour, b"".join(tinted))))
        parts.append(marked("H1", 0, self._frame(count, game)))
        labels, rows, books, codes = [], [], [], []
        across = design.layout.across
        balls = flat.tolist()
        for index in range(count):
            card = design.card_number(index, number + index)
            named = [card.words]
            labels.append(spoken.mark("P", pdf_operators.placed_words(pdf, card)))
            if book is not None:
                printed = design.book_number(index, book)
                books.append(pdf_operators.placed_words(pdf, printed))
                named.append(printed.words)
            cells = range(index * design.cells_in_card, (index + 1) * design.cells_in_card)
            for start in cells[::across]:
                filled = [cell for cell in range(start, start + across) if balls[cell]]
                drawn = b"".join([self._numbers[100 * cell + balls[cell]] for cell in filled])
                rows.append(spoken.mark("TD", drawn))
            code = design.code(index, number + index, page[index])
            if code is not None:
                codes.append(spoken.mark("Figure", pdf_operators.runs(code, pdf.size.height)))
            spoken.card(", ".join(named), page[index].tolist(), has_code=code is not None)
        parts += [
            pdf_operators.text_object("bold", design.size, BLACK, b"".join(rows)),
            pdf_operators.text_object("bold", design.label_size, INK, b"".join(labels)),
            *codes,
        ]
        if books:
            joined = pdf_operators.text_object("medium", design.label_size, INK, b"".join(books))
            parts.append(unspoken(joined))
        tags = spoken.tags
        pdf.page(b"".join(parts), tags)
        if design.options.serial_side == "reverse":
            pdf.page(self._reverse(count))

    def _heading(self, game: int | None) -> str:
        """What the frame of a page says: title, game and colour, serial number, notice."""
        options = self._design.options
        serial = self._design.serial_words if options.serial else ""
        parts = (options.title, self._design.context(game), serial, options.notice)
        return ". ".join(filter(None, parts)) or options.words.document

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
    """The operators that print a ball in a square, by 100 * square + ball, made on first use."""

    def __init__(self, pdf: PdfFile, design: CardDesign) -> None:
        super().__init__()
        self._pdf = pdf
        self._design = design

    def __missing__(self, key: int) -> bytes:
        cell, ball = divmod(key, 100)
        operators = self[key] = pdf_operators.placed_words(
            self._pdf, self._design.number(cell, ball)
        )
        return operators


class _Spoken:
    """The elements of a page of cards for a screen reader: each card a table of its rows."""

    def __init__(self, heading: Tag) -> None:
        self.tags = [heading]
        self._marks = 1
        self._first = 1  # mark of the card that is being drawn

    def mark(self, role: str, drawing: bytes) -> bytes:
        """The next part of a card's drawing, as marked content."""
        self._marks += 1
        return marked(role, self._marks - 1, drawing)

    def card(self, name: str, rows: list[list[int]], *, has_code: bool) -> None:
        """The elements of a card whose label, rows and code were marked in this order."""
        first, self._first = self._first, self._marks
        lines = tuple(
            Tag("TR", children=(Tag("TD", mark, ", ".join(str(ball) for ball in row if ball)),))
            for mark, row in enumerate(rows, start=first + 1)
        )
        self.tags += [Tag("P", first, name), Tag("Table", children=lines)]
        if has_code:
            self.tags.append(Tag("Figure", self._marks - 1, f"QR code, {name}"))
