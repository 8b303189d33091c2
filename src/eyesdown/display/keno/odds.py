"""What every bet costs, how often it wins and what comes back, as the odds page shows it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rung:
    """One way to win: what must happen, what it pays and how rarely it happens."""

    words: str
    cents: int
    one_in: float
    jackpot: bool


@dataclass(frozen=True, slots=True)
class BetOdds:
    """A bet at its price. `back` is the average return on a dollar, in cents."""

    name: str
    price_cents: int
    one_in: float
    back: float
    back_with_fill: float | None
    ladder: tuple[Rung, ...]


@dataclass(frozen=True, slots=True)
class GameOdds:
    """Every bet of a game, without and with Keno Bonus."""

    key: str
    title: str
    how: str
    plain: tuple[BetOdds, ...]
    bonus: tuple[BetOdds, ...]
