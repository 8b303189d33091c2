"""Cards, discs, the chart and the letters."""

from __future__ import annotations

from fractions import Fraction

from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.facts.family import DiscFacts, FamilyCardFacts, Square
from eyesdown.rulebooks.family_bingo.figures import FamilyFigures

CARDS = Chapter[FamilyCardFacts, FamilyFigures]("family-bingo", "Cards")
DISCS = Chapter[DiscFacts, FamilyFigures]("family-bingo", "Discs")


@DISCS.enforces("Discs", "disc/not_in_the_box", "disc/called_already")
def disc_lies_face_down(call: DiscFacts, figures: FamilyFigures) -> Breach | None:
    if call.disc in face_down(call.called, figures):
        return None
    code = "disc/called_already" if call.disc in call.called else "disc/not_in_the_box"
    return breach(code, disc=call.disc)


@DISCS.computes("Checking chart")
def chart(called: tuple[int, ...]) -> frozenset[int]:
    """What the Banker's chart shows: the numbers called so far.

    >>> sorted(chart((7, 3, 7)))
    [3, 7]
    """
    return frozenset(called)


@CARDS.enforces("Free space (English)", "card/free_missing")
def centre_is_free(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    free = [
        (line, column)
        for line, row in enumerate(card.rows)
        for column, cell in enumerate(row)
        if cell == 0
    ]
    if free == [tuple(figures.free_square)]:
        return None
    return breach("card/free_missing", card=card.card, free_squares=len(free))


@CARDS.computes("Free space (French)")
def covered_at_start(figures: FamilyFigures) -> frozenset[Square]:
    """The free square, covered for everybody before the first disc (K01).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> len(covered_at_start(figures))
    1
    """
    line, column = figures.free_square
    return frozenset({(line, column)})


@DISCS.computes("Call random")
def outcomes(called: frozenset[int], figures: FamilyFigures) -> dict[int, Fraction]:
    """Every disc still face down, each as likely as another."""
    discs = face_down(called, figures)
    return {disc: Fraction(1, len(discs)) for disc in discs}


def face_down(called: frozenset[int], figures: FamilyFigures) -> tuple[int, ...]:
    """The discs that have not been called."""
    discs = range(figures.disc_lowest, figures.disc_highest + 1)
    return tuple(disc for disc in discs if disc not in called)


def letter_of(disc: int, figures: FamilyFigures) -> str:
    """The letter of the column that a disc belongs to.

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> letter_of(17, figures)
    'I'
    """
    for letter, (lowest, highest) in figures.columns.items():
        if lowest <= disc <= highest:
            return letter
    return ""


@CARDS.computes("Call letter")
def label(disc: int, figures: FamilyFigures) -> str:
    """What the Banker calls: the letter of the column and the number (K17).

    >>> from datetime import date
    >>> from eyesdown.rulebooks.family_bingo.book import open_on
    >>> figures = open_on(date(2026, 6, 1)).figures
    >>> label(17, figures)
    'I17'
    """
    return f"{letter_of(disc, figures)}{disc}"


def _column(card: FamilyCardFacts, letter: str, figures: FamilyFigures) -> Breach | None:
    """Numbers of one column that do not belong under its letter, or are there twice."""
    place = list(figures.columns).index(letter)
    cells = [row[place] if place < len(row) else 0 for row in card.rows]
    numbers = [cell for cell in cells if cell]
    strays = [number for number in numbers if letter_of(number, figures) != letter]
    owed = figures.row_squares - (place == figures.free_square[1])
    if not strays and len(set(numbers)) == len(numbers) == owed:
        return None
    listed = " ".join(str(number) for number in numbers)
    return breach("card/wrong_column", card=card.card, column=letter, numbers=listed)


@CARDS.enforces("Column B", "card/wrong_column")
def column_b(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    return _column(card, "B", figures)


@CARDS.enforces("Column I", "card/wrong_column")
def column_i(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    return _column(card, "I", figures)


@CARDS.enforces("Column N", "card/wrong_column")
def column_n(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    return _column(card, "N", figures)


@CARDS.enforces("Column G", "card/wrong_column")
def column_g(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    return _column(card, "G", figures)


@CARDS.enforces("Column O", "card/wrong_column")
def column_o(card: FamilyCardFacts, figures: FamilyFigures) -> Breach | None:
    return _column(card, "O", figures)
