"""The second bookkeeper's arithmetic against worked examples and against exact counting."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from random import Random

import pytest

from eyesdown.control.keno.printed import printed
from eyesdown.control.keno.prizes import (
    _finish,
    _result,
    _roulette_number,
    games_played,
    multiplier,
)
from eyesdown.demo.keno_load import anything
from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
    Roulette,
    SingleBet,
)
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.settle import settle
from eyesdown.rulebooks.nsw_keno.book import open_on

BOOK = open_on(date(2024, 1, 12))
# A total of 822 makes the multiplier 2; the last ball is 72, roulette takes the first, 48.
DRAW = (48, 28, 1, 17, 60, 10, 42, 70, 14, 46, 74, 65, 61, 9, 40, 33, 25, 56, 51, 72)


def won(bet: SingleBet, numbers: tuple[int, ...] = DRAW) -> list[Fraction]:
    return [one.cents for one in games_played(bet, numbers, BOOK.day)]


def test_the_draw_is_read_as_printed() -> None:
    assert multiplier(DRAW) == 2
    assert _result(DRAW) == "tails"
    assert _roulette_number(DRAW) == "8"
    assert list(_finish(DRAW).values()) == [3, 5, 7, 6, 1, 4, 2, 8]


@pytest.mark.parametrize(
    ("bet", "cents"),
    [
        (Regular((1,), 100, bonus=True), [600]),
        (Regular((2,), 100), []),
        (Regular((1, 9, 10, 14, 17, 25, 28, 33, 40, 42), 300), [300 * 250_000]),
        (Keno2((1, 9), 400), [2 * 2500]),
        (LuckyLast((72, 1), 200), [6000]),
        (LuckyLast((1,), 200), []),
        (HeadsOrTails("tails", 500, bonus=True), [2000]),
        (HeadsOrTails("evens", 500), []),
        (Roulette("straight_up", "8", 100), [3050]),
        (Roulette("split", (8, 9), 100), [1530]),
        (Roulette("row", 3, 100), [1020]),
        (Roulette("corner", (7, 8, 10, 11), 100), [760]),
        (Roulette("six_line", 7, 100), [510]),
        (Roulette("six_line", 10, 100), []),
        (Roulette("column", 2, 300), [750]),
        (Roulette("dozen", 1, 200), [500]),
        (Roulette("low_high", "low", 500), [850]),
        (Roulette("red_black", "black", 600), [1020]),
        (Roulette("red_black", "red", 500), []),
        (Roulette("odd_even", "even", 500), [850]),
        (Racing("win", "straight", (), (), (5,), 100), [600]),
        (Racing("place", "straight", (), (), (1,), 100), [200]),
        (Racing("place", "straight", (), (), (6,), 100), []),
        (Racing("quinella", "box", (), (), (5, 7, 1), 50), [1050]),
        (Racing("quinella_place", "box", (), (), (5, 7, 1), 50), [350, 350, 350]),
        (Racing("trifecta", "straight", ((5,), (7,), (1,)), (), (), 100), [25_200]),
        (Racing("quartet", "straight", ((5,), (7,), (1,), (2,)), (), (), 100), [1000]),
        (Racing("exact_quinella", "box", ((), ()), (), (5, 7, 8), 100), [4200]),
        (Racing("exact_quinella", "standout", ((5,), ()), (), (1, 7), 100), [4200]),
    ],
)
def test_worked_cases(bet: SingleBet, cents: list[int]) -> None:
    assert won(bet) == cents


def test_a_combination_plays_every_union() -> None:
    bet = Combination("regular", ((1, 9), (10,), (80,)), None, 100)
    # {1 9} 2 of 2, {10} 1 of 1, {1 9 10} 3 of 3, {1 9 80} 2 of 3, {10 80} 1 of 2, all four 3 of 4.
    assert sorted(won(bet)) == sorted([1200, 300, 4400, 100, 400])
    only_threes = Combination("regular", ((1, 9), (10,), (80,)), (3,), 100)
    assert sorted(won(only_threes)) == [100, 4400]


def test_a_jackpot_says_which_and_whether_the_bonus_jackpot_goes_with_it() -> None:
    seven = (1, 9, 10, 14, 17, 25, 28)
    [plain] = games_played(Regular(seven, 200), DRAW, BOOK.day)
    [with_bonus] = games_played(Regular(seven, 200, bonus=True), DRAW, BOOK.day)
    assert (plain.jackpot, plain.stake_cents, plain.bonus_jackpot) == ("regular/7", 200, False)
    assert (with_bonus.cents, with_bonus.bonus_jackpot) == (2 * 2 * 500_000, True)
    quartet = Racing("quartet", "straight", ((5,), (7,), (1,), (6,)), (), (), 100)
    assert [one.jackpot for one in games_played(quartet, DRAW, BOOK.day)] == ["racing/quartet"]


def test_empty_rows_share_the_next_place() -> None:
    numbers = tuple(range(1, 11)) + tuple(range(11, 21))
    assert list(_finish(numbers).values()) == [1, 2, 3, 3, 3, 3, 3, 3]
    for row in (3, 8):
        assert won(Racing("place", "straight", (), (), (row,), 100), numbers) == [200]
    trio = Racing("trio", "box", (), (), (1, 2, 3, 4), 100)
    assert won(trio, numbers) == [4200, 4200]  # 3 and 4 are third both, and neither is second


def test_every_table_has_been_read() -> None:
    tables = printed()
    assert sorted(tables.multiplier) == list(range(210, 1411))
    assert len(tables.spots) > 100
    assert len(tables.racing) == 22
    assert tables.fill["regular/10"] == 75_000_000
    assert tables.bonus_jackpot["regular/10"] == 290_000_000


def test_two_bookkeepers_agree_on_a_busy_evening() -> None:
    """Neither knows the other: 1,500 bets of every form against as many draws."""
    dice = Random(20_240_112)
    for _ in range(1500):
        numbers = tuple(dice.sample(range(1, 81), 20))
        bet = anything(dice).lines[0]
        if isinstance(bet, Prepick) or not hasattr(bet, "bonus"):
            continue
        settled = settle(BOOK, bet, draw_of(BOOK, numbers))
        assert sum(won(bet, numbers)) == sum(
            line.count * line.exact_cents for line in settled.lines
        )
