"""The books of a hall kept beside its rules, and held against them after every command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from eyesdown.bingo.events import Event
from eyesdown.bingo.state.state import HallState
from eyesdown.ledger.books import Amount, post
from eyesdown.ledger.hall import PRIZES, hall_postings, pool


@dataclass
class HallBooks:
    """Balances that follow the events."""

    balances: dict[str, Amount] = field(default_factory=dict)

    def post(self, before: HallState, events: Iterable[Event]) -> None:
        """Post a command's events, of which the state knows nothing yet."""
        groups = [group for event in events for group in hall_postings(before, event)]
        self.balances |= post(self.balances, *groups)

    def agree(self, state: HallState) -> bool:
        """Whether pools hold what the rules say, and what is owed is every award not yet paid."""
        owed = sum(one.amount_cents for one in state.awards.values() if not one.paid)
        pools = {pool(name): one.balance_cents for name, one in state.pools.items()}
        due = {PRIZES: owed, **pools}
        return all(-self.balances.get(name, 0) == cents for name, cents in due.items())
