"""Simulation: the same whatever the workers, true to the exact laws, resumable."""

from __future__ import annotations

import json
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

from eyesdown.bingo.tracking.columns import HOUSE, completing_calls
from eyesdown.keno.bets.draws import draw_of
from eyesdown.kernel.errors import BadInput
from eyesdown.odds.bingo.crowd import FirstWinner, strip90
from eyesdown.odds.bingo.ticket import ticket90
from eyesdown.odds.keno.bets import every_bet, keys
from eyesdown.odds.keno.ticket import bet_law
from eyesdown.odds.simulation import bingo, blocks, keno
from eyesdown.odds.simulation.bingo import BingoSessions, strips
from eyesdown.odds.simulation.blocks import Precision, Run, here, processes, stream
from eyesdown.odds.simulation.draws import Results, draw_many
from eyesdown.odds.simulation.family import read_family
from eyesdown.odds.simulation.keno import KenoGames, read_mix, stake_cents
from eyesdown.odds.simulation.programme import read_programme
from eyesdown.odds.simulation.sold import read_sold
from eyesdown.odds.simulation.spread import least_in_all, least_of, least_sold
from eyesdown.odds.simulation.tally import Tally
from eyesdown.rulebooks.nsw_keno.book import open_on

DAY = date(2024, 1, 12)
BOOK = open_on(DAY)
LAWS = every_bet(BOOK)
SOME = read_mix(BOOK, {"entries": {"regular/4": 50, "racing/quartet": 20, "keno2/10": 5}})
SMALL = replace(SOME, block_trials=256)

PROGRAMME: dict[str, Any] = {
    "book": "nz-casino-bingo",
    "players": 20,
    "tickets": 6,
    "sessions": 3,
    "jackpot": {"opening_cents": 990_000, "within_balls": 45},
    "games": [
        {"prizes": {"line": "1/10", "house": "7/10"}, "price_cents": 100, "to_jackpot": "1/10"},
        {"prizes": {"house": "9/10"}, "price_cents": 100, "jackpot": True},
    ],
}


def test_draws_are_draws_and_their_results_are_the_rules_own() -> None:
    draws = draw_many(stream(5, 0), 300, 80, 20)
    results = Results(draws, 80, 8)
    for row, places, total, low in zip(
        draws.tolist(), results.racing.tolist(), results.totals, results.low(40), strict=True
    ):
        draw = draw_of(BOOK, row)
        assert tuple(places) == draw.racing_places
        assert total == draw.total
        assert low == sum(n <= 40 for n in row)
    full = draw_many(stream(6, 0), 50, 8, 8)
    assert {tuple(sorted(row)) for row in full.tolist()} == {tuple(range(1, 9))}


def test_empty_rows_tie_in_columns_as_in_the_rules() -> None:
    rows = np.array([range(1, 21), [*range(1, 11), *range(41, 51)]], dtype=np.uint8)
    results = Results(rows, 80, 8)
    assert [tuple(p) for p in results.racing.tolist()] == [
        draw_of(BOOK, row).racing_places for row in rows.tolist()
    ]
    assert results.live.tolist() == [2, 2]


def test_workers_cannot_change_a_result() -> None:
    alone = Run(SMALL, 9, 6).finish(here)
    with processes(2) as submit:
        together = Run(SMALL, 9, 6).finish(submit, 4)
    assert together == alone
    assert Run(SMALL, 10, 6).finish(here) != alone


def test_a_worker_never_takes_the_terminals_interrupt(monkeypatch: pytest.MonkeyPatch) -> None:
    masks = []

    class Pool(ThreadPoolExecutor):
        def __init__(self, workers: int, **_: object) -> None:
            super().__init__(workers)

        def submit(self, *given: Any, **named: Any) -> Any:
            masks.append(signal.pthread_sigmask(signal.SIG_BLOCK, []))  # what a worker inherits
            return super().submit(*given, **named)

    monkeypatch.setattr(blocks, "ProcessPoolExecutor", Pool)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [])
    with processes(2) as submit:
        Run(SMALL, 9, 2).finish(submit, 2)
    assert all(signal.SIGINT in mask for mask in masks)
    assert masks
    assert signal.pthread_sigmask(signal.SIG_BLOCK, []) == before


