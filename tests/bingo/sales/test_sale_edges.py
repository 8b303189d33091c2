"""Cards, serials and entry fees at the edges: spoiled, mixed, sold already, sold for no game."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import DeclareResult
from eyesdown.bingo.play.commands import ReturnScorecard
from eyesdown.bingo.sales.commands import (
    DeclineSale,
    EnterSerialRange,
    IssueScorecards,
    ReserveCard,
    SellCards,
    WithdrawCard,
)
from eyesdown.bingo.sales.decide import ended_games, eyes_down, next_card, price_cents
from eyesdown.bingo.session.commands import FixGamingDay, RegisterSeries
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.facts.bingo import Settings
from kit import halls
from kit.fixtures import NINETY, A, B
from kit.table import Sit, Table

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"


def only_refusal(table: Table, kind: type[Any], **words: Any) -> tuple[str, dict[str, Any]]:
    [event] = table.do(kind, **words)
    [no] = event.refusals
    return no.code, dict(no.facts)


def test_the_first_card_or_game_that_stops_a_sale_is_told(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"})
    cards = tuple(
        PrintedCard(card=place, boxes=(NINETY[name],))
        for place, name in enumerate(("A1", "A2", "A3"), start=1)
    )
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 2000, "game": 2}
    found = only_refusal(table, SellCards, cards=(8, 9), **sale)
    assert found == ("card/unknown", {"card": 8})
    for card in (1, 2):
        table.ok(WithdrawCard, serial="888", card=card, reason="wet")
    found = only_refusal(table, SellCards, cards=(1, 2), **sale)
    assert found == ("card/not_on_sale", {"card": 1})


def test_the_first_scorecard_that_is_not_there_is_told(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    found = only_refusal(table, IssueScorecards, player="ann", serial="777", cards=(8, 9))
    assert found == ("card/unknown", {"card": 8})
    pages = tuple(
        PrintedCard(card=n, game=6 + n, boxes=tuple(NINETY[f"{p}{k}"] for k in range(1, 7)))
        for n, p in enumerate("AB", 1)
    )
    table.ok(RegisterSeries, serial="888", cards=pages)
    found = only_refusal(table, IssueScorecards, player="ann", serial="888", cards=(2, 1))
    assert found == ("card/of_another_game", {"game": 7})


def test_a_range_of_serials_begins_at_one_and_may_be_one_card(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    words = {"by": "cal", "serial": "777"}
    for first, last in ((0, 1), (2, 1)):
        found = only_refusal(table, EnterSerialRange, first=first, last=last, **words)
        assert found == ("range/wrong", {"first": first, "last": last})
    table.ok(EnterSerialRange, first=1, last=1, **words)


def test_the_lowest_card_that_is_sold_already_is_told(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0 A1"})
    again = {"serial": "777", "cards": (2, 1), "paid_cents": 2000, "game": 1, "player": "bob"}
    found = only_refusal(table, SellCards, **again)
    assert found == ("sale/card_sold_before", {"serial": "777", "card": 1})
    table = sit(NSW, {"ann": "A B"})
    again = {"player": "ann", "serial": "777", "cards": (2, 1)}
    found = only_refusal(table, IssueScorecards, **again)
    assert found == ("sale/card_sold_before", {"card": 1})


@pytest.mark.clause(VIC, "5(c)")
def test_5_c__a_ticket_is_sold_for_the_game_on_it(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, games=3)
    cards = tuple(
        PrintedCard(card=place, game=place, boxes=(NINETY[f"A{place}"],)) for place in (1, 2, 3)
    )
    table.ok(RegisterSeries, serial="888", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 3000}
    found = only_refusal(table, SellCards, cards=(1, 2, 3), game=1, **sale)
    assert found == ("card/of_another_game", {"game": 2})


LATER = (  # a ticket for a game that is not planned, one for the whole session, one for game 1
    PrintedCard(card=1, game=3, boxes=(NINETY["A2"],)),
    PrintedCard(card=2, boxes=(NINETY["A3"],)),
    PrintedCard(card=3, game=1, boxes=(NINETY["A5"],)),
)


@pytest.mark.clause(VIC, "5(c)")
@pytest.mark.parametrize(
    ("words", "cents"),
    [
        ({"books": (1001,)}, 300),
        ({"books": (1001, 1003)}, 600),
        ({"cards": (11,)}, 100),
        ({"cards": (22,), "game": 2}, 200),
        ({"cards": (11,), "session": "S9"}, 0),
        ({"cards": (11,), "serial": "no"}, 0),
        ({"cards": (11,), "game": 3}, 0),
        ({"books": (1009,)}, 0),
        ({"count": 0}, 0),
        ({"cards": (11, 13)}, 0),
        ({"cards": (12,), "game": 1}, 0),
        ({"cards": (1,), "serial": "888"}, 0),
        ({"cards": (2,), "serial": "888"}, 300),
        ({"cards": (2, 3), "serial": "888"}, 0),
        ({"cards": (2, 3), "serial": "888", "game": 1}, 200),
    ],
)
def test_5_c__a_sale_has_a_price_where_its_tickets_may_be_sold(
    words: dict[str, Any], cents: int
) -> None:
    """Game 1 costs $1 a ticket and game 2 $2. What has no price is refused, what has one sold."""
    hall = halls.vic_hall()
    hall.ok(RegisterSeries, serial="888", colour="red", cards=LATER)
    halls.vic_plan(hall)
    sale = {"session": "S1", "serial": "501777", "paid_cents": cents, "player": "ann", **words}
    assert price_cents(hall.book, hall.state, SellCards(at=hall.now, **sale)) == cents
    assert bool(hall.no(SellCards, **sale)) == (cents == 0)


def test_who_asks_for_no_card_buys_none(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A1"})
    cards = (PrintedCard(card=1, boxes=(NINETY["A2"],)),)
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 1000, "game": 2}
    for count in (0, -1):
        found = only_refusal(table, SellCards, count=count, **sale)
        assert found == ("sale/no_cards", {"left": 1})
    table.ok(SellCards, count=1, **sale)


def test_A12__after_the_last_card_the_lowest_that_is_left_is_next(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"})
    cards = tuple(PrintedCard(card=n, boxes=(NINETY[f"A{n}"],)) for n in (1, 2, 3))
    table.ok(RegisterSeries, serial="888", cards=cards)
    sale = {"serial": "888", "player": "bob", "game": 2}
    for sold, following in (((3,), 1), ((1,), 2), ((2,), 0)):
        table.ok(SellCards, cards=sold, paid_cents=1000, **sale)
        assert next_card(table.sitting, table.state.series["888"], 2) == following


@pytest.mark.clause(NZ, "4.5", "4.8")
def test_a_sale_is_declined_for_the_next_card_of_the_series_in_use(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    cards = tuple(PrintedCard(card=n, boxes=(NINETY[f"A{n}"],)) for n in (1, 2, 3))
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "game": 1, "paid_cents": 1000}
    table.ok(SellCards, cards=(1,), **sale)
    table.ok(ReserveCard, serial="888", card=2, person="zoe")
    found = only_refusal(table, DeclineSale, player="bob")
    assert found == ("sale/card_held_back", {"reserved_for": "zoe"})
    table.ok(DeclineSale, player="zoe")
    table.ok(DeclineSale, player="bob", card=3)
    cards = (PrintedCard(card=1, boxes=(NINETY["A4"],)),)
    table.ok(RegisterSeries, serial="999", colour="green", cards=cards)
    other = {**sale, "serial": "999"}
    found = only_refusal(table, SellCards, cards=(1,), **other)
    assert found == ("sale/other_series", {"serial": "999", "in_use": "888", "left": 2})


LINE = (7, 23, 33, 40, 63)


def test_A15__the_same_numbers_in_two_series_share() -> None:
    hall = halls.nz_hall()
    hall.ok(RegisterSeries, serial="Y", colour="red", cards=(halls.card("T0", 1),))
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "zoe", "zoe", "zoe", "zoe", "zoe")
    hall.ok(SellCards, player="bob", game=1, serial="Y", count=1, paid_cents=1000)
    halls.nz_start(hall)
    hall.call(*LINE)
    halls.nz_win(hall, "ann")
    halls.nz_win(hall, "bob")
    assert hall.ok(DeclareResult, by="sue").share_cents == 5000


@pytest.mark.parametrize(("keeps", "codes"), [(True, []), (False, ["card/kept"])])
def test_C24__a_winning_card_is_handed_back_unless_the_hall_keeps_it(
    keeps: bool, codes: list[str]
) -> None:
    hall = halls.nz_running(1, "ann", settings=halls.Settings(return_winning_card=keeps))
    hall.call(*LINE)
    claim = halls.nz_win(hall, "ann")
    assert hall.no(ReturnScorecard, serial=halls.SERIAL, card=1, claim=claim) == codes


def test_B08__scorecards_against_a_fee_have_no_place_elsewhere() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    codes = hall.no(IssueScorecards, player="ann", serial=halls.SERIAL, cards=(1,))
    assert codes == ["deed/not_in_this_book"]


A1, B1 = NINETY["A1"].numbers, NINETY["B1"].numbers


@pytest.mark.clause(NSW, "4.3")
def test_4_3__a_good_card_shown_does_not_bring_in_one_out_of_range(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A B"})
    table.ok(EnterSerialRange, by="cal", serial="777", first=1, last=1)
    table.call(*B1)
    assert table.claim("ann") == ["claim/out_of_range 4.3"]
    assert table.claim("ann", serial="777", card=1) == ["claim/out_of_range 4.3"]
    table.ok(EnterSerialRange, by="cal", serial="777", first=1, last=2)
    assert table.claim("ann", serial="777", card=2) == []


@pytest.mark.clause(NSW, "4.3", "1.1 'dealer'")
@pytest.mark.parametrize(
    ("by", "wanted"),
    [("cal", []), ("sue", []), ("", []), ("ann", ["range/not_a_dealer 4.3"])],
)
def test_4_3__a_dealer_enters_the_serials(sit: Sit, by: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    assert table.refused(EnterSerialRange, by=by, serial="777", first=1, last=1) == wanted


@pytest.mark.clause(NZ, "4.1 first")
@pytest.mark.clause(VIC, "2.2 same")
@pytest.mark.parametrize("name", [NZ, VIC])
def test_A14__a_card_without_a_game_does_not_ride_free_with_one_that_has(
    sit: Sit, name: str
) -> None:
    table = sit(name, {"ann": "B1"}, began=False)
    cards = (
        PrintedCard(card=1, book=1, game=2, colour="red", boxes=(NINETY["T0"],)),
        PrintedCard(card=2, book=2, boxes=(NINETY["E1"],)),
    )
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    refused = table.refused(SellCards, serial="888", cards=(1, 2), paid_cents=1000)
    assert [no.split()[0] for no in refused] == ["card/of_another_game"]


@pytest.mark.clause(NZ, "4.5", "4.6")
def test_4_5__who_asks_for_more_cards_than_are_left_is_not_sold_fewer(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    cards = (PrintedCard(card=1, boxes=(NINETY["B1"],)),)
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    words = {"game": 1, "serial": "888", "paid_cents": 1000}
    assert table.refused(SellCards, count=2, **words) == ["sale/no_cards 4.1 first"]
    table.ok(SellCards, count=1, **words)


@pytest.mark.clause(VIC, "3.5(c)")
@pytest.mark.clause(NSW, "4.2", "4.3")
def test_A12__a_spoiled_card_goes_to_nobody(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, began=False)
    table.ok(RegisterSeries, serial="888", cards=(PrintedCard(card=1, boxes=(NINETY["B1"],)),))
    table.ok(WithdrawCard, serial="888", card=1, reason="torn")
    words = {"game": 1, "serial": "888", "cards": (1,), "paid_cents": 1000}
    assert table.refused(SellCards, **words) == ["card/not_on_sale 5(c)"]
    table = sit(NSW, {"ann": "A"}, began=False)
    boxes = tuple(NINETY[f"B{place}"] for place in range(1, 7))
    table.ok(RegisterSeries, serial="888", cards=(PrintedCard(card=1, boxes=boxes),))
    table.ok(WithdrawCard, serial="888", card=1, reason="torn")
    words = {"player": "ann", "serial": "888", "cards": (1,)}
    assert table.refused(IssueScorecards, **words) == ["card/not_on_sale 2.3.3"]


@pytest.mark.clause(NZ, "4.2 chance")
def test_4_2_chance__every_card_of_a_sale_has_the_format_of_the_game(sit: Sit) -> None:
    """The session is for cards of two grids, the card has one."""
    table = sit(NZ, {}, began=False, boxes=2)
    single = PrintedCard(card=1, boxes=(NINETY["B1"],))
    table.ok(RegisterSeries, serial="888", colour="red", cards=(single,))
    words = {"game": 1, "serial": "888", "paid_cents": 1000}
    assert table.refused(SellCards, cards=(1,), **words) == ["sale/other_format 4.2 chance"]


@pytest.mark.clause(NZ, "3.2(a)", "3.2(b)", "3.2(c)(ii)")
@pytest.mark.clause(VIC, "5(a)(i)")
@pytest.mark.parametrize(
    ("name", "no", "unnumbered"),
    [
        (
            NZ,
            ["card/wrong_form 3.2(a)", "card/wrong_lines 3.2(b)"],
            "series/card_number_missing 3.2(c)(ii)",
        ),
        (VIC, ["ticket/wrong_lines 5(a)(i)"], "series/numbers_not_its_own 5(a)(ii)"),
    ],
)
def test_3_2__a_card_has_a_grid_and_a_number(
    sit: Sit, name: str, no: list[str], unnumbered: str
) -> None:
    table = sit(name, {"ann": "T0"}, began=False)
    words = {"serial": "888", "colour": "red"}
    blank = PrintedCard(card=1, boxes=())
    assert table.refused(RegisterSeries, cards=(blank,), **words) == no
    nameless = PrintedCard(card=0, boxes=(NINETY["B1"],))
    assert table.refused(RegisterSeries, cards=(nameless,), **words) == [unnumbered]


def books(*colours: str) -> tuple[PrintedCard, ...]:
    """Two games in each of the books, on paper of these colours."""
    names = iter(("T0", "B1", "A1", "A4"))
    return tuple(
        PrintedCard(card=place, book=(place + 1) // 2, game=2 - place % 2, colour=colour, boxes=box)
        for place, colour in enumerate(colours, start=1)
        for box in [(NINETY[next(names)],)]
    )


@pytest.mark.clause(VIC, "5(b)(ii)")
@pytest.mark.parametrize(
    ("colours", "no"),
    [
        (("red", "blue", "red", "blue"), []),
        (("red", "red", "red", "blue"), ["series/game_colour_again 5(b)(ii)"]),
        (("red", "blue", "blue", "blue"), ["series/game_colour_again 5(b)(ii)"]),
        (("red", "", "", "blue"), []),
        (("red", "blue", "green", "red"), ["series/game_colour_again 5(b)(ii)"]),
    ],
)
def test_A06__colours_differ_in_every_book(
    sit: Sit, colours: tuple[str, ...], no: list[str]
) -> None:
    table = sit(VIC, {"ann": "E1"}, began=False)
    assert table.refused(RegisterSeries, serial="888", cards=books(*colours)) == no


@pytest.mark.clause(NSW, "2.3.2")
@pytest.mark.parametrize(("reach", "refused"), [(None, True), (2, True), (1, False), (0, False)])
def test_A06__a_hall_may_narrow_how_far_back_colours_differ(
    sit: Sit, reach: int | None, refused: bool
) -> None:
    table = sit(NSW, {"ann": "A"}, settings=Settings(colour_lookback=reach), began=False)
    pages = tuple(
        PrintedCard(card=card, book=1, game=game, colour="red", boxes=page.boxes)
        for card, game, page in ((1, 1, A), (2, 3, B))
    )
    no = ["series/game_colour_again 2.3.2"] if refused else []
    assert table.refused(RegisterSeries, serial="888", cards=pages) == no


def test_A06__a_reach_is_a_number_of_games() -> None:
    with pytest.raises(BadInput, match="colour_lookback"):
        Settings(colour_lookback=-1)


@pytest.mark.clause(NZ, "4.7", "1.1 'Gaming Day'")
def test_B01__a_game_that_began_yesterday_takes_no_card_of_today(sit: Sit) -> None:
    """The day changes at 19:30: game 1 began before, game 2 begins after."""
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.ok(FixGamingDay, starts=time(19, 30))
    cards = tuple(
        PrintedCard(card=place, boxes=(NINETY[name],)) for place, name in enumerate(("B1", "A1"), 1)
    )
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    table.start(at="19:29:50")
    words = {"serial": "888", "paid_cents": 1000}
    late = table.refused(SellCards, game=1, cards=(1,), at="19:30:10", **words)
    assert late == ["sale/other_gaming_day 4.7"]
    table.ok(SellCards, game=2, cards=(1,), **words)


def test_the_first_game_that_stops_a_sale_is_told(sit: Sit) -> None:
    """Both games have ended, or the sale of both has."""
    table = sit(NZ, {"ann": "T0"})
    session = table.sitting
    assert ended_games(table.book, session, (1, 2)) == eyes_down(table.book, session, (1, 2)) == ()
    for game in session.games.values():
        game.phase = "closed"
        game.eyes_down_at = table.now
    for refuse in (ended_games, eyes_down):
        [no] = refuse(table.book, session, (1, 2))
        assert dict(no.facts) == {"game": 1}


@pytest.mark.clause(NZ, "4.6")
def test_4_6__where_no_card_is_next_any_more_the_refusal_names_0(sit: Sit) -> None:
    """Card 2 is torn, so the next three cards are two."""
    table = sit(NZ, {"ann": "T0"}, began=False)
    cards = tuple(PrintedCard(card=n, boxes=(NINETY[f"A{n}"],)) for n in (1, 2, 3))
    table.ok(RegisterSeries, serial="888", colour="red", cards=cards)
    table.ok(WithdrawCard, serial="888", card=2, reason="torn")
    sale = {"serial": "888", "player": "bob", "game": 1, "paid_cents": 3000}
    found = only_refusal(table, SellCards, cards=(1, 3, 2), **sale)
    assert found == ("sale/not_the_next_card", {"card": 2, "next_card": 0})
    found = only_refusal(table, SellCards, cards=(1, 2, 3), **sale)
    assert found == ("sale/not_the_next_card", {"card": 2, "next_card": 3})
