"""What anybody may ask of a keno site. Time, chance, ids and serials come in with the asking.

`at` is the wall time in Sydney. A serial, note, session or voucher number is made by whoever asks;
the answer to a second use of it is a refusal, as long as the first is in memory: a site makes
serials that nobody can make twice.

A ticket whose games are over has left memory. A command about one brings along what the store has
of it, as `kept`; the site puts it in, so that deciding the command again gives the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TypeAlias

from eyesdown.keno.entries import Entry
from eyesdown.keno.office_commands import AccountCommand, OfficeCommand
from eyesdown.keno.records import Overdue, Stored
from eyesdown.keno.tenders import Tendered
from eyesdown.rulebook.facts.keno_life import (
    Form,
    FormReason,
    Ground,
    Payout,
    Site,
    Tender,
)

# --- days and games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenDay:
    at: datetime


@dataclass(frozen=True, slots=True)
class CloseDay:
    at: datetime


@dataclass(frozen=True, slots=True)
class OpenGame:
    at: datetime
    closes_at: datetime


@dataclass(frozen=True, slots=True)
class CloseGame:
    """Close the open game; with `next_closes_at` the next one opens in the same instant (T09)."""

    at: datetime
    next_closes_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class RecordDraw:
    """Numbers in the order drawn; with a `malfunction`, those drawn until it happened."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    device: str
    site: Site
    medium: str
    site_approval: str = ""
    malfunction: str = ""


@dataclass(frozen=True, slots=True)
class ReportWrongDisplay:
    at: datetime
    game: int
    position: int
    shown: int


@dataclass(frozen=True, slots=True)
class CorrectDisplay:
    at: datetime
    game: int


@dataclass(frozen=True, slots=True)
class SettleGame:
    """`elsewhere` has the base stakes of each pooled jackpot's winners in other jurisdictions."""

    at: datetime
    game: int
    elsewhere: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


# --- sales ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AcceptEntry:
    """`delivered` when the terminal hands the receipt over in the same act.

    A web Entry is `confirmed` on the confirmation screen; its `location` is stored (T24).
    """

    at: datetime
    entry: Entry
    tenders: tuple[Tendered, ...]
    delivered: bool = False
    confirmed: bool = False
    change_as: Tender = Tender.CASH
    change_serial: str = ""
    runner_note: str = ""
    location: str = ""


@dataclass(frozen=True, slots=True)
class DeliverReceipt:
    at: datetime
    serial: str


@dataclass(frozen=True, slots=True)
class AcknowledgeEntry:
    at: datetime
    serial: str


@dataclass(frozen=True, slots=True)
class SellGiftVoucher:
    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    paid_cents: int
    by_chip: bool = False
    notified: date | None = None


@dataclass(frozen=True, slots=True)
class IssuePrepaidVoucher:
    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    notified: date | None = None


@dataclass(frozen=True, slots=True)
class SellChips:
    at: datetime
    venue: str
    face_cents: int
    paid_cents: int


@dataclass(frozen=True, slots=True)
class IssueReceipt:
    """An SST Receipt or Cash Voucher for cash."""

    at: datetime
    serial: str
    kind: Tender
    terminal: str
    cents: int


@dataclass(frozen=True, slots=True)
class RedeemReceipt:
    at: datetime
    serial: str
    venue: str


@dataclass(frozen=True, slots=True)
class CollectByRunner:
    at: datetime
    note: str
    runner: str
    venue: str
    cents: int


@dataclass(frozen=True, slots=True)
class CancelEntry:
    at: datetime
    serial: str
    session: str
    venue: str = ""
    location: str = ""
    as_chips: bool = False
    replacement_serial: str = ""
    kept: Stored | None = None


# --- claims and payouts ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PayoutAsked:
    payout: Payout
    cents: int
    payee: str = ""
    document: str = ""


@dataclass(frozen=True, slots=True)
class ClaimPrize:
    """A ticket handed in; `check` is what is printed on it to be compared with the record."""

    at: datetime
    serial: str
    session: str
    venue: str
    terminal: str
    check: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class VerifyPrize:
    at: datetime
    serial: str
    by: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class PaySession:
    """Pay the Total Prize Money of a session; `continuations` are serials for running tickets."""

    at: datetime
    session: str
    venue: str
    payouts: tuple[PayoutAsked, ...]
    claimant: str = ""
    all_from_fund: bool = False
    anonymous: bool = False
    continuations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestPrintPay:
    at: datetime
    serial: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class AskAnonymity:
    at: datetime
    serial: str
    anonymous: bool
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class ExpireUnclaimed:
    at: datetime
    kept: Overdue | None = None


@dataclass(frozen=True, slots=True)
class LodgeClaimForm:
    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str = ""
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class PayClaimForm:
    at: datetime
    form: str
    payout: Payout
    payee: str
    satisfied: str
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class RefundVoucher:
    at: datetime
    serial: str
    venue: str
    validated: bool
    operator_at_fault: bool = False


@dataclass(frozen=True, slots=True)
class Disqualify:
    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str = ""
    kept: Stored | None = None


@dataclass(frozen=True, slots=True)
class Reinstate:
    at: datetime
    serial: str
    approval: str
    by: str


GameCommand: TypeAlias = (
    OpenDay
    | CloseDay
    | OpenGame
    | CloseGame
    | RecordDraw
    | ReportWrongDisplay
    | CorrectDisplay
    | SettleGame
)
SaleCommand: TypeAlias = AcceptEntry | DeliverReceipt | AcknowledgeEntry | CancelEntry
CounterCommand: TypeAlias = (
    SellGiftVoucher
    | IssuePrepaidVoucher
    | SellChips
    | IssueReceipt
    | RedeemReceipt
    | CollectByRunner
    | RefundVoucher
)
TicketCommand: TypeAlias = (
    CancelEntry
    | ClaimPrize
    | VerifyPrize
    | RequestPrintPay
    | AskAnonymity
    | LodgeClaimForm
    | Disqualify
)
"""What may be asked about a ticket that is over, by its serial."""
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
Command: TypeAlias = (
    OfficeCommand | AccountCommand | GameCommand | SaleCommand | CounterCommand | ClaimCommand
)