def test_a_field_that_a_mix_does_not_have_is_named() -> None:
    with pytest.raises(BadInput, match=r"^mix\.gmaes: is not a field"):
        read_mix(BOOK, {"entries": {"regular/10": 1}, "gmaes": 3})
    with pytest.raises(BadInput, match=r"^mix\.entires: is not a field"):
        read_sold(BOOK, {"bets": [], "entires": {}}, 10)


def test_a_checkpoint_goes_on_where_it_stopped() -> None:
    whole = Run(SMALL, 9, 6).finish(here)
    first = Run(SMALL, 9, 6)
    for step in first.steps(here, 1):
        if step.blocks_done == 2:
            break
    saved = json.loads(json.dumps(first.checkpoint()))
    again = Run(SMALL, 9, 6).resume(saved)
    assert again.blocks_done == 2
    assert again.finish(here) == whole


@pytest.mark.parametrize(
    "spoil",
    [{"job": "keno other"}, {"seed": "8"}, {"seed": "x"}, {"tally": {}}, {"blocks_done": None}],
)
def test_a_checkpoint_of_something_else_is_refused(spoil: dict[str, Any]) -> None:
    saved = Run(SMALL, 9, 6).checkpoint() | spoil
    with pytest.raises(BadInput, match="checkpoint"):
        Run(SMALL, 9, 6).resume(saved)


def test_it_stops_at_the_precision_asked_for_and_not_before() -> None:
    wanted = Precision("paid", 0.05, SMALL.staked_cents)
    run = Run(SMALL, 1, 1000, wanted)
    run.finish(here)
    assert 2 <= run.blocks_done < 1000
    assert wanted.reached(run.tally)
    before = Run(SMALL, 1, run.blocks_done - 1, None)
    assert not wanted.reached(before.finish(here)) or run.blocks_done == 2


@pytest.fixture(scope="module")
def every_key() -> tuple[KenoGames, Tally]:
    job = read_mix(BOOK, {"entries": dict.fromkeys(keys(BOOK), 10)})
    return job, Run(job, 31, 2).finish(here)


@pytest.mark.parametrize("key", list(keys(BOOK)))
def test_every_bet_simulates_to_its_exact_return(
    key: str, every_key: tuple[KenoGames, Tally]
) -> None:
    """Three standard errors, the error taken from the exact variance, seed fixed."""
    law, tally = LAWS[key], every_key[1]
    found = tally.mean(f"won/{key}", stake_cents(BOOK, key) * 10)
    together = key.startswith("heads_or_tails")  # ten alike win or lose as one
    entries = tally.trials * (1 if together else 10)
    error = sqrt(law.variance / entries) / float(law.stake)
    if "+bonus" in key and not together:  # a game's ten entries share its multiplier
        error = max(error, found.error)
    assert abs(found.mean - float(law.rtp)) <= 3 * error


JACKPOTS = {
    "random": {"entries": {"regular/9": 20, "regular+bonus/10": 3}},
    "fixed": {"favourites": [{"spots": [*range(1, 10)], "count": 20}]},
}


