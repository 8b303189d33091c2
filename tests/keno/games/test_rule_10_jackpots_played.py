"""The fund, growth, pools, guarantees, Bonus Prizes and rule 10B over real games."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from eyesdown.display.keno.site import is_cash_game, promotion_alerts
from eyesdown.display.keno.wall import jackpots_shown, prizes_on_top, snapshot
from eyesdown.keno.bets.bet import Combination, HeadsOrTails, Keno2, Racing, Regular
from eyesdown.keno.games.commands import CloseGame, SettleGame
from eyesdown.keno.office.commands import (
    ApprovePrize,
    FlexContribution,
    GuaranteeJackpot,
    PayPromotion,
    ReportPool,
    SwitchPool,
)
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c10b_promotion import (
    Allocation,
    due_soon,
    fund_shares,
    overdue,
    spend,
)
from kit.desk import Desk

clause = pytest.mark.clause
FIGURES = open_on(date(2024, 5, 1)).figures
TAILS = tuple(range(61, 81))


@clause("nsw-keno", "2:Keno Prize Fund")
def test_2_Keno_Prize_Fund__fed_at_close_and_drawn_by_prizes(desk: Desk) -> None:
    """Decision M15: each game books its own contribution."""
    desk.sell(Regular((1, 2, 3), 100), games=2)
    desk.sell(HeadsOrTails("heads", 1_000, bonus=True))
    (closed, _) = desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    fed = {one.category: (one.gross_cents, one.main_cents) for one in closed.funds}
    assert fed == {Category.I: (1_100, 825), Category.Q: (1_000, 800)}
    assert desk.purse("fund") == 1_625
    desk.draw(0)
    desk.do(SettleGame(desk.now, 0))
    assert desk.purse("fund") == 1_625 - 4_400 - 8_000
    assert desk.purse("prizes:payable") == 12_400
    (closed,) = desk.do(CloseGame(desk.tick()))
    assert closed.funds[0].gross_cents == 100


def test_growth_is_exact_and_pools_are_shown(desk: Desk) -> None:
    """Decisions M14, M16 and M17."""
    desk.sell(Regular(tuple(range(41, 49)), 250_000))
    desk.sell(Keno2(tuple(range(41, 50)), 200))
    quartet = Racing("quartet", "straight", ((8,), (7,), (6,), (5,)), (), (), 150)
    desk.sell(quartet)
    (closed, *_) = desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    grown = {one.jackpot: one.cents for one in closed.growth}
    assert grown == {"regular/8": 25_000, "keno2/9": 18, "racing/quartet": 15}
    assert desk.purse("growth:regular/8") == 25_000
    assert desk.purse("fund") + 25_000 + 18 + 15 == Fraction(3, 4) * 250_150 + 153


@clause("nsw-keno", "2:Pooled Jackpot Amount", "2:Keno $2 Game Pooled Jackpot Amount")
def test_2_Pooled_Jackpot_Amount__what_all_jurisdictions_put_in_is_shown(desk: Desk) -> None:
    desk.do(SwitchPool(desk.now, "keno2/10", True, ("NSW", "VIC")))
    desk.do(SwitchPool(desk.now, "regular/10", True, ("NSW", "QLD")))
    desk.sell(Keno2(tuple(range(41, 51)), 500_000))
    desk.sell(Regular(tuple(range(41, 51)), 100_000))
    desk.play()
    desk.do(ReportPool(desk.now, "keno2/10", "VIC", Fraction(60_000)))
    shown = {one.name: one for one in jackpots_shown(desk.book, desk.state)}
    assert shown["Mega Millions, 10 spots"].pool_cents == 100_000
    assert shown["Mega Millions, 10 spots"].jurisdictions == ("NSW", "VIC")
    assert shown["Classic, 10 spots"].pool_cents == 9_800
    assert shown["Classic, 9 spots"].pool_cents is None
    assert desk.purse("pool:keno2/10") == 100_000
    over = ReportPool(desk.now, "keno2/10", "VIC", Fraction(0), Fraction(100_001))
    too_much = [("pool/not_so_much", "2:Keno $2 Game Pooled Jackpot Amount")]
    assert desk.refused(over) == too_much
    unpooled = replace(over, jackpot="keno2/9")
    assert desk.refused(unpooled) == too_much
    racing = SwitchPool(desk.now, "racing/quartet", True)
    assert desk.refused(racing) == [("jackpot/never_pooled", "2:Pooled Jackpot")]


@clause("nsw-keno", "15(l)")
def test_15_l__a_pool_may_be_won_elsewhere(desk: Desk) -> None:
    from eyesdown.display.keno.notices import terms_page

    desk.do(SwitchPool(desk.now, "regular/8", True, ("NSW", "VIC")))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(5_000)))
    won = ReportPool(desk.now, "regular/8", "VIC", Fraction(0), Fraction(5_000))
    assert desk.refused(won) == []
    assert desk.state.jackpots["regular/8"].pool_cents == 0
    assert "another state" in terms_page().pooled


def test_a_jackpot_pays_its_growth_and_starts_anew(desk: Desk) -> None:
    desk.sell(Regular(tuple(range(41, 49)), 123_400))
    desk.play()
    winner = desk.sell(Regular(tuple(range(1, 9)), 100))
    settled = desk.play()[0]
    (prize,) = settled.prizes
    assert prize.serial == winner.serial
    assert prize.cents == 2_500_000 + 12_350
    assert (prize.lines[0].jackpot, prize.largest_jackpot_cents) == ("regular/8", 2_512_350)
    assert settled.jackpots[0].cents == 12_350
    assert desk.purse("growth:regular/8") == 0
    assert desk.state.jackpots["regular/8"].growth_cents == 0


def test_growth_of_a_later_game_is_not_paid_by_an_earlier_one(desk: Desk) -> None:
    """Decision M14: a jackpot is what was stored at the game's own close."""
    desk.sell(Regular(tuple(range(1, 9)), 1_000))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.sell(Regular(tuple(range(1, 9)), 2_000))
    desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
    desk.draw(0)
    desk.draw(1)
    wrong_order = desk.refused(SettleGame(desk.now, 1))
    assert wrong_order == [("settle/not_next", "14(a)")]
    first = desk.do(SettleGame(desk.now, 0))[0]
    assert first.jackpots[0].cents == 100
    second = desk.do(SettleGame(desk.now, 1))[0]
    assert second.jackpots[0].cents == 200
    assert desk.state.jackpots["regular/8"].growth_cents == 0


