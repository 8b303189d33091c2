"""Arbitrary entries: combinations, series, and the chance of any prize on a whole ticket."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from typing import Any

import pytest

from eyesdown.keno.bets.bet import Bet
from eyesdown.keno.bets.reading import read_bet
from eyesdown.odds.keno.bets import heads_or_tails_law, law_of, spots_law
from eyesdown.odds.keno.combination import case_count, combination_law, combination_return
from eyesdown.odds.keno.series import let_it_run_law, prepick_law
from eyesdown.odds.keno.ticket import any_prize, bet_law, ticket_odds
from eyesdown.odds.simulation.blocks import Run, here
from eyesdown.odds.simulation.ticket import EntryGames
from eyesdown.rulebooks.nsw_keno.book import open_on

DAY = date(2024, 1, 12)
BOOK = open_on(DAY)


def bet(**raw: Any) -> Bet:
    return read_bet(BOOK, {"subscription_cents": 100} | raw)


def spots(*numbers: int, bonus: bool = False, game: str = "regular") -> Bet:
    return bet(type=game, spots=list(numbers), bonus=bonus)


GROUPS = ([1, 2], [13, 34], [45, 66], [77], [5])


def test_a_combination_bet_returns_what_its_combinations_return() -> None:
    law = combination_law(BOOK, "regular", GROUPS, None, 100)
    assert law is not None
    assert law.rtp == combination_return(BOOK, "regular", GROUPS, None, 100)
    assert law.stake == sum(1 for n in range(1, 6) for _ in combinations(GROUPS, n))


def test_a_combination_bet_with_bonus_adds_up_its_very_spots() -> None:
    law = combination_law(BOOK, "regular", GROUPS, (3, 4), 100, bonus=True)
    assert law is not None
    picks = [
        [spot for group in chosen for spot in group]
        for count in range(1, 6)
        for chosen in combinations(GROUPS, count)
    ]
    each = [spots_law(BOOK, "regular", p, bonus=True).rtp for p in picks if len(p) in (3, 4)]
    assert law.rtp == sum(each) / len(each)


def test_ten_cent_combinations_lose_what_rounding_takes() -> None:
    """Seven cents of a ten-cent bet do not exist: prizes go down to ten cents (15(k))."""
    whole = combination_law(BOOK, "keno2", GROUPS, (5,), 200)
    small = combination_law(BOOK, "keno2", GROUPS, (5,), 30)
    assert whole is not None
    assert small is not None
    assert small.rtp < whole.rtp
    assert small.rtp == combination_return(BOOK, "keno2", GROUPS, (5,), 30)


def test_cases_of_a_large_bet_are_not_counted_but_its_return_is() -> None:
    groups = [list(range(5 * n + 1, 5 * n + 6)) for n in range(10)]
    assert case_count(groups) > 2000
    large = bet(type="combination", game="regular", groups=groups, sizes=[10, 15], bonus=True)
    odds = ticket_odds(BOOK, [large])
    assert odds.bets[0].law is None
    assert odds.bets[0].rtp_for_random_spots
    tens, fifteens = (law_of(BOOK, f"regular+bonus/{n}").rtp for n in (10, 15))
    weights = comb(10, 2), comb(10, 3)
    assert odds.rtp == (tens * weights[0] + fifteens * weights[1]) / sum(weights)


def test_a_few_large_combinations_with_bonus_return_what_their_very_spots_do() -> None:
    groups = [list(range(1, 11)), list(range(11, 21)), list(range(21, 26))]
    assert case_count(groups) > 300
    large = bet(type="combination", game="regular", groups=groups, sizes=[15, 20], bonus=True)
    odds = ticket_odds(BOOK, [large]).bets[0]
    assert odds.law is None
    assert not odds.rtp_for_random_spots
    picks = (groups[0] + groups[2], groups[1] + groups[2], groups[0] + groups[1])
    each = [spots_law(BOOK, "regular", pick, bonus=True).rtp for pick in picks]
    assert (
        odds.rtp
        == sum(each) / 3
        != combination_return(BOOK, "regular", groups, (15, 20), 100, bonus=True)
    )


def test_any_prize_of_two_single_spots_is_either_of_two_numbers() -> None:
    found = any_prize(BOOK, [spots(7), spots(11)])
    assert found == 1 - Fraction(comb(78, 20), comb(80, 20))


def test_any_prize_of_the_same_spots_twice_is_that_of_once() -> None:
    assert any_prize(BOOK, [spots(1, 2, 3), spots(1, 2, 3)]) == law_of(BOOK, "regular/3").hit_rate


def test_any_prize_with_lucky_last_counts_the_last_ball_once() -> None:
    """One spot: it wins when drawn, and being last is being drawn."""
    last = bet(type="lucky_last", spots=[7])
    assert any_prize(BOOK, [spots(7), last]) == Fraction(1, 4)
    other = bet(type="lucky_last", spots=[8])
    assert any_prize(BOOK, [spots(7), other]) == Fraction(1, 4) + Fraction(3, 4) * Fraction(1, 79)


def test_any_prize_of_races_counts_their_one_result() -> None:
    win = [bet(type="racing", bet="win", option="straight", rows=[row]) for row in (1, 2, 3)]
    assert any_prize(BOOK, win) == Fraction(3, 8)
    assert any_prize(BOOK, [*win, *win]) == Fraction(3, 8)
    place = bet(type="racing", bet="place", option="straight", rows=[1])
    assert any_prize(BOOK, [win[0], place]) == bet_law(BOOK, place).hit_rate  # type: ignore[union-attr]


ENTRIES: dict[str, Sequence[Bet]] = {
    "spots and halves": [
        spots(3, 14, 15, 62),
        spots(15, 62, 63, 70, 71, game="keno2"),
        bet(type="heads_or_tails", selection="evens"),
    ],
    "spots and roulette": [
        spots(5, 6, 7),
        bet(type="roulette", bet="red_black", selection="red", subscription_cents=500),
    ],
    "spots, halves and two roulette bets": [
        spots(1, 2, 3),
        bet(type="roulette", bet="corner", selection=[1, 2, 4, 5]),
        bet(type="roulette", bet="red_black", selection="red", subscription_cents=500),
        bet(type="heads_or_tails", selection="heads"),
    ],
    "races": [
        bet(type="racing", bet="superfecta", option="straight", rows=[1, 2, 3, 4, 5, 6]),
        bet(type="racing", bet="quinella_place", option="box", rows=[2, 5, 7]),
        bet(type="racing", bet="place", option="straight", rows=[8]),
    ],
    "groups and last": [
        bet(type="combination", game="regular", groups=[[1, 2], [3], [4, 50]], sizes=None),
        bet(type="lucky_last", spots=[1, 2, 3]),
    ],
}


@pytest.mark.parametrize("name", list(ENTRIES))
def test_any_prize_agrees_with_the_rules_played_out(name: str) -> None:
    bets = tuple(ENTRIES[name])
    exact = ticket_odds(BOOK, bets)
    assert exact.any_prize is not None
    tally = Run(EntryGames(DAY, bets), 11, 2).finish(here)
    chance = float(exact.any_prize)
    error = sqrt(chance * (1 - chance) / tally.trials)
    assert abs(tally.mean("any_prize").mean - chance) <= 3 * error


def test_what_leans_on_order_and_counts_is_left_to_simulation() -> None:
    race = bet(type="racing", bet="win", option="straight", rows=[3])
    assert ticket_odds(BOOK, [spots(1, 2), race]).any_prize is None
    assert ticket_odds(BOOK, [race]).any_prize == Fraction(1, 8)


def test_a_prize_that_rounds_to_nothing_is_no_prize() -> None:
    """For a cent a dollar of the table pays nothing, since 15(k) rounds down to ten cents."""

    def both(cents: int) -> tuple[Bet, ...]:
        return (
            bet(type="regular", spots=[1, 2, 3], subscription_cents=cents),
            bet(type="lucky_last", spots=list(range(1, 11)), subscription_cents=cents),
        )

    assert ticket_odds(BOOK, both(1)).any_prize is None
    played = Run(EntryGames(DAY, both(1)), 3, 2).finish(here).chance("any_prize")
    low, high = played.interval
    assert low < float(spots_law(BOOK, "regular", 3).top_chance) < high  # 44 cents, all the rest 0
    counted = ticket_odds(BOOK, both(10)).any_prize
    assert counted == ticket_odds(BOOK, both(100)).any_prize > Fraction(1, 8)


RACES = [
    ("quinella", {"option": "box", "rows": [1, 4, 6]}, Fraction(3, 28)),
    ("trifecta", {"option": "standout", "standout": {"1": [3]}, "with": [1, 2, 5]}, None),
    ("superfecta", {"option": "box", "rows": [1, 2, 3, 4, 5, 6, 7]}, Fraction(7, 8)),
    ("exact_quinella", {"option": "field", "standout": [2]}, Fraction(1, 8)),
]


@pytest.mark.parametrize(("kind", "fields", "chance"), RACES)
def test_options_of_racing_return_like_their_lines(
    kind: str, fields: dict[str, Any], chance: Fraction | None
) -> None:
    """Every line of an option returns alike, so the whole bet does; its hit rate is its own."""
    law = bet_law(BOOK, bet(type="racing", bet=kind, **fields))
    assert law is not None
    assert law.rtp == law_of(BOOK, f"racing/{kind}").rtp
    if chance is not None:
        assert law.hit_rate == chance


def test_prepick_adds_up_separate_games() -> None:
    law = prepick_law(BOOK, ("heads", "evens"), 300, 1)
    first = heads_or_tails_law(BOOK, "heads", bonus=True)
    second = heads_or_tails_law(BOOK, "evens")
    assert law.stake == 9
    assert law.rtp * 9 == (first.rtp * 2 + second.rtp) * 3
    assert 1 - law.hit_rate == (1 - first.hit_rate) * (1 - second.hit_rate)


@pytest.mark.parametrize(
    ("kind", "selections", "bonus_games"),
    [
        ("prepick", ["heads", "evens"], 1),
        ("let_it_run", ["heads", "tails"], 0),
        ("let_it_run", ["evens", "heads"], 2),
    ],
)
def test_a_series_is_settled_as_its_law_says(
    kind: str, selections: list[str], bonus_games: int
) -> None:
    entry = bet(type=kind, selections=selections, bonus_games=bonus_games, subscription_cents=500)
    odds = ticket_odds(BOOK, [entry])
    tally = Run(EntryGames(DAY, (entry,)), 11, 4).finish(here)
    hit, back = tally.chance("any_prize"), tally.mean("paid", odds.cost_cents)
    assert odds.any_prize is not None
    assert abs(hit.mean - float(odds.any_prize)) < 4 * hit.error
    assert abs(back.mean - float(odds.rtp)) < 4 * back.error


def test_let_it_run_pays_only_at_the_end() -> None:
    law = let_it_run_law(BOOK, ("heads", "tails", "evens"), 100)
    heads, evens = (heads_or_tails_law(BOOK, s).hit_rate for s in ("heads", "evens"))
    assert [(o.prize, o.probability) for o in law.outcomes if o.prize] == [(16, heads**2 * evens)]


def test_let_it_run_halves_its_carry_while_bonus_lasts() -> None:
    """2 x 3 = 6 dollars, three of them staked; then 6 more without bonus, all staked (G28)."""
    law = let_it_run_law(BOOK, ("heads", "heads", "heads"), 100, 2)
    prizes = {o.prize for o in law.outcomes if o.prize}
    assert prizes == {4 * a * b for a in (1, 2, 3, 4, 5, 10) for b in (1, 2, 3, 4, 5, 10)}
    assert law.stake == 2


def test_let_it_run_stops_where_a_carry_no_longer_fits() -> None:
    """$500 with tenfold bonus four times in a row would be more than a result may take (G29)."""
    law = let_it_run_law(BOOK, ("heads",) * 5, 50_000, 5)
    tenfold = heads_or_tails_law(BOOK, "heads", bonus=True)
    most = max(o.prize for o in law.outcomes)
    assert most == 1000 * 1000 * 10  # paid out after the fourth game, not staked again
    won = next(o.probability for o in tenfold.outcomes if o.prize == 20)
    assert next(o.probability for o in law.outcomes if o.prize == most) >= won**4


def test_stakes_scale_prizes_but_not_flat_jackpot_parts() -> None:
    one = bet_law(BOOK, spots(*range(1, 11), bonus=True))
    nine = bet_law(
        BOOK, bet(type="regular", spots=list(range(1, 11)), bonus=True, subscription_cents=900)
    )
    assert one is not None
    assert nine is not None
    assert nine.rtp == one.rtp
    assert nine.outcomes[-1].fill == one.outcomes[-1].fill == 750_000
    assert nine.rtp_with_bonus_jackpot < one.rtp_with_bonus_jackpot
