"""What happened in sales, payments, cancellations and with documents."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypeAlias

from eyesdown.keno.words.documents import Document, Used
from eyesdown.keno.words.entry import Entry, Staked
from eyesdown.keno.words.money import Group
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import DrawSite, Tender


class EntryAccepted(Written, frozen=True):
    """An Entry is stored and its receipt issued.

    Where the receipt is delivered in the same act, or a web Entry stored, the Entry is complete:
    Commission and net part are known, and the money is where it belongs. Otherwise both are None,
    and the money is held for the Subscriber until EntryCompleted.
    """

    at: datetime
    site: DrawSite
    entry: Entry
    keno_day: date
    first_game: int
    cost_cents: int
    used: tuple[Used, ...]
    staked: tuple[Staked, ...]
    change: Document | None
    cash_change_cents: int
    location: str
    runner_note: str
    money: Group
    commission_cents: Exact | None = None
    net_cents: Exact | None = None


class EntryCompleted(Written, frozen=True):
    """The receipt of a stored Entry was delivered: Commission and net part."""

    at: datetime
    serial: str
    commission_cents: Exact
    net_cents: Exact
    money: Group


class EntryAcknowledged(Written, frozen=True):
    """The acknowledgement of a web Entry was shown."""

    at: datetime
    serial: str


class EntryCancelled(Written, frozen=True):
    """The games from `from_game` on are off; vouchers come back as vouchers, the rest as money."""

    at: datetime
    serial: str
    session: str
    from_game: int
    refund_cents: int
    refund_as: Tender
    gross_cents: int
    vouchers_returned: tuple[str, ...]
    replacement: Document | None
    carry_cents: int
    money: Group
    chip_cents: int = 0  # of the refund


class DocumentIssued(Written, frozen=True):
    """A voucher, SST Receipt or Cash Voucher was issued."""

    at: datetime
    document: Document
    money: Group


class ReceiptRedeemed(Written, frozen=True):
    """An SST Receipt or Cash Voucher was paid in cash."""

    at: datetime
    serial: str
    venue: str
    cents: int
    money: Group


class VoucherRefunded(Written, frozen=True):
    """`venue` is whose till paid it where that is not the one that sold it (17(c))."""

    at: datetime
    serial: str
    cents: int
    money: Group
    venue: str = ""


class ChipsSold(Written, frozen=True):
    """A casino's Chips were sold."""

    at: datetime
    venue: str
    cents: int
    money: Group


class RunnerCollected(Written, frozen=True):
    """Money in a runner's hand; no Entry until a receipt is issued."""

    at: datetime
    note: str
    runner: str
    venue: str
    cents: int


SaleEvent: TypeAlias = (
    EntryAccepted
    | EntryCompleted
    | EntryAcknowledged
    | EntryCancelled
    | DocumentIssued
    | ReceiptRedeemed
    | VoucherRefunded
    | ChipsSold
    | RunnerCollected
)
Events: TypeAlias = tuple[SaleEvent | Refused, ...]
"""What a decision of this sub-room gives."""