def test_a_pool_is_shared_with_winners_elsewhere(desk: Desk) -> None:
    desk.do(SwitchPool(desk.now, "regular/8", True, ("NSW", "VIC")))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(90_000)))
    desk.sell(Regular(tuple(range(1, 9)), 100))
    desk.do(CloseGame(desk.tick()))
    desk.draw(0)
    ask = SettleGame(desk.now, 0, {"regular/8": (200,)})
    settled = desk.do(ask)[0]
    assert settled.jackpots[0].cents == Fraction(90_010, 3)
    assert settled.prizes[0].cents == 2_500_000 + 30_000
    assert desk.purse("pool:regular/8") == 0
    assert desk.state.jackpots["regular/8"].pool_cents == 0


@clause("nsw-keno", "2:Bonus Prize")
def test_2_Bonus_Prize__a_guarantee_is_paid_from_its_own_purse(desk: Desk) -> None:
    """Decision M35."""
    desk.do(GuaranteeJackpot(desk.now, "regular/8", 2_600_000, date(2024, 5, 1), date(2024, 5, 1)))
    desk.sell(Regular(tuple(range(1, 9)), 100))
    settled = desk.play()[0]
    assert settled.prizes[0].cents == 2_600_000
    assert desk.purse("licensees:guarantees") == -(2_600_000 - 2_500_010)
    assert desk.purse("fund:bonus_prizes") == 0
    assert settled.extras == ()


# --- Bonus Prizes -------------------------------------------------------------------------------


def _prize(desk: Desk, **more: Any) -> None:
    plain = ApprovePrize(
        at=desk.now,
        prize="cash hour",
        bonus=True,
        cents=100_000,
        approval="B-1",
        form="regular",
        spots=3,
        caught=3,
        from_at=desk.now,
        to_at=desk.now + timedelta(hours=1),
    )
    desk.do(replace(plain, **more))


@clause("nsw-keno", "2:Cash Game", "10A(a)")
def test_2_Cash_Game__a_game_with_a_bonus_prize_is_called_so(desk: Desk) -> None:
    assert not is_cash_game(desk.state, desk.state.games[0])
    _prize(desk)
    assert is_cash_game(desk.state, desk.state.games[0])
    assert snapshot(desk.book, desk.state, desk.now, published=-1).cash_game
    late = replace(desk.state.games[0], closes_at=desk.now + timedelta(hours=2))
    assert not is_cash_game(desk.state, late)
    by_the_wall = replace(late, closes_at=desk.now.replace(tzinfo=ZoneInfo("Australia/Sydney")))
    assert is_cash_game(desk.state, by_the_wall)  # though it was approved in bare times
    assert [one.name for one in prizes_on_top(desk.state, by_the_wall)] == ["cash hour"]


def test_a_bonus_prize_goes_to_the_first_game_and_is_shared(desk: Desk) -> None:
    """Rules 10A(b), (c) and (e) over real games."""
    _prize(desk)
    desk.sell(Combination("regular", ((1,), (2, 3)), None, 100))
    missed = desk.play(TAILS)[0]
    assert missed.extras == ()
    one = desk.sell(Regular((1, 2, 3), 100))
    three = desk.sell(Regular((4, 5, 6), 300))
    desk.sell(Combination("regular", ((1,), (2, 3)), None, 100))
    settled = desk.play()[0]
    won = {p.serial: [x.cents for x in p.lines if x.extra] for p in settled.prizes}
    assert won[one.serial] == [25_000]
    assert won[three.serial] == [75_000]
    assert sum(map(len, won.values())) == 2
    assert desk.purse("fund:bonus_prizes") == 0
    desk.sell(Regular((1, 2, 3), 100))
    assert desk.play()[0].extras == ()
    assert not is_cash_game(desk.state, desk.state.games[3])