@pytest.mark.parametrize("mix", JACKPOTS.values(), ids=JACKPOTS.keys())
def test_an_interval_knows_of_the_jackpots_that_nobody_won(mix: dict[str, Any]) -> None:
    """Without a winner the mean is far too low, and so is an error from what was seen."""
    job = read_mix(BOOK, mix)
    tally = Run(job, 3, 2).finish(here)
    assert not any(n for name, n in tally.sums.items() if name.startswith("jackpot/"))
    exact = float(LAWS["regular/9"].rtp)
    key, unit = "regular/9", 20 * 100
    honest = tally.mean(f"won/{key}", unit, least_of(job, key))
    assert honest.error > 1.5 * tally.mean(f"won/{key}", unit).error
    assert abs(honest.mean - exact) <= 3 * honest.error
    wanted = tally.mean("paid", job.staked_cents).reach
    assert Precision("paid", wanted, job.staked_cents).reached(tally)
    assert not Precision("paid", wanted, job.staked_cents, least_in_all(job)).reached(tally)


@pytest.mark.parametrize(("key", "count"), [("regular/3", 40), ("regular+bonus/2", 1)])
def test_the_sure_part_of_the_spread_is_part_of_it(key: str, count: int) -> None:
    job = read_mix(BOOK, {"entries": {key: count}})
    tally = Run(job, 4, 2).finish(here)
    seen = tally.mean(f"won/{key}")
    sure = least_of(job, key) / tally.trials
    assert seen.error**2 * 0.7 < sure < seen.error**2 * 1.05


def test_the_spread_of_fill_and_bonus_jackpot_is_that_of_one_sum() -> None:
    """One entry with all of a jackpot: its prizes come together or not at all."""
    one = read_mix(BOOK, {"entries": {"regular/10": 1}})
    law = LAWS["regular/10"]
    whole = [(o.prize + o.fill, float(o.probability)) for o in law.outcomes]
    mean = sum(float(prize) * chance for prize, chance in whole)
    exact = sum((float(prize) - mean) ** 2 * chance for prize, chance in whole)
    assert least_in_all(one) == pytest.approx(exact * 100**2, rel=1e-6)
    bonus = read_mix(BOOK, {"entries": {"regular+bonus/10": 1}})
    flat = LAWS["regular+bonus/10"]
    won = sum(float(o.probability) * float(o.bonus_jackpot) ** 2 for o in flat.outcomes)
    assert least_in_all(bonus) > won * 100**2


STAKE = {"subscription_cents": 100}
SURE = {
    "a jackpot": ({"type": "regular", "spots": [*range(1, 10)], "subscription_cents": 300}, 5),
    "six spots": ({"type": "regular", "spots": [*range(1, 7)], "subscription_cents": 100}, 1),
    "a Lucky Last": ({"type": "lucky_last", "spots": [7], "subscription_cents": 200}, 2),
    "a race": (
        {
            "type": "racing",
            "bet": "trifecta",
            "option": "straight",
            "rows": [1, 2, 3],
            "subscription_cents": 100,
        },
        1,
    ),
    "combinations": (
        {
            "type": "combination",
            "game": "regular",
            "groups": [[1, 2], [3, 4], [5]],
            "subscription_cents": 50,
        },
        3,
    ),
}


@pytest.mark.parametrize(("raw", "count"), SURE.values(), ids=SURE.keys())
def test_one_bet_as_sold_has_the_whole_spread_of_its_law(raw: dict[str, Any], count: int) -> None:
    """A few games without a win do not make an interval of no width."""
    job = read_sold(BOOK, {"bets": [{"bet": raw, "count": count}]}, 10)
    law = bet_law(BOOK, job.bets[0][0])
    assert law is not None
    assert least_sold(job) == pytest.approx(float(law.variance) * 100**2 * count**2)
    tally = Tally(50)
    tally.count("paid", np.zeros(50, dtype=np.int64))
    nothing = tally.mean("paid", job.staked_cents, least_sold(job))
    assert nothing.interval[1] > float(law.rtp)


