"""Rules 2, 10, 15(a) and 19(h): guarantees, pools and growth at the edges of a game."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction

import pytest

from eyesdown.keno.bets.bet import Combination, Regular
from eyesdown.keno.games.commands import CloseDay, CloseGame, SettleGame
from eyesdown.keno.office.commands import (
    FlexContribution,
    GuaranteeJackpot,
    ReportPool,
    SetGrowthRate,
    SwitchPool,
)
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Category
from kit.desk import Desk


def test_the_largest_jackpot_of_a_combination_is_kept(desk: Desk) -> None:
    """Eight Spots drawn win the jackpot of eight, and eight times that of seven."""
    eight = tuple((spot,) for spot in range(1, 9))
    desk.sell(Combination("regular", eight, (7, 8), 100))
    [settled] = desk.play()
    [prize] = settled.prizes
    assert (prize.cents, prize.largest_jackpot_cents) == (6_500_090, 2_500_010)
    assert [line.jackpot for line in prize.lines] == ["regular/7"]


def test_a_guarantee_may_be_paid_from_promotional_money(desk: Desk) -> None:
    """Decision M35: from the account it names, while that holds enough."""
    today = date(2024, 5, 1)
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), today, today))
    desk.do(GuaranteeJackpot(desk.now, "regular/8", 2_500_500, today, today, True))
    desk.sell(Regular((41, 42, 43), 100_000))
    desk.play()
    held = desk.purse("fund:promotion:I")
    desk.sell(Regular(tuple(range(1, 9)), 100))
    settled = desk.play()[0]
    top_up = 2_500_500 - 2_500_000 - 10
    assert settled.jackpots[0].guarantee_cents == top_up
    assert settled.jackpots[0].guarantee_from == "fund:promotion:I"
    grown = Fraction(375, 100)  # the winner's own dollar fed the sub-account, too
    assert desk.purse("fund:promotion:I") == held + grown - top_up
    assert desk.purse("licensees:guarantees") == 0
    desk.do(GuaranteeJackpot(desk.now, "regular/8", 9_000_000, today, today, True))
    desk.sell(Regular(tuple(range(1, 9)), 100))
    assert desk.play()[0].jackpots[0].guarantee_from == "licensees:guarantees"


clause = pytest.mark.clause

HIGH = tuple(range(61, 81))

EIGHT = tuple(range(1, 9))


@clause("nsw-keno", "2:Jackpot Growth(i)")
def test_2_Jackpot_Growth_i__an_announced_rate_waits_for_its_day(desk: Desk) -> None:
    """Decision M01: a rate has a start date, and the one before it holds until then."""
    desk.do(SetGrowthRate(desk.now, "regular/8", Fraction(9, 100), date(2024, 5, 2)))
    desk.sell(Regular(EIGHT, 1_000))
    desk.play(HIGH, then_open=False)
    assert desk.purse("growth:regular/8") == 100
    desk.do(CloseDay(desk.now))
    desk.now = datetime(2024, 5, 2, 9, 0)
    desk.open_day()
    desk.sell(Regular(EIGHT, 1_000))
    desk.play(HIGH)
    assert desk.purse("growth:regular/8") == 100 + 90


@clause("nsw-keno", "15(a)", "2:Pooled Jackpot Amount", "19(h)(i)")
def test_15_a__what_reaches_a_pool_after_the_close_is_for_the_next_game(desk: Desk) -> None:
    """Decisions M14 and M43: a jackpot is fixed when its game closes."""
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC",)))
    desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(100_000)))
    prizes = []
    for _ in range(2):
        desk.sell(Regular(EIGHT, 100))
        desk.do(CloseGame(desk.tick(), desk.now + timedelta(minutes=3)))
        desk.do(ReportPool(desk.now, "regular/8", "VIC", Fraction(50_000)))
    for game in range(2):
        desk.draw(game)
        [settled] = desk.do(SettleGame(desk.now, game))
        prizes += [prize.cents for prize in settled.prizes]
    assert prizes == [2_500_000 + 100_010, 2_500_000 + 50_010]
    assert desk.purse("pool:regular/8") == 50_000


@clause("nsw-keno", "19(h)(ii)")
def test_19_h_ii__a_winner_elsewhere_has_staked_something(desk: Desk) -> None:
    desk.sell(Regular(EIGHT, 100))
    desk.do(CloseGame(desk.tick()))
    desk.draw(0)
    for stake in (0, -100):
        asked = SettleGame(desk.now, 0, {"regular/8": (100, stake)})
        assert desk.refused(asked) == [("settle/no_stake_elsewhere", "19(h)(ii)")]
    assert desk.refused(SettleGame(desk.now, 0)) == []


@clause("nsw-keno", "2:Jackpot Guarantee", "10B(d)")
def test_2_Jackpot_Guarantee__promotional_money_is_spent_once(desk: Desk) -> None:
    """Decision M35: two guaranteed jackpots of one game; the money is enough for one of them."""
    today = desk.now.date()
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), today, today))
    desk.sell(Regular((61, 62), 900_000))
    desk.play()
    held = desk.purse("fund:promotion:I")
    assert held == 900_000 * Fraction(3, 4) / 20
    for key, base in (("regular/7", 500_000), ("regular/8", 2_500_000)):
        guarantee = base + int(held)
        desk.do(GuaranteeJackpot(desk.now, key, guarantee, today, today, paid_from_promotion=True))
    desk.sell(Regular(tuple(range(1, 8)), 100))
    desk.sell(Regular(EIGHT, 100))
    [settled] = desk.play()
    assert sorted(one.guarantee_from for one in settled.jackpots) == [
        "fund:promotion:I",
        "licensees:guarantees",
    ]
    assert desk.purse("fund:promotion:I") >= 0


PICK, SEVEN = (1, 2, 3), tuple(range(1, 8))


@clause("nsw-keno", "2:Pooled Jackpot", "15(a)", "19(h)(i)")
@pytest.mark.parametrize("pooled", [True, False])
def test_2_Pooled_Jackpot__a_closed_game_wins_what_stood_at_its_close(
    desk: Desk, pooled: bool
) -> None:
    """Decisions M14, M16, M43: a pool comes or goes between games, not under a winner's feet."""
    switch = SwitchPool(desk.now, "regular/7", pooled=True, jurisdictions=("VIC",))
    desk.do(switch)
    desk.do(ReportPool(desk.now, "regular/7", "VIC", Fraction(1_000_000)))
    if not pooled:  # what is in the pool stays there, and growth starts beside it
        desk.do(replace(switch, pooled=False))
    entry = desk.sell(Regular(SEVEN, 100))
    game = desk.state.open_game
    desk.do(CloseGame(desk.tick()))
    other = replace(switch, pooled=not pooled)
    unsettled = [("pool/game_unsettled", "2:Pooled Jackpot")]
    assert desk.refused(other) == unsettled
    assert desk.refused(replace(switch, pooled=pooled)) == []
    desk.draw(game)
    desk.do(SettleGame(desk.now, game))
    growth = Fraction(100 * 101, 1000) + (1_000_000 if pooled else 0)
    [prize] = desk.journal[-1].prizes
    assert (prize.serial, prize.cents) == (entry.serial, int(500_000 + growth) // 10 * 10)
    assert desk.refused(other) == []


@clause("nsw-keno", "2:Jackpot Guarantee")
@pytest.mark.parametrize("promoted", [True, False])
def test_2_Jackpot_Guarantee__the_account_that_the_larger_one_names_pays(
    desk: Desk, promoted: bool
) -> None:
    """Decision M35: a smaller guarantee beside it tops up nothing and pays nothing."""
    day = desk.now.date()
    desk.do(FlexContribution(desk.now, Category.I, Fraction(5, 100), day, day))
    desk.sell(Regular((78, 79, 80), 900_000))  # 337.50 dollars of promotional money
    desk.play()
    guarantee = GuaranteeJackpot(desk.now, "regular/7", 510_000, day, day, promoted)
    desk.do(guarantee)
    desk.do(replace(guarantee, cents=505_000, paid_from_promotion=not promoted))
    desk.sell(Regular(SEVEN, 100))
    [paid] = desk.play()[0].jackpots
    assert paid.guarantee_cents == 510_000 - 500_000 - Fraction(100 * 101, 1000)
    assert paid.guarantee_from == ("fund:promotion:I" if promoted else "licensees:guarantees")


@clause("nsw-keno", "2:Jackpot Guarantee", "15(a)")
def test_2_Jackpot_Guarantee__none_is_made_for_a_game_that_is_closed(desk: Desk) -> None:
    """Decisions M14, M43: nobody tops up a jackpot whose numbers may be known to him."""
    day = desk.now.date()
    guarantee = GuaranteeJackpot(desk.now, "regular/7", 50_000_000, day, day)
    desk.sell(Regular(SEVEN, 100))
    game = desk.state.open_game
    desk.do(CloseGame(desk.tick()))
    too_late = [("guarantee/too_late", "2:Jackpot Guarantee")]
    assert desk.refused(guarantee) == too_late
    desk.draw(game)
    assert desk.refused(guarantee) == too_late
    tomorrow = replace(guarantee, from_day=day + timedelta(1), to_day=day + timedelta(1))
    assert desk.refused(tomorrow) == []
    [settled] = desk.do(SettleGame(desk.now, game))
    assert settled.jackpots[0].guarantee_cents == 0
    assert desk.refused(guarantee) == []


@clause("nsw-keno", "2:Jackpot Guarantee", "10B(d)")
@pytest.mark.parametrize(
    ("top_up", "purse"),
    [(3_749, "fund:promotion:I"), (3_750, "fund:promotion:I"), (3_751, "licensees:guarantees")],
)
def test_2_Jackpot_Guarantee__promotional_money_pays_it_to_the_last_cent(
    desk: Desk, top_up: int, purse: str
) -> None:
    """Decision M35: of $1,000 sold, a twentieth of 75% is $37.50."""
    today = desk.now.date()
    desk.do(FlexContribution(desk.now, Category.I, Fraction(1, 20), today, today))
    promised = 2_500_000 + 10 + top_up
    desk.do(GuaranteeJackpot(desk.now, "regular/8", promised, today, today, True))
    desk.sell(Regular((61, 62), 99_900))
    desk.sell(Regular(EIGHT, 100))
    [paid] = desk.play()[0].jackpots
    assert (paid.guarantee_cents, paid.guarantee_from) == (top_up, purse)


@clause("nsw-keno", "19(h)(ii)")
@pytest.mark.parametrize(("stake", "fine"), [(0, False), (1, True)])
def test_19_h_ii__a_cent_staked_elsewhere_is_something(desk: Desk, stake: int, fine: bool) -> None:
    desk.do(SwitchPool(desk.now, "regular/8", pooled=True, jurisdictions=("VIC",)))
    desk.sell(Regular(EIGHT, 100))
    desk.do(CloseGame(desk.tick()))
    desk.draw(0)
    refused = desk.refused(SettleGame(desk.now, 0, {"regular/8": (100, stake)}))
    assert refused == ([] if fine else [("settle/no_stake_elsewhere", "19(h)(ii)")])
