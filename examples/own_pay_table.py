"""The exact return of your own pay table: what a charity's keno for fun gives back."""

from fractions import Fraction
from math import comb

import eyesdown

PAYS = {2: 1, 3: 5, 4: 100}  # spots caught of four: units paid for one unit

book = eyesdown.open_book("nsw-keno", "2026-11-15")
numbers, drawn = book.figures.numbers_max, book.figures.numbers_drawn


def chance(caught: int, spots: int = 4) -> Fraction:
    """The chance that exactly this many spots are drawn."""
    ways = comb(drawn, caught) * comb(numbers - drawn, spots - caught)
    return Fraction(ways, comb(numbers, spots))


ours = sum(pays * chance(caught) for caught, pays in PAYS.items())
theirs = eyesdown.odds("regular/4", on="2026-11-15").rtp
print(f"our table returns  {float(ours):.4%} ({ours})")
print(f"the rules' returns {float(theirs):.4%} ({theirs})")
