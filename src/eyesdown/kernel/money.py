"""Money in whole cents. Fractions carry what is not yet whole; a float is never made here."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

Cents: TypeAlias = int


def share_equally(amount: Cents, winners: int) -> tuple[Cents, Cents]:
    """Each winner's whole-cent share and the cents that are left over.

    >>> share_equally(1000, 3)
    (333, 1)
    """
    assert amount >= 0
    assert winners >= 1
    share, left = divmod(amount, winners)
    assert share * winners + left == amount
    return share, left


def share_equally_up(amount: Cents, winners: int) -> tuple[Cents, Cents]:
    """Each winner's share rounded up to the cent, and the cents to be added to pay them all.

    >>> share_equally_up(10_000, 3)
    (3334, 2)
    """
    assert amount >= 0
    assert winners >= 1
    share = -(-amount // winners)
    added = share * winners - amount
    assert 0 <= added < winners
    return share, added


def split_evenly(amount: Cents, parts: int) -> tuple[Cents, ...]:
    """The amount in equal whole-cent parts, spare cents to the earliest.

    >>> split_evenly(500, 3)
    (167, 167, 166)
    """
    share, left = share_equally(amount, parts)
    return tuple(share + (1 if place < left else 0) for place in range(parts))


def share_by_weight(amount: Cents | Fraction, weights: Sequence[int]) -> tuple[Fraction, ...]:
    """Exact parts of an amount in proportion to the weights; they add up to the amount.

    >>> share_by_weight(90_000, (1, 2))
    (Fraction(30000, 1), Fraction(60000, 1))
    >>> share_by_weight(100, (1, 1, 1))[0]
    Fraction(100, 3)
    """
    assert amount >= 0
    assert all(weight >= 0 for weight in weights)
    total = sum(weights)
    assert total > 0, "there is no one to share with"
    return tuple(Fraction(amount) * weight / total for weight in weights)


def round_down(amount: Cents | Fraction, step: Cents = 1) -> Cents:
    """The highest multiple of the step that is not above the amount.

    >>> round_down(1237, 10)
    1230
    >>> round_down(Fraction(123_999, 100), 10)
    1230
    """
    assert amount >= 0
    assert step >= 1
    return int(amount // step) * step


def round_up(amount: Cents | Fraction, step: Cents = 1) -> Cents:
    """The lowest multiple of the step that is not below the amount.

    >>> round_up(Fraction(2001, 2))
    1001
    """
    assert amount >= 0
    assert step >= 1
    return -int(-amount // step) * step


def round_half_even(amount: Cents | Fraction) -> Cents:
    """The nearest whole cent, a tie going to the even one.

    >>> [round_half_even(Fraction(n, 2)) for n in (1, 3, 5)]
    [0, 2, 2]
    """
    return round(Fraction(amount))


def round_half_up(amount: Cents | Fraction) -> Cents:
    """The nearest whole cent, a tie going to the higher one.

    >>> [round_half_up(Fraction(n, 4)) for n in (2, 5, 6, 7, -2, -5, -6, -7)]
    [1, 1, 2, 2, 0, -1, -1, -2]
    """
    return int((amount + Fraction(1, 2)) // 1)


def dollars(amount: Cents | Fraction) -> str:
    """An amount as people read it; parts of a cent are shown, never dropped.

    >>> dollars(123456), dollars(-1), dollars(Fraction(500)), dollars(Fraction(517, 25))
    ('$1,234.56', '-$0.01', '$5.00', '$0.2068')
    >>> dollars(Fraction(2001, 20)), dollars(Fraction(1, 10**6))
    ('$1.0005', '$0.00000001')
    """
    sign = "-" if amount < 0 else ""
    if isinstance(amount, int):
        whole_dollars, whole_cents = divmod(abs(amount), 100)
        return f"{sign}${whole_dollars:,}.{whole_cents:02d}"
    whole, part = divmod(abs(Fraction(amount)), 100)
    text = f"{sign}${whole:,}."
    cents, rest = divmod(part, 1)
    text += f"{int(cents):02d}"
    if rest:
        text += f"{int(rest * 10**6):06d}".rstrip("0")
    return text
