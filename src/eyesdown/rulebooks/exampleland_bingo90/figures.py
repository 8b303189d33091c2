"""The numbers of the book on one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of `figures.toml` that are in force on a day."""

    versions: Mapping[str, tuple[str, ...]]
    sale_cards_max: int
    selectors: tuple[str, ...]
    selector_lowest: int
    selector_highest: int
    card_lines: tuple[int, ...]
