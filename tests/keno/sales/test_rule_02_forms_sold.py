"""Rule 2: forms of entry as they are sold, and what is no bet."""

from __future__ import annotations

import json
from datetime import date, datetime
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import price
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
from eyesdown.keno.bets.draws import draw_of
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.office import commands as o
from eyesdown.keno.office.commands import OpenAccount, ProgramSuperplay, SwitchForm
from eyesdown.keno.sales.checks import offered_forms
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Form, Method
from kit.desk import Desk

LOW = tuple(range(1, 21))

HIGH = tuple(range(61, 81))


def test_2_customised_superplay__only_at_its_venue(shop: Desk) -> None:
    asked = o.ProgramSuperplay(shop.now, "C", "regular", (1, 1), (1, 2), ((7,), (8,)), "club")
    shop.do(asked)
    bet = Combination("regular", ((7,), (8,)), (1, 2), 100)
    assert shop.no(shop.sale(shop.entry(bet, superplay="C"))) == []
    other = shop.entry(bet, superplay="C", venue="hotel")
    assert shop.no(shop.sale(other)) == ["2:Customised Superplay"]
    wrong = Combination("regular", ((7,), (9,)), (1, 2), 100)
    assert shop.no(shop.sale(shop.entry(wrong, superplay="C"))) == ["2:Superplay(ii)"]


