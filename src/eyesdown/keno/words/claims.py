"""Customer Sessions, claim forms and money collected by runners."""

from __future__ import annotations

from datetime import datetime

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    FormReason,
)


class Session(Written, frozen=True):
    """A Customer Session: everything claimed in it is one Total Prize Money."""

    session: str
    venue: str
    serials: tuple[str, ...] = ()
    lodged: tuple[tuple[str, int], ...] = ()  # Entry and game of every prize claimed in it
    cents: int = 0
    parlay_cents: int = 0
    paid: bool = False

    @property
    def due_cents(self) -> int:
        """What is still to be paid: the total less what was staked again."""
        return self.cents - self.parlay_cents


class ClaimForm(Written, frozen=True):
    """An Unclaimed Prize Claim Form."""

    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str
    lodged_at: datetime
    cents: int
    nothing_owed: bool = False  # nor will anything be owed on it later
    paid: bool = False


class RunnerMoney(Written, frozen=True):
    """Money that a runner has collected, by the number of its note."""

    note: str
    runner: str
    venue: str
    cents: int
    at: datetime
