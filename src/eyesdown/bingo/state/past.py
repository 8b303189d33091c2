"""What stays of sessions that left the state: as much as later rules ask for."""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from msgspec import Struct, field

ENDS_MAX = 8
"""How many sessions back their times are known; a gap is measured to the latest one (B05)."""
MARK_BYTES = 4
"""How much stays of the name of an archived session: 1.5 kB in a year of nights.

After ten years of nights one new name in a million is taken for an old one, and refused.
"""


class Span(NamedTuple):
    """When a session of two games or more began and ended."""

    began_at: datetime
    ended_at: datetime


class Sums(NamedTuple):
    """Receipts and prizes of sessions, in cents."""

    receipts_cents: int = 0
    prizes_cents: int = 0


class Past(Struct):
    """Archived sessions: all their names, the latest times, and sums of sequences in progress.

    Of a name its mark is kept, the beginning of its SHA-256: enough to know it again, for good.
    """

    names: bytes = b""
    spans: tuple[Span, ...] = ()
    sequences: dict[str, Sums] = field(default_factory=dict)

    def add_name(self, session: str) -> None:
        """Keep the mark of an archived session's name."""
        self.names += _mark(session)

    def has_name(self, session: str) -> bool:
        """Whether a session of this name was archived.

        >>> past = Past()
        >>> past.add_name("Mon")
        >>> past.add_name("Tue")
        >>> [past.has_name(name) for name in ("Mon", "Tue", "Wed")]
        [True, True, False]
        """
        mark = _mark(session)
        places = range(0, len(self.names), MARK_BYTES)
        return any(self.names.startswith(mark, place) for place in places)

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


def _mark(session: str) -> bytes:
    return sha256(session.encode()).digest()[:MARK_BYTES]