def test_7_b__a_series_counts_from_its_own_first_game(shop: Desk) -> None:
    for _ in range(3):
        shop.play_out(HIGH)
    prepick = shop.sell(Prepick(("heads", "tails", "heads"), 100))
    run = shop.sell(LetItRun(("heads", "tails", "heads"), 100))
    bonus = shop.sell(Regular((1, 2, 3), 100, bonus=True), games=2, bonus_games=1)
    times = draw_of(shop.book, LOW).multiplier
    assert times > 1
    prizes = []
    for numbers in (LOW, HIGH, LOW):
        shop.play_out(numbers)
        prizes.append((shop.prize(prepick), shop.prize(run), shop.prize(bonus)))
    each = prizes[0][0]
    assert [won for won, _, _ in prizes] == [each, 2 * each, 3 * each]
    assert [won for _, won, _ in prizes] == [0, 0, each**3 // 100**2]
    assert [won for _, _, won in prizes] == [4_400 * times] * 3
    again = shop.sell(Regular((1, 2, 3), 100, bonus=True), games=2, bonus_games=1)
    shop.play_out(HIGH)
    shop.play_out(LOW)
    assert shop.prize(again) == 4_400


def test_one_forecast_of_heads_or_tails_a_game_on_an_entry(desk: Desk) -> None:
    two = desk.entry(HeadsOrTails("heads", 100), HeadsOrTails("tails", 100))
    assert desk.refused(desk.sale(two)) == [("heads_or_tails/several_selections", "7(c)")]


clause = pytest.mark.clause

PICK = (1, 2, 3)


@clause("nsw-keno", "2:Keno Bonus", "2:Lucky Last")
def test_2_Keno_Bonus__covers_a_pick_and_its_lucky_last_together(desk: Desk) -> None:
    """Decision G25; another pick on the same Entry is a game of its own."""
    combination = Combination("regular", ((1,), (2, 3)), (1, 2), 100)
    only_one = [("bonus/not_on_both", "2:Keno Bonus")]
    for bets, refused in (
        ((Regular(PICK, 100, True), LuckyLast(PICK, 100, True)), []),
        ((Regular(PICK, 100), LuckyLast(PICK, 100)), []),
        ((Regular(PICK, 100, True), LuckyLast(PICK, 100)), only_one),
        ((Regular(PICK, 100), LuckyLast(PICK, 100, True)), only_one),
        ((replace(combination, bonus=True), LuckyLast(PICK, 100)), only_one),
        ((Regular(PICK, 100), LuckyLast(PICK, 100), Regular((4, 5), 100, True)), []),
        ((Keno2(PICK, 200), LuckyLast(PICK, 100)), []),
        ((Regular((4, 5), 100, True), HeadsOrTails("heads", 100)), []),
    ):
        assert desk.refused(desk.sale(desk.entry(*bets))) == refused, bets


@clause("nsw-keno", "2:Superplay(i)", "2:Lucky Last")
def test_2_Superplay_i__lucky_last_goes_with_it_as_with_any_combination_bet(desk: Desk) -> None:
    """Decision G17: it plays all the Spots of the Groups together."""
    desk.do(ProgramSuperplay(desk.now, "SP3", "regular", (1, 2), None))
    bet = Combination("regular", ((1,), (2, 3)), None, 100)
    beside = desk.entry(bet, LuckyLast(PICK, 100), superplay="SP3")
    assert desk.refused(desk.sale(beside)) == []
    for bets in ((bet, Regular(PICK, 100)), (Regular(PICK, 100), LuckyLast(PICK, 100))):
        other = desk.refused(desk.sale(desk.entry(*bets, superplay="SP3")))
        assert other == [("superplay/not_the_template", "2:Superplay(i)")]


@clause("nsw-keno", "2:Customised Superplay", "2:Superplay(ii)")
def test_2_Customised_Superplay__its_groups_tell_their_sizes(desk: Desk) -> None:
    """Decision G32: its Spots are fixed; who programs it need not count them."""
    groups = ((1,), (2, 3))
    desk.do(ProgramSuperplay(desk.now, "CS1", "regular", (), None, groups, "club"))
    bet = Combination("regular", groups, None, 100)
    assert desk.refused(desk.sale(desk.entry(bet, superplay="CS1"))) == []
    other = replace(bet, groups=((1,), (2, 4)))
    refused = desk.refused(desk.sale(desk.entry(other, superplay="CS1")))
    assert refused == [("superplay/not_the_template", "2:Superplay(ii)")]


# bet, option, rows by place, rows named, rows that take turns
FORECASTS: dict[str, tuple[Any, ...]] = {
    "a straight Trifecta without places": ("trifecta", "straight", (), (), (1, 2, 3)),
    "a boxed Trifecta without places": ("trifecta", "box", (), (), (1, 2, 3)),
    "a boxed Quartet without places": ("quartet", "box", (), (), (1, 2, 3, 4, 5)),
    "a Box that fixes a place": ("trifecta", "box", ((1,), (), ()), (), (2, 3, 4)),
    "two Rows in one place": ("trifecta", "straight", ((1, 2), (3,)), (), ()),
    "a place too few": ("trifecta", "standout", ((1,), ()), (), (2, 3)),
    "a place too many": ("trifecta", "standout", ((1,), (), (), ()), (), (2, 3, 4)),
    "an ordered Standout without place": ("trifecta", "standout", (), (1,), (2, 3)),
    "places of a bet without order": ("quinella", "straight", ((1,), (2,)), (), ()),
    "a Box with a Row for certain": ("quinella", "box", (), (1,), (2, 3)),
    "part of the Field": ("trifecta", "field", ((1,), (), ()), (), (2, 3)),
    "part of the Field, without order": ("quinella", "field", (), (1,), (2, 3)),
}


@clause("nsw-keno", "2:Keno Racing", "2:Box", "2:Standout:2", "2:With the Field")
@pytest.mark.parametrize("forecast", FORECASTS.values(), ids=FORECASTS.keys())
def test_2_Keno_Racing__a_forecast_is_put_together_as_its_bet_asks(
    shop: Desk, forecast: tuple[Any, ...]
) -> None:
    """Else three Rows in any order would be sold as one Trifecta, and win as six."""
    assert "2:Keno Racing" in shop.no(shop.sale(shop.entry(Racing(*forecast, 100))))


@clause("nsw-keno", "2:Keno Racing", "2:Box:scope", "2:Keno Bonus:excluded", "4:object")
@pytest.mark.parametrize(
    ("bet", "clauses"),
    [
        (Racing("win", "box", (), (), (9,), 100), ["2:Box:scope", "2:Keno Racing"]),
        (Keno2(tuple(range(1, 12)), 200, bonus=True), ["2:Keno Bonus:excluded", "4:object"]),
        (
            Combination("regular", tuple((n,) for n in range(1, 28)), None, 100),
            ["2:Combination Bet:groups"],
        ),
    ],
)
def test_what_is_no_bet_says_so_in_printed_order(shop: Desk, bet: Any, clauses: list[str]) -> None:
    assert [bad.clause.number for bad in no_such_bet(shop.book, bet)] == clauses


TEMPLATES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "a Standard one": ({}, []),
    "no name": ({"template": ""}, ["2:Superplay(i)"]),
    "one Combination": ({"group_sizes": (1,)}, ["2:Combination Bet:min"]),
    "more Spots than there are": ({"group_sizes": (41, 40)}, ["2:Spot"]),
    "as many as there are": ({"group_sizes": (40, 40)}, []),
    "an empty Group": ({"group_sizes": (0, 1, 2)}, ["2:Combination Bet:min group"]),
    "a type no game has": ({"sizes": (11, 3)}, ["2:Combination"]),
    "a Customised one": ({"groups": ((1,), (2,)), "venue": "club"}, []),
    "Groups for every Venue": ({"groups": ((1,), (2,))}, ["2:Venue"]),
    "a Venue nobody knows": ({"venue": "nowhere"}, ["2:Venue"]),
    "a Spot twice": (
        {"groups": ((1,), (1, 2)), "venue": "club"},
        ["2:Combination Bet:groups"],
    ),
}


