"""What an examiner found at the counter: forecasts in a wrong form, reasons that were not true."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import price
from eyesdown.keno import commands as c
from eyesdown.keno.bets.bet import Combination, Keno2, LetItRun, LuckyLast, Prepick, Racing, Regular
from eyesdown.keno.bets.price import no_such_bet
from eyesdown.keno.office import commands as o
from eyesdown.rulebook.keno_words import Tender

clause = pytest.mark.clause
LOW = tuple(range(1, 21))

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
    shop: Any, forecast: tuple[Any, ...]
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
def test_what_is_no_bet_says_so_in_printed_order(shop: Any, bet: Any, clauses: list[str]) -> None:
    assert [bad.clause.number for bad in no_such_bet(shop.book, bet)] == clauses


@clause("nsw-keno", "11(a)(iv)", "11(a)(v)", "11(c)")
def test_11__the_clause_that_stops_a_cancellation_is_the_one_that_does(shop: Any) -> None:
    """11(c) is about Multi-Game Entries, and about games in which a number was drawn."""
    one, two, off = (shop.sell(Regular((1, 2), 100), games=games) for games in (1, 2, 3))

    def no(entry: Any) -> list[str]:
        return shop.no(c.CancelEntry(shop.now, entry.serial, "till", "club"))

    assert no(off) == []
    assert no(off) == ["11(a)(iv)"]  # its game has not closed
    shop.play(LOW)
    assert no(one) == ["11(a)(v)"]
    shop.close()
    assert no(two) == ["11(a)(v)"]  # its last game has closed and is not drawn
    shop.do(shop.draw((1, 2), malfunction="stuck"))
    assert no(two) == ["11(c)"]


@clause("nsw-keno", "11(d)")
@pytest.mark.parametrize(
    ("venue", "chips", "clauses"),
    [
        ("casino", -1, ["11(d)"]),
        ("casino", 0, []),
        ("casino", 2_500, []),
        ("casino", 4_000, []),
        ("casino", 4_001, ["11(d)"]),
        ("club", 2_500, ["11(d)"]),
    ],
)
def test_11_d__a_casino_gives_back_cash_and_chips(
    shop: Any, venue: str, chips: int, clauses: list[str]
) -> None:
    entry = shop.sell(Regular((1, 2), 4_000), venue=venue)
    ask = c.CancelEntry(shop.now, entry.serial, "till", venue, chip_cents=chips)
    assert shop.no(ask) == clauses
    back = {"player": 4_000 - chips, "documents:chips": chips} if not clauses else {}
    assert {purse: shop.purse(purse) + 4_000 * (purse == "player") for purse in back} == back


@clause("nsw-keno", "7(o)")
def test_7_o__who_has_no_receipt_presents_none(shop: Any) -> None:
    entry, left = (shop.entry(Regular((41, 42), 100)) for _ in range(2))
    assert shop.no(shop.sale(entry, delivered=False)) == []
    assert shop.no(shop.sale(left, delivered=False)) == []
    ask = c.RequestPrintPay(shop.now, entry.serial)
    assert shop.no(ask) == ["7(o)"]
    shop.do(c.DeliverReceipt(shop.now, entry.serial))
    assert shop.no(ask) == []
    shop.play(LOW)
    assert shop.no(c.RequestPrintPay(shop.now, left.serial)) == ["7(o)"]


@clause("nsw-keno", "2:SST Receipt", "2:Cash Voucher")
def test_2_SST_Receipt__exact_money_leaves_no_change_to_number(shop: Any) -> None:
    def no(cents: int, serial: str) -> list[str]:
        entry, change = shop.entry(Regular((1, 2), 500)), Tender.CASH_VOUCHER
        paid = (Tender.CASH, cents, "")
        return shop.no(shop.sale(entry, paid, change_as=change, change_serial=serial))

    assert no(500, "") == []
    assert no(600, "") == ["2:SST Receipt"]
    assert no(600, "D1") == []


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
    shop: Any, more: dict[str, Any], clauses: list[str]
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
    shop: Any, bet: Any, more: Any
) -> None:
    assert shop.no(shop.sale(shop.entry(bet, **more))) == ["9(l)"]


@clause("nsw-keno", "2:Lucky Last:excluded")
@pytest.mark.parametrize("beside", [(), (Racing("win", "straight", (), (), (1,), 100),)])
def test_2_Lucky_Last_excluded__the_sale_and_the_price_name_one_clause(
    shop: Any, beside: tuple[Racing, ...]
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
