"""Facts of keno clauses about payment, vouchers, funds and promotions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from eyesdown.rulebook.keno_words import Category, Tender


@dataclass(frozen=True, slots=True)
class PaymentFacts:
    """A whole payment: what is owed and what was put on the counter."""

    cost_cents: int
    tendered_cents: int
    voucher_cents: int


@dataclass(frozen=True, slots=True)
class TenderFacts:
    """One thing put on the counter. `last_day` is the last day on which a document is good."""

    tender: Tender
    cents: int
    offered: frozenset[Tender]
    at_casino: bool
    document: str
    document_live: bool
    document_game_fits: bool
    last_day: date | None
    day: date
    available_cents: int


@dataclass(frozen=True, slots=True)
class VoucherSaleFacts:
    """A Gift or Prepaid Voucher about to be sold."""

    at_casino: bool
    face_cents: int
    paid_cents: int
    by_chip: bool


@dataclass(frozen=True, slots=True)
class FlexFacts:
    """A change of the contribution to the Prize Fund."""

    category: Category
    change: str  # a fraction of the contribution, such as '1/20'


@dataclass(frozen=True, slots=True)
class PromotionFacts:
    """Money about to be taken from a promotional sub-account."""

    category: Category
    funded_by: Category
    cents: int
    held_cents: int


@dataclass(frozen=True, slots=True)
class RefundFacts:
    """A Gift or Prepaid Voucher brought back for its money."""

    validated: bool
    operator_at_fault: bool
    is_gift: bool
    sold_at: str
    at_venue: str
    sold_on: datetime
    at: datetime
