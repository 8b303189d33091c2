"""The stock of printed cards: which are left, sold or spoiled, as runs of numbers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self

from msgspec import Struct, field

from eyesdown.bingo.state.scattered import Scattered, runs_of
from eyesdown.bingo.tracking.board import printed_numbers
from eyesdown.bingo.tracking.columns import Bytes
from eyesdown.bingo.words.printed import PrintedCard, StockPlan
from eyesdown.cards.packed import PackedSeries
from eyesdown.cards.series import SeriesPlan
from eyesdown.kernel.written import Unwritten
from eyesdown.rulebook.patterns import SQUARES

CARDS_AT_HAND = 4096
"""How many cards of a packed series stay in memory once they were asked for."""


class Ranges(Struct):
    """A set of whole numbers, kept as runs from first to last: rising, and never touching.

    >>> cards = Ranges.of([1, 2, 3, 7])
    >>> cards.runs, len(cards), 3 in cards, cards.after(3)
    ([(1, 3), (7, 7)], 4, True, 7)
    >>> cards.remove([2])
    >>> cards.runs
    [(1, 1), (3, 3), (7, 7)]
    """

    runs: list[tuple[int, int]] = field(default_factory=list)
    count: int = 0

    @classmethod
    def of(cls, numbers: Iterable[int]) -> Self:
        """The runs of these numbers, in whatever order they come."""
        rising = sorted(set(numbers))
        return cls(runs_of(rising), len(rising))

    @classmethod
    def span(cls, first: int, count: int) -> Self:
        """`count` numbers in a row.

        >>> Ranges.span(5, 3).runs
        [(5, 7)]
        """
        return cls([(first, first + count - 1)], count) if count else cls()

    def __len__(self) -> int:
        return self.count

    def __bool__(self) -> bool:
        return bool(self.count)

    def __iter__(self) -> Iterator[int]:
        for first, last in self.runs:
            yield from range(first, last + 1)

    def __contains__(self, number: object) -> bool:
        assert isinstance(number, int)
        index = self._run_at(number)
        return index >= 0 and number <= self.runs[index][1]

    def _run_at(self, number: int) -> int:
        """The index of the last run that begins at or before a number; -1 if none does."""
        return bisect_right(self.runs, number, key=lambda run: run[0]) - 1

    def after(self, number: int) -> int:
        """The lowest number above this one; 0 if there is none.

        >>> Ranges.of([2, 3, 9]).after(3), Ranges.of([2]).after(2)
        (9, 0)
        """
        index = self._run_at(number)
        if index >= 0 and number < self.runs[index][1]:
            return number + 1
        return self.runs[index + 1][0] if index + 1 < len(self.runs) else 0

    def next_ones(self, number: int, count: int) -> tuple[int, ...]:
        """At most `count` numbers, from this one on.

        >>> Ranges.of([1, 2, 5, 6]).next_ones(2, 2)
        (2, 5)
        """
        numbers: list[int] = []
        for first, last in self.runs[max(self._run_at(number), 0) :]:
            start = max(first, number)
            numbers.extend(range(start, min(last, start + count - len(numbers) - 1) + 1))
            if len(numbers) >= count:
                break
        return tuple(numbers)

    def remove(self, numbers: Iterable[int]) -> None:
        """Take numbers out, in place; one that is not in is passed over."""
        for number in numbers:
            if number not in self:
                continue
            index = self._run_at(number)
            first, last = self.runs[index]
            rest = [(first, number - 1), (number + 1, last)]
            self.runs[index : index + 1] = [run for run in rest if run[0] <= run[1]]
            self.count -= 1


class PackedCards(Mapping[int, PrintedCard]):
    """The cards of a packed series, each made when it is asked for."""

    def __init__(self, packed: PackedSeries) -> None:
        self._packed = packed
        self._printed = lru_cache(maxsize=CARDS_AT_HAND)(self._make)

    def __getitem__(self, card: int) -> PrintedCard:
        if not self._packed.has(card):
            raise KeyError(card)
        return self._printed(card)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, int) and self._packed.has(card)

    def __len__(self) -> int:
        return self._packed.pages

    def __iter__(self) -> Iterator[int]:
        return iter(range(self._packed.first_page, self._packed.first_page + self._packed.pages))

    def _make(self, card: int) -> PrintedCard:
        place = self._packed.place(card)
        return PrintedCard(
            card=card,
            boxes=self._packed.tickets(card),
            book=place.book,
            game=place.game,
            colour=place.colour,
        )


class AtHand(Unwritten):
    """The packed series, read by an injected function when it is first asked for."""

    def __init__(self, read: Callable[[str], bytes] | None = None) -> None:
        self._read = read
        self._packed: PackedSeries | None = None
        self._cards: PackedCards | None = None

    @property
    def readable(self) -> bool:
        """Whether someone reads the files of the series."""
        return self._read is not None

    def packed(self, stock: StockPlan) -> PackedSeries:
        """The tickets and the index of the series."""
        if self._packed is None:
            assert self._read is not None, f"no one reads the prints of {stock.serial}"
            table, index = self._read(stock.table), self._read(stock.index)
            self._packed = PackedSeries(plan_of(stock), table, index)
        return self._packed

    def cards(self, stock: StockPlan) -> PackedCards:
        """The cards of the series."""
        if self._cards is None:
            self._cards = PackedCards(self.packed(stock))
        return self._cards

    def forget_cards(self) -> None:
        """Release the cards in memory; they are made again when they are asked for."""
        self._cards = None


def plan_of(stock: StockPlan) -> SeriesPlan:
    """What was printed; BadInput if no series can be like that.

    >>> hashes = {"manifest": "", "table": "", "index": ""}
    >>> plan_of(StockPlan(serial="N77", colour="blue", books=2, **hashes)).cards
    12
    """
    return SeriesPlan(
        serial=stock.serial,
        colour=stock.colour,
        books=stock.books,
        games=stock.games,
        up=stock.up,
        game_colours=stock.game_colours,
        first_book=stock.first_book,
        first_card=stock.first_card,
    )


class Series(Struct):
    """A series in stock. A card that is neither left nor spoiled was sold or issued.

    Its cards are in the state (`inline`), or lie beside the journal as `stock` says.
    """

    serial: str
    colour: str
    inline: dict[int, PrintedCard]
    left: Ranges
    spoiled: Scattered = field(default_factory=Scattered)
    stock: StockPlan | None = None
    at_hand: AtHand = field(default_factory=AtHand)

    @property
    def cards(self) -> Mapping[int, PrintedCard]:
        """Every card of the series by its number, whatever became of it."""
        return self.inline if self.stock is None else self.at_hand.cards(self.stock)

    def is_left(self, card: int) -> bool:
        """Whether a card may still be sold."""
        return card in self.left

    def is_sold(self, card: int) -> bool:
        """Whether a card was sold or issued."""
        return card in self.cards and card not in self.spoiled and card not in self.left

    def take(self, cards: Iterable[int]) -> None:
        """Remove cards from those left."""
        self.left.remove(cards)

    def spoil(self, cards: Iterable[int]) -> None:
        """Cards leave the stock and are sold to no one (A12)."""
        spoiled = tuple(cards)
        self.left.remove(spoiled)
        self.spoiled.add(spoiled)

    def game_on(self, card: int) -> int:
        """The game that is printed on a card; 0 if none is."""
        if self.stock is None:
            return self.inline[card].game
        return self.at_hand.packed(self.stock).place(card).game

    def marks_on(self, card: int) -> tuple[int, str]:
        """The book number of a card, or its own where there are no books, and its colour."""
        if self.stock is None:
            printed = self.inline[card]
            return printed.book or card, printed.colour
        place = self.at_hand.packed(self.stock).place(card)
        return place.book or card, place.colour

    def numbers_on(self, cards: Sequence[int]) -> Bytes:
        """The fifteen numbers of every grid of some cards, a grid a row, in their order."""
        if self.stock is None:
            return printed_numbers(box for card in cards for box in self.inline[card].boxes)
        numbers: Bytes = self.at_hand.packed(self.stock).numbers(cards).reshape(-1, SQUARES)
        return numbers

    def boxes_on(self, card: int) -> int:
        """How many grids a card has."""
        if self.stock is None:
            return len(self.inline[card].boxes)
        return self.at_hand.packed(self.stock).plan.boxes

    @property
    def by_ticket(self) -> bool:
        """Whether a card here is a page of tickets that are numbered one by one in print."""
        return self.stock is not None and plan_of(self.stock).boxes > 1

    def tickets_on(self, card: int) -> range:
        """The numbers in print of a card's tickets; none where the card's own number is on it."""
        if self.stock is None or not self.by_ticket:
            return range(0)
        return self.at_hand.packed(self.stock).tickets_on(card)

    def with_ticket(self, ticket: int) -> int:
        """The card that bears a ticket's number in print; 0 if none does."""
        if self.stock is None or not self.by_ticket:
            return 0
        place = self.at_hand.packed(self.stock).with_ticket(ticket)
        return place.page if place else 0

    def in_books(self, books: Iterable[int]) -> tuple[int, ...]:
        """The cards of whole books, in printed order."""
        if self.stock is not None:
            return self.at_hand.packed(self.stock).in_books(books)
        wanted = set(books)
        return tuple(card.card for card in self.inline.values() if card.book in wanted)

    def find(self, numbers: Iterable[int]) -> tuple[int, int] | None:
        """The card and the box with exactly these numbers, be it left, sold or spoiled."""
        wanted = sorted(numbers)
        if self.stock is not None:
            return self.at_hand.packed(self.stock).find(wanted)
        return next(
            (
                (card.card, box)
                for card in self.inline.values()
                for box, ticket in enumerate(card.boxes, start=1)
                if sorted(ticket.numbers) == wanted
            ),
            None,
        )
