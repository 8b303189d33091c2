"""Many bingo tickets at once: on which ball the first completes, and with how many others.

If the fifteen numbers of each ticket are chosen independently, any fifteen equally likely, then the
tickets complete independently given the calls, and the law here is exact. The six tickets of one
strip share no number; their law is exact too, but differs from that of independent tickets. Real
strips all take their numbers from the same columns, so for many strips there is the simulation.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, exp, expm1, log1p

from eyesdown.odds.bingo.ticket import Completion


def strip90(ticket: Completion) -> tuple[Fraction, ...]:
    """The chance that some ticket of a strip is complete within n balls, n from 0.

    The strip's tickets share out the balls, so the number of markings that leave all six
    incomplete is a product of polynomials: the coefficient of x**j counts markings of j squares.

    >>> from eyesdown.bingo.tracking.columns import HOUSE
    >>> from eyesdown.odds.bingo.ticket import ticket90
    >>> strip90(ticket90(HOUSE))[15] == Fraction(6, comb(90, 15))
    True
    """
    tickets, over = divmod(ticket.balls, ticket.squares)
    assert over == 0
    open_markings = [comb(ticket.squares, j) - won for j, won in enumerate(ticket.winning)]
    whole = [1]
    for _ in range(tickets):
        whole = _times(whole, open_markings)
    return tuple(
        1 - Fraction(ways, comb(ticket.balls, called)) for called, ways in enumerate(whole)
    )


def _times(left: list[int], right: list[int]) -> list[int]:
    product = [0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            product[i + j] += a * b
    return product


@dataclass(frozen=True, slots=True)
class FirstWinner:
    """The law of the first completing ball among independent holdings of one kind.

    `within` is the law of one holding, a ticket or a whole strip; the holdings are independent.

    >>> half = FirstWinner((Fraction(0), Fraction(1, 2), Fraction(1)), 2)
    >>> half.exact()
    (Fraction(0, 1), Fraction(3, 4), Fraction(1, 1))
    >>> half.winners_exact()
    Fraction(3, 2)
    """

    within: tuple[Fraction, ...]
    holdings: int

    def exact(self) -> tuple[Fraction, ...]:
        """The chance that at least one holding is complete within n balls."""
        return tuple(1 - (1 - chance) ** self.holdings for chance in self.within)

    def winners_exact(self) -> Fraction:
        """The expected number of holdings that complete together on the winning ball."""
        return sum(
            (
                self.holdings * (now - before) * (1 - before) ** (self.holdings - 1)
                for before, now in pairwise(self.within)
            ),
            Fraction(0),
        )

    def floats(self) -> tuple[float, ...]:
        """`exact` as decimals: for thousands of holdings the fractions have millions of digits."""
        return tuple(
            1.0 if chance == 1 else -expm1(self.holdings * log1p(-float(chance)))
            for chance in self.within
        )

    def winners(self) -> float:
        """`winners_exact` as a decimal."""
        return sum(
            self.holdings * float(now - before) * _power(before, self.holdings - 1)
            for before, now in pairwise(self.within)
        )

    def shared(self) -> float:
        """The chance that the winning ball has more than one winner."""
        alone = sum(
            self.holdings * float(now - before) * _power(now, self.holdings - 1)
            for before, now in pairwise(self.within)
        )
        return max(1.0 - alone, 0.0)

    def mean(self) -> float:
        """The expected ball on which the first holding completes."""
        return sum(1.0 - chance for chance in self.floats()[:-1])


def _power(complete: Fraction, times: int) -> float:
    """(1 - complete) ** times; log1p keeps the digits of a very small `complete`."""
    if complete == 1:
        return 0.0 if times else 1.0
    return exp(times * log1p(-float(complete)))
