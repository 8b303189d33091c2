"""Settings chosen otherwise than out of the box hold for a whole game, and control follows."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import keno
from eyesdown.control.keno.prizes import games_played
from eyesdown.control.keno.sales import count_sales
from eyesdown.control.keno.tally import Tally, follow
from eyesdown.control.keno.winners import count_winners
from eyesdown.keno.bets.bet import (
    Combination,
    HeadsOrTails,
    Keno2,
    LetItRun,
    LuckyLast,
    Prepick,
    Racing,
    Regular,
)
from eyesdown.keno.bets.bulk import settle_columns
from eyesdown.keno.bets.bulk_columns import columns_of
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.bets.reading import read_bet
from eyesdown.keno.bets.settle import settle
from eyesdown.keno.claims.commands import ExpireUnclaimed
from eyesdown.keno.games.commands import CloseDay
from eyesdown.keno.office.commands import ApprovePrize, RemitVenue
from eyesdown.kernel.written import replace
from eyesdown.odds.keno.bets import field_of, keys, law_of
from eyesdown.rulebook.keno_words import SpotGame
from eyesdown.rulebooks.nsw_keno.book import open_on
from eyesdown.rulebooks.nsw_keno.c02_money import settlement
from kit.desk import Desk

clause = pytest.mark.clause
DAY = date(2024, 5, 1)
# Rows 4, 3, 2, 1 in this order with 7, 6, 5 and 2 numbers; Rows 5 to 8 are empty.
FOUR_LIVE = (*range(31, 38), *range(21, 27), *range(11, 16), 1, 2)
SUPERFECTA = {"type": "racing", "bet": "superfecta", "subscription_cents": 100}


def counted(desk: Desk, game: int) -> tuple[str, str]:
    """What the second bookkeeper finds wrong with a game's sales and winners."""
    tally = Tally()
    for event in desk.journal:
        follow(tally, event)
    return count_sales(tally, game), count_winners(tally, game)


@pytest.fixture
def chosen(desk: Desk, choose: Callable[..., None]) -> Callable[..., Any]:
    """The desk, with one setting chosen from its first day on."""

    def chosen(name: str, value: str) -> Any:
        choose(name, value, since=DAY.isoformat())
        desk.book = open_on(DAY)
        return desk

    return chosen


@clause("nsw-keno", "2:Keno Racing:zero", "2:Keno Racing Jackpot")
@pytest.mark.parametrize("reading", ["single_place", "spread"])
def test_G02__empty_rows_hold_one_place_or_all_that_are_left(
    chosen: Callable[..., Any], reading: str
) -> None:
    desk = chosen("empty_rows", f'"{reading}"')
    straight = read_bet(desk.book, SUPERFECTA | {"option": "straight", "rows": [4, 3, 2, 1, 8, 5]})
    boxed = read_bet(desk.book, SUPERFECTA | {"option": "box", "rows": [1, 2, 3, 4, 6, 7]})
    assert isinstance(straight, Racing)
    one, six = desk.sell(straight), desk.sell(boxed)
    settled = desk.play(FOUR_LIVE)[0]
    paid = {prize.serial: prize.cents for prize in settled.prizes}
    less = 4 * 1_000 + 18 * 300 + 96 * 100  # forecasts of the box with three, two and one right
    assert paid[six.serial] == less + 2 * paid[one.serial]
    if reading == "spread":  # Fifth and Sixth: any two of the empty Rows, in either order
        [jackpot] = settled.jackpots
        assert paid[one.serial] == 1_000_000 + jackpot.cents // 3 // 10 * 10
    else:  # five are right: nobody stands Sixth
        assert settled.jackpots == ()
        assert paid[one.serial] == 10_000
    assert counted(desk, 0) == ("", "")


@clause("nsw-keno", "7(f):duty")
def test_M22__an_internet_entry_tied_to_a_venue_bears_the_rate_chosen(
    chosen: Callable[..., Any],
) -> None:
    desk = chosen("internet_commission_rate", '"1/10"')
    desk.account()
    tied = desk.web_entry(LetItRun(("heads", "heads"), 1_000))
    sold = desk.do(desk.sale(tied))[0]
    assert sold.commission_cents == 100
    carry = desk.play()[0].carried[0].carry
    assert (carry.cents, carry.commission_cents) == (2_000, 200)
    assert desk.purse("venue:club:commission") == 300
    assert counted(desk, 0) == ("", "")


