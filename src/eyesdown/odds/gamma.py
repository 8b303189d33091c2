"""Tail probabilities of the chi-square and normal laws, from the incomplete gamma function.

Written here because the product does not depend on SciPy; the tests compare both.
"""

from __future__ import annotations

from math import erfc, exp, lgamma, log, sqrt

TERMS_MAX = 10_000
TINY = 1e-300
CLOSE = 1e-15


def upper_gamma(shape: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(shape, x).

    >>> round(upper_gamma(1.0, 2.0), 12) == round(exp(-2.0), 12)
    True
    """
    assert shape > 0
    assert x >= 0
    if x == 0:
        return 1.0
    # By logarithms: the power and the gamma function alone would overflow.
    scale = exp(shape * log(x) - x - lgamma(shape))
    # Each expansion converges fast on its own side of x = shape + 1.
    if x < shape + 1:
        return 1.0 - scale * _series(shape, x)
    return scale * _fraction(shape, x)


def _series(shape: float, x: float) -> float:
    term = total = 1.0 / shape
    for n in range(1, TERMS_MAX):
        term *= x / (shape + n)
        total += term
        if term < total * CLOSE:
            return total
    raise AssertionError(f"no convergence for {shape}, {x}")


def _fraction(shape: float, x: float) -> float:
    """The continued fraction by Lentz's method, which converges fast for x above the shape."""
    b = x + 1.0 - shape
    c = 1.0 / TINY
    d = total = 1.0 / b
    for n in range(1, TERMS_MAX):
        a = -n * (n - shape)
        b += 2.0
        # A denominator of 0 is replaced by a tiny one, as the method asks for.
        d = 1.0 / ((a * d + b) or TINY)
        c = (b + a / c) or TINY
        total *= c * d
        if abs(c * d - 1.0) < CLOSE:
            return total
    raise AssertionError(f"no convergence for {shape}, {x}")


def chi_square_tail(statistic: float, degrees: float) -> float:
    """The chance that a chi-square variable reaches the statistic.

    >>> f"{chi_square_tail(111.14, 79):.4f}"
    '0.0100'
    """
    return upper_gamma(degrees / 2.0, statistic / 2.0)


def normal_tails(z: float) -> float:
    """The chance that a standard normal variable is at least this far from zero.

    >>> f"{normal_tails(1.96):.4f}"
    '0.0500'
    """
    return erfc(abs(z) / sqrt(2.0))
