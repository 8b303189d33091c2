"""How far a simulated figure may be off, and bets simulated as they were sold."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import exp, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import t as student

from eyesdown.kernel.errors import BadInput
from eyesdown.odds.keno.bets import every_bet
from eyesdown.odds.keno.growth import JackpotClock
from eyesdown.odds.simulation.blocks import Run, here
from eyesdown.odds.simulation.keno import ENTRIES_MAX, read_mix
from eyesdown.odds.simulation.sold import read_sold
from eyesdown.odds.simulation.tally import Estimate, Tally, confidence
from eyesdown.rulebooks.nsw_keno.book import open_on

BOOK = open_on(date(2024, 1, 12))
LAWS = every_bet(BOOK)
SOME = read_mix(BOOK, {"entries": {"regular/4": 50, "racing/quartet": 20, "keno2/10": 5}})


def test_a_chance_keeps_an_honest_interval() -> None:
    tally = Tally(1000)
    tally.count("never", np.zeros(1000, dtype=np.int64))
    tally.count("often", np.arange(1000) % 2)
    assert tally.chance("never").interval == pytest.approx((0.0, 0.0038), abs=1e-4)
    low, high = tally.chance("often").interval
    assert low == pytest.approx(0.469, abs=2e-3)
    assert high == pytest.approx(0.531, abs=2e-3)


def test_sums_of_squares_do_not_overflow() -> None:
    tally = Tally(3)
    values = np.array([10**12, 3, 2**43], dtype=np.int64)
    tally.count("cents", values)
    assert tally.squares["cents"] == sum(int(v) ** 2 for v in values)


def test_the_error_of_a_ratio_is_that_of_what_is_left_beside_it() -> None:
    numbers = np.random.default_rng(8)
    taken = numbers.integers(500, 1500, size=400)
    paid = taken * 4 // 5 + numbers.integers(0, 90, size=400)
    tally = Tally(400)
    tally.count_pair("paid", "taken", paid, taken)
    found = tally.ratio("paid", "taken")
    left = paid - found.mean * taken
    assert found.mean == paid.sum() / taken.sum()
    assert found.error == pytest.approx(left.std(ddof=1) / sqrt(400) / taken.mean())
    nothing = Tally(2)
    nothing.count_pair("paid", "taken", np.zeros(2, dtype=np.int64), np.zeros(2, dtype=np.int64))
    assert nothing.ratio("paid", "taken") == Estimate(0.0, 0.0, 2)


@pytest.mark.parametrize("trials", [2, 3, 4, 7, 20, 100, 1000, 5000])
def test_few_trials_have_a_wider_interval(trials: int) -> None:
    assert confidence(trials) == pytest.approx(student.ppf(0.975, trials - 1), rel=2e-3)
    estimate = Estimate(10.0, 2.0, trials)
    assert estimate.interval == (10 - 2 * confidence(trials), 10 + 2 * confidence(trials))


def test_a_jackpot_clock_against_its_simulation() -> None:
    law = LAWS["racing/quartet"]
    clock = JackpotClock.of(law.jackpot_chance, 20, Fraction(200))
    found = Run(SOME, 6, 2).finish(here).chance("jackpot/racing/quartet")
    low, high = found.interval
    assert low < float(clock.chance) < high
    assert clock.chance == pytest.approx(float(1 - (1 - law.jackpot_chance) ** 20), rel=1e-12)
    assert clock.growth_when_won_cents == clock.games * 200
    half = clock.games_within(0.5)
    before, after = (1 - (1 - clock.chance) ** games for games in (half - 1, half))
    assert before < 0.5 <= after


def test_a_jackpot_clock_for_as_many_entries_as_a_mix_may_have() -> None:
    clock = JackpotClock.of(LAWS["regular/10"].jackpot_chance, ENTRIES_MAX, Fraction(0))
    assert clock.chance == pytest.approx(1 - exp(-ENTRIES_MAX / 8911711.18), rel=1e-6)


SOLD: dict[str, Any] = {
    "bets": [
        {"bet": {"type": "racing", "bet": "quartet", "option": "box", "rows": [1, 2, 3, 4],
                 "subscription_cents": 100}, "count": 20},
        {"bet": {"type": "combination", "game": "regular", "groups": [[1, 2], [3], [4]],
                 "sizes": None, "subscription_cents": 100}},
        {"bet": {"type": "heads_or_tails", "selection": "heads", "subscription_cents": 500}},
    ]
}  # fmt: skip


def test_bets_as_sold_return_what_the_laws_say_with_growth_paid_out() -> None:
    """Growth is a tenth of the racing stakes; what is left on the meters is not yet paid."""
    job = read_sold(BOOK, SOLD, 150)
    tally = Run(job, 2, 8).finish(here)
    won = tally.histograms["games/racing/quartet"]
    boxes = 20 * 24 * 100  # cents on the jackpot in a game
    sizes = tally.histograms["growth_dollars/racing/quartet"]
    assert set(sizes) <= {boxes // 10 * age // 100 for age in won}
    expected = 24 * LAWS["racing/quartet"].jackpot_chance
    assert won.total() == pytest.approx(1200 * float(expected), rel=0.5)
    assert tally.trials == 1200
    assert 0.5 < tally.mean("paid", job.staked_cents).mean < 1.1
    left = tally.histograms["growth_left_dollars/racing/quartet"]
    grown = sum(n * dollars for dollars, n in (sizes + left).items())
    assert grown == pytest.approx(1200 * boxes / 10 / 100, abs=won.total() + 8)


def test_the_error_of_a_few_runs_is_that_of_their_games() -> None:
    """Three runs that happen to pay alike say little; three hundred games say more."""
    job = read_sold(BOOK, {"bets": SOLD["bets"][2:]}, 100)
    tally = Run(job, 5, 3).finish(here)
    law = LAWS["heads_or_tails/heads"]
    found = tally.mean("paid", job.staked_cents)
    assert found.error == pytest.approx(sqrt(law.variance / 300), rel=0.05)
    low, high = found.interval
    assert low < float(law.rtp) < high


@pytest.mark.parametrize(
    "raw",
    [
        {"bets": []},
        {"bets": [{"count": 1}]},
        {"bets": [{"bet": {"type": "x"}}]},
        {"bets": [SOLD["bets"][2] | {"count": 0}]},
        {"bets": [SOLD["bets"][2] | {"count": 10**7}]},
        SOLD | {"growth_rates": {"racing/quartet": "1/10"}},
        SOLD | {"growth_rates": {"regular/10": "ten"}},
        SOLD | {"growth_rates": {"regular/10": "-1/10"}},
        SOLD | {"growth_rates": {"regular/10": "inf"}},
        SOLD | {"growth_rates": ["regular/10"]},
        SOLD | {"entries": {}},
        {"bets": [{"bet": {"type": "regular", "spots": [1] * 11, "subscription_cents": 100}}]},
        {"bets": [{"bet": {"type": "prepick", "selections": ["heads"], "subscription_cents": 1}}]},
    ],
)
def test_bets_that_cannot_be_sold_are_bad_input(raw: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        read_sold(BOOK, raw, 10)
