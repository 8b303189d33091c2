"""What cashiers, bank and players see with their own eyes, beside all bookkeeping.

Nothing here looks at the money of an event, from which the books are made: only at what was handed
over a counter, paid in or out, won or issued. Amounts are positive or negative as in the ledger.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from eyesdown.keno.claims.events import (
    ClaimFormLodged,
    ClaimFormPaid,
    EntryReinstated,
    PrizesExpired,
    SessionPaid,
)
from eyesdown.keno.games.events import GameClosed, GameSettled, InternetPrizeCredited
from eyesdown.keno.office import events as office
from eyesdown.keno.sales.commands import SellGiftVoucher
from eyesdown.keno.sales.events import (
    ChipsSold,
    DocumentIssued,
    EntryAccepted,
    EntryCancelled,
    EntryCompleted,
    ReceiptRedeemed,
    VoucherRefunded,
)
from eyesdown.keno.words.documents import Document, Used
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.prizes import PrizeState
from eyesdown.rulebook.keno_words import RECEIPTS, VOUCHERS, Payout, Tender

ENTRIES_MAX = 10_000
"""Older ones have long been drawn, and are not cancelled any more."""

Seen: TypeAlias = Iterable[tuple[str, int]]

BANK, PRIZES, RECEIPTS_OUT, CHIPS, UNCLAIMED = "bank", "prizes", "receipts", "chips", "unclaimed"
WITHDRAWALS = "withdrawals"
WATCHED = ("venue_cash/", "subscriber/", BANK, PRIZES, RECEIPTS_OUT, CHIPS, UNCLAIMED, WITHDRAWALS)


@dataclass(slots=True)
class Cashier:
    """Sums by account, and what has to be remembered to know where something goes back to."""

    sums: Counter[str] = field(default_factory=Counter)
    entries: dict[str, Entry] = field(default_factory=dict)
    waiting: dict[str, tuple[Used, ...]] = field(default_factory=dict)
    """What was paid with for receipts that are not delivered yet."""
    papers: dict[str, tuple[int, str]] = field(default_factory=dict)
    """What is printed on every receipt and voucher: its face value, and the venue it is from."""
    forms: dict[str, str] = field(default_factory=dict)
    expired: set[str] = field(default_factory=set)

    def sees(self, command: Any, event: Any) -> None:
        for eyes in (self._at_tickets, self._at_prizes, self._at_banks):
            for account, cents in eyes(event):
                self.sums[account] += cents
        for account, cents in self._at_papers(command, event):
            self.sums[account] += cents

    def _at_tickets(self, event: Any) -> Seen:
        match event:
            case EntryAccepted():
                yield from self._sold(event)
            case EntryCompleted():
                self.waiting.pop(event.serial)
            case GameClosed():
                for serial in event.excluded:
                    yield _till(self.entries[serial].venue), -_back(self.waiting.pop(serial))
            case EntryCancelled():
                self.waiting.pop(event.serial, None)
                yield from self._cancelled(event)

    def _at_prizes(self, event: Any) -> Seen:
        match event:
            case GameSettled():
                won = [p for p in event.prizes if p.state is not PrizeState.BARRED]
                yield PRIZES, -sum(prize.cents for prize in won)
            case EntryReinstated():
                yield PRIZES, -event.cents
            case InternetPrizeCredited():
                yield PRIZES, event.cents
                yield _account(event.account), -event.cents
            case SessionPaid():
                yield from self._paid(event)
            case ClaimFormLodged():
                self.forms[event.form] = event.serial
            case ClaimFormPaid():
                late = self.forms.pop(event.form) in self.expired
                yield UNCLAIMED if late else PRIZES, event.cents
                yield BANK, -event.cents
            case PrizesExpired():
                yield from self._too_late(event)

    def _at_banks(self, event: Any) -> Seen:
        match event:
            case office.Deposited():
                yield BANK, event.cents
                yield _account(event.account), -event.cents
            case office.Withdrawn() | office.DepositCorrected():
                yield BANK, -event.cents
                yield _account(event.account), event.cents
            case office.WithdrawalAsked(withdrawal=asked):
                yield _account(asked.account), asked.cents
                yield WITHDRAWALS, -asked.cents
            case office.WithdrawalPaid():
                yield WITHDRAWALS, event.cents
                yield BANK, -event.cents
            case office.WithdrawalRefused():
                yield WITHDRAWALS, event.cents
                yield _account(event.account), -event.cents
            case office.PromotionPaid():
                yield BANK, -event.cents
            case office.VenueRemitted():
                yield _till(event.venue), -event.cents
                yield BANK, event.cents

    def _sold(self, event: EntryAccepted) -> Seen:
        entry = self.entries[event.entry.serial] = event.entry
        if len(self.entries) > ENTRIES_MAX:
            del self.entries[next(iter(self.entries))]
        if event.commission_cents is None:
            self.waiting[entry.serial] = event.used
        for used in event.used:
            spent_cents = used.used_cents + used.change_cents
            match used.tender:
                case Tender.CASH:
                    yield _till(entry.venue), spent_cents
                case Tender.CHIP:
                    yield CHIPS, spent_cents
                case Tender.SST_RECEIPT | Tender.CASH_VOUCHER:
                    yield RECEIPTS_OUT, spent_cents
                case Tender.PARLAY:
                    yield PRIZES, used.used_cents
                case Tender.ACCOUNT:
                    yield _account(entry.account), used.used_cents
        if event.cash_change_cents:
            yield _till(entry.venue), -event.cash_change_cents
        if event.change is not None:
            yield from self._issued(event.change)

    def _cancelled(self, event: EntryCancelled) -> Seen:
        entry = self.entries[event.serial]
        if event.replacement is not None:
            yield from self._issued(event.replacement)
        if event.refund_as is Tender.ACCOUNT:
            yield _account(entry.account), -event.refund_cents
        else:
            yield _till(entry.venue), event.chip_cents - event.refund_cents
            yield CHIPS, -event.chip_cents

    def _paid(self, event: SessionPaid) -> Seen:
        for payout in event.payouts:
            yield PRIZES, payout.cents
            match payout.payout:
                case Payout.CASH | Payout.VENUE_EFT:
                    yield _till(event.venue), -payout.cents
                case Payout.SST_RECEIPT | Payout.CASH_VOUCHER:
                    assert payout.document is not None
                    yield from self._issued(payout.document)
                case Payout.CHIP:
                    yield CHIPS, -payout.cents
                case _:
                    yield BANK, -payout.cents

    def _too_late(self, event: PrizesExpired) -> Seen:
        self.expired |= {serial for serial, _ in event.prizes}
        papers = sum(self.papers[serial][0] for serial in event.documents)
        yield PRIZES, event.cents - papers
        yield RECEIPTS_OUT, papers
        yield UNCLAIMED, -event.cents

    def _at_papers(self, command: Any, event: Any) -> Seen:
        match event:
            case DocumentIssued(document=paper):
                yield from self._issued(paper)
                if paper.kind is not Tender.PREPAID_VOUCHER:  # which the operator gives away
                    chips = isinstance(command, SellGiftVoucher) and command.by_chip
                    yield CHIPS if chips else _till(paper.venue), paper.face_cents
            case ReceiptRedeemed():
                yield RECEIPTS_OUT, event.cents
                yield _till(event.venue), -event.cents
            case VoucherRefunded():
                yield _till(event.venue or self.papers[event.serial][1]), -event.cents
            case ChipsSold():
                yield _till(event.venue), event.cents
                yield CHIPS, -event.cents

    def _issued(self, paper: Document) -> Seen:
        self.papers[paper.serial] = paper.face_cents, paper.venue
        if paper.kind in RECEIPTS:
            yield RECEIPTS_OUT, -paper.face_cents


def _back(used: Iterable[Used]) -> int:
    """What goes back in cash; a voucher is good again."""
    return sum(tendered.used_cents for tendered in used if tendered.tender not in VOUCHERS)


def _till(venue: str) -> str:
    return f"venue_cash/{venue}"


def _account(name: str) -> str:
    return f"subscriber/{name}"
