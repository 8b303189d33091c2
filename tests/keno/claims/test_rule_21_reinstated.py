"""An Entry that comes back is paid what it would have won, and no money is there twice (21(d))."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest

from eyesdown.keno.bets.bet import Keno2, Regular
from eyesdown.keno.claims.commands import Disqualify, Reinstate
from eyesdown.keno.office import commands as o
from eyesdown.keno.words.entry import Entry
from eyesdown.rulebook.keno_words import Category, Ground
from kit.desk import Desk

ONE = (*range(1, 20), 21)  # Multiplier 1
SEVEN, OTHER = tuple(range(1, 8)), tuple(range(11, 18))
RATE = Fraction(101, 1000)
METER = "growth:regular/7"


def bar(shop: Desk, *entries: Entry) -> None:
    for entry in entries:
        assert shop.no(Disqualify(shop.now, entry.serial, Ground.FRAUD, "oc")) == []


def back(shop: Desk, entry: Entry) -> list[str]:
    return shop.no(Reinstate(shop.now, entry.serial, "A-9", "oc"))


def in_the_house(shop: Desk) -> Fraction:
    """What fund, meters and prizes hold together: it only moves between them."""
    ours = ("fund", "growth:", "pool:", "prizes:")
    return sum((x for purse, x in shop.purses.items() if purse.startswith(ours)), Fraction(0))


def alone(shop: Desk, stake: int = 10_000) -> Entry:
    """The only winner of a jackpot, disqualified before the game is settled."""
    entry = shop.sell(Regular(SEVEN, stake))
    bar(shop, entry)
    shop.play_out(ONE)
    return entry


@pytest.mark.clause("nsw-keno", "21(d)", "21(c)")
def test_21_d__growth_that_nobody_took_leaves_its_meter(shop: Desk) -> None:
    entry = alone(shop)
    assert shop.purse(METER) == 10_000 * RATE == 1_010
    shop.sell(Regular((1, 2, 3, 71, 72, 73, 74), 1_000))
    shop.play_out(ONE)
    fund, house = shop.purse("fund"), in_the_house(shop)
    assert back(shop, entry) == []
    assert shop.prize(entry) == 50_000_000 + 1_010
    assert shop.purse(METER) == shop.state.jackpots["regular/7"].growth_cents == 101
    assert shop.purse("fund") == fund - 50_000_000
    assert in_the_house(shop) == house
    next_one = shop.sell(Regular(SEVEN, 100))
    shop.play_out(ONE)
    assert shop.prize(next_one) == 500_000 + 110  # 101 and its own 10.1


def test_21_d__growth_that_another_won_since_is_paid_by_the_fund(shop: Desk) -> None:
    entry = alone(shop)
    lucky = shop.sell(Regular(SEVEN, 10_000))
    shop.play_out(ONE)
    assert shop.prize(lucky) == 50_000_000 + 2_020
    shop.sell(Regular((1, 2, 3, 71, 72, 73, 74), 1_000))  # new growth, which is not his
    shop.play_out(ONE)
    fund = shop.purse("fund")
    assert back(shop, entry) == []
    assert shop.purse(METER) == 101
    assert shop.purse("fund") == fund - 50_000_000 - 1_010


def test_21_d__two_who_come_back_one_after_the_other_take_their_shares(shop: Desk) -> None:
    one, two = shop.sell(Regular(SEVEN, 10_000)), shop.sell(Regular(OTHER, 30_000))
    bar(shop, one, two)
    shop.play_out(ONE)
    assert shop.purse(METER) == 4_040
    assert back(shop, two) == []
    assert shop.purse(METER) == 1_010
    assert back(shop, one) == []
    assert shop.purse(METER) == 0
    assert (shop.prize(one), shop.prize(two)) == (50_000_000 + 1_010, 150_000_000 + 3_030)


def test_21_d__two_games_of_one_entry_do_not_take_the_same_growth(shop: Desk) -> None:
    entry = shop.sell(Regular(SEVEN, 10_000), games=2)
    bar(shop, entry)
    shop.play_out(ONE)
    shop.play_out(ONE)
    fund = shop.purse("fund")
    assert shop.purse(METER) == 2_020
    assert back(shop, entry) == []
    assert shop.purse(METER) == 0
    assert shop.purse("fund") == fund - 100_000_000 - 1_010  # he would have won 1,010 and 2,020


def test_21_d__who_shared_with_an_honest_winner_is_paid_by_the_fund(shop: Desk) -> None:
    one, two = shop.sell(Regular(SEVEN, 10_000)), shop.sell(Regular(OTHER, 30_000))
    bar(shop, one)
    shop.play_out(ONE)
    assert shop.prize(two) == 150_000_000 + 4_040
    shop.sell(Regular((1, 2, 3, 71, 72, 73, 74), 1_000))
    shop.play_out(ONE)
    assert back(shop, one) == []
    assert shop.prize(one) == 50_000_000 + 1_010
    assert shop.purse(METER) == 101


@pytest.mark.parametrize("pooled_since", [False, True])
def test_21_d__a_pool_gives_it_too(shop: Desk, pooled_since: bool) -> None:
    switch = o.SwitchPool(shop.now, "regular/7", True, ("VIC",))
    if not pooled_since:
        shop.do(switch)
    entry = alone(shop)
    if pooled_since:
        shop.do(switch)
    shop.do(o.ReportPool(shop.now, "regular/7", "VIC", Fraction(500)))
    assert shop.purse("pool:regular/7") == 1_510
    assert back(shop, entry) == []
    assert shop.purse("pool:regular/7") == shop.state.jackpots["regular/7"].pool_cents == 500


def test_21_d__a_pool_that_was_won_elsewhere_since_gives_nothing(shop: Desk) -> None:
    shop.do(o.SwitchPool(shop.now, "regular/7", True, ("VIC",)))
    entry = alone(shop)
    shop.do(o.ReportPool(shop.now, "regular/7", "VIC", Fraction(0), Fraction(1_010)))
    shop.do(o.ReportPool(shop.now, "regular/7", "VIC", Fraction(500)))
    assert back(shop, entry) == []
    assert shop.purse("pool:regular/7") == 500


@pytest.mark.parametrize("promotion", [False, True])
def test_21_d__m35_a_guarantee_is_paid_by_those_who_gave_it(shop: Desk, promotion: bool) -> None:
    day = shop.now.date()
    shop.do(o.FlexContribution(shop.now, Category.I, Fraction(1, 20), day, day))
    shop.do(o.GuaranteeJackpot(shop.now, "regular/7", 501_200, day, day, promotion))
    entry = alone(shop)
    sub_account = shop.purse("fund:promotion:I")
    fund = shop.purse("fund")
    assert back(shop, entry) == []
    assert shop.prize(entry) == 50_000_000 + 1_010 + 190
    assert shop.purse("fund") == fund - 50_000_000
    assert shop.purse("fund:promotion:I") == sub_account - (190 if promotion else 0)
    assert shop.purse("licensees:guarantees") == (0 if promotion else -190)
    held = sum(one.cents for one in shop.state.promotion[Category.I])
    assert held == shop.purse("fund:promotion:I")


@pytest.mark.clause("nsw-keno", "15(a)")
def test_15_a__what_stood_stored_at_a_close_is_not_taken_before_the_settlement(shop: Desk) -> None:
    entry = alone(shop)
    shop.sell(Regular(OTHER, 100))
    shop.close()
    assert back(shop, entry) == ["15(a)"]
    assert shop.settle(tuple(range(61, 81))).prizes == ()
    assert back(shop, entry) == []


def test_21_c__others_come_back_while_a_game_waits(shop: Desk) -> None:
    """Only growth has to stay where it is until the game is settled."""
    entry = shop.sell(Regular((1, 2, 3), 100))
    bar(shop, entry)
    shop.play_out(ONE)
    shop.close()
    assert back(shop, entry) == []
    assert shop.purse("prizes:payable") == 4_400


# --- Bonus Prizes ---------------------------------------------------------------------------------


def offer(shop: Desk, *, bonus: bool = True) -> None:
    until = shop.now + timedelta(hours=1)
    shop.do(o.ApprovePrize(shop.now, "B", bonus, 10_005, "A", "regular", 3, 3, shop.now, until))


@pytest.mark.clause("nsw-keno", "21(d)", "10A(b)")
def test_21_d__a_bonus_prize_still_on_offer_is_won_by_who_comes_back(shop: Desk) -> None:
    offer(shop)
    entry = shop.sell(Regular((1, 2, 3), 100), games=3)
    bar(shop, entry)
    assert shop.play_out(ONE).extras == ()
    assert shop.play_out(ONE).extras == ()  # it would have won it in the game before
    assert shop.prize(entry) == 2 * 4_400 + 10_000
    fund, rest = shop.purse("fund"), shop.purse("fund:rounding")
    assert back(shop, entry) == []
    assert shop.purse("fund:bonus_prizes") == 0
    assert shop.purse("fund") == fund - 2 * 4_400 + 5
    assert shop.purse("fund:rounding") == rest
    late = shop.sell(Regular((1, 2, 3), 100))
    assert shop.play_out(ONE).extras == ()
    assert shop.prize(late) == 4_400


@pytest.mark.clause("nsw-keno", "21(d)", "10A(b)")
def test_21_d__a_prize_of_its_own_does_not_stand_for_the_bonus_prize(shop: Desk) -> None:
    entry = shop.sell(Regular((1, 2, 3), 100), games=2)
    bar(shop, entry)
    shop.play_out(ONE)
    offer(shop)
    shop.play_out(ONE)
    assert shop.prize(entry) == 2 * 4_400 + 10_000


def test_21_d__a_bonus_prize_won_since_is_paid_again_by_the_fund(shop: Desk) -> None:
    offer(shop)
    entry = shop.sell(Regular((1, 2, 3), 100))
    bar(shop, entry)
    shop.play_out(ONE)
    shop.sell(Regular((4, 5, 6), 100))
    assert shop.play_out(ONE).extras == ("B",)
    fund = shop.purse("fund")
    assert back(shop, entry) == []
    assert shop.purse("fund") == fund - 4_400 - 10_000
    assert shop.purse("fund:bonus_prizes") == 0


def test_19_g__the_disqualified_are_owed_their_part_among_all(shop: Desk) -> None:
    offer(shop, bonus=False)
    entry, honest = shop.sell(Regular((1, 2, 3), 300)), shop.sell(Regular((4, 5, 6), 100))
    bar(shop, entry)
    assert shop.play_out(ONE).extras == ("B",)
    assert shop.prize(honest) == 4_400 + 10_000
    assert shop.prize(entry) == 13_200 + 7_500
    assert back(shop, entry) == []
    assert shop.prize(entry) == shop.purse("prizes:payable") - shop.prize(honest)


def test_2_jackpot__levels_do_not_touch_each_other(shop: Desk) -> None:
    entry = shop.sell(Regular(SEVEN, 10_000), Keno2(SEVEN, 20_000))
    other = shop.sell(Keno2(OTHER, 20_000))
    bar(shop, entry)
    shop.play_out(ONE)
    assert shop.prize(other) == 120_000_000 + 2 * 1_960  # all the growth of its own level
    assert back(shop, entry) == []
    assert shop.purse(METER) == shop.purse("growth:keno2/7") == 0
    assert shop.prize(entry) == 50_000_000 + 1_010 + 120_000_000 + 1_960


@pytest.mark.clause("nsw-keno", "21(d)")
def test_21_d__growth_waits_only_for_whoever_would_have_taken_it(shop: Desk) -> None:
    won, other = shop.sell(Regular(SEVEN, 100)), shop.sell(Regular((1, 2, 3), 100))
    bar(shop, won, other)
    shop.play_out(ONE)
    assert set(shop.state.barred) == {won.serial}


@pytest.mark.clause("nsw-keno", "21(d)", "15(a)")
def test_15_a__the_oldest_game_that_waits_is_named(shop: Desk) -> None:
    """Two closed games wait for their draws while a jackpot's winner would come back."""
    entry = alone(shop)
    shop.close()
    shop.close()
    waiting = shop.state.unsettled
    [refused] = shop.do(Reinstate(shop.now, entry.serial, "A-9", "oc"))
    [no] = refused.refusals
    assert (no.code, dict(no.facts)) == ("reinstate/game_unsettled", {"game": waiting[0]})
    assert len(waiting) == 2


