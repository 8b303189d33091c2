"""Every number of the book on one day, as a typed record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of `figures.toml`, each under the name it has there."""

    numbers_max: int
    numbers_drawn: int
    spot_counts: tuple[int, ...]
    jackpot_spot_counts: tuple[int, ...]
    bonus_jackpot_multipliers: tuple[int, ...]
    forms_without_bonus: tuple[str, ...]
    forms_with_lucky_last: tuple[str, ...]
    heads_number_max: int
    heads_or_tails_majority: int
    prepick_games_min: int
    prepick_games_max: int
    let_it_run_games_min: int
    multi_game_games_max: int
    grid_rows: int
    grid_row_numbers: int
    racing_rows_named: Mapping[str, int]
    racing_place_max: int
    empty_rows: str
    roulette_number_max: int
    roulette_second_run: int
    roulette_zero_balls: tuple[int, ...]
    roulette_double_zero_balls: tuple[int, ...]
    roulette_skipped_balls: tuple[int, ...]
    roulette_column_1: tuple[int, ...]
    roulette_column_2: tuple[int, ...]
    roulette_column_3: tuple[int, ...]
    roulette_zero_splits: tuple[str, ...]
    roulette_six_line_numbers: int
    roulette_dozen_numbers: int
    roulette_low_max: int
    roulette_red: tuple[int, ...]
    roulette_black: tuple[int, ...]
    combinations_min: int
    group_spots_min: int
    groups_max: int
    major_prize_above_cents: int
    heads_or_tails_selections_max: int
    regular_stake_min_cents: int
    regular_stake_step_cents: int
    keno2_stake_min_cents: int
    keno2_stake_step_cents: int
    lucky_last_stake_min_cents: int
    lucky_last_stake_step_cents: int
    entry_cents_max: int
    self_service_entry_cents_max: int
    combination_tiers_from: tuple[int, ...]
    combination_regular_min_cents: tuple[int, ...]
    combination_keno2_min_cents: tuple[int, ...]
    combination_regular_step_cents: int
    combination_keno2_step_cents: int
    heads_or_tails_stake_min_cents: int
    heads_or_tails_stake_step_cents: int
    heads_or_tails_stake_max_cents: int
    racing_stake_min_cents: int
    racing_stake_step_cents: int
    racing_game_min_cents: int
    aggregate_max_cents: Mapping[str, int]
    roulette_stake_min_cents: Mapping[str, int]
    roulette_stake_step_cents: int
    bonus_carry_share: Fraction
    jackpot_verified_from_cents: int
    growth_rate_step: Fraction
    racing_growth_rates: Mapping[str, Fraction]
    jackpot_stake_cents: Mapping[str, int]
    bonus_prize_forms: tuple[str, ...]
    prize_step_cents: int
    prize_stake_cents: Mapping[str, int]
    pro_rating_cap_cents: int
    pro_rating_floor_cents: int
    multiplier_total_min: int
    multiplier_total_max: int
    multipliers: Mapping[str, int]
    multiplier_part_sizes: Mapping[str, int]
    age_years_min: int
    commission_rate: Fraction
    gift_voucher_months_max: int
    prepaid_voucher_days_max: int
    receipt_months_max: int
    contribution_flex_max: Fraction
    promotion_months_max: int
    promotion_alert_days: int
    game_number_first: int
    game_number_max: int
    claim_months_max: int
    internet_verified_from_cents: int
    unclaimed_months: int
    records_months_min: int
    internet_commission_rate: Fraction
    carry_commission: bool
    categories: Mapping[str, str]
    prize_fund_rates: Mapping[str, Fraction]
    venue_settlement_rounding: str
    internet_sale_location: str


CHOICES: Mapping[str, tuple[str, ...]] = {
    "empty_rows": ("single_place", "spread"),
    "venue_settlement_rounding": ("half_even", "half_up", "down"),
    "internet_sale_location": ("anywhere", "permitted_area"),
}
"""Settings that are one of a few words."""


def check_choices(figures: Figures) -> None:
    """Assert that every such setting has an allowed value; games are settled by comparing it."""
    for name, allowed in CHOICES.items():
        chosen = getattr(figures, name)
        assert chosen in allowed, f"{name} is {chosen}, not one of {', '.join(allowed)}"
