"""Commands about claims, payouts, claim forms and disqualified Entries."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.keno.words.tickets import Overdue, StoredEntry
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import FormReason, Ground, Payout


class PayoutAsked(Written, frozen=True):
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


class RequestPrintPay(Written, frozen=True):
    at: datetime
    serial: str
    by: str = ""
    kept: StoredEntry | None = None


class AskAnonymity(Written, frozen=True):
    at: datetime
    serial: str
    anonymous: bool
    by: str = ""
    kept: StoredEntry | None = None


class ExpireUnclaimed(Written, frozen=True):
    at: datetime
    by: str = ""
    kept: Overdue | None = None


class LodgeClaimForm(Written, frozen=True):
    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str = ""
    by: str = ""
    kept: StoredEntry | None = None


class PayClaimForm(Written, frozen=True):
    at: datetime
    form: str
    payout: Payout
    payee: str
    satisfied: str
    by: str = ""
    kept: StoredEntry | None = None


class Disqualify(Written, frozen=True):
    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str = ""
    kept: StoredEntry | None = None


class Reinstate(Written, frozen=True):
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
