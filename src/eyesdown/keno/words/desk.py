"""Words of a venue's desk: ceilings, approvals, drawers."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from eyesdown.kernel.written import Written


class Given(StrEnum):
    """What a person at a desk can give away or pay out."""

    PREPAID_VOUCHER = "prepaid_voucher"
    RECEIPT = "receipt"
    REDEMPTION = "redemption"
    REFUND = "refund"
    PAYOUT = "payout"
    CANCELLATION = "cancellation"


class Ceiling(Written, frozen=True):
    """How much one person may give at once and in a Keno Day; an empty venue means all venues.

    Above `reason_cents` a reason is needed, above `alone_cents` a second person, and above
    `most_cents` nothing is given. `day_cents` is the most that one person gives in a day.
    """

    what: Given
    self_service: bool
    venue: str
    most_cents: int
    alone_cents: int
    reason_cents: int
    day_cents: int


class Approval(Written, frozen=True):
    """A second person's word for one amount above what a person may give alone."""

    approval: str
    what: Given
    venue: str
    cents: int
    by: str


class Drawer(Written, frozen=True):
    """A till's drawer: who answers for it, since when, and the float it began with."""

    terminal: str
    venue: str
    person: str
    float_cents: int
    since: datetime


class Counted(Written, frozen=True):
    """How many notes or coins of one value were counted."""

    value_cents: int
    pieces: int
