"""The numbers of the book on one day."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    sale_cards_max: int
    claim_calls_late_max: int
