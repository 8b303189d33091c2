"""The numbers of nz-casino-bingo on one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class NzBingoFigures:
    """The figures of `figures.toml` that are in force on a day."""

    selector_lowest: int
    selector_highest: int
    receptacle_balls: int
    gaming_day_minutes: int
    session_games_min: int
    session_games_max: int
    session_span_minutes: int
    session_gap_minutes: int
    versions: Mapping[str, tuple[str, ...]]
    must_go_cents: int
    game_return_with_jackpot: Fraction
    game_return: Fraction
    session_return: Fraction
    sequence_return: Fraction
    cheque_above_cents: int
    disruptions: tuple[str, ...]
    card_lines: int
    card_columns: int
    line_numbers: int
    serial_sides: tuple[str, ...]
    serial_words: str
    act: str
    authority: str
    operator_licence: str
    inspector: str
