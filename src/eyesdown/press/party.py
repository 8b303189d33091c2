"""Paper for a party or a class: cards with numbers or words, and discs to cut out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import BinaryIO

from eyesdown.drawing import faces
from eyesdown.drawing.bitmap import Bitmap
from eyesdown.drawing.colours import FAINT, INK, SOFT, WHITE, Cmyk
from eyesdown.drawing.marks import Mark, Rect, Text
from eyesdown.drawing.page_size import A4, LETTER, PageSize
from eyesdown.drawing.pages import write_pages
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.press.furniture import middle
from eyesdown.press.layout import Box
from eyesdown.press.squares import placed_picture, square_words

UPS = (1, 2, 3, 4, 6, 12)
"""How many cards may be on a page."""
SQUARE = {1: (1, 1), 2: (1, 2), 3: (3, 1), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
WIDE = {1: (1, 1), 2: (1, 2), 3: (1, 3), 4: (1, 4), 6: (1, 6), 12: (2, 6)}
"""Columns and rows of cards on a page; three square cards lie on a page turned sideways."""
PAGES = {"a4": A4, "letter": LETTER}
MARGIN, GUTTER = 28.0, 16.0
NOTICE_HIGH = 14.0
LETTERS = "BINGO"
COLOURS = (
    Cmyk(0.86, 0.55, 0, 0.18),
    Cmyk(0, 0.77, 0.79, 0.2),
    Cmyk(0.34, 0.67, 0, 0.28),
    Cmyk(0.83, 0, 0.51, 0.52),
    Cmyk(0, 0.53, 0.95, 0.31),
)
"""An ink for each letter, dark enough for white text."""
DISCS_ACROSS, DISCS_DOWN = 5, 7


@dataclass(frozen=True, slots=True)
class PartyCard:
    """A card as it is printed: what is on each square, and whose it is or its number."""

    squares: tuple[tuple[str, ...], ...]
    label: str = ""

    @property
    def is_square(self) -> bool:
        """Whether it is a card of five by five; else it is a ticket."""
        return len(self.squares) == len(self.squares[0])


@dataclass(frozen=True, slots=True)
class PartyPaper:
    """What the organiser wants on every page."""

    up: int = 4
    title: str = ""
    free: str = "FREE"
    notice: str = ""
    page: str = "a4"
    language: str = "en"
    letters: bool = True
    picture: Bitmap | None = None
    pictures: Mapping[str, Bitmap] = field(default_factory=dict)
    """Pictures of words, by the word in small letters."""

    def __post_init__(self) -> None:
        if self.up not in UPS:
            raise BadInput("per_page", f"must be one of {', '.join(map(str, UPS))}")
        if self.page not in PAGES:
            raise BadInput("page", f"must be one of {', '.join(PAGES)}")
        check_printable("title", self.title)
        check_printable("free", self.free)

    def size(self, *, sideways: bool = False) -> PageSize:
        """The page."""
        wide, high = PAGES[self.page]
        return PageSize(high, wide) if sideways else PageSize(wide, high)


def party_card(
    rows: Sequence[Sequence[int]], shown: Callable[[int], str], label: str = ""
) -> PartyCard:
    """A card as it is printed; the free square and blanks stay empty.

    >>> party_card([[2, 17, 0]], str).squares
    (('2', '17', ''),)
    """
    squares = tuple(tuple(shown(cell) if cell else "" for cell in row) for row in rows)
    return PartyCard(squares, label)


def check_printable(field: str, text: str) -> None:
    """BadInput if the typeface lacks a character, such as an emoji."""
    missing = faces.unprintable(text)
    if missing:
        raise BadInput(field, f"the typeface does not have {quoted(missing[0])}; leave it out")


def write_cards(out: BinaryIO, cards: Sequence[PartyCard], paper: PartyPaper) -> int:
    """Write cards as a PDF; returns the number of pages.

    >>> from io import BytesIO
    >>> card = PartyCard((("1", "2", "", "4", "5"),) * 5)
    >>> write_cards(BytesIO(), [card] * 9, PartyPaper(up=4))
    3
    """
    if not cards:
        raise BadInput("cards", "there are no cards to print")
    for card in cards:
        for row in card.squares:
            for cell in row:
                check_printable("words", cell)
    columns, rows = (SQUARE if cards[0].is_square else WIDE)[paper.up]
    size = paper.size(sideways=columns > rows)
    pages = [
        _page(cards[at : at + paper.up], paper, size, columns, rows)
        for at in range(0, len(cards), paper.up)
    ]
    return write_pages(out, size, paper.title or "Bingo", pages, "pdf", language=paper.language)


def _page(
    cards: Sequence[PartyCard], paper: PartyPaper, size: PageSize, columns: int, rows: int
) -> list[Mark]:
    foot = NOTICE_HIGH if paper.notice else 0.0
    wide = (size.width - 2 * MARGIN - GUTTER * (columns - 1)) / columns
    high = (size.height - 2 * MARGIN - foot - GUTTER * (rows - 1)) / rows
    marks: list[Mark] = []
    for place, card in enumerate(cards):
        row, column = divmod(place, columns)
        slot = Box(MARGIN + column * (wide + GUTTER), MARGIN + row * (high + GUTTER), wide, high)
        marks += _card(card, paper, slot)
    if paper.notice:
        fits = faces.fitted(paper.notice, 7.5, size.width - 2 * MARGIN)
        y = size.height - MARGIN + 8
        marks.append(Text(size.width / 2, y, paper.notice, fits, "medium", SOFT, "middle"))
    return marks


def _card(card: PartyCard, paper: PartyPaper, slot: Box) -> Iterator[Mark]:
    """The marks of one card in its slot: label, letters and squares."""
    lines, across = len(card.squares), len(card.squares[0])
    label_high = min(0.1 * slot.height, 30.0)
    has_letters = card.is_square and paper.letters
    cell = min(slot.width / across, (slot.height - label_high) / (lines + 0.75 * has_letters))
    wide = cell * across
    x = slot.x + (slot.width - wide) / 2
    name = Box(x, slot.y, wide, label_high)
    yield from _label(name, paper.title, card.label)
    top = name.bottom
    if has_letters:
        for column, letter in enumerate(LETTERS):
            head = Box(x + column * cell, top, cell, 0.75 * cell)
            yield Rect(
                head.x + 1, head.y + 1, cell - 2, head.height - 2, fill=COLOURS[column], radius=5
            )
            size = 0.5 * cell
            centre = head.x + cell / 2
            yield Text(centre, middle(head, size), letter, size, "bold", WHITE, "middle")
        top += 0.75 * cell
    for line, row in enumerate(card.squares):
        for column, words in enumerate(row):
            square = Box(x + column * cell, top + line * cell, cell, cell)
            yield from _square(square, words, paper, is_free=card.is_square and not words)


def _label(box: Box, title: str, label: str) -> Iterator[Mark]:
    size = 0.62 * box.height
    right = faces.fitted(label, 0.5 * box.height, 0.4 * box.width)
    room = box.width - (faces.width(label, right) + 8 if label else 0)
    if title:
        fits = faces.fitted(title, size, room, "bold")
        yield Text(box.x, middle(box, fits), title, fits, "bold", INK)
    if label:
        yield Text(box.right, middle(box, right), label, right, "medium", SOFT, "end")


def _square(box: Box, words: str, paper: PartyPaper, *, is_free: bool) -> Iterator[Mark]:
    fill = Cmyk(0, 0.05, 0.25, 0) if is_free else None
    if not words and not is_free:  # a blank of a ticket
        fill = Cmyk(0, 0, 0, 0.08)
    yield Rect(box.x + 1, box.y + 1, box.width - 2, box.height - 2, fill=fill, line=FAINT, radius=5)
    if is_free and paper.picture is not None:
        yield from placed_picture(box, paper.picture, 0.1)
        return
    if words.casefold() in paper.pictures:
        yield from _pictured(box, words, paper.pictures[words.casefold()])
        return
    shown = paper.free if is_free else words
    yield from square_words(box, shown, 0.5 if shown.isdigit() else 0.24)


def _pictured(box: Box, words: str, picture: Bitmap) -> Iterator[Mark]:
    """A picture with its word in small letters below."""
    caption = 0.18 * box.height
    yield from placed_picture(Box(box.x, box.y, box.width, box.height - caption), picture, 0.06)
    size = faces.fitted(words, 0.12 * box.height, 0.86 * box.width, "bold")
    below = Box(box.x, box.bottom - caption, box.width, caption)
    centre = box.x + box.width / 2
    yield Text(centre, middle(below, size) - 0.15 * caption, words, size, "bold", SOFT, "middle")


def write_discs(out: BinaryIO, labels: Sequence[tuple[int, str]], paper: PartyPaper) -> int:
    """Write the discs of a box to cut out, each with its letter's place and its label.

    >>> from io import BytesIO
    >>> write_discs(BytesIO(), [(0, f"B{n}") for n in range(1, 76)], PartyPaper())
    3
    """
    for _, label in labels:
        check_printable("words", label)
    size = paper.size()
    each = DISCS_ACROSS * DISCS_DOWN
    wide = (size.width - 2 * MARGIN) / DISCS_ACROSS
    pages = []
    for at in range(0, len(labels), each):
        marks: list[Mark] = []
        for place, (letter, label) in enumerate(labels[at : at + each]):
            row, column = divmod(place, DISCS_ACROSS)
            box = Box(MARGIN + column * wide + 4, MARGIN + row * wide + 4, wide - 8, wide - 8)
            marks += _disc(box, letter, label, paper.pictures.get(label.casefold()))
        pages.append(marks)
    return write_pages(out, size, paper.title or "Bingo", pages, "pdf", language=paper.language)


def _disc(box: Box, letter: int, label: str, picture: Bitmap | None) -> Iterator[Mark]:
    radius = box.width / 2
    ink = COLOURS[letter % len(COLOURS)]
    yield Rect(box.x, box.y, box.width, box.width, fill=ink, radius=radius)
    inset = 0.12 * box.width
    inner = Box(box.x + inset, box.y + inset, box.width - 2 * inset, box.width - 2 * inset)
    yield Rect(inner.x, inner.y, inner.width, inner.width, fill=WHITE, radius=radius - inset)
    narrow = Box(inner.x + 4, inner.y, inner.width - 8, inner.height)
    if picture is None:
        yield from square_words(narrow, label, 0.36)
    else:
        yield from _pictured(narrow, label, picture)
