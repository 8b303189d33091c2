"""How long a jackpot waits for a winner, and what it has grown to by then."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, log, log1p


@dataclass(frozen=True, slots=True)
class JackpotClock:
    """A jackpot that is won in a game with one chance and grows by one sum, game after game.

    >>> clock = JackpotClock.of(Fraction(1, 20160), entries=200, growth_cents=Fraction(800))
    >>> round(clock.games), round(clock.growth_when_won_cents / 100)
    (101, 810)
    """

    chance: float  # that somebody wins it in a game
    growth_cents: Fraction  # what a game adds

    @classmethod
    def of(cls, chance: Fraction, entries: int, growth_cents: Fraction) -> JackpotClock:
        """For so many entries a game with independent picks.

        In decimals: a million entries would make a fraction of millions of digits.
        """
        return cls(-expm1(entries * log1p(-float(chance))), growth_cents)

    @property
    def games(self) -> float:
        """The expected number of games up to and with the winning one."""
        return 1 / self.chance

    @property
    def growth_when_won_cents(self) -> float:
        """The expected growth on show when it is won; the winning game adds to it too (M14)."""
        return self.games * float(self.growth_cents)

    def games_within(self, share: float) -> int:
        """The least number of games within which it is won with this chance.

        >>> JackpotClock(0.5, Fraction(0)).games_within(0.9)
        4
        """
        assert 0 < share < 1
        return max(1, ceil(log(1 - share) / log1p(-self.chance))) if self.chance < 1 else 1
