"""Generator checks: right laws, a fair generator passes, a planted bias is caught."""

from __future__ import annotations

from math import exp, factorial, sqrt

import numpy as np
import pytest

from eyesdown.draw.drbg import HmacDrbg
from eyesdown.draw.order import draw_order
from eyesdown.kernel.errors import BadInput
from eyesdown.odds.gamma import chi_square_tail, normal_tails, upper_gamma
from eyesdown.odds.randomness import (
    Check,
    Draws,
    checked,
    draws_needed,
    examine,
    frequency,
    gaps,
    holm,
    pairs,
    planted,
    positions,
    serial,
)
from eyesdown.odds.simulation.blocks import stream
from eyesdown.odds.simulation.draws import draw_many

GAMES = 20_000


def fair(seed: int, games: int = GAMES, pool: int = 80, drawn: int = 20) -> Draws:
    return draw_many(stream(seed, 0), games, pool, drawn)


def members(draws: Draws, pool: int) -> np.ndarray:  # type: ignore[type-arg]
    member = np.zeros((len(draws), pool), dtype=bool)
    np.put_along_axis(member, draws.astype(np.int64) - 1, values=True, axis=1)
    return member


@pytest.mark.parametrize("half", [1, 2, 5, 40, 200])
def test_chi_square_tail_of_even_degrees_has_a_closed_form(half: int) -> None:
    for x in (0.5, half * 0.7, half * 1.0, half * 1.6):
        exact = exp(-x) * sum(x**k / factorial(k) for k in range(half)) if half < 150 else None
        found = chi_square_tail(2 * x, 2 * half)
        assert 0 <= found <= 1
        if exact is not None:
            assert found == pytest.approx(exact, rel=1e-9, abs=1e-14)


def test_tails_at_known_lines() -> None:
    assert chi_square_tail(111.144, 79) == pytest.approx(0.01, abs=2e-6)
    assert normal_tails(2.5758293) == pytest.approx(0.01, abs=1e-8)
    assert upper_gamma(0.5, 1.2**2 / 2) == pytest.approx(normal_tails(1.2), rel=1e-12)
    assert upper_gamma(3.0, 0.0) == 1.0


def test_power_is_that_of_the_written_marks() -> None:
    assert draws_needed(0.01) == 720_940
    assert round(draws_needed(0.003) / 1e6, 1) == 8.0
    assert round(draws_needed(0.001) / 1e6, 1) == 72.1


def test_unscaled_frequency_would_hardly_ever_cry() -> None:
    """Pearson's bare sum at the 1% line has a false-alarm rate near one in 160,000."""
    assert round(1 / chi_square_tail(111.14 * 79 / 60, 79), -4) == pytest.approx(160_000, rel=0.1)


@pytest.mark.parametrize(("pool", "drawn"), [(80, 20), (12, 5), (75, 75)])
def test_scaled_statistics_average_their_degrees(pool: int, drawn: int) -> None:
    """Were the covariance of a draw wrong, the means would be off by tens of percent."""
    found: dict[str, list[float]] = {}
    degrees: dict[str, int] = {}
    for seed in range(24):
        draws = fair(seed, 2000, pool, drawn)
        member = members(draws, pool)
        some = [positions(draws, pool)]
        if drawn < pool:
            some += [frequency(member, drawn), pairs(member, drawn), gaps(member, drawn)]
        for check in some:
            found.setdefault(check.name, []).append(check.statistic)
            degrees[check.name] = check.degrees
    for name, values in found.items():
        error = sqrt(2 * degrees[name] / len(values))
        assert abs(np.mean(values) - degrees[name]) <= 4 * error, name


def test_the_live_generator_passes() -> None:
    generator = HmacDrbg(bytes(range(64)))
    draws = np.array([draw_order(80, 20, generator) for _ in range(1000)], dtype=np.uint8)
    assert examine(draws, 80).fair


def test_a_fair_sample_passes_every_check() -> None:
    report = examine(fair(12), 80)
    assert report.fair
    assert [check.name for check in report.checks] == [
        "positions",
        "first_sets",
        "frequency",
        "heads",
        "overlap",
        "runs",
        "worst_ball",
        "pairs",
        "gaps",
        "collector",
        "serial",
    ]
    mean = sum(value * seen for value, seen, _ in report.overlap) / (GAMES - 1)
    assert mean == pytest.approx(5, abs=0.05)
    expected = sum((v - 5) ** 2 * e for v, _, e in report.overlap) / (GAMES - 1)
    assert expected == pytest.approx(2.848, abs=5e-4)


