"""Rule 19: pro-rating and sharing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eyesdown.keno.bets.draws import Draw
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.whole_game import Pot, pro_rate, settle_game, share
from eyesdown.rulebooks.nsw_keno import c19_sharing as sharing
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.rulebooks.nsw_keno.figures import Figures

DRAWN = (18, 3, 25, 55, 7, 61, 71, 12, 27, 58)


def bets(book: NswKeno, *stakes: Any, kind: Any = "regular", spots: Any = 10, **more: Any) -> Any:
    raw = {"type": kind, "spots": list(DRAWN[:spots]), **more}
    return [read_bet(book, {**raw, "subscription_cents": stake}) for stake in stakes]


@pytest.mark.clause("nsw-keno", "19(a):cap", "19(a):trigger", "2:Pro-rating")
@pytest.mark.parametrize(
    ("prizes", "paid"),
    [
        ((200_000_000, 100_000_000), (200_000_000, 100_000_000)),
        ((200_000_000, 100_000_010), (199_999_990, 100_000_000)),
        ((400_000_000, 200_000_000), (200_000_000, 100_000_000)),
        ((400_000_000, 100_000), (300_000_000, 100_000)),  # $1,000.00 is no Major Prize
    ],
)
def test_19_a__three_million_for_all_major_prizes(figures: Figures, prizes: Any, paid: Any) -> None:
    assert pro_rate(prizes, figures) == paid
    assert not sharing.pro_rating_applies(300_000_000, figures)
    assert sharing.pro_rating_applies(300_000_010, figures)


@pytest.mark.clause("nsw-keno", "19(b)")
def test_19_b__each_in_proportion(figures: Figures) -> None:
    assert sharing.pro_rated(250_000_000, 375_000_000, figures) == 200_000_000
    assert sharing.pro_rated(125_000_000, 375_000_000, figures) == 100_000_000


@pytest.mark.clause("nsw-keno", "19(c)")
def test_19_c__never_below_a_thousand_dollars_in_one_pass(figures: Figures) -> None:
    assert sharing.pro_rated(150_000, 600_150_000, figures) == 100_000
    paid = pro_rate((150_000, 600_000_000), figures)
    assert paid[0] == 100_000
    assert paid[1] == 600_000_000 * 300_000_000 // 600_150_000 // 10 * 10
    assert sum(paid) > 300_000_000  # what the floor lifts is not taken from the others


@given(st.lists(st.integers(0, 10**10), min_size=1, max_size=12))
@settings(max_examples=150, deadline=None)
def test_19__no_prize_grows_and_the_cap_holds_but_for_the_floor(prizes: Any) -> None:
    from datetime import date

    from eyesdown.rulebooks.nsw_keno.book import open_on

    figures = open_on(date(2024, 1, 12)).figures
    paid = pro_rate(prizes, figures)
    for prize, pays in zip(prizes, paid, strict=True):
        assert pays <= prize
        assert pays % 10 == 0
        if prize <= 100_000:
            assert pays == prize // 10 * 10
        else:
            assert pays >= 100_000
    majors = [pays for prize, pays in zip(prizes, paid, strict=True) if prize > 100_000]
    assert sum(pays for pays in majors if pays > 100_000) <= 300_000_000


@pytest.mark.clause("nsw-keno", "19(d)")
def test_19_d__racing_growth_by_stake(book: NswKeno, d1: Draw) -> None:
    assert sharing.share_of_racing_jackpot(90_000, (100, 200)) == (30_000, 60_000)
    raw = {"type": "racing", "bet": "quartet", "option": "straight", "rows": [2, 3, 6, 1]}
    two = [read_bet(book, {**raw, "subscription_cents": stake}) for stake in (100, 200)]
    settled = settle_game(book, d1, two, {"racing/quartet": Pot(90_000)})
    assert settled.paid_cents == (110_000, 220_000)
    assert settled.jackpots["racing/quartet"].winners == 2


@pytest.mark.clause("nsw-keno", "19(e)")
def test_19_e__bonus_jackpot_among_those_with_bonus(book: NswKeno) -> None:
    from eyesdown.keno.bets.draws import draw_of

    assert sharing.share_of_bonus_jackpot(700_000, (100, 300)) == (175_000, 525_000)
    draw = draw_of(book, (*range(1, 20), 25))  # 215: two times
    raw = {"type": "regular", "spots": [1, 2, 3, 4, 5, 6, 7]}
    three = [
        read_bet(book, {**raw, "subscription_cents": 100, "bonus": True}),
        read_bet(book, {**raw, "subscription_cents": 300, "bonus": True}),
        read_bet(book, {**raw, "subscription_cents": 400, "bonus": False}),
    ]
    settled = settle_game(book, draw, three, {})
    assert settled.paid_cents == (
        2 * 500_000 + 175_000,
        6 * 500_000 + 525_000,
        4 * 500_000,
    )
    assert settled.jackpots["regular/7"].bonus_jackpot_cents == 700_000


@pytest.mark.clause("nsw-keno", "19(f)")
def test_19_f__keno2_growth_and_fill_by_stake(book: NswKeno, d1: Draw) -> None:
    assert sharing.share_of_spot_jackpot(100_000, (200, 600)) == (25_000, 75_000)
    two = bets(book, 200, 600, kind="keno2")
    settled = settle_game(book, d1, two, {"keno2/10": Pot(0)})
    base, fill = 50_000_000, 450_000_000
    assert settled.paid_cents == (base + fill // 4, 3 * base + 3 * fill // 4)


@pytest.mark.clause("nsw-keno", "19(f)")
def test_regular_jackpot_without_a_pool_is_shared_the_same_way(book: NswKeno, d1: Draw) -> None:
    settled = settle_game(book, d1, bets(book, 100, 200), {"regular/10": Pot(60_000_000)})
    assert settled.paid_cents == (25_000_000 + 45_000_000, 50_000_000 + 90_000_000)


@pytest.mark.clause("nsw-keno", "19(g)")
def test_19_g__bonus_prize_by_stake() -> None:
    assert sharing.share_of_bonus_prize(50_000, (100, 400)) == (10_000, 40_000)


@pytest.mark.clause("nsw-keno", "19(h)(i)")
def test_19_h_i__pool_and_fill_among_winners_here(book: NswKeno, d1: Draw) -> None:
    pot = Pot(60_000_000, pooled=True)
    settled = settle_game(book, d1, bets(book, 100, 200), {"regular/10": pot})
    assert settled.paid_cents == (25_000_000 + 45_000_000, 50_000_000 + 90_000_000)


@pytest.mark.clause("nsw-keno", "19(h)(ii)", "19(i)")
def test_19_h_ii__pool_over_all_jurisdictions_fill_only_here(book: NswKeno, d1: Draw) -> None:
    parts = sharing.share_of_pooled_jackpot(120_000_000, 0, (100, 200), 300)
    assert parts == (20_000_000, 40_000_000)
    fill = sharing.share_of_pooled_jackpot(0, 75_000_000, (100, 200), 300)
    assert fill == (25_000_000, 50_000_000)
    pot = Pot(120_000_000, pooled=True, elsewhere_cents=300)
    settled = settle_game(book, d1, bets(book, 100, 200), {"regular/10": pot})
    assert settled.paid_cents == (25_000_000 + 45_000_000, 50_000_000 + 90_000_000)
    assert settled.jackpots["regular/10"].growth_cents == 60_000_000
    assert sharing.share_of_pooled_jackpot(120_000_000, 75_000_000, (), 300) == ()


@pytest.mark.clause("nsw-keno", "19(j)(i)")
def test_19_j_i__keno2_pool_and_fill_here(book: NswKeno, d1: Draw) -> None:
    pot = Pot(50_000_000, pooled=True)
    settled = settle_game(book, d1, bets(book, 200, 800, kind="keno2"), {"keno2/10": pot})
    assert settled.paid_cents == (50_000_000 + 100_000_000, 200_000_000 + 400_000_000)


@pytest.mark.clause("nsw-keno", "19(j)(ii)", "19(k)")
def test_19_j_ii__keno2_pool_elsewhere_fill_here(book: NswKeno, d1: Draw) -> None:
    assert sharing.share_of_pooled_jackpot(90_000_000, 450_000_000, (200,), 400) == (
        30_000_000 + 450_000_000,
    )
    assert sharing.share_of_pooled_jackpot(0, 450_000_000, (200, 400), 600) == (
        150_000_000,
        300_000_000,
    )


def test_all_combinations_of_one_bet_share_line_by_line(book: NswKeno, d1: Draw) -> None:
    """Two ways to all of nine spots on one ticket against one on another: thirds."""
    nine = [list(DRAWN[:8]), [DRAWN[8]], [DRAWN[9]]]
    combination = read_bet(
        book,
        {
            "type": "combination",
            "game": "regular",
            "groups": nine,
            "sizes": [9],
            "subscription_cents": 100,
        },
    )
    single = bets(book, 100, spots=9)[0]
    settled = settle_game(book, d1, [combination, single], {"regular/9": Pot(90_000)})
    assert settled.jackpots["regular/9"].winners == 3
    assert settled.paid_cents == (2 * (10_000_000 + 30_000), 10_000_000 + 30_000)


def test_rounding_leaves_its_cents_in_the_fund(book: NswKeno, d1: Draw) -> None:
    three = bets(book, 100, 100, 100, spots=8)
    settled = settle_game(book, d1, three, {"regular/8": Pot(100)})
    assert settled.paid_cents == (2_500_030,) * 3
    assert settled.left_in_fund_cents == Fraction(10)


def test_jackpots_stay_out_of_the_cap_and_of_pro_rating(book: NswKeno, d1: Draw) -> None:
    """Two ten-spot wins of $2.5m each are cut to $1.5m; fill and growth come whole on top."""
    settled = settle_game(book, d1, bets(book, 1_000, 1_000), {"regular/10": Pot(2_000_000)})
    assert settled.major_total_cents == 500_000_000
    assert settled.pro_rated
    assert settled.paid_cents == (150_000_000 + 38_500_000,) * 2


def test_bare_shares(figures: Figures) -> None:
    assert share(700_000, (1500, 1900, 200, 1300, 600, 100, 1900), figures) == (
        140_000, 177_330, 18_660, 121_330, 56_000, 9_330, 177_330,
    )  # fmt: skip