@clause("nsw-keno", "7(f):duty")
def test_M31__a_carry_bears_no_commission_where_so_chosen(chosen: Callable[..., Any]) -> None:
    desk = chosen("carry_commission", "false")
    desk.sell(LetItRun(("heads", "heads"), 1_000))
    assert desk.purse("venue:club:commission") == 88
    assert desk.play()[0].carried[0].carry.commission_cents == 0
    assert desk.purse("venue:club:commission") == 88
    assert counted(desk, 0) == ("", "")


@clause("nsw-keno", "2:Keno Racing:zero")
def test_G02__the_doors_go_by_the_reading_of_the_day(choose: Callable[..., None]) -> None:
    choose("empty_rows", '"spread"', since="2031-01-01")
    bet = SUPERFECTA | {"option": "straight", "rows": [4, 3, 2, 1, 8, 5]}
    line = json.dumps({"bet": bet, "drawn": FOUR_LIVE})
    whole = json.dumps({"bets": [bet], "drawn": FOUR_LIVE})
    drawn = list(map(str, FOUR_LIVE))

    def said(*words: str, told: str = "") -> str:
        done = CliRunner().invoke(keno, [*words], input=told, catch_exceptions=False)
        assert done.exit_code == 0, done.output
        return done.stdout

    for day, jackpots, places in (("2030-12-31", 0, "5 5 5 5"), ("2031-01-01", 1, "5-8 5-8")):
        answer = json.loads(said("check", "--on", day, told=line))["answer"]
        assert len(answer["jackpots"]) == jackpots
        assert answer["draw"]["racing_places"] == [4, 3, 2, 1, 5, 5, 5, 5]
        assert places in answer["because"][0]["says"]
        settled = json.loads(said("settle", "--on", day, told=whole))
        assert settled["prizes_cents"] == [answer["prize_cents_before_jackpot"]]
        picture = said("results", "--on", day, *drawn)
        assert ("5th to 8th 5=6=7=8" in picture) == bool(jackpots)
        assert ("5th 5=6=7=8" in picture) != bool(jackpots)


@clause("nsw-keno", "2:Keno Racing:zero")
def test_G02__the_odds_of_either_reading(choose: Callable[..., None]) -> None:
    """Spread, six Rows are right as often as if each order of all eight were as likely."""
    choose("empty_rows", '"spread"', since="2031-01-01")
    before, since = open_on(date(2030, 12, 31)), open_on(date(2031, 1, 1))
    live = field_of(since).live()
    single, spread = (law_of(book, "racing/superfecta").jackpot_chance for book in (before, since))
    assert spread - single == live[4] / 1680 + live[3] / 336 + live[2] / 56
    for bet in ("win", "place", "quinella_place", "quinella", "exact_quinella", "trio", "trifecta"):
        key = f"racing/{bet}"
        assert law_of(before, key) == law_of(since, key)
    quartet = [law_of(book, "racing/quartet").jackpot_chance for book in (before, since)]
    assert quartet[1] - quartet[0] == live[2] * Fraction(1, 56)


@clause("nsw-keno", "2:Keno Racing:zero")
def test_G02__no_third_reading(choose: Callable[..., None]) -> None:
    choose("empty_rows", '"shared"', since="2031-01-01")
    with pytest.raises(AssertionError, match="empty_rows is shared"):
        open_on(date(2031, 1, 1))
    assert open_on(date(2030, 12, 31)).figures.empty_rows == "single_place"


@clause("nsw-keno", "11(b)(ii)", "7A(c)(i)")
def test_T24__where_a_web_player_is_may_be_asked_of_a_sale(chosen: Callable[..., Any]) -> None:
    desk = chosen("internet_sale_location", '"permitted_area"')
    desk.account()
    entry = desk.web_entry(Regular((1, 2), 100))
    outside = [("internet/outside_permitted_area", "11(b)(ii)")]
    assert desk.refused(desk.sale(entry, location="beach")) == outside
    assert desk.refused(desk.sale(entry, location="")) == outside
    nowhere = replace(entry, venue="")
    assert desk.refused(desk.sale(nowhere, location="club floor")) == outside
    assert desk.refused(desk.sale(entry, location="club floor")) == []


