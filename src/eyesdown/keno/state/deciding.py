"""Small words that every deciding file uses."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from eyesdown.keno.events import Event
from eyesdown.keno.words.records import Venue
from eyesdown.kernel.cite import Fact, Refusal
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.coverage import in_order
from eyesdown.rulebook.facts.keno_entry import VenueFacts
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.c02_terms import APPROVALS, VENUES, ApprovalFacts
from eyesdown.rulebooks.nsw_keno.record import REFUSES

KENO2_POOLS = {
    "2:Pooled Jackpot": "2:Keno $2 Game Pooled Jackpot",
    "2:Pooled Jackpot Amount": "2:Keno $2 Game Pooled Jackpot Amount",
    "19(h)(ii)": "19(j)(ii)",
}
"""What is said of the pools of Regular Keno, and where it is said of those of the $2 Game."""


class Timed(Protocol):
    """Any command: it says when it was asked."""

    @property
    def at(self) -> datetime: ...


class Offered(Protocol):
    """A prize, or the asking for one: it says for which times."""

    @property
    def from_at(self) -> datetime: ...

    @property
    def to_at(self) -> datetime: ...


def no(command: Timed, about: str, refusals: tuple[Refusal, ...]) -> tuple[Event, ...]:
    """The recorded answer to a command that some clause refuses, first printed first."""
    return refused(command, in_order(refusals), about)


def refusal(book: NswKeno, code: str, number: str, **facts: Fact) -> Refusal:
    """A no that no chapter asks about because it is of the record, not of the rules."""
    assert code in REFUSES.get(number, ()), f"{code} is not listed under {number}"
    return Refusal(code, book.clause(number), tuple(facts.items()))


def pool_refusal(book: NswKeno, key: str, code: str, number: str, **facts: Fact) -> Refusal:
    """A no about the pool of a jackpot, by the clause about its own game."""
    return refusal(book, code, KENO2_POOLS[number] if key.startswith("keno2/") else number, **facts)


def approved(book: NswKeno, what: str, approval: str) -> tuple[Refusal, ...]:
    return book.check(APPROVALS, ApprovalFacts(what, approval))


def venue_refusals(book: NswKeno, venue: Venue | None, name: str) -> tuple[Refusal, ...]:
    """Why a Venue may not act: it was never appointed."""
    approval = venue.approval if venue else ""
    return book.check(VENUES, VenueFacts(name, venue is not None, approval, general_bar=False))


def is_offered(prize: Offered, closes_at: datetime) -> bool:
    """Whether a game that closes at a moment is one for which a prize is approved."""
    return not is_before(closes_at, prize.from_at) and not is_before(prize.to_at, closes_at)


def is_before(at: datetime, limit: datetime) -> bool:
    """Earlier than a limit; a time without a zone is taken to be in the other's."""
    if (at.tzinfo is None) != (limit.tzinfo is None):
        return at.replace(tzinfo=None) < limit.replace(tzinfo=None)
    return at < limit
