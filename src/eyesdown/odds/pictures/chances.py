"""Chances in words."""

from __future__ import annotations

from fractions import Fraction

SIZES = ((1e18, "quintillion"), (1e15, "quadrillion"), (1e12, "trillion"), (1e9, "billion"))


def one_in(chance: Fraction) -> str:
    """A chance in words.

    >>> one_in(Fraction(1, 8911711)), one_in(Fraction(1, 4)), one_in(Fraction(3, 8))
    ('1 in 8,911,711', '1 in 4', '1 in 2.67')
    >>> one_in(Fraction(1, 2_950 * 10**12)), one_in(Fraction(1, 10**12 - 1))
    ('1 in 2.95 quadrillion', '1 in 1 trillion')
    """
    if not chance:
        return "never"
    odds = float(1 / chance)
    for size, word in SIZES:
        if odds >= size * 0.9995:  # below this it would still round to the next unit
            return f"1 in {odds / size:.3g} {word}"
    return f"1 in {odds:,.0f}" if odds >= 100 or odds == int(odds) else f"1 in {odds:.2f}"
