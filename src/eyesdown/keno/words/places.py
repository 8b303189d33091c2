"""Venues, their terminals and the people on duty; the published instructions."""

from __future__ import annotations

from datetime import datetime, time
from fractions import Fraction

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    Duty,
    VenueKind,
)


class Venue(Written, frozen=True):
    """A Club, Hotel or casino appointed to take Subscriptions; `closes` may be past midnight."""

    venue: str
    kind: VenueKind
    name: str
    area: str
    approval: str
    premises: tuple[str, ...]
    permitted_area: tuple[str, ...]
    opens: time
    closes: time
    payout_limit_cents: int | None
    eft_permitted: bool
    commission: Fraction | None = None

    def trading(self, at: datetime) -> bool:
        """Whether its displayed trading hours cover a moment; the closing instant is outside.

        Hours that end where they begin go round the clock.
        """
        now = at.time()
        if self.opens < self.closes:
            return self.opens <= now < self.closes
        return now >= self.opens or now < self.closes


class Terminal(Written, frozen=True):
    """A writer's terminal issues Cash Vouchers and pays claims; a self-service one SST Receipts."""

    terminal: str
    venue: str
    self_service: bool
    approval: str


class OnDuty(Written, frozen=True):
    """A person on duty; `account` is their own account or card, which may not play meanwhile."""

    person: str
    duty: Duty
    place: str
    account: str
    since: datetime


ACCOUNT_TERMS = "account terms"
"""The medium under which the operator publishes its terms of Subscriber Accounts."""


class Instructions(Written, frozen=True):
    """A version of the instructions for players."""

    version: str
    medium: str
    text: str
    since: datetime
