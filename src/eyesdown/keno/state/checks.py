"""Checks that more than one sub-room makes before it decides."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.people import Account
from eyesdown.keno.words.places import ACCOUNT_TERMS, Instructions, Venue
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.rulebook.facts.keno_entry import VenueFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_terms import APPROVALS, VENUES, ApprovalFacts

KENO2_POOLS = {
    "2:Pooled Jackpot": "2:Keno $2 Game Pooled Jackpot",
    "2:Pooled Jackpot Amount": "2:Keno $2 Game Pooled Jackpot Amount",
    "19(h)(ii)": "19(j)(ii)",
}
"""Clauses about the pools of Regular Keno, with those that rule the same for the $2 Game."""


class Offered(Protocol):
    """A prize, or the command that approves one: it names the period."""

    @property
    def from_at(self) -> datetime: ...

    @property
    def to_at(self) -> datetime: ...


def pool_refusal(book: NswKeno, key: str, code: str, number: str, **facts: Fact) -> Refusal:
    """A refusal about the pool of a jackpot, citing the clause of the jackpot's own game."""
    return book.refusal(code, KENO2_POOLS[number] if key.startswith("keno2/") else number, **facts)


def published_terms(state: KenoState, at: datetime) -> Instructions | None:
    """The operator's own terms of Subscriber Accounts, as amended last; None if there are none."""
    published = (
        terms
        for terms in reversed(state.instructions)
        if terms.medium == ACCOUNT_TERMS and terms.since <= at
    )
    return next(published, None)


def has_accepted_terms(state: KenoState, account: Account, at: datetime) -> bool:
    """Whether the holder has accepted the terms in force: after a change, the new ones."""
    terms = published_terms(state, at)
    return bool(account.terms) and (terms is None or account.terms == terms.version)


def approval_refusals(book: NswKeno, what: str, approval: str) -> tuple[Refusal, ...]:
    """Why something may not be used: its approval is missing."""
    return book.check(APPROVALS, ApprovalFacts(what, approval))


def venue_refusals(book: NswKeno, venue: Venue | None, name: str) -> tuple[Refusal, ...]:
    """Why a Venue may not act: it was never appointed."""
    approval = venue.approval if venue else ""
    return book.check(VENUES, VenueFacts(name, venue is not None, approval, general_bar=False))


def is_offered(prize: Offered, closes_at: datetime) -> bool:
    """Whether a game that closes at a moment is one for which a prize is approved."""
    return not is_before(closes_at, prize.from_at) and not is_before(prize.to_at, closes_at)


def is_before(at: datetime, limit: datetime) -> bool:
    """Earlier than a limit; a time without a zone is taken to be in the other's.

    >>> from datetime import UTC, datetime
    >>> is_before(datetime(2026, 1, 1), datetime(2026, 1, 2, tzinfo=UTC))
    True
    """
    if (at.tzinfo is None) != (limit.tzinfo is None):
        return at.replace(tzinfo=None) < limit.replace(tzinfo=None)
    return at < limit