@pytest.mark.clause("nsw-keno", "21(d)")
def test_21_d__growth_that_was_taken_once_is_not_taken_again(shop: Desk) -> None:
    """Barred and reinstated a second time, with new growth on the meter since."""
    entry = alone(shop)
    assert back(shop, entry) == []
    assert shop.state.barred == {}
    shop.sell(Regular((1, 2, 3, 71, 72, 73, 74), 1_000))
    shop.play_out(ONE)
    bar(shop, entry)
    fund, meter = shop.purse("fund"), shop.purse(METER)
    assert meter == 101
    assert back(shop, entry) == []
    assert (shop.purse("fund"), shop.purse(METER)) == (fund, meter)
    assert shop.prize(entry) == 50_000_000 + 1_010


@pytest.mark.clause("nsw-keno", "21(d)")
def test_21_d__growth_since_the_jackpot_was_won_before_leaves_its_meter(shop: Desk) -> None:
    """The jackpot has given $20.20 to another before, which is not the growth of this game."""
    shop.sell(Regular(SEVEN, 20_000))
    shop.play_out(ONE)
    assert shop.state.jackpots["regular/7"].given_cents == 2_020
    entry = alone(shop)
    fund = shop.purse("fund")
    assert back(shop, entry) == []
    assert (shop.purse(METER), shop.purse("fund")) == (0, fund - 50_000_000)
