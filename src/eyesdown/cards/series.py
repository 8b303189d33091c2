"""A series as the rulebooks require it: one serial, consecutive numbers, no two cards alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from eyesdown.cards.keys import card75_keys, ticket_keys
from eyesdown.cards.stream import (
    CARD75,
    STRIP90,
    TICKET90,
    CardKind,
    Cells,
    WordSource,
    quickest,
    stream,
)
from eyesdown.cards.tables import Array
from eyesdown.kernel.errors import BadInput, quoted

NUMBERS = {90: 15, 75: 24}  # on a card, by the number of balls
UP = {"single": 1, "six_up": 6, "twelve_up": 12}
# The index has four bytes for a card.
CARDS_MAX = 1 << 32
NUMBER_DIGITS = 10  # room that the master table has for a card's and a book's number
GAMES_MAX = 999
_SERIAL = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")
_COLOUR = re.compile(r"[A-Za-z#][A-Za-z0-9 -]{0,29}")


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """What is to be printed. A book holds one page for each of its consecutive games.

    The series colour and a game's colour are two things (decision A05). A six-up page is one
    strip, a twelve-up page two (decision A09); single tickets are drawn one by one, and so are
    75-ball cards.

    >>> plan = SeriesPlan("382558", "red", books=2, games=3, up="six_up",
    ...     game_colours=("pink", "blue", "green"))
    >>> plan.cards, plan.place(20)
    (36, CardPlace(card=21, book=2, game=1, box=3, colour='pink'))
    """

    serial: str
    colour: str
    books: int
    games: int = 1
    up: str = "six_up"
    game_colours: tuple[str, ...] = ()
    first_book: int = 1
    first_card: int = 1
    balls: int = 90

    def __post_init__(self) -> None:
        if self.balls not in NUMBERS:
            raise BadInput("balls", "takes 90 or 75")
        if not _SERIAL.fullmatch(self.serial):
            raise BadInput("serial", "takes 1 to 20 letters, digits and hyphens")
        named = [("colour", self.colour), *(("game_colours", name) for name in self.game_colours)]
        for field, colour in named:
            if not _COLOUR.fullmatch(colour):
                raise BadInput(field, f"{quoted(colour)} is no name of a colour")
        if self.up not in UP:
            raise BadInput("up", f"takes {', '.join(UP)}")
        _check_games(self.games)
        if self.books < 1 or not 1 <= self.cards < CARDS_MAX:
            raise BadInput("books", f"a series has 1 to {CARDS_MAX - 1} cards")
        for field, first, count in (
            ("first_book", self.first_book, self.books),
            ("first_card", self.first_card, self.cards),
        ):
            if not 0 <= first <= 10**NUMBER_DIGITS - count:
                message = (
                    f"{quoted(first)} is out of range; numbers have {NUMBER_DIGITS} digits at most"
                )
                raise BadInput(field, message)
        if self.game_colours and len(self.game_colours) != self.games:
            raise BadInput("game_colours", f"names {self.games} colours, one for each game")

    @property
    def boxes(self) -> int:
        """Tickets on a page."""
        return UP[self.up]

    @property
    def cards(self) -> int:
        """Cards in the whole series."""
        return self.books * self.games * self.boxes

    @property
    def kind(self) -> CardKind:
        """What a unit of the series is drawn as."""
        if self.balls == 75:
            return CARD75
        return TICKET90 if self.boxes == 1 else STRIP90

    @property
    def cards_per_unit(self) -> int:
        """Cards in a unit, which is drawn as a whole: a strip, or a single ticket."""
        return 1 if self.boxes == 1 or self.balls == 75 else STRIP90.shape[0]

    @property
    def numbers(self) -> int:
        """Numbers on a card."""
        return NUMBERS[self.balls]

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns of a card."""
        return CARD75.shape if self.balls == 75 else TICKET90.shape

    def keys(self, cards: Cells) -> Array:
        """The key of each card: equal keys, equal numbers."""
        return card75_keys(cards) if self.balls == 75 else ticket_keys(cards)

    def place(self, index: int) -> CardPlace:
        """The place of the card with this index, counted from 0."""
        page, box = divmod(index, self.boxes)
        book, game = divmod(page, self.games)
        colour = self.game_colours[game] if self.game_colours else self.colour
        return CardPlace(self.first_card + index, self.first_book + book, game + 1, box + 1, colour)


@dataclass(frozen=True, slots=True)
class CardPlace:
    """One card of a series: its number, and the book, game and box it is printed in."""

    card: int
    book: int
    game: int
    box: int
    colour: str


def _check_games(games: int) -> None:
    if not 1 <= games <= GAMES_MAX:
        raise BadInput("games", f"takes 1 to {GAMES_MAX}")


