"""A page of cards as marks: what never changes from page to page, and what does."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eyesdown.cards.ticket import LETTERS
from eyesdown.press import faces
from eyesdown.press.colours import INK, SOFT, Colour, ink_of
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
from eyesdown.press.marks import Line, Mark, Rect, Runs, Text
from eyesdown.press.options import PageOptions
from eyesdown.press.qr import Codes

Cells = NDArray[np.uint8]
TINT = 0.2
SERIAL_WORDS = "Serial number"


class CardSheet:
    """Cards of one kind laid out by the options; `bound` leaves a strip to hold a book by."""

    def __init__(self, kind: str, options: PageOptions, *, bound: bool = False) -> None:
        self.kind = kind
        self.options = options
        self.bound = bound
        self.up = options.up(kind)
        draft = arrange(kind, options, bound=bound)
        self._notice = notice_lines(options, draft.foot.width)
        self.page = arrange(kind, options, bound=bound, notice_lines=len(self._notice))
        self._codes = Codes(options.check_url())
        self.size = self._number_size()
        first = self.page.places[0]
        self.label_size = min(15 if options.large_print else 9.5, 0.62 * first.label.height)

    @property
    def cells_in_card(self) -> int:
        return self.page.lines * self.page.across

    def strong(self, game: int | None) -> Colour:
        """The ink of a page: its game's colour, or else its series'."""
        return ink_of(self.colour_name(game)) or INK

    def colour_name(self, game: int | None) -> str:
        colours = self.options.game_colours
        if game is not None and colours:
            return colours[(game - 1) % len(colours)]
        return self.options.series_colour

    def fixed(self, count: int, game: int | None) -> list[Mark]:
        """What all pages with this many cards of this game share."""
        page, options = self.page, self.options
        strong = self.strong(game)
        marks = header(page.head, options, strong, self._context(game))
        for place in page.places[:count]:
            marks += self._frame(place, strong)
        marks += notice(page.foot, self._notice)
        marks += crop_marks(page.sheet, page.cuts_down, page.cuts_across)
        torn_at = BOUND_AT if self.bound else 0.0
        if options.perforation:
            high = page.foot.y - page.head.bottom
            area = Box(torn_at, page.head.bottom, page.sheet.width - torn_at, high)
            marks += perforations(page.cuts_down, page.cuts_across, area)
        if self.bound:
            marks += perforations([torn_at], [], Box(0, 0, 0, page.sheet.height))
        return marks

    def reverse(self, count: int) -> list[Mark]:
        """The other side of the page: the serial number behind each card."""
        sheet = self.page.sheet
        marks: list[Mark] = []
        for place in self.page.places[:count]:
            grid = place.grid
            box = Box(sheet.width - grid.right, grid.y, grid.width, grid.height)
            size = faces.fitted(self.serial_words, 1.35 * self.label_size, box.width, "bold")
            centre = box.x + box.width / 2
            line = Text(centre, middle(box, size), self.serial_words, size, "bold", INK, "middle")
            marks.append(line)
        return [*marks, *crop_marks(sheet)]

    def ground(self, cell: int) -> Rect:
        """The tint of a blank square."""
        return Rect(*self._cell(cell))

    def number(self, cell: int, ball: int) -> Text:
        x, y, wide, high = self._cell(cell)
        base = middle(Box(x, y, wide, high), self.size)
        return Text(x + wide / 2, base, str(ball), self.size, "bold", anchor="middle")

    def card_number(self, at: int, number: int) -> Text:
        label = self.page.places[at].label
        return Text(label.x + 1, label.bottom - 3.5, f"Card {number}", self.label_size, "bold", INK)

    def book_number(self, at: int, book: int) -> Text:
        label = self.page.places[at].label
        x = label.x + label.width / 2
        size = self.label_size
        return Text(x, label.bottom - 3.5, f"Book {book}", size, "medium", INK, "middle")

    def code(self, at: int, number: int) -> Runs | None:
        box = self.page.places[at].code
        if box is None:
            return None
        return self._codes.mark(number, box.x, box.y, box.width)

    def _context(self, game: int | None) -> str:
        colour = colour_words(self.colour_name(game))
        if game is not None:
            return f"Game {game} · {colour}" if colour else f"Game {game}"
        return f"{colour} series" if colour else ""

    @property
    def serial_words(self) -> str:
        return f"{SERIAL_WORDS} {self.options.serial}"

    @property
    def _longest_number(self) -> str:
        """Room for the card number: a run of many pages may make it a figure longer."""
        return "Card " + "0" * max(7, len(str(self.options.first_card_number)) + 1)

    def _frame(self, place: CardPlace, strong: Colour) -> list[Mark]:
        marks = self._label(place)
        grid, heading = place.grid, place.heading
        wide, high = self.page.cell
        heavy = self.options.large_print
        if heading.height:
            marks += _bingo(heading, strong)
            size = 0.3 * min(wide, high)
            centre = Box(grid.x + 2 * wide, grid.y + 2 * high, wide, high)
            marks.append(Rect(centre.x, centre.y, wide, high, fill=strong.tint(TINT)))
            x = centre.x + wide / 2
            marks.append(Text(x, middle(centre, size), "FREE", size, "bold", INK, "middle"))
        inner = 1.2 if heavy else 0.6
        for column in range(1, self.page.across):
            x = grid.x + column * wide
            marks.append(Line(x, grid.y, x, grid.bottom, INK, inner))
        for line in range(1, self.page.lines):
            y = grid.y + line * high
            marks.append(Line(grid.x, y, grid.right, y, INK, inner))
        outer = 2.0 if heavy else 1.2
        tall = grid.bottom - heading.y
        marks.append(Rect(grid.x, heading.y, grid.width, tall, line=INK, weight=outer))
        if place.code is not None:
            code = place.code
            centre_x = code.x + code.width / 2
            marks.append(
                Text(centre_x, code.bottom + 3, "Scan to check", 5.5, "medium", SOFT, "middle")
            )
        return marks

    def _label(self, place: CardPlace) -> list[Mark]:
        label, options, size = place.label, self.options, self.label_size
        base = label.bottom - 3.5
        marks: list[Mark] = []
        if options.serial and options.serial_side == "face":
            room = label.width - faces.width(self._longest_number, size, "bold") - 6
            if self.bound:  # the book's number stands in the middle
                room = min(room, (label.width - faces.width("Book 0000000", size)) / 2 - 6)
            fits = faces.fitted(self.serial_words, size, room)
            marks.append(Text(label.right - 1, base, self.serial_words, fits, "medium", INK, "end"))
        if options.perforation and options.title and not self.bound:
            # Once torn off, a card still says whose it is, where there is room for it.
            number_wide = faces.width(self._longest_number, size, "bold")
            taken = max(faces.width(self.serial_words, size), number_wide)
            fits = faces.fitted(options.title, size, max(1, label.width - 2 * taken - 16))
            if fits > 0.7 * size:
                x = label.x + label.width / 2
                marks.append(Text(x, base, options.title, fits, "medium", SOFT, "middle"))
        return marks

    def _cell(self, cell: int) -> tuple[float, float, float, float]:
        at, inside = divmod(cell, self.cells_in_card)
        line, column = divmod(inside, self.page.across)
        grid = self.page.places[at].grid
        wide, high = self.page.cell
        return grid.x + column * wide, grid.y + line * high, wide, high

    def _number_size(self) -> float:
        wide, high = self.page.cell
        wide_share, high_share = (0.88, 0.68) if self.options.large_print else (0.74, 0.54)
        by_width = wide_share * wide / faces.width("00", 1, "bold")
        by_height = high_share * high / faces.CAP_HEIGHT
        return round(min(by_width, by_height), 1)


def colour_words(name: str) -> str:
    """A colour's name as printed, for eyes and presses that know no colours.

    >>> colour_words("blue"), colour_words("#1040ff")
    ('Blue', '')
    """
    return "" if name.startswith("#") else name.strip().capitalize()


def _bingo(box: Box, strong: Colour) -> Sequence[Mark]:
    size = 0.62 * box.height / faces.CAP_HEIGHT
    wide = box.width / len(LETTERS)
    marks: list[Mark] = [Rect(box.x, box.y, box.width, box.height, fill=strong)]
    for place, letter in enumerate(LETTERS):
        x = box.x + (place + 0.5) * wide
        marks.append(Text(x, middle(box, size), letter, size, "bold", on(strong), "middle"))
    return marks