def test_T24__a_web_player_may_be_anywhere_out_of_the_box(desk: Desk) -> None:
    desk.account()
    entry = desk.web_entry(Regular((1, 2), 100))
    assert desk.refused(desk.sale(entry, location="beach")) == []
    assert desk.state.sold[entry.serial].location == "beach"


@pytest.mark.parametrize(
    ("rounding", "halves", "more"),
    [("half_even", (0, 2), 1), ("half_up", (1, 2), 1), ("down", (0, 1), 0)],
)
def test_M12__what_a_venue_settles_is_rounded_as_chosen(
    choose: Callable[..., None], rounding: str, halves: tuple[int, int], more: int
) -> None:
    choose("venue_settlement_rounding", f'"{rounding}"', since=DAY.isoformat())
    figures = open_on(DAY).figures
    for sign in (1, -1):  # a Venue that is owed is paid by the same rounding
        settled = [settlement(sign * Fraction(half, 2), figures) for half in (1, 3)]
        assert settled == [sign * cents for cents in halves]
        assert settlement(sign * Fraction(3, 5), figures) == sign * more
    assert settlement(0, figures) == 0


def test_M12__the_part_of_a_cent_waits_for_the_next_settlement(chosen: Callable[..., Any]) -> None:
    desk = chosen("venue_settlement_rounding", '"down"')
    desk.sell(Keno2((1, 2), 200))  # $2.00 less a Commission of 20.68 cents
    [first] = desk.do(RemitVenue(desk.now, "club"))
    assert (first.cents, desk.purse("venue:club:agency")) == (179, Fraction(8, 25))
    assert desk.do(RemitVenue(desk.now, "club")) == ()
    for _ in range(3):
        desk.sell(Keno2((1, 2), 200))
    [then] = desk.do(RemitVenue(desk.now, "club"))
    assert (then.cents, desk.purse("venue:club:agency")) == (538, Fraction(7, 25))


@clause("nsw-keno", "2:Combination Bet:groups")
def test_G19__more_groups_than_letters_have_marks_of_two_signs(choose: Callable[..., None]) -> None:
    groups = tuple((spot,) for spot in range(1, 31))
    bet = Combination("regular", groups, (2,), 100)
    assert no_such_bet(open_on(DAY), bet)[0].code == "combination/too_many_groups"
    choose("groups_max", "30", since=DAY.isoformat())
    book = open_on(DAY)
    assert no_such_bet(book, bet) == ()
    settled = settle(book, bet, draw_of(book, tuple(range(1, 21))))
    assert (settled.combinations, settled.prize_cents) == (435, 190 * 1_200)
    bulk = settle_columns(book, draw_of(book, tuple(range(1, 21))), columns_of(book, [bet]))
    assert bulk.prizes.tolist() == [settled.prize_cents]
    counted = sum(won.cents for won in games_played(bet, tuple(range(1, 21)), DAY))
    assert counted == settled.prize_cents


@clause("nsw-keno", "12(c):number")
def test_T08__the_first_game_of_a_day_has_the_number_chosen(
    bare: Desk, choose: Callable[..., None]
) -> None:
    choose("game_number_first", "1", since=DAY.isoformat())
    bare.book = open_on(DAY)
    bare.open_shop()
    bare.open_day()
    assert [game.number for game in bare.state.games.values()] == [1]


@clause("nsw-keno", "2:Multi-Game", "9(c):max")
def test_G23__a_multi_game_entry_runs_as_long_as_chosen(chosen: Callable[..., Any]) -> None:
    desk = chosen("multi_game_games_max", "120")
    assert desk.refused(desk.sale(desk.entry(Regular((1,), 100), games=121)))[0][0] == "entry/games"
    entry = desk.sell(Regular((1,), 100), games=120)
    desk.play()
    assert counted(desk, 0) == ("", "")
    assert desk.state.sold[entry.serial].entry.games == 120


