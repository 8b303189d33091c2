"""The books of a hall kept beside its rules, and held against them after every command."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from eyesdown.bingo.events import Event
from eyesdown.bingo.state.state import HallState
from eyesdown.ledger.books import Amount, post
from eyesdown.ledger.hall import PRIZES, REFUNDS, hall_postings, pool, takings


@dataclass
class HallBooks:
    """Balances that follow the events."""

    balances: dict[str, Amount] = field(default_factory=dict)

    def post(self, before: HallState, events: Iterable[Event]) -> None:
        """Post a command's events, of which the state knows nothing yet."""
        groups = [group for event in events for group in hall_postings(before, event)]
        self.balances |= post(self.balances, *groups)

    def agree(self, state: HallState) -> bool:
        """Whether pools and takings are what the rules say, and awards and refunds are owed."""
        owed = sum(award.amount_cents for award in state.awards.values() if not award.paid)
        refunds = sum(refund.amount_cents for refund in state.refunds.values())
        pools = {pool(name): each.balance_cents for name, each in state.pools.items()}
        sessions = {
            takings(name): 0 if session.closed else session.takings_cents
            for name, session in state.sessions.items()
        }
        due = {PRIZES: owed, REFUNDS: refunds, **pools, **sessions}
        return all(-self.balances.get(name, 0) == cents for name, cents in due.items())
