"""What can happen to a bet: outcomes with exact chances and prizes, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

ZERO = Fraction(0)


def hypergeometric(pool: int, drawn: int, spots: int) -> tuple[Fraction, ...]:
    """The chance of each number of matches, 0 to `spots`.

    >>> hypergeometric(80, 20, 3)[3]
    Fraction(57, 4108)
    >>> sum(hypergeometric(80, 20, 40))
    Fraction(1, 1)
    """
    whole = comb(pool, drawn)
    return tuple(
        Fraction(comb(spots, k) * comb(pool - spots, drawn - k), whole) if k <= drawn else ZERO
        for k in range(spots + 1)
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """One way a bet can end. The prize is in dollars for the law's stake, before any jackpot."""

    outcome: str
    probability: Fraction
    prize: Fraction
    fill: Fraction = ZERO
    bonus_jackpot: Fraction = ZERO
    jackpot: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """Every outcome of one bet; the chances add up to one.

    >>> coin = Law(Fraction(1), (Outcome("win", Fraction(1, 2), Fraction(3, 2)),
    ...                          Outcome("lose", Fraction(1, 2), ZERO)))
    >>> coin.hit_rate, coin.rtp, coin.variance
    (Fraction(1, 2), Fraction(3, 4), Fraction(9, 16))
    """

    stake: Fraction
    outcomes: tuple[Outcome, ...]
    growth_rate: Fraction | None = None

    def __post_init__(self) -> None:
        assert self.stake > 0
        assert sum(o.probability for o in self.outcomes) == 1

    @property
    def hit_rate(self) -> Fraction:
        """The chance of any prize at all."""
        return sum((o.probability for o in self.outcomes if o.prize), ZERO)

    @property
    def rtp(self) -> Fraction:
        """The share of the stake that the schedule gives back; no fill, growth or bonus jackpot."""
        return self._mean() / self.stake

    @property
    def has_fill(self) -> bool:
        return any(o.fill for o in self.outcomes)

    @property
    def rtp_with_jackpot_fill(self) -> Fraction:
        """The return of a sole winner who is also paid the fill."""
        return self.rtp + sum((o.probability * o.fill for o in self.outcomes), ZERO) / self.stake

    @property
    def rtp_with_bonus_jackpot(self) -> Fraction:
        """Schedule, fill and the flat Keno Bonus Jackpot Prize, each as for a sole winner."""
        flat = sum((o.probability * o.bonus_jackpot for o in self.outcomes), ZERO)
        return self.rtp_with_jackpot_fill + flat / self.stake

    @property
    def top_prize(self) -> Fraction:
        return max(o.prize for o in self.outcomes)

    @property
    def top_chance(self) -> Fraction:
        """The chance of the top prize, which more than one outcome may pay."""
        top = self.top_prize
        return sum((o.probability for o in self.outcomes if o.prize == top), ZERO)

    @property
    def jackpot_chance(self) -> Fraction:
        return sum((o.probability for o in self.outcomes if o.jackpot), ZERO)

    @property
    def rtp_with_growth(self) -> Fraction | None:
        """The long-run return when every dollar of growth is paid out in the end."""
        if self.growth_rate is None:
            return None
        return self.rtp_with_bonus_jackpot + self.growth_rate

    def rtp_at(self, growth: Fraction) -> Fraction:
        """The return of a sole winner while the jackpot shows this much growth, in dollars."""
        return self.rtp_with_bonus_jackpot + self.jackpot_chance * growth / self.stake

    @property
    def growth_to_break_even(self) -> Fraction | None:
        """The growth at which a sole winner's return reaches the stake; None without a jackpot."""
        if not self.jackpot_chance:
            return None
        short = (1 - self.rtp_with_bonus_jackpot) * self.stake
        return max(short / self.jackpot_chance, ZERO)

    @property
    def variance(self) -> Fraction:
        """The variance of the schedule prize, in dollars squared, for the law's stake."""
        square = sum((o.probability * o.prize**2 for o in self.outcomes), ZERO)
        return square - self._mean() ** 2

    @property
    def deviation(self) -> float:
        """The standard deviation per dollar staked, for a human eye."""
        return sqrt(self.variance) / float(self.stake)

    def _mean(self) -> Fraction:
        return sum((o.probability * o.prize for o in self.outcomes), ZERO)


def law_of_prizes(stake: Fraction, prizes: Mapping[Fraction, Fraction]) -> Law:
    """A law whose outcomes are named by their prizes: chance for each amount in dollars."""
    return Law(stake, tuple(Outcome(money(p), prizes[p], p) for p in sorted(prizes)))


def gather(pairs: Iterable[tuple[Fraction, Fraction]]) -> dict[Fraction, Fraction]:
    """Chances added up by value.

    >>> gather([(Fraction(2), Fraction(1, 4)), (Fraction(2), Fraction(1, 4))])
    {Fraction(2, 1): Fraction(1, 2)}
    """
    found: dict[Fraction, Fraction] = {}
    for value, chance in pairs:
        found[value] = found.get(value, ZERO) + chance
    return found


def money(amount: Fraction) -> str:
    """Dollars in digits only, with cents where there are any.

    >>> money(Fraction(250000)), money(Fraction(17, 2)), money(Fraction(1, 1000))
    ('250000', '8.50', '0.001')
    """
    if amount.denominator == 1:
        return str(amount)
    for places in range(2, 9):
        scaled = amount * 10**places
        if scaled.denominator == 1:
            digits = f"{int(scaled):0{places + 1}d}"
            return f"{digits[:-places]}.{digits[-places:]}"
    return str(amount)


def as_text(value: Fraction) -> str:
    """'a/b' in lowest terms, also for whole numbers.

    >>> as_text(Fraction(6, 8)), as_text(Fraction(3))
    ('3/4', '3/1')
    """
    return f"{value.numerator}/{value.denominator}"
