"""What stays of sessions that left the state: as much as later rules ask for."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct, field

ENDS_MAX = 8
"""How many sessions back their times are known; a gap is measured to the latest one (B05)."""
NAMES_MAX = 32
"""How many archived sessions back a command is refused because its session is closed."""


class Span(NamedTuple):
    """When a session of two games or more began and ended."""

    began_at: datetime
    ended_at: datetime


class Sums(NamedTuple):
    """Receipts and prizes of sessions, in cents."""

    receipts_cents: int = 0
    prizes_cents: int = 0


class Past(Struct):
    """Archived sessions: the latest names and times, and the sums of sequences in progress.

    An older name is on record; the Central Site puts that into the commands that ask for it.
    """

    names: list[str] = field(default_factory=list)
    spans: tuple[Span, ...] = ()
    sequences: dict[str, Sums] = field(default_factory=dict)

    def add_to_sequence(self, sequence: str, sums: Sums) -> None:
        """Count a session's sums for its sequence.

        >>> past = Past()
        >>> past.add_to_sequence("Winter", Sums(1000, 900))
        >>> past.add_to_sequence("Winter", Sums(500, 450))
        >>> past.sequences["Winter"]
        Sums(receipts_cents=1500, prizes_cents=1350)
        """
        before = self.sequences.get(sequence, Sums())
        receipts = before.receipts_cents + sums.receipts_cents
        self.sequences[sequence] = Sums(receipts, before.prizes_cents + sums.prizes_cents)
