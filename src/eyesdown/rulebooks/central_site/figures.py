"""Every number of the site's own book on one day, as a typed record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteFigures:
    """The ceilings of a site whose office has set none; empty where the book has none, too."""

    ceiling_raise_people: int
    """How many people of the office raise a ceiling."""

    venue_raise_people: int
    """How many people of the office raise a venue's Commission or what venues may pay."""

    ceiling_prepaid_voucher_cents: Mapping[str, int]
    ceiling_receipt_cents: Mapping[str, int]
    ceiling_redemption_cents: Mapping[str, int]
    ceiling_refund_cents: Mapping[str, int]
    ceiling_payout_cents: Mapping[str, int]
    ceiling_cancellation_cents: Mapping[str, int]
