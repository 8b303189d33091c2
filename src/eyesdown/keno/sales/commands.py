"""Commands that sell, pay for and cancel Entries, and that sell or redeem documents."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypeAlias

from eyesdown.keno.words.documents import Tendered
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.tickets import StoredEntry
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import Form, Tender


class AcceptEntry(Written, frozen=True):
    """Sell an Entry; it is `delivered` if the terminal hands the receipt over in the same act.

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
    by: str = ""
    replay_stored: bool = False


class DeliverReceipt(Written, frozen=True):
    """Record that the Subscriber has the receipt of an Entry."""

    at: datetime
    serial: str
    by: str = ""


class AcknowledgeEntry(Written, frozen=True):
    """Record that the acknowledgement of a web Entry was shown."""

    at: datetime
    serial: str
    by: str = ""


class CancelEntry(Written, frozen=True):
    """Cancel what is left of an Entry; a casino may pay in Chips, all of it or `chip_cents`."""

    at: datetime
    serial: str
    session: str
    venue: str = ""
    location: str = ""
    as_chips: bool = False
    replacement_serial: str = ""
    chip_cents: int = 0
    by: str = ""
    because: str = ""
    approval: str = ""
    kept: StoredEntry | None = None


class SellGiftVoucher(Written, frozen=True):
    """Sell a Gift Voucher; `notified` is a later last day that was announced."""

    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    paid_cents: int
    by_chip: bool = False
    notified: date | None = None
    by: str = ""


class IssuePrepaidVoucher(Written, frozen=True):
    """Issue a Prepaid Voucher that the Operating Company pays for."""

    at: datetime
    serial: str
    venue: str
    game: Form
    face_cents: int
    notified: date | None = None
    by: str = ""
    because: str = ""
    approval: str = ""


class SellChips(Written, frozen=True):
    """Sell a casino's Chips."""

    at: datetime
    venue: str
    face_cents: int
    paid_cents: int
    by: str = ""


class IssueReceipt(Written, frozen=True):
    """Issue an SST Receipt or Cash Voucher for cash."""

    at: datetime
    serial: str
    kind: Tender
    terminal: str
    cents: int
    by: str = ""
    because: str = ""
    approval: str = ""


class RedeemReceipt(Written, frozen=True):
    """Pay an SST Receipt or Cash Voucher in cash."""

    at: datetime
    serial: str
    venue: str
    by: str = ""
    because: str = ""
    approval: str = ""


class CollectByRunner(Written, frozen=True):
    """Note money that a runner has collected for an Entry."""

    at: datetime
    note: str
    runner: str
    venue: str
    cents: int
    by: str = ""


class RefundVoucher(Written, frozen=True):
    """Give the money for a Gift Voucher back."""

    at: datetime
    serial: str
    venue: str
    validated: bool
    operator_at_fault: bool = False
    by: str = ""
    because: str = ""
    approval: str = ""


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
