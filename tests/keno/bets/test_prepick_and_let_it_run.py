"""Prepick and Let it Run, game by game."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.keno.bets.bet import LetItRun, Prepick
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.series import settle_let_it_run, settle_prepick
from eyesdown.rulebooks.nsw_keno.book import NswKeno

LOW, HIGH = tuple(range(1, 41)), tuple(range(41, 81))


def a_draw(book: NswKeno, result: Any, multiplier: Any = 1) -> Any:
    """Some draw with this result and this multiplier."""
    low = {"heads": 12, "tails": 8, "evens": 10}[result]
    for shift in range(20):
        numbers = LOW[shift : shift + low] + HIGH[shift : shift + 20 - low]
        if len(numbers) == 20:
            for last in (n for n in LOW if n not in numbers):
                draw = draw_of(book, (last, *numbers[1:]))
                if draw.multiplier == multiplier and draw.heads_or_tails == result:
                    return draw
    raise AssertionError(result)


def draws(book: NswKeno, *results: Any) -> Any:
    return [a_draw(book, *result) for result in results]


@pytest.mark.clause("nsw-keno", "2:Prepick")
def test_prepick__every_game_for_itself(book: NswKeno) -> None:
    bet = Prepick(("heads", "evens", "tails"), 200)
    won = settle_prepick(book, bet, draws(book, ("heads",), ("heads",), ("tails",)))
    assert won.prizes_cents == (400, 0, 400)
    assert won.paid_cents == 800


@pytest.mark.clause("nsw-keno", "9(l)")
def test_prepick__bonus_on_the_first_games_only(book: NswKeno) -> None:
    bet = Prepick(("heads", "heads"), 200, bonus_games=1)
    won = settle_prepick(book, bet, draws(book, ("heads", 3), ("heads", 3)))
    assert won.prizes_cents == (1_200, 400)


@pytest.mark.clause("nsw-keno", "2:Let it Run:carry", "2:Let it Run:end")
@pytest.mark.parametrize(
    ("results", "played", "paid"),
    [
        (("heads", "heads", "evens"), 3, 16_000),
        (("heads", "heads", "tails"), 3, 0),
        (("heads", "tails", "evens"), 2, 0),
        (("tails", "heads", "evens"), 1, 0),
    ],
)
def test_let_it_run__all_or_nothing(book: NswKeno, results: Any, played: Any, paid: Any) -> None:
    bet = LetItRun(("heads", "heads", "evens"), 1_000)
    won = settle_let_it_run(book, bet, draws(book, *((result,) for result in results)))
    assert (len(won.games), won.paid_cents) == (played, paid)


@pytest.mark.clause("nsw-keno", "9(k)(i)", "9(k)(ii)")
def test_let_it_run__half_buys_bonus_while_games_have_it(book: NswKeno) -> None:
    bet = LetItRun(("heads", "heads", "heads"), 1_000, bonus_games=2)
    won = settle_let_it_run(book, bet, draws(book, ("heads", 2), ("heads", 3), ("heads", 5)))
    # $10 x 2 x 2 = $40; $20 of it staked, x 3 x 2 = $120; all of it staked without bonus
    assert won.prizes_cents == (4_000, 12_000, 24_000)
    assert won.paid_cents == 24_000
    assert [reason.cents for reason in won.because if reason.clause == "9(k)(i)"] == [2_000]


def test_let_it_run__every_step_is_told_in_its_order(book: NswKeno) -> None:
    won = settle_let_it_run(
        book, LetItRun(("heads", "tails"), 1_000), draws(book, ("heads",), ("heads",))
    )
    assert [reason.clause for reason in won.because] == [
        "2:Heads or Tails?(i)",
        "18(e):Heads",
        "15(k):exact",
        "2:Let it Run:carry",
        "2:Heads or Tails?(i)",
        "18(e):Tails",
    ]


def test_let_it_run__what_is_carried_is_rounded_first(book: NswKeno) -> None:
    bet = LetItRun(("evens", "evens"), 7)
    won = settle_let_it_run(book, bet, draws(book, ("evens",), ("evens",)))
    assert won.prizes_cents == (20, 80)


@pytest.mark.clause("nsw-keno", "9(h):LIR")
@pytest.mark.parametrize(
    ("following", "stake", "played", "paid"),
    [
        ("evens", 4_249_990, 2, 67_999_840),
        ("evens", 4_250_000, 2, 68_000_000),
        ("evens", 4_250_010, 1, 17_000_040),
        ("heads", 12_500_000, 2, 100_000_000),
        ("heads", 12_500_010, 1, 50_000_040),
    ],
)
def test_9_h_LIR__a_carry_above_the_limit_alone_ends_the_series(
    book: NswKeno, following: Any, stake: Any, played: Any, paid: Any
) -> None:
    bet = LetItRun(("evens", following), stake)
    won = settle_let_it_run(book, bet, draws(book, ("evens",), (following,)))
    assert (len(won.games), won.paid_cents) == (played, paid)
    assert (won.because[-1].clause == "9(h):LIR") == (played == 1)


@pytest.mark.clause("nsw-keno", "9(h):LIR")
def test_9_h_LIR__it_is_the_limit_of_the_very_next_forecast(book: NswKeno) -> None:
    """Of evens there may be less than of heads, with which the series begins and ends."""
    bet = LetItRun(("heads", "evens", "heads"), 10_000_000)
    won = settle_let_it_run(book, bet, draws(book, ("heads",), ("evens",), ("heads",)))
    assert (len(won.games), won.paid_cents) == (1, 20_000_000)


def test_9_h_LIR__half_of_a_carry_with_bonus_counts(book: NswKeno) -> None:
    bet = LetItRun(("evens", "evens"), 8_500_000, bonus_games=2)
    won = settle_let_it_run(book, bet, draws(book, ("evens",), ("evens",)))
    assert won.prizes_cents == (34_000_000, 68_000_000)
