"""Make cards, and check one against the numbers called."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from eyesdown.cards.card_check import check_card as faults_of
from eyesdown.cards.card_text import PREFIX, read_card_text
from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.library.books import open_book
from eyesdown.library.nesting import nesting_refused
from eyesdown.rulebook.patterns import (
    LINE_NUMBERS,
    AtLeast,
    DrawnPattern,
    Pattern,
    completing_call,
    read_patterns,
)
from eyesdown.rulebooks.family_bingo.c02_equipment import letter_of

if TYPE_CHECKING:
    from eyesdown.draw.words import Words

KINDS = ("strip90", "ticket90", "card75")
COUNT_MAX = 10**12
LINES = 3
FAMILY = "family-bingo"
ROW_OF_FIVE = "row of five"
USUAL_NAMES = {
    "row": ROW_OF_FIVE,
    "corners": "four corners",
    "x": "X",
    "full": "full card",
    "line": "line",
    "two lines": "two lines",
}
"""What the house options of a family table are called on their own."""


@dataclass(frozen=True, slots=True)
class Strip90:
    """Six tickets that hold the numbers 1 to 90 once each."""

    tickets: tuple[Ticket90, ...]

    @property
    def rows(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """The rows of each ticket, as in `cards make`; 0 is a blank."""
        return tuple(ticket.rows for ticket in self.tickets)


Card: TypeAlias = Strip90 | Ticket90 | Card75


@dataclass(frozen=True, slots=True)
class PrizeOnCard:
    """A prize and a card: the call on which it was complete, or what is missing.

    `missing` are the numbers that would help, `needed` is how many of them it takes.
    """

    prize: str
    complete_on_call: int | None
    missing: tuple[int, ...] = ()
    needed: int = 0
    box: int = 1

    @property
    def complete(self) -> bool:
        """Whether the prize is complete."""
        return self.complete_on_call is not None

    def in_words(self, calls: Sequence[int]) -> str:
        """Whether it is complete, and on which call; else the numbers that are missing.

        >>> PrizeOnCard("line", 3).in_words([7, 20, 31])
        'complete on call 3, number 31'
        >>> PrizeOnCard("line", None, (44, 50), 1).in_words([])
        '1 missing, any of 44, 50'
        """
        at = self.complete_on_call
        if at == 0:
            return "complete before the first call"
        if at is not None:
            return f"complete on call {at}, number {calls[at - 1]}"
        numbers = ", ".join(map(str, self.missing))
        if self.needed < len(self.missing):
            return f"{self.needed} missing, any of {numbers}"
        return f"{self.needed} missing: {numbers}"


def words_of(seed: str | None) -> Words:
    """The random words of a seed, or of fresh entropy through the generator that draws use."""
    from eyesdown.draw.drbg import HmacDrbg
    from eyesdown.draw.words import Words

    if seed is None:
        return Words(HmacDrbg(os.urandom(128), os.urandom(32), b"eyesdown cards").generate(128))
    if not isinstance(seed, str):
        raise BadInput("seed", f"{quoted(seed)} is not text")
    if not seed:
        raise BadInput("seed", "is empty; leave it out for cards that cannot be foreseen")
    try:
        return Words.of_text(seed)
    except UnicodeEncodeError:
        raise BadInput("seed", "must be text in UTF-8") from None


def fresh_seed() -> str:
    """A new seed as text, of the same entropy as `words_of` takes without one."""
    from eyesdown.draw.drbg import HmacDrbg

    return HmacDrbg(os.urandom(128), os.urandom(32), b"eyesdown seed").generate(32).hex()


@nesting_refused
def make_cards(kind: str, count: int, seed: str | None = None) -> Iterator[Card]:
    """Cards of a kind, every valid one equally likely; the same seed gives the same cards.

    `kind` is strip90, ticket90 or card75. Each card is an object of its own with `.rows`.

    >>> cards = list(make_cards("card75", 3, seed="a fair hall"))
    >>> len(set(cards)), cards[0].rows[2][2]
    (3, 0)
    """
    from eyesdown.cards.stream import KINDS as SAMPLERS
    from eyesdown.cards.stream import quickest, stream

    given: object = kind  # an array compares with a name element by element
    if not isinstance(given, str) or kind not in KINDS:
        raise BadInput("kind", f"{quoted(kind)} is not one of {', '.join(KINDS)}")
    if type(count) is not int or not 1 <= count <= COUNT_MAX:
        raise BadInput("count", f"{quoted(count)} is not a whole number from 1 to {COUNT_MAX:,}")
    words = words_of(seed)

    def each() -> Iterator[Card]:
        for chunk in stream(quickest(SAMPLERS[kind], count), words, count):
            for cells in chunk.tolist():
                if kind == "strip90":
                    yield Strip90(tuple(Ticket90.of(rows) for rows in cells))
                else:
                    yield Card75.of(cells) if kind == "card75" else Ticket90.of(cells)

    return each()


@nesting_refused
def check_card(
    card: Card | Mapping[str, Any] | Sequence[Sequence[int]] | str,
    calls: Sequence[int],
    book_id: str | None = None,
    version: int | None = None,
) -> tuple[PrizeOnCard, ...]:
    """Each prize: on which call the card completed it, or what is missing.

    `card` is an object of `make_cards`, its rows, a line of a card file, or the text of its QR
    code. With a book, its prizes are looked at, or those of one version; without, what is usually
    played: row, four corners, X and full card, or line, two lines and full card. Calls are in the
    order called.

    >>> ticket = Ticket90.read('''
    ...  .  12   .  34   .  50   .  71  80
    ...  3   .  25   .  48   .  62   .  85
    ...  7  19   .  39   .   .  67   .  90
    ... ''')
    >>> line, *_ = check_card(ticket, [12, 34, 50, 71], "vic-bingo", version=5)
    >>> line.prize, line.complete, line.missing
    ('any line', False, (80,))
    >>> [prize.needed for prize in check_card(ticket, [12, 34, 50, 71])]
    [1, 6, 11]
    """
    boxes = _boxes(card)
    balls = 75 if isinstance(boxes[0], Card75) else 90
    called = _calls(calls, balls)
    if book_id is None:
        if version is not None:
            raise BadInput("version", "needs a book_id")
        return tuple(
            prize
            for index, box in enumerate(boxes, start=1)
            for prize in _usual_prizes(box, called, balls, index)
        )
    patterns = _patterns(book_id, version, balls)
    return tuple(
        _prize(name, pattern, _lines(box), called, index)
        for index, box in enumerate(boxes, start=1)
        for name, pattern in patterns.items()
    )


def _usual_prizes(
    box: Ticket90 | Card75, calls: tuple[int, ...], balls: int, index: int
) -> Iterator[PrizeOnCard]:
    """What is usually played, as the house options of a family table have it."""
    from eyesdown.bingo.family.box import shapes
    from eyesdown.bingo.family.house import PATTERNS, House

    book = open_book(FAMILY)
    for pattern in PATTERNS[balls]:
        winning = shapes(House(balls=balls, patterns=(pattern,)), box.rows, book.figures)
        ways = tuple(tuple(box.rows[line][column] for line, column in way) for way in winning)
        yield _of_ways(USUAL_NAMES[pattern], ways, calls, index)


def _boxes(card: object) -> tuple[Ticket90 | Card75, ...]:
    """The tickets of a card in any of its forms; BadInput for a card that cannot exist."""
    if isinstance(card, str) and card.strip().upper().startswith(PREFIX):
        return (read_card_text(card)[1],)
    if isinstance(card, Strip90):
        given: Any = {"tickets": card.rows}
    elif isinstance(card, Ticket90 | Card75):
        given = {"rows": card.rows}
    elif isinstance(card, Mapping):
        given = dict(card)
    else:
        given = {"rows": card}
    name = "tickets" if "tickets" in given else "rows"
    if name not in given:
        raise BadInput("card", "has neither rows nor tickets")
    rows = _listed(given[name])
    try:
        faults = faults_of({name: rows}).faults
    except (TypeError, KeyError, ValueError, RecursionError):
        raise BadInput(f"card.{name}", "must be rows of whole numbers, 0 for a blank") from None
    if faults:
        raise BadInput(f"card.{name}", "; ".join(faults))
    if name == "tickets":
        return tuple(Ticket90.of(ticket) for ticket in rows)
    return (Card75.of(rows),) if len(rows) > LINES else (Ticket90.of(rows),)


def _listed(value: Any) -> Any:
    return [_listed(part) for part in value] if isinstance(value, list | tuple) else value


def calls_in(text: str, field: str = "calls") -> list[int]:
    """The numbers called as people type them, with or without letters.

    A letter that does not belong to its number is a mistake: BadInput names it.

    >>> calls_in("B4, o71 33")
    [4, 71, 33]
    >>> calls_in("B4 B71")
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: calls: call 2, 'B71', is on no card: 71 is O71
    """
    calls = []
    for place, call in enumerate(text.replace(",", " ").split(), start=1):
        typed = re.fullmatch(r"([BINGO]?)([0-9]{1,2})", call, re.IGNORECASE | re.ASCII)
        where = f"call {place}, {quoted(call[:20])},"
        if typed is None:
            raise BadInput(field, f"{where} is not a number such as 7 or B7")
        number = int(typed[2])
        if typed[1]:
            right = letter_of(number, open_book(FAMILY).figures)
            if right and right != typed[1].upper():
                raise BadInput(field, f"{where} is on no card: {number} is {right}{number}")
        calls.append(number)
    return calls


def _calls(calls: object, balls: int) -> tuple[int, ...]:
    if not isinstance(calls, Sequence) or isinstance(calls, str | bytes):
        raise BadInput("calls", "is not a list of numbers")
    called = tuple(islice(calls, balls + 1))  # more calls than balls repeat one of them
    for ball in called:
        if type(ball) is not int or not 1 <= ball <= balls:
            raise BadInput("calls", f"{quoted(ball)} is not a whole number from 1 to {balls}")
    for ball in called:
        if called.count(ball) > 1:
            raise BadInput("calls", f"{ball} is there twice; each number is called once")
    return called


def _patterns(book_id: str, version: int | None, balls: int) -> dict[str, Pattern | None]:
    """The patterns of a version by prize; None is the row of five on a 75-ball card."""
    from eyesdown.rulebook.bingo_book import BingoBook
    from eyesdown.rulebook.loading import folder_of

    book = open_book(book_id)
    if (book.id == FAMILY) != (balls == 75):
        kind = "a 75-ball card" if balls == 75 else "a 90-ball ticket"
        raise BadInput("book_id", f"{book.id} is not played with {kind}")
    if balls == 75:
        return {ROW_OF_FIVE: None}
    patterns = book.patterns if isinstance(book, BingoBook) else read_patterns(folder_of(book.id))
    if version is None:
        return dict(patterns)
    versions = book.versions if isinstance(book, BingoBook) else {}
    if type(version) is not int or version not in versions:
        raise BadInput(
            "version", f"{quoted(version)} is not one of {', '.join(map(str, versions))}"
        )
    return {prize: patterns[prize] for prize in versions[version]}


def _lines(box: Ticket90 | Card75) -> tuple[tuple[int, ...], ...]:
    return box.lines if isinstance(box, Ticket90) else box.ways


def _prize(
    name: str,
    pattern: Pattern | None,
    lines: tuple[tuple[int, ...], ...],
    calls: tuple[int, ...],
    box: int,
) -> PrizeOnCard:
    if pattern is None:
        return _of_ways(name, lines, calls)
    complete = completing_call(pattern, lines, calls)
    if complete is not None:
        return PrizeOnCard(name, complete, box=box)
    left, needed = _missing(pattern, lines, frozenset(calls))
    return PrizeOnCard(name, None, tuple(sorted(left)), needed, box)


def _of_ways(
    name: str, ways: tuple[tuple[int, ...], ...], calls: tuple[int, ...], box: int = 1
) -> PrizeOnCard:
    """A prize that any of these sets of numbers completes; 0 is the free square."""
    call_of = {ball: at for at, ball in enumerate(calls, start=1)}
    best = min(
        (tuple(ball for ball in way if ball and ball not in call_of) for way in ways), key=len
    )
    if best:
        return PrizeOnCard(name, None, tuple(sorted(best)), len(best), box)
    complete = min(
        max(call_of[ball] for ball in way if ball)
        for way in ways
        if all(not ball or ball in call_of for ball in way)
    )
    return PrizeOnCard(name, complete, box=box)


def _missing(
    pattern: Pattern, lines: tuple[tuple[int, ...], ...], called: frozenset[int]
) -> tuple[tuple[int, ...], int]:
    """The numbers that bring the pattern nearer, and how many of them it takes."""
    if isinstance(pattern, DrawnPattern):
        squares = [ball for line in lines for ball in line]
        ways = (
            tuple(ball for at, ball in enumerate(squares) if way >> at & 1 and ball not in called)
            for way in pattern.ways
        )
        best = min(ways, key=len)
        return best, len(best)
    assert isinstance(pattern, AtLeast)
    left: list[int] = []
    needed = 0
    for least, line in zip(pattern.lines, lines, strict=False):
        short = least - sum(ball in called for ball in line[:LINE_NUMBERS])
        if short > 0:
            needed += short
            left += [ball for ball in line if ball not in called]
    return tuple(left), needed