def test_serial_knows_how_widely_its_sum_spreads() -> None:
    """Fair samples of a thousand draws; by a plain chi-square too many would look suspicious."""
    chance = np.random.default_rng(8)
    found = [serial(chance.integers(600, 1020, size=1000)) for _ in range(1000)]
    sums = np.array([check.statistic for check in found])
    assert sums.mean() == pytest.approx(100, abs=1.5)
    assert sums.var() == pytest.approx(2 * 100 * (1 + 2 * 100 / 1000), rel=0.1)
    alarms = sum(check.p < 0.01 for check in found)
    assert alarms <= 13 < sum(chi_square_tail(check.statistic, 100) < 0.01 for check in found)


def test_a_planted_bias_is_caught_and_named() -> None:
    spoiled = planted(fair(12), 7, 0.1, 80, stream(1, 1))
    checked(spoiled, 80)
    report = examine(spoiled, 80)
    caught = {check.name for check in report.checks if check.suspicious}
    assert {"frequency", "worst_ball"} <= caught
    assert max(range(80), key=lambda ball: report.ball_z[ball]) == 6


def test_the_report_says_which_bias_its_sample_can_see() -> None:
    """Samples with a ball as much too frequent as it says, and with a third of that."""
    seen = examine(fair(1, 2000), 80).bias_seen
    assert seen == pytest.approx(0.2601, abs=1e-4)
    caught = [
        not examine(planted(fair(seed, 2000), 7, seen, 80, stream(seed, 1)), 80).fair
        for seed in range(20)
    ]
    assert sum(caught) >= 19
    missed = [
        examine(planted(fair(seed, 2000), 7, seen / 3, 80, stream(seed, 1)), 80).fair
        for seed in range(10)
    ]
    assert sum(missed) >= 6
    assert examine(fair(3, 1000, 75, 75), 75).bias_seen is None


@pytest.mark.parametrize(("pool", "drawn"), [(90, 89), (10, 9), (90, 88), (10, 5)])
def test_any_shape_of_draws_is_judged(pool: int, drawn: int) -> None:
    """With one number left out nothing is left of pairs once single numbers are taken out."""
    report = examine(fair(5, 1000, pool, drawn), pool)
    assert report.fair
    assert ("pairs" in {check.name for check in report.checks}) == (pool - drawn > 1)


def test_a_generator_that_repeats_itself_is_caught() -> None:
    draws = fair(12)
    draws[1::2] = draws[::2]
    assert {"overlap", "serial"} <= {c.name for c in examine(draws, 80).checks if c.suspicious}


def test_a_modulo_slip_in_one_position_is_caught() -> None:
    """The first ball never above 64: the frequencies hardly move, the position table does."""
    draws = fair(12)
    high = draws[:, 0] > 64
    swap = np.argmax(draws[high] <= 64, axis=1)
    rows = np.flatnonzero(high)
    first = draws[rows, 0].copy()
    draws[rows, 0] = draws[rows, swap]
    draws[rows, swap] = first
    report = examine(draws, 80)
    assert {c.name: c.suspicious for c in report.checks}["positions"]
    assert not {c.name: c.suspicious for c in report.checks}["frequency"]


def test_full_orders_of_75_balls_are_judged_by_order_alone() -> None:
    report = examine(fair(3, 5000, 75, 75), 75)
    assert [check.name for check in report.checks] == ["positions", "first_sets"]
    assert report.fair


def test_holm_is_never_gentler_than_a_single_test() -> None:
    found = holm([Check(str(n), "", 0, 1, p) for n, p in enumerate((0.04, 0.01, 0.03, 0.005))])
    assert [round(check.p_holm, 3) for check in found] == [0.06, 0.03, 0.06, 0.02]


@pytest.mark.parametrize(
    "rows", [[[1, 2], [3]], [[1, 1]], [[0, 5]], [[5, 81]], [[1.5, 2.5]], [1, 2, 3]]
)
def test_what_is_no_draw_is_bad_input(rows: list[object]) -> None:
    with pytest.raises(BadInput, match="drawn"):
        checked(rows, 80)  # type: ignore[arg-type]
