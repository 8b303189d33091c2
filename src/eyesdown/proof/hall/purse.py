"""A hall's money as the people who handled it saw it, against what the books say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from eyesdown.bingo.claims.events import PrizePaid
from eyesdown.bingo.sales.events import (
    CardsSold,
    EntryFeePaid,
    RefundPaid,
    SaleTakenBack,
    TillCounted,
    TillOpened,
)
from eyesdown.bingo.state.state import HallState
from eyesdown.ledger.books import Amount
from eyesdown.ledger.hall import (
    BANK,
    PRIZES,
    REFUNDS,
    SAFE,
    TOKENS,
    cash_at,
    difference,
    pool,
    received,
    takings,
)

HANDLED = ("hall_cash", "hall_cards", SAFE, BANK, TOKENS, "till_difference")
"""The accounts of money that went through someone's hands."""


class Purse(Counter[str]):
    """What went into each place, less what came out of it, in cents."""

    def sees(self, event: Any) -> None:
        """Note the money that someone took or gave in an event."""
        match event:
            case CardsSold(paid_cents=cents) | EntryFeePaid(fee_cents=cents):
                self[received(event.tender, event.point)] += cents
            case SaleTakenBack(paid_cents=cents) | RefundPaid(amount_cents=cents):
                self[received(event.tender, event.point)] -= cents
            case TillOpened(float_cents=cents):
                self[SAFE] -= cents
                self[cash_at(event.point)] += cents
            case TillCounted(counted_cents=cents):
                self[SAFE] += cents
                self[difference(event.point)] -= cents - self[cash_at(event.point)]
                self[cash_at(event.point)] = 0
            case PrizePaid(parts=parts):
                for part in parts:
                    by_cash = part.method == "cash"
                    banked = "cheque" in part.method or "electronic" in part.method
                    way = cash_at(event.point) if by_cash else BANK if banked else TOKENS
                    self[way] -= part.amount_cents
            case _:
                pass


def unexplained(books: Mapping[str, Amount], purse: Mapping[str, int], hall: HallState) -> str:
    """The first account that no one can explain, in words; nothing if every cent is explained.

    Money that people handled is what they saw; what is owed and held is what the hall's state says.
    The operator's own money is the rest, because all accounts add up to 0.

    >>> unexplained({"bank": -500, "hall_own": 500}, {}, HallState())
    'bank is -500 in the books, and 0 by what people saw'
    """
    if sum(books.values()):
        return f"the books are out of balance by {sum(books.values())}"
    handled = {name for name in books if name.startswith(HANDLED)} | set(purse)
    for name in sorted(handled):
        booked, handed_over = books.get(name, 0), purse.get(name, 0)
        if booked != handed_over:
            return f"{name} is {booked} in the books, and {handed_over} by what people saw"
    for name, cents in sorted(_owed(books, hall).items()):
        if -books.get(name, 0) != cents:
            return f"{name} is {-books.get(name, 0)} in the books, and {cents} in the hall"
    return ""


def _owed(books: Mapping[str, Amount], hall: HallState) -> dict[str, int]:
    """What a hall owes and holds for players, by account."""
    sessions = {
        takings(name): 0 if session.closed else session.takings_cents
        for name, session in hall.sessions.items()
    }
    past = {name: 0 for name in books if name.startswith("takings/") and name not in sessions}
    return {
        PRIZES: sum(award.amount_cents for award in hall.awards.values() if not award.paid),
        REFUNDS: sum(refund.amount_cents for refund in hall.refunds.values()),
        **{pool(name): each.balance_cents for name, each in hall.pools.items()},
        **sessions,
        **past,
    }
