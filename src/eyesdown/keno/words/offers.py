"""What is on offer: templates, jackpots, guarantees, extra prizes, changed contributions."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    Category,
    Form,
    Method,
    SpotGame,
)


class Superplay(Written, frozen=True):
    """A template: Groups are fixed and one Venue's for a Customised one, only sized otherwise."""

    template: str
    game: SpotGame
    group_sizes: tuple[int, ...]
    sizes: tuple[int, ...] | None
    groups: tuple[tuple[int, ...], ...]
    venue: str


class FormSwitch(Written, frozen=True):
    """Whether a form of entry is offered by a method, from a Keno Day on."""

    form: Form
    method: Method
    offered: bool
    approval: str
    from_day: date


class FlexPeriod(Written, frozen=True):
    """A change of a category's contribution over some Keno Days."""

    category: Category
    change: Fraction
    from_day: date
    to_day: date


class Jackpot(Written, frozen=True):
    """One jackpot level. While it is pooled, growth feeds `pool_cents`, else `growth_cents`.

    `rates` has each rate with the Keno Day it starts on, the earliest first.
    """

    jackpot: str
    rates: tuple[tuple[date, Fraction], ...] = ()
    growth_cents: Fraction = Fraction(0)
    pooled: bool = False
    pool_cents: Fraction = Fraction(0)
    jurisdictions: tuple[str, ...] = ()
    given_cents: Fraction = Fraction(0)  # all that was ever won of it

    @property
    def available_cents(self) -> Fraction:
        """What can be won: the pool while it is pooled, else the growth."""
        return self.pool_cents if self.pooled else self.growth_cents

    def rate_on(self, day: date) -> Fraction | None:
        """The rate of the latest start up to a Keno Day."""
        started = [rate for start, rate in self.rates if start <= day]
        return started[-1] if started else None


class Guarantee(Written, frozen=True):
    """An amount a jackpot is guaranteed to reach; it is no Bonus Prize (M35)."""

    jackpot: str
    cents: int
    from_day: date
    to_day: date
    paid_from_promotion: bool


class ExtraPrize(Written, frozen=True):
    """A Bonus Prize or additional Approved prize; a Bonus Prize ends with the game that wins it."""

    prize: str
    bonus: bool
    cents: int
    approval: str
    form: SpotGame
    spots: int
    caught: int
    from_at: datetime
    to_at: datetime
    won_in: int | None = None


OURS = "NSW"
"""The jurisdiction whose winners are among the site's own entries."""


class WinnersAway(Written, frozen=True):
    """What winners of a pooled jackpot staked in another jurisdiction; there may be none."""

    jackpot: str
    jurisdiction: str
    staked_cents: tuple[int, ...]