def test_bets_that_balance_each_other_have_no_sure_spread() -> None:
    """All eight rows to win cost $8 and pay $6, whoever runs first."""
    rows = [
        {"bet": {"type": "racing", "bet": "win", "option": "straight", "rows": [row]} | STAKE}
        for row in range(1, 9)
    ]
    assert least_sold(read_sold(BOOK, {"bets": rows}, 10)) == 0
    sixes = [{"bet": {"type": "regular", "spots": [*range(n, n + 6)]} | STAKE} for n in (1, 4)]
    both = least_sold(read_sold(BOOK, {"bets": sixes}, 10))
    one = float(LAWS["regular/6"].variance) * 100**2
    assert 1.9 * one < both < 2 * one


def test_what_is_pro_rated_has_no_more_spread_than_its_cap() -> None:
    held = {"bet": {"type": "regular", "spots": [*range(1, 11)]} | STAKE, "count": 1000}
    law, cap = LAWS["regular/10"], BOOK.figures.pro_rating_cap_cents
    sure = least_sold(read_sold(BOOK, {"bets": [held]}, 10))
    assert sure < 1.2 * float(sum(o.probability for o in law.outcomes if o.prize >= 580)) * cap**2


def test_tails_of_a_liability_are_whole_dollars_rounded_up() -> None:
    """A Six Line pays $5.10."""
    job = replace(read_mix(BOOK, {"entries": {"roulette/six_line": 1}}), block_trials=256)
    assert set(Run(job, 1, 1).finish(here).histograms["paid_dollars"]) == {0, 6}


def test_favourites_have_the_spread_of_all_their_prizes() -> None:
    job = read_mix(BOOK, {"favourites": [{"spots": [*range(1, 7)], "count": 20}]})
    sure = float(LAWS["regular/6"].variance) * 2000**2
    assert least_of(job, "regular/6") == pytest.approx(sure)
    assert least_in_all(job) == pytest.approx(sure)
    beside = read_mix(BOOK, {"favourites": [{"spots": [1, 2, 3]}], "entries": {"roulette/row": 9}})
    assert least_in_all(beside) < least_of(beside, "regular/3")


def test_favourites_are_matched_against_the_drawn_numbers() -> None:
    """The same thousand entries win together, so a game's liability has longer tails."""
    alike = read_mix(BOOK, {"favourites": [{"spots": [1, 2, 3, 4], "count": 1000}]})
    apart = read_mix(BOOK, {"entries": {"regular/4": 1000}})
    one, other = (Run(job, 3, 2).finish(here) for job in (alike, apart))
    exact = float(LAWS["regular/4"].rtp)
    assert abs(one.mean("paid", alike.staked_cents).mean - exact) < 0.2
    assert one.quantile("paid_dollars", 0.999) > 10 * other.quantile("paid_dollars", 0.999)


