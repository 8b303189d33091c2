"""Books: a cover, then one page per game, each in the colour of its game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import BinaryIO

from eyesdown.drawing import faces
from eyesdown.drawing.bitmap import read_logo
from eyesdown.drawing.colours import INK, SOFT, WHITE
from eyesdown.drawing.marks import Mark, Placed, Rect, Stroke, Text
from eyesdown.drawing.pdf import PdfFile
from eyesdown.drawing.pdf_operators import paint, paint_spoken
from eyesdown.drawing.tags import unspoken
from eyesdown.kernel.errors import BadInput
from eyesdown.press.card_design import CardDesign, Cells
from eyesdown.press.cards import CardPress, pages_of
from eyesdown.press.furniture import crop_marks, middle, notice, notice_lines, on, perforations
from eyesdown.press.layout import BINDING, BOUND_AT, SIDE, Box
from eyesdown.press.options import PageOptions

GAMES_MAX = 60  # the cover lists them all
_ACROSS = 4


@dataclass(frozen=True, slots=True)
class BookPlan:
    """Cards in the order printed: book by book, in each book game by game, a page per game."""

    kind: str
    cards: Iterable[Cells]
    games: int
    first_book: int = 1


def write_books(out: BinaryIO, plan: BookPlan, options: PageOptions) -> int:
    """Write books with consecutive book and card numbers; returns the number of pages."""
    if not 1 <= plan.games <= GAMES_MAX:
        raise BadInput("games", f"must be 1 to {GAMES_MAX} for a book")
    if plan.first_book < 0:
        raise BadInput("first_book", "must not be negative")
    design = CardDesign(plan.kind, options, bound=True)
    title = options.title or options.words.books
    pdf = PdfFile(out, design.layout.size, title, language=options.language)
    press = CardPress(pdf, design)
    cover = pdf.form(paint(pdf, cover_marks(design, plan.games)))
    in_book = plan.games * design.up
    printed = 0
    for page in pages_of(plan.kind, plan.cards, design.up):
        book, game = divmod(printed, in_book)
        number = options.first_card_number + printed
        if game == 0:
            marks = cover_numbers(design, plan.first_book + book, number, number + in_book - 1)
            drawing, tags = paint_spoken(pdf, marks)
            pdf.page(unspoken(cover) + drawing, tags)
            if options.serial_side == "reverse":
                pdf.page(b"")  # keeps faces on the front when printed on both sides
        press.page(page, number, game=game // design.up + 1, book=plan.first_book + book)
        printed += len(page)
    if printed % in_book:
        short = in_book - printed % in_book
        message = f"{printed} cards do not fill whole books of {in_book}; {short} are missing"
        raise BadInput("cards", message)
    return pdf.close()


def cover_marks(design: CardDesign, games: int) -> list[Mark]:
    """The marks all covers share: a band in the series' colour, the games with their colours."""
    options, page = design.options, design.layout.size
    strong = design.strong(None)
    bleed = page.bleed
    band = Box(-bleed, -bleed, page.width + 2 * bleed, 0.36 * page.height + bleed)
    left, right = SIDE + BINDING, page.width - SIDE
    marks: list[Mark] = [Rect(band.x, band.y, band.width, band.height, fill=strong)]
    if options.logo is not None:
        marks.append(Rect(left, 54, 92, 92, fill=WHITE, radius=10))
        marks.append(Placed(left + 9, 63, 74, 74, read_logo(options.logo)))
    title = options.title or "Bingo"
    size = faces.fitted(title, 40, right - left, "bold")
    marks.append(Text(left, band.bottom - 58, title, size, "bold", on(strong)))
    words = options.words
    subtitle = f"{words.bingo_book} · " + (
        words.games.format(games) if games > 1 else words.one_game
    )
    name = words.colour(options.series_colour)
    subtitle += f" · {words.series_of(name)}" if name else ""
    marks.append(Text(left, band.bottom - 30, subtitle, 15, "medium", on(strong)))
    if options.serial:
        marks.append(Text(left, band.bottom + 122, design.serial_words, 16, "medium", INK))
    marks += _games(design, games, Box(left, band.bottom + 158, right - left, 0))
    foot = Box(left, 0, right - left, page.height - 30)
    marks += notice(foot, notice_lines(options, foot.width))
    marks += perforations([BOUND_AT], [], Box(0, 0, page.width, page.height))
    return marks + crop_marks(page)


def cover_numbers(design: CardDesign, book: int, first_card: int, last_card: int) -> list[Mark]:
    """The marks of one book's cover: its number and its card numbers."""
    left = SIDE + BINDING
    top = 0.36 * design.layout.size.height
    words = design.words
    named = words.book.format(book)
    size = faces.fitted(named, 56, design.layout.size.width - SIDE - left, "bold")
    return [
        Text(left, top + 72, named, size, "bold", INK),
        Text(left, top + 98, words.cards.format(first_card, last_card), 16, "medium", INK),
    ]


def _games(design: CardDesign, games: int, box: Box) -> list[Mark]:
    """The games in columns, each with a chip of its colour."""
    marks: list[Mark] = [Stroke(((box.x, box.y - 12), (box.right, box.y - 12)), SOFT, 0.6)]
    wide = box.width / _ACROSS
    rows = -(-games // _ACROSS)
    # Rows share the room, so that sixty games fit and six are not squeezed.
    room = design.layout.size.height - box.y - 74
    high = min(26.0, room / rows)
    for game in range(1, games + 1):
        column, row = divmod(game - 1, rows)
        chip = Box(box.x + column * wide, box.y + row * high, 1.5 * 0.7 * high, 0.7 * high)
        colour = design.strong(game)
        size = 0.46 * high
        marks.append(Rect(chip.x, chip.y, chip.width, chip.height, fill=colour, radius=0.2 * high))
        x = chip.x + chip.width / 2
        base = middle(chip, size)
        marks.append(Text(x, base, str(game), size, "bold", on(colour), "middle"))
        name = design.words.colour(design.colour_name(game))
        if name:
            marks.append(Text(chip.right + 6, base, name, size, "medium", INK))
    return marks
