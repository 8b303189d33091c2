"""How long a jackpot waits for a winner, and how much it has grown by then."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, log, log1p


@dataclass(frozen=True, slots=True)
class JackpotClock:
    """A jackpot with the same chance to be won and the same growth in every game.

    >>> clock = JackpotClock.of(Fraction(1, 20160), entries=200, growth_cents=Fraction(800))
    >>> round(clock.games), round(clock.growth_when_won_cents / 100)
    (101, 810)
    """

    chance: float  # that it is won in a game
    growth_cents: Fraction  # what a game adds

    @classmethod
    def of(cls, chance: Fraction, entries: int, growth_cents: Fraction) -> JackpotClock:
        """The jackpot for `entries` independent picks a game, each winning with `chance`.

        A decimal: for a million entries the fraction would have millions of digits.
        """
        return cls(-expm1(entries * log1p(-float(chance))), growth_cents)

    @property
    def games(self) -> float:
        """The expected number of games until it is won, the winning one included."""
        return 1 / self.chance

    @property
    def growth_when_won_cents(self) -> float:
        """The expected growth when it is won, that of the winning game included (M14)."""
        return self.games * float(self.growth_cents)

    def games_within(self, share: float) -> int:
        """The smallest number of games within which it is won with at least this chance.

        >>> JackpotClock(0.5, Fraction(0)).games_within(0.9)
        4
        """
        assert 0 < share < 1
        return max(1, ceil(log(1 - share) / log1p(-self.chance))) if self.chance < 1 else 1