@clause("nsw-keno", "2:Keno Bonus:excluded")
def test_G25__keno_bonus_goes_with_the_forms_chosen(chosen: Callable[..., Any]) -> None:
    desk = chosen("forms_without_bonus", '["racing", "keno2", "heads_or_tails"]')
    no = desk.refused(desk.sale(desk.entry(HeadsOrTails("heads", 500, bonus=True))))
    assert no[0] == ("bonus/not_with_this_game", "2:Keno Bonus:excluded")
    assert "heads_or_tails+bonus/heads" not in set(keys(desk.book))
    desk.sell(Regular((1,), 100, bonus=True))
    for series in (Prepick, LetItRun):
        asked = desk.sale(desk.entry(series(("heads", "heads"), 500, bonus_games=1)))
        assert desk.refused(asked)[0] == no[0]
        desk.sell(series(("heads", "heads"), 500))


@clause("nsw-keno", "10A(e)", "10A(a)")
def test_M33__bonus_prizes_go_to_the_forms_chosen(desk: Desk, choose: Callable[..., None]) -> None:
    """One approved before the choice waits, since nobody who qualifies is left."""

    def approve(name: str, form: SpotGame) -> ApprovePrize:
        days = desk.now, desk.now + timedelta(days=1)
        return ApprovePrize(desk.now, name, True, 5_000, "A1", form, 2, 2, *days)

    assert desk.refused(approve("early", "keno2")) == []
    choose("bonus_prize_forms", '["regular"]', since=DAY.isoformat())
    desk.book = open_on(DAY)
    assert desk.refused(approve("late", "keno2")) == [("prize/never_won", "10A(a)")]
    assert desk.refused(approve("fit", "regular")) == []
    desk.sell(Keno2((1, 2), 200))
    desk.sell(Regular((1, 2), 100))
    assert desk.play()[0].extras == ("fit",)
    assert counted(desk, 0) == ("", "")


@clause("nsw-keno", "2:Split")
def test_G11__a_split_with_a_zero_is_sold_settled_and_counted(chosen: Callable[..., Any]) -> None:
    desk = chosen("roulette_zero_splits", '["0/00", "0/1"]')
    raw = {"type": "roulette", "bet": "split", "selection": "0/00", "subscription_cents": 200}
    bet = read_bet(desk.book, raw)
    assert law_of(desk.book, "roulette/split") == law_of(open_on(DAY - timedelta(1)), SPLIT)
    entry = desk.sell(bet)
    numbers = (78, *range(1, 20))  # 00
    [prize] = desk.play(numbers)[0].prizes
    assert (prize.serial, prize.cents) == (entry.serial, 3_060)
    bulk = settle_columns(desk.book, draw_of(desk.book, numbers), columns_of(desk.book, [bet]))
    assert bulk.prizes.tolist() == [3_060]
    assert counted(desk, 0) == ("", "")


SPLIT = "roulette/split"


@clause("nsw-keno", "2:Lucky Last:excluded")
def test_G16__lucky_last_goes_with_the_forms_chosen(chosen: Callable[..., Any]) -> None:
    desk = chosen("forms_with_lucky_last", '["regular"]')
    beside = desk.entry(Keno2((1, 2), 200), LuckyLast((1, 2), 100))
    no = ("lucky_last/not_with_this_game", "2:Lucky Last:excluded")
    assert desk.refused(desk.sale(beside)) == [no]
    desk.sell(Regular((1, 2), 100), LuckyLast((1, 2), 100))


@clause("nsw-keno", "2:Unclaimed Prize:a", "2:Unclaimed Prize:c")
@pytest.mark.parametrize(("day", "cents"), [(date(2024, 11, 1), 0), (date(2024, 11, 2), 1_200)])
def test_T02__prizes_are_unclaimed_after_the_months_of_the_act(
    chosen: Callable[..., Any], day: date, cents: int
) -> None:
    desk = chosen("unclaimed_months", "6")
    desk.sell(Regular((1, 2), 100))
    desk.play(then_open=False)
    desk.do(CloseDay(desk.now))
    desk.now = datetime.combine(day, desk.now.time())
    desk.do(ExpireUnclaimed(desk.now))
    assert desk.purse("prizes:unclaimed") == cents
