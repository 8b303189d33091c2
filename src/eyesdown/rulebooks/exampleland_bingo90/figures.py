"""The numbers of the book on one day."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of `figures.toml` that are in force on a day."""

    sale_cards_max: int
    claim_calls_late_max: int