def colour_games(games: int, palette: Sequence[str], lookback: int | None) -> tuple[str, ...]:
    """A colour for each game unlike those of the games before it, as far as the book looks back.

    Decision A06: Victoria looks back over four games; New South Wales over all (None).

    >>> colour_games(6, ["red", "blue", "green", "yellow", "pink"], lookback=4)
    ('red', 'blue', 'green', 'yellow', 'pink', 'red')
    """
    _check_games(games)
    named: dict[str, str] = {}
    for name in palette:
        named.setdefault(name.casefold(), name)
    colours = tuple(named.values())
    needed = games if lookback is None else min(games, lookback + 1)
    if len(colours) < needed:
        raise BadInput("game_colours", f"{games} games need {needed} different colours")
    return tuple(colours[game % len(colours)] for game in range(games))


@dataclass(frozen=True, slots=True)
class Series:
    """A plan whose cards are known to be all different.

    `replaced` lists the units that would have repeated a card: index in the series, and the number
    in the seed's stream of the unit that replaces it.
    """

    plan: SeriesPlan
    replaced: tuple[tuple[int, int], ...]
    keys: Array  # by card


Progress = Callable[[int], object]


def certify(plan: SeriesPlan, source: WordSource, tell: Progress = lambda _: None) -> Series:
    """Draw the whole series once and make sure that no two cards hold the same numbers.

    A unit with a card that occurs earlier in the series is replaced by the next unit of the
    stream that repeats nothing, so the same seed always gives the same series (decision A03).
    """
    units = plan.cards // plan.cards_per_unit
    # Only keys are kept, eight bytes a card: `pages` draws the cards again from the same words.
    unit_keys = np.empty((units, plan.cards_per_unit), np.int64)
    done = 0
    for cards in stream(quickest(plan.kind, units), source, units):
        unit_keys[done : done + len(cards)] = plan.keys(cards).reshape(-1, plan.cards_per_unit)
        done += len(cards)
        tell(len(cards))
    replaced: dict[int, int] = {}
    spare = _spares(plan, source, units)
    # A replacing unit may repeat a card as well, so the check starts again.
    while (clashing := _clashes(unit_keys)).size:
        for unit in clashing.tolist():
            replaced[unit], unit_keys[unit] = next(spare)
    return Series(plan, tuple(sorted(replaced.items())), unit_keys.reshape(-1))


def _clashes(unit_keys: Array) -> Array:
    """Units that hold a card of an earlier unit, or the same card twice."""
    flat = unit_keys.reshape(-1)
    # A stable sort keeps equal keys in the order of cards; each one but the first is the later.
    order = np.argsort(flat, kind="stable")
    ranked = flat[order]
    later = order[1:][ranked[1:] == ranked[:-1]]
    return np.unique(later // unit_keys.shape[1])


def _spares(plan: SeriesPlan, source: WordSource, units: int) -> Iterator[tuple[int, Array]]:
    """Units past the end of the series, by their number in the stream, with their keys."""
    number = units
    while True:  # each turn looks at as many spares as all turns before it, so few are needed
        wanted = 2 * number
        for cards in _skip(stream(quickest(plan.kind, wanted), source, wanted), number):
            for unit in cards:
                yield number, plan.keys(unit)
                number += 1


def _skip(chunks: Iterator[Cells], count: int) -> Iterator[Cells]:
    """The chunks without their first `count` cards."""
    for cards in chunks:
        passed = min(count, len(cards))
        count -= passed
        if passed < len(cards):
            yield cards[passed:]


def pages(series: Series, source: WordSource) -> Iterator[tuple[int, Cells]]:
    """The series' cards [n, rows, columns] in order, in chunks, each with its first index."""
    plan = series.plan
    units = plan.cards // plan.cards_per_unit
    waiting = _wanted(plan, source, dict(series.replaced))
    first = 0
    for cards in stream(quickest(plan.kind, units), source, units):
        for unit in range(first, first + len(cards)) if waiting else ():
            if unit in waiting:
                cards[unit - first] = waiting[unit]
        yield first * plan.cards_per_unit, cards.reshape(-1, *plan.shape)
        first += len(cards)


def _wanted(plan: SeriesPlan, source: WordSource, replaced: dict[int, int]) -> dict[int, Cells]:
    """The replacing units, by the index of the unit they replace."""
    by_number = {number: unit for unit, number in replaced.items()}
    if not by_number:
        return {}
    start, stop = min(by_number), max(by_number) + 1
    chunks = _skip(stream(quickest(plan.kind, stop), source, stop), start)
    drawn = (unit for cards in chunks for unit in cards)
    return {
        by_number[number]: unit
        for number, unit in enumerate(islice(drawn, stop - start), start)
        if number in by_number
    }
