"""Facts of keno clauses about claims and payouts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.rulebook.keno_words import Payout


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """A ticket handed in at a terminal."""

    serial: str
    known: bool
    through_internet: bool
    ticket_agrees: bool
    prize_cents: int
    paid: bool
    disqualified: bool
    runner_note: bool
    last_day: date | None
    day: date


@dataclass(frozen=True, slots=True)
class PayFacts:
    """One way of paying part of a Total Prize Money."""

    payout: Payout
    venue_cents: int
    threshold_cents: int
    total_cents: int
    at_casino: bool
    eft_permitted: bool
    payee: str


@dataclass(frozen=True, slots=True)
class PrintPayFacts:
    """A Print Pay Ticket that a player asks for."""

    known: bool
    day_issued: date
    day_now: date | None
    prizes_paid: bool
    is_document: bool
