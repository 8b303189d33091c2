"""Vouchers and receipts, what is tendered for an Entry, and how much of each tender is used."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import RECEIPTS, VOUCHERS, Form, Tender


class DocumentState(StrEnum):
    """What has happened to a document; HELD pays for an Entry that is not completed yet."""

    ACTIVE = "active"
    HELD = "held"
    USED = "used"
    REDEEMED = "redeemed"
    REFUNDED = "refunded"
    UNCLAIMED = "unclaimed"


class Document(Written, frozen=True):
    """A Gift or Prepaid Voucher, an SST Receipt or a Cash Voucher; its bearer may use it."""

    serial: str
    kind: Tender
    face_cents: int
    venue: str
    issued_at: datetime
    keno_day: date | None
    last_day: date
    game: Form | None = None
    commission_cents: Fraction = Fraction(0)
    state: DocumentState = DocumentState.ACTIVE


class Tendered(Written, frozen=True):
    """One means of payment for an Entry; `document` is the serial of a voucher or receipt."""

    tender: Tender
    cents: int
    document: str = ""


class Used(Written, frozen=True):
    """How many cents of a tender pay for the Entry, and how many come back."""

    tender: Tender
    document: str
    used_cents: int
    change_cents: int


def apply_tenders(tenders: Sequence[Tendered], cost_cents: int) -> tuple[Used, ...]:
    """What each tender pays: vouchers first, then receipts, then the rest (M23, M24).

    >>> [(u.used_cents, u.change_cents) for u in apply_tenders(
    ...     [Tendered(Tender.CASH, 600), Tendered(Tender.GIFT_VOUCHER, 500, "G1")], 1000)]
    [(500, 0), (500, 100)]
    >>> cash, paper = Tendered(Tender.CASH, 300), Tendered(Tender.CASH_VOUCHER, 300, "D1")
    >>> [(u.tender.value, u.used_cents) for u in apply_tenders(
    ...     [cash, paper, Tendered(Tender.GIFT_VOUCHER, 300, "G1")], 500)]
    [('gift_voucher', 300), ('cash_voucher', 200), ('cash', 0)]
    """
    left = cost_cents
    used = []
    for paid in sorted(tenders, key=lambda paid: _turn(paid.tender)):
        part = min(paid.cents, left)
        left -= part
        used.append(Used(paid.tender, paid.document, part, paid.cents - part))
    assert left == 0, "the payment was checked before"
    return tuple(used)


def receipt_change_cents(tenders: Sequence[Tendered], cost_cents: int) -> int:
    """The unused cents of SST Receipts and Cash Vouchers; a new one is issued for them (M23).

    >>> paper = Tendered(Tender.CASH_VOUCHER, 500, "D1")
    >>> receipt_change_cents([Tendered(Tender.CASH, 600), paper], 400)
    100
    >>> gift = Tendered(Tender.GIFT_VOUCHER, 100, "G1")
    >>> [receipt_change_cents([gift, paper], cost) for cost in (50, 100, 400, 600, 700)]
    [500, 500, 200, 0, 0]
    """
    by_voucher = sum(paid.cents for paid in tenders if paid.tender in VOUCHERS)
    on_paper = sum(paid.cents for paid in tenders if paid.tender in RECEIPTS)
    return max(0, on_paper - max(0, cost_cents - by_voucher))


def _turn(tender: Tender) -> int:
    """When a tender is used: 0 first, 2 last."""
    if tender in VOUCHERS:
        return 0
    return 1 if tender in RECEIPTS else 2
