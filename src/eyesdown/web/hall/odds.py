"""Exact odds of the prizes that a hall plays for, one ticket at a time."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from eyesdown.odds.bingo.ticket import Completion, ticket90
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.rulebook.patterns import Pattern
from eyesdown.web.frame.pages import one_in as shown_one_in

WITHIN = (20, 30, 45, 60)
"""Numbers called for which the page says how likely a ticket is complete."""


class PrizeOdds(NamedTuple):
    """The odds of one ticket for a prize: on which ball, on average, and within how many."""

    prize: str
    versions: str
    earliest: int
    mean: str
    half: int
    within: tuple[tuple[int, str], ...]


@lru_cache(maxsize=64)
def law_of(pattern: Pattern) -> Completion:
    """The exact law of the ball on which a ticket completes a pattern."""
    return ticket90(pattern)


def one_in(chance: Fraction) -> str:
    """A chance as people read it.

    >>> one_in(Fraction(0)), one_in(Fraction(1, 1)), one_in(Fraction(2, 3)), one_in(Fraction(3, 40))
    ('never', 'always', '2 in 3', '1 in 13')
    >>> one_in(Fraction(1, 2_953_797_340_329))
    '1 in 2.95 × 10¹²'
    """
    if chance == 0:
        return "never"
    if chance == 1:
        return "always"
    if chance > Fraction(1, 2):
        near = chance.limit_denominator(10)
        return f"{near.numerator} in {near.denominator}" if near < 1 else "nearly always"
    return f"1 in {shown_one_in(float(1 / chance))}"


def odds_of(book: BingoBook[Any], prizes: Iterable[str], most: Iterable[int]) -> list[PrizeOdds]:
    """The odds of these prizes; `most` are numbers within which a jackpot must be won."""
    versions: dict[str, list[str]] = getattr(book.figures, "versions", {})
    counts = sorted({*WITHIN, *most})
    rows = []
    for prize in dict.fromkeys(prizes):
        pattern = book.patterns.get(prize)
        if pattern is None:
            continue
        law = law_of(pattern)
        within = law.within
        rows.append(
            PrizeOdds(
                prize=prize,
                versions=", ".join(name for name, each in versions.items() if prize in each),
                earliest=law.earliest,
                mean=f"{float(law.mean):.1f}",
                half=law.quantile(Fraction(1, 2)),
                within=tuple((count, one_in(within[count])) for count in counts),
            )
        )
    return rows


def every_prize(book: BingoBook[Any]) -> list[str]:
    """The prizes of every version of the book; where it has none, those of its patterns."""
    versions: dict[str, list[str]] = getattr(book.figures, "versions", {})
    return [prize for prizes in versions.values() for prize in prizes] or list(book.patterns)
