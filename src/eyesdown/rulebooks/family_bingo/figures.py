"""The numbers of family-bingo on one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FamilyFigures:
    """The figures of `figures.toml` that are in force on a day."""

    disc_lowest: int
    disc_highest: int
    columns: Mapping[str, tuple[int, ...]]
    row_squares: int
    free_square: tuple[int, ...]
    free_points: int
    cards_per_player: int
    series_points: int
