"""What the fictional book's clauses may see."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SaleFacts:
    """A sale about to happen. `cards_count` is what the player has in the game after it."""

    cards_count: int
    price_cents: int
    game_price_cents: int
    calls_made: int


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """A claim about to be judged."""

    card: int
    card_sold_for_game: bool
    completed_on_call: int | None
    claimed_on_call: int
