"""What twenty numbers, in the order they were drawn, mean in every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from eyesdown.keno.bets.reading import INTS
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, quoted
from eyesdown.rulebook.keno_words import HeadsOrTailsResult
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_games import draw_problem, heads_or_tails, multiplier_of
from eyesdown.rulebooks.nsw_keno.c02_racing import racing_places
from eyesdown.rulebooks.nsw_keno.c02_roulette import roulette_number

DRAW_REFUSED = "draw/numbers"


class ImpossibleDraw(BadInput):
    """Whole numbers that no draw can have: too few, one twice, one that is not in the game."""

    def __init__(self, field: str, message: str, refusal: Refusal) -> None:
        super().__init__(field, message)
        self.refusal = refusal


class Draw(NamedTuple):
    """An ordered draw and its results; `racing_places` holds the place of Row 1, Row 2, ..."""

    numbers: tuple[int, ...]
    balls: bytes  # the same numbers, one byte each: quick to look through
    total: int
    multiplier: int
    heads_or_tails: HeadsOrTailsResult
    roulette: str
    last: int
    racing_places: tuple[int, ...]

    @property
    def caught(self) -> frozenset[int]:
        """The numbers drawn, without their order."""
        return frozenset(self.numbers)


def draw_of(book: NswKeno, numbers: Sequence[int]) -> Draw:
    """
    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> draw = draw_of(open_on(date(2024, 1, 12)), range(1, 21))
    >>> draw.total, draw.multiplier, draw.heads_or_tails, draw.roulette, draw.last
    (210, 4, 'heads', '1', 20)
    >>> draw.racing_places
    (1, 2, 3, 3, 3, 3, 3, 3)
    """
    figures = book.figures
    assert len(numbers) == figures.numbers_drawn
    total, balls = sum(numbers), bytes(numbers)
    return Draw(
        numbers=tuple(numbers),
        balls=balls,
        total=total,
        multiplier=multiplier_of(total, book.tables.multipliers),
        heads_or_tails=heads_or_tails(balls, figures),
        roulette=roulette_number(numbers, book.wheel),
        last=numbers[-1],
        racing_places=racing_places(balls, figures),
    )


def read_draw(book: NswKeno, raw: object, field: str = "drawn") -> Draw:
    """A draw from a JSON list, or BadInput that says what is wrong with it.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> read_draw(book, list(range(1, 21)), 'drawn').total
    210
    """
    return draw_of(book, read_numbers(book, raw, field))


def read_numbers(book: NswKeno, raw: object, field: str = "drawn") -> list[int]:
    """The numbers of a draw, in the order drawn, or BadInput.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.nsw_keno.book import open_on
    >>> book = open_on(date(2024, 1, 12))
    >>> len(read_numbers(book, list(range(1, 21)), 'drawn'))
    20
    """
    if type(raw) is not list:
        raise BadInput(field, "is not a list of numbers")
    if not INTS.issuperset(map(type, raw)):
        odd = next(number for number in raw if type(number) is not int)
        raise BadInput(field, f"{quoted(odd)} is not a whole number")
    problem = draw_problem(raw, book.figures)
    if problem is not None:
        facts = (("field", field), ("problem", problem))
        raise ImpossibleDraw(field, problem, Refusal(DRAW_REFUSED, book.clause("2:Drawing"), facts))
    return raw
