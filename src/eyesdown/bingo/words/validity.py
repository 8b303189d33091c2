"""Checks of tickets, scorecards and series by a book: what its words refuse, and warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.cards.ticket import COLUMNS, Card75, Ticket90
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.chapter import Chapter
from eyesdown.rulebook.facts.bingo_cards import CardFacts, ScorecardFacts, SeriesFacts
from eyesdown.rulebook.facts.family import FamilyCardFacts
from eyesdown.rulebooks.family_bingo import c02_equipment

if TYPE_CHECKING:
    from eyesdown.rulebook.bingo_book import Paper

CARDS75: Mapping[str, Chapter[FamilyCardFacts, Any]] = {"family-bingo": c02_equipment.CARDS}

COLUMN_NUMBERS_MAX = 3


@dataclass(frozen=True, slots=True)
class Warned:
    """Something no rule forbids but a printer would want to know."""

    code: str
    says: str


def broken_band(rows: Sequence[Sequence[int]]) -> str:
    """How a grid leaves the usual columns of tens; '' if it keeps them (decision A01).

    >>> broken_band([(0, 12, 0), (13, 0, 0)])
    '13 is in column 1'
    """
    for row in rows:
        for column, cell in enumerate(row):
            if cell and min(cell // 10, COLUMNS - 1) != column:
                return f"{cell} is in column {column + 1}"
    for column, cells in enumerate(zip(*rows, strict=False), start=1):
        numbers = [cell for cell in cells if cell]
        if not 1 <= len(numbers) <= COLUMN_NUMBERS_MAX:
            return f"column {column} has {len(numbers)} numbers"
        if numbers != sorted(numbers):
            return f"column {column} does not rise"
    return ""


def card_facts(
    ticket: Ticket90,
    serial: str,
    *,
    serial_side: str = "face",
    strict_banding: bool = False,
) -> CardFacts:
    """A ticket as the clauses see it."""
    return CardFacts(
        rows=ticket.rows,
        serial=serial,
        serial_side=serial_side,
        broken_band=broken_band(ticket.rows),
        strict_banding=strict_banding,
    )


def card_refusals(book: Book[Any], card: CardFacts) -> tuple[Refusal, ...]:
    """What the words of a book say against one card or ticket."""
    return book.check(_of(paper_of(book).cards, book, "a single card"), card)


def card75_refusals(book: Book[Any], number: int, card: Card75) -> tuple[Refusal, ...]:
    """What the words of a book say against a 75-ball card, the box's `number`-th."""
    return book.check(
        _of(CARDS75.get(book.id), book, "a 75-ball card"), FamilyCardFacts(number, card.rows)
    )


def scorecard_refusals(book: Book[Any], page: ScorecardFacts) -> tuple[Refusal, ...]:
    """What the words of a book say against a page of boxes."""
    return book.check(_of(paper_of(book).scorecards, book, "a scorecard"), page)


def series_refusals(book: Book[Any], series: SeriesFacts) -> tuple[Refusal, ...]:
    """What the words of a book say against a series as a whole."""
    return book.check(_of(paper_of(book).series, book, "a series"), series)


@dataclass(frozen=True, slots=True)
class Inspected:
    """A printed series checked by a book: the first refusal of each clause, each warning once."""

    refusals: tuple[Refusal, ...]
    warnings: tuple[str, ...]


def inspect_series(
    book: Book[Any],
    serial: str,
    cards: Sequence[PrintedCard],
    *,
    colour: str = "",
    serial_words: str = "serial number",
    serial_side: str = "face",
    serials_in_use: frozenset[str] = frozenset(),
    strict_banding: bool = False,
    colour_lookback_games: int | None = None,
) -> Inspected:
    """Every card and the series as a whole, card by card in printed order."""
    refusals: list[Refusal] = []
    warned: list[str] = []
    judged: list[PrintedCard] = []
    for card in cards:
        boxes = tuple(
            replace(
                card_facts(box, serial, serial_side=serial_side, strict_banding=strict_banding),
                serial_words=serial_words,
                grids=len(card.boxes),
                braille=card.braille,
                braille_approval=card.braille_approval,
            )
            for box in card.boxes
        )
        judged += [] if boxes and all(_exempt(book, box) for box in boxes) else [card]
        warned += [f"card {card.card}: {w.says}" for box in boxes for w in warnings(box)]
        if paper_of(book).scorecards is not None:
            refusals += scorecard_refusals(book, ScorecardFacts(boxes, serial))
        else:
            grids = boxes or (card_facts(Ticket90(rows=()), serial),)
            refusals += [no for grid in grids for no in card_refusals(book, grid)]
    combinations = tuple(frozenset(box.numbers) for card in judged for box in card.boxes)
    series = SeriesFacts(
        serial=serial,
        colour=colour,
        card_serials=tuple(card.serial or serial for card in judged),
        serial_words=serial_words,
        card_numbers=tuple(card.card for card in judged if card.card),
        combinations=combinations,
        serials_in_use=serials_in_use,
        book_numbers=tuple(sorted({card.book for card in cards if card.book})),
        game_colours=_colours(judged),
        colour_lookback_games=colour_lookback_games,
    )
    refusals += series_refusals(book, series)
    first: dict[tuple[Clause, str], Refusal] = {}
    for no in refusals:
        first.setdefault((no.clause, no.code), no)
    return Inspected(tuple(first.values()), tuple(warned))


def _exempt(book: Book[Any], card: CardFacts) -> bool:
    return paper_of(book).exempt(card)


def _colours(cards: Sequence[PrintedCard]) -> tuple[tuple[int, str], ...]:
    """Which game is printed in which colour, in some book or other."""
    named = ((card.game, card.colour.strip().casefold()) for card in cards if card.game)
    return tuple(dict.fromkeys((game, colour) for game, colour in named if colour))


def warnings(card: CardFacts) -> tuple[Warned, ...]:
    """What no rule refuses: a card that leaves the usual columns (decision A01)."""
    if not card.broken_band or card.strict_banding:
        return ()
    return (Warned("card/band_broken", card.broken_band),)


def paper_of(book: Book[Any]) -> Paper[Any]:
    """A book's words on printed cards; BadInput if it has none."""
    from eyesdown.rulebook.bingo_book import BingoBook

    if not isinstance(book, BingoBook) or book.paper is None:
        raise BadInput("book", f"{book.id} has no words on printed cards")
    return book.paper


def _of(chapter: Chapter[Any, Any] | None, book: Book[Any], what: str) -> Chapter[Any, Any]:
    if chapter is None:
        raise BadInput("book", f"{book.id} has no words on {what}")
    return chapter
