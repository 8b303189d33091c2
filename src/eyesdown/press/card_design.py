"""The design of a page of cards: the marks all pages share, and those of one card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.card_text import card_text
from eyesdown.cards.ticket import LETTERS
from eyesdown.drawing import faces
from eyesdown.drawing.colours import INK, SOFT, Cmyk, ink_of
from eyesdown.drawing.marks import Mark, Rect, Runs, Stroke, Text
from eyesdown.drawing.qr import QUIET, Codes
from eyesdown.drawing.qr_text import SIZE as TEXT_SIZE
from eyesdown.drawing.qr_text import text_mark
from eyesdown.press.furniture import (
    crop_marks,
    header,
    middle,
    notice,
    notice_lines,
    on,
    perforations,
)
from eyesdown.press.layout import BOUND_AT, Box, CardPlace, arrange
from eyesdown.press.options import PageOptions, read_free_picture
from eyesdown.press.squares import placed_picture, square_words

Cells = NDArray[np.uint8]
TINT = 0.2


class CardDesign:
    """Pages of one kind of card as the options want them; `bound` leaves a strip for binding."""

    def __init__(self, kind: str, options: PageOptions, *, bound: bool = False) -> None:
        self.kind = kind
        self.options = options
        self.bound = bound
        self.up = options.up(kind)
        self.words = options.words
        self._codes = Codes(options.check_url())
        code_across = TEXT_SIZE + 2 * QUIET if options.qr_card else 0
        if options.qr_url:
            code_across = self._codes.across
        draft = arrange(kind, options, bound=bound, code_across=code_across)
        self._notice = notice_lines(options, draft.foot.width)
        on_each = bool(options.title) and self.up > 1 and not bound
        self._title_inline = on_each and kind != "card75" and self._title_fits(draft.places[0])
        self.layout = arrange(
            kind,
            options,
            bound=bound,
            notice_lines=len(self._notice),
            code_across=code_across,
            name_row=on_each and not self._title_inline,
        )
        self.size = self._number_size()
        self.label_size = self._label_size(self.layout.places[0])

    @property
    def cells_in_card(self) -> int:
        """Number of squares on one card."""
        return self.layout.lines * self.layout.across

    def strong(self, game: int | None) -> Cmyk:
        """The ink of a page: the colour of its game, or else of its series."""
        return ink_of(self.colour_name(game)) or INK

    def colour_name(self, game: int | None) -> str:
        """The colour of a game as the options name it, or else of the series."""
        colours = self.options.game_colours
        if game is not None and colours:
            return colours[(game - 1) % len(colours)]
        return self.options.series_colour

    def fixed(self, count: int, game: int | None) -> list[Mark]:
        """The marks that all pages with `count` cards of this game share."""
        layout, options = self.layout, self.options
        strong = self.strong(game)
        marks = header(layout.head, options, strong, self.context(game))
        for place in layout.places[:count]:
            marks += self._frame(place, strong)
        marks += notice(layout.foot, self._notice)
        marks += crop_marks(layout.size, layout.cuts_down, layout.cuts_across)
        torn_at = BOUND_AT if self.bound else 0.0
        if options.perforation:
            high = layout.foot.y - layout.head.bottom
            area = Box(torn_at, layout.head.bottom, layout.size.width - torn_at, high)
            marks += perforations(layout.cuts_down, layout.cuts_across, area)
        if self.bound:
            marks += perforations([torn_at], [], Box(0, 0, 0, layout.size.height))
        return marks

    def reverse(self, count: int) -> list[Mark]:
        """The marks of the other side of the page: the serial number behind each card."""
        size = self.layout.size
        marks: list[Mark] = []
        for place in self.layout.places[:count]:
            grid = place.grid
            box = Box(size.width - grid.right, grid.y, grid.width, grid.height)
            font_size = faces.fitted(self.serial_words, 1.35 * self.label_size, box.width, "bold")
            centre = box.x + box.width / 2
            base = middle(box, font_size)
            marks.append(Text(centre, base, self.serial_words, font_size, "bold", INK, "middle"))
        return [*marks, *crop_marks(size)]

    def ground(self, cell: int) -> Rect:
        """The area of a square, tinted when it is blank."""
        return Rect(*self._cell(cell))

    def number(self, cell: int, ball: int) -> Text:
        """A ball's number in a square; squares count through all cards of the page."""
        x, y, wide, high = self._cell(cell)
        base = middle(Box(x, y, wide, high), self.size)
        return Text(x + wide / 2, base, str(ball), self.size, "bold", anchor="middle")

    def card_number(self, index: int, number: int) -> Text:
        """The number of the card at `index` on the page."""
        label = self.layout.places[index].label
        words = self.words.card.format(number)
        return Text(label.x + 1, label.bottom - 3.5, words, self.label_size, "bold", INK)

    def book_number(self, index: int, book: int) -> Text:
        """The number of the book, on the card at `index`."""
        label = self.layout.places[index].label
        x = label.x + label.width / 2
        size = self.label_size
        words = self.words.book.format(book)
        return Text(x, label.bottom - 3.5, words, size, "medium", INK, "middle")

    def code(self, index: int, number: int, cells: Cells) -> Runs | None:
        """The QR code of the card at `index`, or None if the page has no codes."""
        box = self.layout.places[index].code
        if box is None:
            return None
        if self.options.qr_card:
            return text_mark(card_text(cells.tolist(), number), box.x, box.y, box.width)
        return self._codes.mark(number, box.x, box.y, box.width)

    def context(self, game: int | None) -> str:
        """What a page is: its game and colour, or the colour of its series."""
        colour = self.words.colour(self.colour_name(game))
        if game is not None:
            words = self.words.game.format(game)
            return f"{words} · {colour}" if colour else words
        return self.words.series_of(colour) if colour else ""

    @property
    def serial_words(self) -> str:
        """The serial number as printed."""
        return self.words.serial.format(self.options.serial)

    @property
    def _longest_number(self) -> str:
        """A card number at its longest; on a run of many pages it may gain a digit."""
        digits = max(7, len(str(self.options.first_card_number)) + 1)
        return self.words.card.format("0" * digits)

    def _label_size(self, place: CardPlace) -> float:
        return min(15 if self.options.large_print else 9.5, 0.62 * place.label.height)

    def _title_room(self, place: CardPlace, size: float) -> float:
        """What the card number and the serial number leave of a label's row, in its middle."""
        number_wide = faces.width(self._longest_number, size, "bold")
        serial_wide = faces.width(self.serial_words, size) if self.options.serial else 0
        return max(1, place.label.width - 2 * max(serial_wide, number_wide) - 16)

    def _title_fits(self, place: CardPlace) -> bool:
        """Whether the title has room between the card number and the serial number."""
        size = self._label_size(place)
        room = self._title_room(place, size)
        return faces.fitted(self.options.title, size, room) > 0.7 * size

    def _frame(self, place: CardPlace, strong: Cmyk) -> list[Mark]:
        """The marks of a card but for its numbers: label, letters and the lines of the grid."""
        marks = self._label(place)
        grid, heading = place.grid, place.heading
        wide, high = self.layout.cell
        heavy = self.options.large_print
        if heading.height:
            marks += _bingo(heading, strong)
            centre = Box(grid.x + 2 * wide, grid.y + 2 * high, wide, high)
            marks.append(Rect(centre.x, centre.y, wide, high, fill=strong.tint(TINT)))
            marks += self._free(centre)
        inner = 1.2 if heavy else 0.6
        for column in range(1, self.layout.across):
            x = grid.x + column * wide
            marks.append(Stroke(((x, grid.y), (x, grid.bottom)), INK, inner))
        for line in range(1, self.layout.lines):
            y = grid.y + line * high
            marks.append(Stroke(((grid.x, y), (grid.right, y)), INK, inner))
        outer = 2.0 if heavy else 1.2
        tall = grid.bottom - heading.y
        marks.append(Rect(grid.x, heading.y, grid.width, tall, line=INK, weight=outer))
        code = place.code
        if code is not None and code.x > grid.right:
            x, words = code.x + code.width / 2, self.words.scan
            size = faces.fitted(words, 5.5, code.width + 6)
            marks.append(Text(x, code.bottom + 3, words, size, "medium", SOFT, "middle"))
        return marks

    def _free(self, box: Box) -> Iterator[Mark]:
        """The operator's own picture or words in the free square, or the usual word."""
        if self.options.free_picture is not None:
            return placed_picture(box, read_free_picture(self.options.free_picture), 0.08)
        return square_words(box, self.options.free or self.words.free, 0.3)

    def _label(self, place: CardPlace) -> list[Mark]:
        label, options, size = place.label, self.options, self.label_size
        marks: list[Mark] = []
        if options.serial and options.serial_side == "face":
            marks.append(self._serial(place, size))
        if place.name.height:
            bold = 1.1 * size
            fits = faces.fitted(options.title, bold, place.name.width, "bold")
            base = place.name.bottom - 3.5
            marks.append(Text(label.x + 1, base, options.title, fits, "bold", INK))
        elif self._title_inline:
            fits = faces.fitted(options.title, size, self._title_room(place, size))
            x = label.x + label.width / 2
            title = Text(x, label.bottom - 3.5, options.title, fits, "medium", SOFT, "middle")
            marks.append(title)
        return marks

    def _serial(self, place: CardPlace, size: float) -> Text:
        """The serial number: in the row of the card number at the right, or in a row of its own."""
        label, words = place.label, self.serial_words
        if place.serial != label:
            fits = faces.fitted(words, size, place.serial.width)
            return Text(place.serial.x + 1, place.serial.bottom - 3.5, words, fits, "medium", INK)
        room = label.width - faces.width(self._longest_number, size, "bold") - 6
        if self.bound:  # the middle is taken by the book's number
            book_wide = faces.width(self.words.book.format("0000000"), size)
            room = min(room, (label.width - book_wide) / 2 - 6)
        fits = faces.fitted(words, size, room)
        return Text(label.right - 1, label.bottom - 3.5, words, fits, "medium", INK, "end")

    def _cell(self, cell: int) -> tuple[float, float, float, float]:
        index, inside = divmod(cell, self.cells_in_card)
        line, column = divmod(inside, self.layout.across)
        grid = self.layout.places[index].grid
        wide, high = self.layout.cell
        return grid.x + column * wide, grid.y + line * high, wide, high

    def _number_size(self) -> float:
        wide, high = self.layout.cell
        wide_share, high_share = (0.88, 0.68) if self.options.large_print else (0.74, 0.54)
        by_width = wide_share * wide / faces.width("00", 1, "bold")
        by_height = high_share * high / faces.CAP_HEIGHT
        return round(min(by_width, by_height), 1)


def _bingo(box: Box, strong: Cmyk) -> Sequence[Mark]:
    size = 0.62 * box.height / faces.CAP_HEIGHT
    wide = box.width / len(LETTERS)
    marks: list[Mark] = [Rect(box.x, box.y, box.width, box.height, fill=strong)]
    for column, letter in enumerate(LETTERS):
        x = box.x + (column + 0.5) * wide
        marks.append(Text(x, middle(box, size), letter, size, "bold", on(strong), "middle"))
    return marks
