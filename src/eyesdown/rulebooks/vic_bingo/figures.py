"""The numbers of vic-bingo on one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VicBingoFigures:
    """The figures of `figures.toml` that are in force on a day."""

    selector_lowest: int
    selector_highest: int
    receptacle_balls: int
    versions: Mapping[str, tuple[str, ...]]
    ticket_lines: int
    line_numbers: int
    serial_sides: tuple[str, ...]
    serial_words: str
    colour_lookback_games: int