@clause("nsw-keno", "2:Superplay(i)", "2:Superplay(ii)", "2:Customised Superplay")
@pytest.mark.parametrize(("more", "clauses"), TEMPLATES.values(), ids=TEMPLATES.keys())
def test_2_Superplay__a_template_is_one_that_can_be_played(
    shop: Desk, more: dict[str, Any], clauses: list[str]
) -> None:
    """Groups that are fixed are programmed for one Venue, and sold there only."""
    asked = {"template": "S", "game": "regular", "group_sizes": (1, 2, 3), "sizes": None, **more}
    assert shop.no(o.ProgramSuperplay(shop.now, **asked)) == clauses


@clause("nsw-keno", "9(l)")
@pytest.mark.parametrize(
    ("bet", "more"),
    [
        (Regular((1, 2), 100, bonus=True), {"games": 3, "bonus_games": -1}),
        (Regular((1, 2), 100, bonus=True), {"games": 3, "bonus_games": 4}),
        (Prepick(("heads", "evens"), 100, -1), {}),
        (Prepick(("heads", "evens"), 100, 3), {}),
        (LetItRun(("heads", "evens"), 100, -1), {}),
        (LetItRun(("heads", "evens"), 100, 3), {}),
    ],
)
def test_9_l__keno_bonus_goes_with_no_fewer_games_than_none_and_no_more_than_there_are(
    shop: Desk, bet: Any, more: Any
) -> None:
    assert shop.no(shop.sale(shop.entry(bet, **more))) == ["9(l)"]


@clause("nsw-keno", "2:Lucky Last:excluded")
@pytest.mark.parametrize("beside", [(), (Racing("win", "straight", (), (), (1,), 100),)])
def test_2_Lucky_Last_excluded__the_sale_and_the_price_name_one_clause(
    shop: Desk, beside: tuple[Racing, ...]
) -> None:
    found = shop.no(shop.sale(shop.entry(LuckyLast((1, 2), 100), *beside)))
    assert found == ["2:Lucky Last:excluded"]


@clause("nsw-keno", "9(l)", "9(c):max")
def test_9_l__the_price_of_fewer_games_of_keno_bonus_than_games() -> None:
    """The maximum looks at what such an Entry really costs."""
    pick = {"type": "regular", "spots": [1, 2], "subscription_cents": 100, "bonus": True}
    dear = {**pick, "subscription_cents": 142_800}
    asked = [
        {"bet": pick, "bonus_games": 2},
        {"bets": [pick, {**pick, "bonus": False}], "bonus_games": 2},
        {"bet": dear, "bonus_games": 2},
        {"bet": {**dear, "subscription_cents": 142_900}, "bonus_games": 2},
        {"bet": dear},
        {"bet": pick, "bonus_games": 6},
        {"bet": dear, "bonus_games": -1},
    ]
    lines = "\n".join(json.dumps({"games": 5, **one}) for one in asked)
    told = CliRunner().invoke(price, ["--json", "-"], input=lines)
    assert told.exit_code == 1
    *answers, wrong = map(json.loads, told.stdout.splitlines())
    found = [one["answer"] for one in answers]
    costs = [one["cost_cents"] for one in found]
    assert costs == [700, 1200, 999_600, 1_000_300, 1_428_000, 1000]
    refused = [[no["clause"] for no in one["not_for_sale"]] for one in found]
    assert refused == [[], [], [], ["9(c):max"], ["9(c):max"], ["9(l)"]]
    assert wrong["error"]["field"] == "bonus_games"