@clause("nsw-keno", "14(e)")
def test_14_e__an_additional_prize_may_come_again(desk: Desk) -> None:
    _prize(desk, bonus=False, prize="gala", cents=1_000)
    for _ in range(2):
        desk.sell(Regular((1, 2, 3), 100))
        settled = desk.play()[0]
        assert settled.extras == ("gala",)
        assert settled.prizes[0].cents == 5_400


# --- rule 10B -----------------------------------------------------------------------------------


@clause("nsw-keno", "10B(a)(i)", "10B(a)(ii)", "10B(a):period")
@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ("49/1000", []),
        ("1/20", []),
        ("51/1000", [("contribution/raised_too_far", "10B(a)(i)")]),
        ("-49/1000", []),
        ("-1/20", []),
        ("-51/1000", [("contribution/lowered_too_far", "10B(a)(ii)")]),
    ],
)
def test_10B_a__five_percent_of_the_contribution_either_way(
    desk: Desk, change: str, refused: list[Any]
) -> None:
    """Decision M18."""
    days = (date(2024, 5, 1), date(2024, 5, 3))
    ask = FlexContribution(desk.now, Category.I, Fraction(change), *days)
    assert desk.refused(ask) == refused
    if not refused:
        kept = desk.state.flexes[0]
        assert (kept.category, kept.from_day, kept.to_day) == (Category.I, *days)
        assert desk.state.flex_on(date(2024, 5, 4)) == {}
        assert desk.state.flex_on(date(2024, 5, 3)) == {Category.I: Fraction(change)}


@clause("nsw-keno", "10B(b)", "2:Promotional Sub-Account")
@pytest.mark.parametrize(
    ("change", "main", "aside", "commission"),
    [
        ("1/20", 750_000, 37_500, 93_500),
        ("-1/20", 712_500, 37_500, 110_000),
        ("0", 750_000, 0, 110_000),
    ],
)
def test_10B_b__both_ways_feed_the_sub_account(
    desk: Desk, change: str, main: int, aside: int, commission: int
) -> None:
    """Decision M19, on $10,000 of category I."""
    shares = fund_shares(1_000_000, Category.I, Fraction(change), FIGURES)
    assert (shares.main_cents, shares.promotion_cents) == (main, aside)
    days = (date(2024, 5, 1), date(2024, 5, 1))
    desk.do(FlexContribution(desk.now, Category.I, Fraction(change), *days))
    for _ in range(2):
        desk.sell(Regular((41, 42, 43), 500_000))
    assert desk.purse("venue:club:commission") == commission
    desk.play()
    assert desk.purse("fund") == main
    assert desk.purse("fund:promotion:I") == aside
    held = desk.state.promotion.get(Category.I, ())
    assert sum(one.cents for one in held) == aside


@clause("nsw-keno", "10B(c)")
def test_10B_c__twelve_months_first_in_first_out(desk: Desk) -> None:
    """Decision M20."""
    old, new = (
        Allocation(date(2024, 2, 1), Fraction(500)),
        Allocation(date(2024, 8, 1), Fraction(700)),
    )
    assert overdue((old, new), date(2025, 2, 1), FIGURES) == 0
    assert overdue((old, new), date(2025, 2, 2), FIGURES) == 500
    assert due_soon((old, new), date(2024, 12, 3), FIGURES) == 0
    assert due_soon((old, new), date(2024, 12, 4), FIGURES) == 500
    assert spend((old, new), 600) == (Allocation(date(2024, 8, 1), Fraction(600)),)
    assert spend((old, new), 1_200) == ()
    desk.state.promotion[Category.I] = (old,)
    (alert,) = promotion_alerts(desk.book, desk.state, date(2025, 2, 2))
    assert (alert.overdue_cents, alert.due_soon_cents) == (500, 0)
    assert promotion_alerts(desk.book, desk.state, date(2024, 6, 1)) == ()
    del desk.state.promotion[Category.I]  # it was put there without its money


@clause("nsw-keno", "10B(d)", "2:Promotional Activity")
def test_10B_d__money_of_a_category_promotes_that_category(desk: Desk) -> None:
    days = (date(2024, 5, 1), date(2024, 5, 1))
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), *days))
    desk.sell(Regular((41, 42, 43), 100_000))
    desk.play()
    ask = PayPromotion(desk.now, "free hats", Category.I, Category.I, 3_750)
    other = replace(ask, category=Category.Q)
    assert desk.refused(other) == [("promotion/other_category", "10B(d)")]
    assert desk.refused(replace(ask, cents=3_751)) == [("promotion/not_held", "10B(d)")]
    assert desk.refused(replace(ask, cents=0)) == [("promotion/amount", "10B(d)")]
    (paid,) = desk.do(ask)
    assert (paid.promotion, paid.category, paid.cents) == ("free hats", Category.I, 3_750)
    assert desk.state.promotion[Category.I] == ()
    assert desk.purse("fund:promotion:I") == 0
