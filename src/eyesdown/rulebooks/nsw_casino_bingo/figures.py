"""The numbers of nsw-casino-bingo on one day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class NswBingoFigures:
    """The figures of `figures.toml` that are in force on a day."""

    selector_lowest: int
    selector_highest: int
    session_games_min: int
    administration_fee: Fraction
    numbers_drawn_min: int
    jackpot_numbers_min: int
    jackpot_numbers_max: int
    disruptions: tuple[str, ...]
    closing_sign_minutes: int
    box_lines: int
    line_numbers: int
    box_numbers: int
    box_spaces: int
    six_up_boxes: int
    twelve_up_boxes: int
    scorecard_media: tuple[str, ...]
    award_mechanisms: tuple[str, ...]
    scrutineer_above_cents: int
    no_cash_alternative: tuple[str, ...]
    cash_choice_above_cents: int
    cash_choice_methods: tuple[str, ...]
    liquor_millilitres_max: int
    terms_channels: tuple[str, ...]
    appliance_kinds: tuple[str, ...]
    vehicle_kinds: tuple[str, ...]
    travel_kinds: tuple[str, ...]
    estate_kinds: tuple[str, ...]
    travel_inclusions: tuple[str, ...]
    estate_inclusions: tuple[str, ...]
    winner_notice_days: int
    winner_notice_methods: Mapping[str, tuple[str, ...]]
    terms_lodged_minutes_before: int
    denial_record_above_cents: int
    dealer_roles: tuple[str, ...]
    supervisor_roles: tuple[str, ...]
    inspector: str
    complaint: str
    prize_methods: tuple[str, ...]
    jackpot_methods: tuple[str, ...]