def test_fewer_bonus_games_than_games_cost_less_and_fit_the_maximum(desk: Desk) -> None:
    """Rule 9(l) under the Entry maximum of 9(c)."""
    bet = Regular((1, 2, 3), 400_000, bonus=True)
    all_bonus = desk.entry(bet, games=2)
    assert desk.refused(desk.sale(all_bonus))[0] == ("entry/above_maximum", "9(c):max")
    one_bonus = desk.entry(Regular((1, 2, 3), 300_000, bonus=True), games=2, bonus_games=1)
    assert desk.cost(one_bonus) == 900_000
    assert desk.refused(desk.sale(one_bonus)) == []
    account = OpenAccount(desk.now, "x", "X", date(1990, 1, 1))
    assert desk.refused(account) == []


@clause("nsw-keno", "9(l)")
@pytest.mark.parametrize(
    ("bonus_games", "staked"),
    [(0, (200, 200)), (1, (400, 200)), (2, (400,)), (None, (400,))],
)
def test_9_l__one_stake_is_on_record_where_every_game_has_the_same(
    desk: Desk, bonus_games: int | None, staked: tuple[int, ...]
) -> None:
    bet = Regular((1, 2, 3), 200, bonus=True)
    [sold, *_] = desk.do(desk.sale(desk.entry(bet, games=2, bonus_games=bonus_games)))
    assert tuple(each.cents for each in sold.staked) == staked
    assert sold.cost_cents == sum(staked) * (2 if len(staked) == 1 else 1)


@clause("nsw-keno", "4:variation", "2:Keno Day")
@pytest.mark.parametrize(("from_day", "offered"), [(1, False), (2, True)])
def test_4_variation__a_form_is_taken_off_by_the_keno_day(
    desk: Desk, from_day: int, offered: bool
) -> None:
    """After midnight on 2 May, the Keno Day of 1 May goes on."""
    off = SwitchForm(desk.now, Form.REGULAR, Method.FORM, False, "A1", date(2024, 5, from_day))
    assert desk.refused(off) == []
    late = replace(desk.sale(desk.entry()), at=datetime(2024, 5, 2, 0, 30))
    assert (Form.REGULAR in offered_forms(desk.state, late)) == offered


@clause("nsw-keno", "4:variation")
@pytest.mark.parametrize(("from_day", "offered"), [(1, False), (2, True)])
def test_4_variation__before_the_first_keno_day_the_date_counts(
    bare: Desk, from_day: int, offered: bool
) -> None:
    off = SwitchForm(bare.now, Form.REGULAR, Method.FORM, False, "A1", date(2024, 5, from_day))
    assert bare.refused(off) == []
    assert bare.state.day is None
    assert (Form.REGULAR in offered_forms(bare.state, bare.sale(bare.entry()))) == offered


@clause("nsw-keno", "2:Superplay:nominate")
@pytest.mark.parametrize(("cents", "named"), [(0, False), (1, True)])
def test_2_Superplay_nominate__a_cent_is_a_stake_that_was_named(
    desk: Desk, cents: int, named: bool
) -> None:
    """It is below every minimum, which is another clause."""
    desk.do(ProgramSuperplay(desk.now, "SP3", "regular", (1, 2), None))
    bet = Combination("regular", ((1,), (2, 3)), None, cents)
    refused = desk.refused(desk.sale(desk.entry(bet, superplay="SP3")))
    assert (("superplay/not_nominated", "2:Superplay:nominate") not in refused) == named