def test_a_jackpot_is_one_sum_whoever_wins_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten low numbers match, and the total of 210 multiplies by four: everybody wins at once."""
    low = np.tile(np.arange(1, 21, dtype=np.uint8), (8, 1))
    monkeypatch.setattr(keno, "draw_many", lambda *_: low)
    ten = {"spots": list(range(1, 11)), "count": 1}
    mix = {"favourites": [ten, ten, ten | {"bonus": True}], "entries": {"regular+bonus/10": 1}}
    job = replace(read_mix(BOOK, mix), block_trials=8)
    tally = Run(job, 1, 1).finish(here)
    schedule = 2 * 250_000 + 4 * 250_000
    assert tally.quantile("paid_dollars", 0.5) == 5_150_000 == schedule + 750_000 + 2_900_000
    assert tally.chance("jackpot/regular/10").mean == 1
    assert [name for name in tally.sums if name.startswith("jackpot/")] == ["jackpot/regular/10"]


@pytest.mark.clause("nsw-keno", "19(a):trigger", "19(b)", "19(c)")
def test_too_many_major_prizes_are_cut_to_the_cap() -> None:
    """All of $1,280 and more is held to the floor of $1,000, as so many share the cap."""
    crowd = {"favourites": [{"spots": [1, 2, 3], "count": 100_000, "bonus": True}]}
    job = replace(read_mix(BOOK, crowd), block_trials=4096)
    free = Run(job, 4, 1).finish(here)
    assert free.mean("pro_rated").mean == 0  # 44 x 10 = $440 is no Major Prize
    crowd = {"favourites": [{"spots": [1, 2, 3, 4, 5], "count": 100_000, "bonus": True}]}
    job = replace(read_mix(BOOK, crowd), block_trials=16384)
    cut = Run(job, 4, 1).finish(here)
    games = round(cut.mean("pro_rated").mean * cut.trials)
    assert games > 0  # 640 x 2 or more each; 640 x 1 is no Major Prize and stays as it is
    assert cut.quantile("paid_dollars", 1.0) == 100_000_000


def test_who_buys_six_tickets_has_a_whole_strip(monkeypatch: pytest.MonkeyPatch) -> None:
    sold: list[Any] = []

    def noted(held: Any, *rest: Any) -> Any:
        sold.append(held)
        return completing_calls(held, *rest)

    monkeypatch.setattr(bingo, "completing_calls", noted)
    varied = PROGRAMME | {"players": 7, "tickets": 6, "attendance_varies": True}
    Run(BingoSessions(read_programme(varied, DAY)), 1, 1).finish(here)
    assert len({held.shape[1] for held in sold}) > 1
    for held in sold:
        for strip in range(0, held.shape[1], 6):
            assert sorted(held[:, strip : strip + 6].ravel().tolist()) == list(range(1, 91))


def test_strips_come_whole_and_different() -> None:
    squares = strips(stream(2, 0), 600)
    assert squares.shape == (15, 600)
    for strip in range(0, 600, 6):
        assert sorted(squares[:, strip : strip + 6].ravel().tolist()) == list(range(1, 91))
    assert len({tuple(sorted(column)) for column in squares.T.tolist()}) == 600


def test_sessions_have_the_length_the_exact_laws_give() -> None:
    """Independent strips are not quite real ones, but the first house comes on the same ball."""
    raw = PROGRAMME | {"players": 100, "sessions": 20}
    tally = Run(BingoSessions(read_programme(raw, DAY)), 5, 3).finish(here)
    exact = FirstWinner(strip90(ticket90(HOUSE)), 100)
    found = tally.spread("balls/house")
    assert abs(found.mean - exact.mean()) <= 3 * found.error
    winners = tally.spread("winners/house")
    assert abs(winners.mean - exact.winners()) <= 3 * winners.error


def test_money_of_a_session_adds_up() -> None:
    """$240 receipts a session; 80% and 90% in prizes; $12 a session feed the pool."""
    job = BingoSessions(read_programme(PROGRAMME, DAY), block_trials=3)
    tally = Run(job, 1, 1).finish(here)
    assert tally.sums["receipts"] == 3 * 3 * 24_000
    prizes = 3 * 3 * (9600 + 10_800)
    rounding = tally.sums["paid"] - tally.sums["jackpot_paid"] - prizes
    assert 0 <= rounding < 60  # joint winners are rounded up to the cent
    assert tally.sums["games_short"] == 0


def test_a_pool_that_reaches_ten_thousand_goes_in_that_session() -> None:
    """Opening at $9,900 with $12 a session, the tenth session must pay it all."""
    raw = PROGRAMME | {"sessions": 12, "jackpot": {"opening_cents": 990_000, "within_balls": 15}}
    tally = Run(BingoSessions(read_programme(raw, DAY), block_trials=2), 1, 1).finish(here)
    assert tally.sums["must_go"] == 2
    assert tally.histograms["sessions_to_jackpot"] == {9: 2}
    assert tally.histograms["jackpot_dollars"] == {9_900 + 9 * 12: 2}
    assert tally.histograms["closing_pool_dollars"] == {3 * 12: 2}


def test_fixed_prizes_break_the_minimum_when_many_come() -> None:
    games = [{"prizes": {"house": 90_00}, "price_cents": 100}]
    raw = {"book": "nz-casino-bingo", "players": 10, "tickets": 10, "games": games}
    even = Run(BingoSessions(read_programme(raw, DAY), 8), 1, 2).finish(here)
    assert even.sums["games_short"] == 0
    varied = raw | {"attendance_varies": True}
    odd = Run(BingoSessions(read_programme(varied, DAY), 8), 1, 2).finish(here)
    assert 0 < odd.sums["games_short"] < 16


def test_the_nsw_fee_feeds_the_jackpot_less_a_fifth() -> None:
    raw = {
        "book": "nsw-casino-bingo",
        "players": 10,
        "tickets": 6,
        "entry_fee_cents": 1000,
        "jackpot": {"numbers": 5},
        "games": [{"prizes": {"postage stamp": 500, "house": 2000}, "jackpot": True}],
    }
    programme = read_programme(raw, DAY)
    assert programme.terms.fee_to_jackpot == Fraction(4, 5)
    tally = Run(BingoSessions(programme, 64), 1, 1).finish(here)
    won = tally.histograms["jackpot_dollars"]
    assert set(won) == {80}
    assert tally.histograms["closing_pool_dollars"][80] + won.total() == 64


@pytest.mark.parametrize(
    ("spoil", "field"),
    [
        ({"book": "family-bingo"}, "book"),
        ({"players": 0}, "players"),
        ({"players": 40_000}, "players"),
        ({"games": []}, "games"),
        ({"games": [{"prizes": {"hose": 1}}]}, "prizes"),
        ({"games": [{"prizes": {"pickels": 1, "pickles": 1, "house": 1}}]}, "already"),
        ({"games": [{"prizes": {"house": 1, "line": 1}}]}, "prizes"),
        ({"games": [{"prizes": {"house": 1.5}}]}, "house"),
        ({"jackpot": {"within_balls": 40, "numbers": 2}}, "jackpot"),
        ({"sessions": "3"}, "sessions"),
        ({"colour": "red"}, "colour"),
        ({"jackpot": {"numbers": 1}, "games": [{"prizes": {"house": 1}}]}, "jackpot"),
    ],
)
def test_a_wrong_programme_names_its_field(spoil: dict[str, Any], field: str) -> None:
    with pytest.raises(BadInput, match=field):
        read_programme(PROGRAMME | spoil, DAY)


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"entries": {"regular/11": 1}},
        {"entries": {"regular/10": 0}},
        {"entries": []},
        {"mix": 1},
        {"favourites": [{"count": 3}]},
        {"favourites": [{"spots": [0, 81], "count": 3}]},
        {"favourites": [{"spots": [1], "game": "racing"}]},
        {"favourites": 7},
        {"favourites": [7]},
        {"favourites": [{"spots": [1, 1, 2]}]},
        {"favourites": [{"spots": [1, 2.5]}]},
        {"favourites": [{"spots": [1], "count": "3"}]},
        {"favourites": [{"spots": [1], "bonus": 1}]},
        {"favourites": [{"spots": [1], "game": "keno2", "bonus": True}]},
        {"favourites": [{"spots": [1], "number": 5}]},
        {"entries": {"regular/10": 10**7 + 1}},
        {"entries": {"regular/10": True}},
    ],
)
def test_a_wrong_mix_is_bad_input(raw: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        read_mix(BOOK, raw)


def test_a_family_game_goes_to_the_points_of_the_book() -> None:
    job = replace(read_family({"book": "family-bingo", "players": 4}, DAY), block_trials=20)
    tally = Run(job, 3, 2).finish(here)
    assert job.points == 1000
    assert min(tally.histograms["rounds"]) >= 4  # no row is worth more than 335 points
    for spoil in ({"players": 0}, {"players": "4"}, {"players": 4, "sessions": 2}):
        with pytest.raises(BadInput):
            read_family(spoil, DAY)
