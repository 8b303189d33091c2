"""A series packed for a till: fifteen bytes a ticket, looked up by arithmetic.

The packed table has the numbers of the master table and nothing else: which book, game and box a
ticket is printed in follows from the plan. The index is that of the master table.
"""

from __future__ import annotations

from collections.abc import Iterable
from io import BytesIO
from typing import BinaryIO, NamedTuple

import numpy as np

from eyesdown.cards.keys import laid_by_column, ticket_keys
from eyesdown.cards.master import (
    HEADER,
    INDEX_MAGIC,
    KEY_BYTES,
    NUMBERS,
    PLACE_BYTES,
    ROWS_AT_ONCE,
    decode,
    row_bytes,
)
from eyesdown.cards.series import SeriesPlan
from eyesdown.cards.series_check import FAULTS_MAX, Fault, index_faults, number_faults
from eyesdown.cards.tables import Array
from eyesdown.cards.ticket import COLUMNS, LINES, Ticket90

_LINE = NUMBERS // LINES


class PagePlace(NamedTuple):
    """Where a page is: its book, its game (0 if books have one page only), its game's colour."""

    book: int
    game: int
    colour: str


class BoxPlace(NamedTuple):
    """A ticket's page and its box on that page, from 1."""

    page: int
    box: int


def pack(plan: SeriesPlan, table: BinaryIO) -> bytes:
    """The packed table of a master table, whose lines are of one length."""
    table.seek(len(HEADER) + 1)
    size = row_bytes(plan)
    parts = []
    while raw := table.read(size * ROWS_AT_ONCE):
        whole = len(raw) // size * size
        parts.append(decode(plan, raw[:whole])[1].astype(np.uint8).tobytes())
    return b"".join(parts)


class PackedSeries:
    """The pages of a series by their number: `first_page` and those after it.

    A page of one ticket has the ticket's number; otherwise pages are numbered one by one, so that
    the boxes of page n of a six-up series are the tickets 6n-5 to 6n.
    """

    def __init__(self, plan: SeriesPlan, table: bytes, index: bytes) -> None:
        self.plan = plan
        self.first_page = (plan.first_card - 1) // plan.boxes + 1
        self.pages = plan.books * plan.games
        self._whole = len(table) == plan.cards * NUMBERS
        self._index = index
        count = len(table) // NUMBERS
        self._numbers = np.frombuffer(table, np.uint8, count * NUMBERS).reshape(count, NUMBERS)

    def has(self, page: int) -> bool:
        """Whether the series has a page of this number."""
        return 0 <= page - self.first_page < self.pages

    def place(self, page: int) -> PagePlace:
        """The book, game and colour of a page."""
        book, game = divmod(page - self.first_page, self.plan.games)
        colours = self.plan.game_colours
        return PagePlace(
            self.plan.first_book + book,
            game + 1 if self.plan.games > 1 else 0,
            colours[game] if colours else "",
        )

    def in_books(self, books: Iterable[int]) -> tuple[int, ...]:
        """The pages of whole books, in printed order."""
        places = sorted({book - self.plan.first_book for book in books})
        games = self.plan.games
        return tuple(
            page
            for place in places
            if 0 <= place < self.plan.books
            for page in range(
                self.first_page + place * games, self.first_page + (place + 1) * games
            )
        )

    def numbers(self, pages: Iterable[int]) -> Array:
        """The numbers of pages [page, box, 15], in printed order."""
        # Pages may come from several books, so they are fetched by index, not as a slice.
        at = np.fromiter(pages, np.int64) - self.first_page
        boxes = self._numbers.reshape(-1, self.plan.boxes, NUMBERS)
        return boxes[at]

    def tickets(self, page: int) -> tuple[Ticket90, ...]:
        """The tickets of a page."""
        start = (page - self.first_page) * self.plan.boxes
        return tuple(map(_ticket, self._numbers[start : start + self.plan.boxes].tolist()))

    def find(self, numbers: list[int]) -> BoxPlace | None:
        """The page and box with these fifteen numbers, in any order."""
        cells = laid_by_column(numbers)
        if cells is None:
            return None
        wanted = int(ticket_keys(cells)[0])
        start = len(INDEX_MAGIC)
        count = self.plan.cards
        keys = np.frombuffer(self._index, "<i8", count, start)
        # The index is in memory, so this reads no blocks and proves none.
        at = int(np.searchsorted(keys, wanted))
        if at == count or int(keys[at]) != wanted:
            return None
        place = start + KEY_BYTES * count + PLACE_BYTES * at
        ticket = int.from_bytes(self._index[place : place + PLACE_BYTES], "little")
        return self.with_ticket(self.plan.first_card + ticket)

    def with_ticket(self, ticket: int) -> BoxPlace | None:
        """The page and box that bear a ticket's number, counted ticket by ticket as in print."""
        if not 0 <= ticket - self.plan.first_card < self.plan.cards:
            return None
        page, box = divmod(ticket - self.plan.first_card, self.plan.boxes)
        return BoxPlace(self.first_page + page, box + 1)

    def tickets_on(self, page: int) -> range:
        """The numbers in print of the tickets on a page."""
        start = self.plan.first_card + (page - self.first_page) * self.plan.boxes
        return range(start, start + self.plan.boxes)

    def short(self) -> Fault | None:
        """The fault of a table or an index whose length is not that of the series."""
        if not self._whole:
            return Fault("table", "has another length than the series")
        if len(self._index) != len(INDEX_MAGIC) + self.plan.cards * (KEY_BYTES + PLACE_BYTES):
            return Fault("index", "has another length than the series")
        return None

    def faults(self) -> list[Fault]:
        """What is wrong with the tickets or the index, worked out again in columns."""
        short = self.short()
        if short is not None:
            return [short]
        keys = np.full(self.plan.cards, -1, np.int64)
        rows = ROWS_AT_ONCE // self.plan.boxes * self.plan.boxes
        faults: list[Fault] = []
        for first in range(0, self.plan.cards, rows):
            part = self._numbers[first : first + rows]
            faults.extend(number_faults(self.plan, first, part, keys))
        faults.extend(index_faults(self.plan, BytesIO(self._index), keys))
        return faults[:FAULTS_MAX]


def _ticket(numbers: list[int]) -> Ticket90:
    rows = []
    for start in range(0, NUMBERS, _LINE):
        cells = [0] * COLUMNS
        for number in numbers[start : start + _LINE]:
            cells[min(number // 10, COLUMNS - 1)] = number
        rows.append(tuple(cells))
    return Ticket90(tuple(rows))
