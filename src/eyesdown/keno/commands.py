"""What anybody may ask of a keno site. Time, chance, ids and serials come in with the asking.

`at` is the wall time in Sydney. A serial, note, session or voucher number is made by whoever asks;
the answer to a second use of it is a refusal, as long as the first is in memory: a site makes
serials that nobody can make twice.

A ticket whose games are over has left memory. A command about one brings along what the store has
of it, as `kept`; the site puts it in, so that deciding the command again gives the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import TypeAlias

from msgspec import field

from eyesdown.keno.office.commands import AccountCommand, OfficeCommand
from eyesdown.keno.words.entries import Entry
from eyesdown.keno.words.records import Overdue, Stored
from eyesdown.keno.words.tenders import Tendered
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import DrawSite, Form, FormReason, Ground, Payout, Tender

# --- days and games -------------------------------------------------------------------------------


class OpenDay(Written, frozen=True):
    at: datetime


class CloseDay(Written, frozen=True):
    at: datetime


class OpenGame(Written, frozen=True):
    at: datetime
    closes_at: datetime


class CloseGame(Written, frozen=True):
    """Close the open game; with `next_closes_at` the next one opens in the same instant (T09)."""

    at: datetime
    next_closes_at: datetime | None = None


class RecordDraw(Written, frozen=True):
    """Numbers in the order drawn; with a `malfunction`, those drawn until it happened.

    It names the procedure that is followed then. `by` is who says so; nobody for the site's device.
    """

    at: datetime
    game: int
    numbers: tuple[int, ...]
    device: str
    site: DrawSite
    medium: str
    site_approval: str = ""
    malfunction: str = ""
    by: str = ""


class ReportWrongDisplay(Written, frozen=True):
    at: datetime
    game: int
    position: int
    shown: int


class CorrectDisplay(Written, frozen=True):
    at: datetime
    game: int


class SettleGame(Written, frozen=True):
    """`elsewhere` has the base stakes of each pooled jackpot's winners in other jurisdictions.

    For a jackpot that is not in it, what was reported of them until now counts.
    """

    at: datetime
    game: int
    elsewhere: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


# --- sales ----------------------------------------------------------------------------------------


class AcceptEntry(Written, frozen=True):
    """`delivered` when the terminal hands the receipt over in the same act.

    A web Entry is `confirmed` on the confirmation screen; its `location` is stored (T24). Whether
    a ticket that is played again is on storage is put in by the site.
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
    replay_stored: bool = False


class DeliverReceipt(Written, frozen=True):
    at: datetime
    serial: str


class AcknowledgeEntry(Written, frozen=True):
    at: datetime
    serial: str


class SellGiftVoucher(Written, frozen=True):
    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    paid_cents: int
    by_chip: bool = False
    notified: date | None = None


class IssuePrepaidVoucher(Written, frozen=True):
    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    notified: date | None = None


class SellChips(Written, frozen=True):
    at: datetime
    venue: str
    face_cents: int
    paid_cents: int


class IssueReceipt(Written, frozen=True):
    """An SST Receipt or Cash Voucher for cash."""

    at: datetime
    serial: str
    kind: Tender
    terminal: str
    cents: int


class RedeemReceipt(Written, frozen=True):
    at: datetime
    serial: str
    venue: str


class CollectByRunner(Written, frozen=True):
    at: datetime
    note: str
    runner: str
    venue: str
    cents: int


class CancelEntry(Written, frozen=True):
    """A casino may give the money back in Chips, all of it or `chip_cents`."""

    at: datetime
    serial: str
    session: str
    venue: str = ""
    location: str = ""
    as_chips: bool = False
    replacement_serial: str = ""
    chip_cents: int = 0
    kept: Stored | None = None


# --- claims and payouts ---------------------------------------------------------------------------


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
    kept: Stored | None = None


class VerifyPrize(Written, frozen=True):
    at: datetime
    serial: str
    by: str
    kept: Stored | None = None


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


class RequestPrintPay(Written, frozen=True):
    at: datetime
    serial: str
    kept: Stored | None = None


class AskAnonymity(Written, frozen=True):
    at: datetime
    serial: str
    anonymous: bool
    kept: Stored | None = None


class ExpireUnclaimed(Written, frozen=True):
    at: datetime
    kept: Overdue | None = None


class LodgeClaimForm(Written, frozen=True):
    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str = ""
    kept: Stored | None = None


class PayClaimForm(Written, frozen=True):
    at: datetime
    form: str
    payout: Payout
    payee: str
    satisfied: str
    kept: Stored | None = None


class RefundVoucher(Written, frozen=True):
    at: datetime
    serial: str
    venue: str
    validated: bool
    operator_at_fault: bool = False


class Disqualify(Written, frozen=True):
    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str = ""
    kept: Stored | None = None


class Reinstate(Written, frozen=True):
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
