"""The law of a bet: its outcomes with exact chances and prizes, and the figures that follow.

Chances, prizes and returns are fractions: a float appears only where a person reads it. Returns
are per unit of stake, so 3/4 means that players get back 75 cents per dollar in the long run.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

ZERO = Fraction(0)


def hypergeometric(pool: int, drawn: int, spots: int) -> tuple[Fraction, ...]:
    """The chance of each number of matches, 0 to `spots`, when `drawn` of `pool` numbers are drawn.

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
    """One way a bet can end; amounts are in dollars for the law's stake.

    `prize` is the schedule prize. `fill` and `bonus_jackpot` are what a sole winner gets on top.
    """

    outcome: str
    probability: Fraction
    prize: Fraction
    fill: Fraction = ZERO
    bonus_jackpot: Fraction = ZERO
    jackpot: bool = False


@dataclass(frozen=True, slots=True)
class Law:
    """Every outcome of one bet; the chances add up to 1.

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
        """Return to player: the share of the stake that schedule prizes pay back on average.

        Fill, growth and bonus jackpot are not in it.
        """
        return self._mean() / self.stake

    @property
    def has_fill(self) -> bool:
        """Whether a winner can get a jackpot fill."""
        return any(o.fill for o in self.outcomes)

    @property
    def rtp_with_jackpot_fill(self) -> Fraction:
        """The return of a sole winner who is also paid the fill."""
        return self.rtp + sum((o.probability * o.fill for o in self.outcomes), ZERO) / self.stake

    @property
    def rtp_with_bonus_jackpot(self) -> Fraction:
        """The return of a sole winner who gets fill and the flat Keno Bonus Jackpot Prize."""
        flat = sum((o.probability * o.bonus_jackpot for o in self.outcomes), ZERO)
        return self.rtp_with_jackpot_fill + flat / self.stake

    @property
    def top_prize(self) -> Fraction:
        """The largest schedule prize, in dollars."""
        return max(o.prize for o in self.outcomes)

    @property
    def top_chance(self) -> Fraction:
        """The chance of the top prize; several outcomes may pay it, as 0 and 20 of 40 spots do."""
        top = self.top_prize
        return sum((o.probability for o in self.outcomes if o.prize == top), ZERO)

    @property
    def jackpot_chance(self) -> Fraction:
        """The chance to win the jackpot."""
        return sum((o.probability for o in self.outcomes if o.jackpot), ZERO)

    @property
    def rtp_with_growth(self) -> Fraction | None:
        """The long-run return if all growth is paid out in the end; None without a growth rate."""
        if self.growth_rate is None:
            return None
        return self.rtp_with_bonus_jackpot + self.growth_rate

    def rtp_at(self, growth: Fraction) -> Fraction:
        """The return of a sole winner while the jackpot has grown by `growth` dollars."""
        return self.rtp_with_bonus_jackpot + self.jackpot_chance * growth / self.stake

    @property
    def growth_to_break_even(self) -> Fraction | None:
        """The growth at which a sole winner's return reaches the stake; None without a jackpot."""
        if not self.jackpot_chance:
            return None
        # Every dollar of growth adds jackpot_chance dollars to what a bet is worth.
        short = (1 - self.rtp_with_bonus_jackpot) * self.stake
        return max(short / self.jackpot_chance, ZERO)

    @property
    def variance(self) -> Fraction:
        """The variance of the schedule prize, in dollars squared, for the law's stake."""
        square = sum((o.probability * o.prize**2 for o in self.outcomes), ZERO)
        return square - self._mean() ** 2

    @property
    def deviation(self) -> float:
        """The standard deviation per dollar staked, as a decimal."""
        return sqrt(self.variance) / float(self.stake)

    def _mean(self) -> Fraction:
        return sum((o.probability * o.prize for o in self.outcomes), ZERO)


def law_of_prizes(stake: Fraction, prizes: Mapping[Fraction, Fraction]) -> Law:
    """A law from the chance of each prize in dollars; the outcomes are named by their prizes.

    >>> law_of_prizes(Fraction(1), {Fraction(2): Fraction(1, 4), ZERO: Fraction(3, 4)}).rtp
    Fraction(1, 2)
    """
    return Law(stake, tuple(Outcome(money(p), prizes[p], p) for p in sorted(prizes)))


def gather(pairs: Iterable[tuple[Fraction, Fraction]]) -> dict[Fraction, Fraction]:
    """Chances added up by value.

    >>> gather([(Fraction(2), Fraction(1, 4)), (Fraction(2), Fraction(1, 4))])
    {Fraction(2, 1): Fraction(1, 2)}
    """
    totals: dict[Fraction, Fraction] = {}
    for value, chance in pairs:
        totals[value] = totals.get(value, ZERO) + chance
    return totals


def money(amount: Fraction) -> str:
    """Dollars as a bare number, with cents if there are any.

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
