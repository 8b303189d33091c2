"""Commands about claims, payouts, claim forms and disqualified Entries."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.keno.words.tickets import Overdue, StoredEntry
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import FormReason, Ground, Payout


class PayoutAsked(Written, frozen=True):
    """One way of payment in a session: what, how much, and to whom or on which receipt."""

    payout: Payout
    cents: int
    payee: str = ""
    document: str = ""


class ClaimPrize(Written, frozen=True):
    """A ticket handed in; `check` is what is printed on it to be compared with the record."""

    at: datetime
    serial: str
    session: str
    venue: str
    terminal: str
    check: str
    by: str = ""
    kept: StoredEntry | None = None


class VerifyPrize(Written, frozen=True):
    """Record that the Operating Company has verified a win."""

    at: datetime
    serial: str
    by: str
    kept: StoredEntry | None = None


class PaySession(Written, frozen=True):
    """Pay the Total Prize Money of a session; `continuations` are serials for running tickets."""

    at: datetime
    session: str
    venue: str
    payouts: tuple[PayoutAsked, ...]
    claimant: str = ""
    all_from_fund: bool = False
    anonymous: bool = False
    continuations: tuple[str, ...] = ()
    by: str = ""
    because: str = ""
    approval: str = ""


class RequestPrintPay(Written, frozen=True):
    """Print out what was paid on a ticket or receipt."""

    at: datetime
    serial: str
    by: str = ""
    kept: StoredEntry | None = None


class AskAnonymity(Written, frozen=True):
    """Stay unnamed as a winner, or not."""

    at: datetime
    serial: str
    anonymous: bool
    by: str = ""
    kept: StoredEntry | None = None


class ExpireUnclaimed(Written, frozen=True):
    """Move prizes and receipts that were not claimed in time to the unclaimed money."""

    at: datetime
    by: str = ""
    kept: Overdue | None = None


class LodgeClaimForm(Written, frozen=True):
    """Take an Unclaimed Prize Claim Form for a ticket or receipt."""

    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str = ""
    by: str = ""
    kept: StoredEntry | None = None


class PayClaimForm(Written, frozen=True):
    """Pay what is owed on a claim form; `satisfied` names the proof."""

    at: datetime
    form: str
    payout: Payout
    payee: str
    satisfied: str
    by: str = ""
    kept: StoredEntry | None = None


class Disqualify(Written, frozen=True):
    """Disqualify an Entry on a ground of rule 21."""

    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str = ""
    kept: StoredEntry | None = None


class Reinstate(Written, frozen=True):
    """Lift the disqualification of an Entry."""

    at: datetime
    serial: str
    approval: str
    by: str


ClaimCommand: TypeAlias = (
    ClaimPrize
    | VerifyPrize
    | PaySession
    | RequestPrintPay
    | AskAnonymity
    | ExpireUnclaimed
    | LodgeClaimForm
    | PayClaimForm
    | Disqualify
    | Reinstate
)
