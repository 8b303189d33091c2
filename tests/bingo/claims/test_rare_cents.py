"""Where a cent could go astray: turns of prizes, pools and baskets that are taken rarely."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev
from eyesdown.bingo.sales.decide import next_card
from eyesdown.bingo.words.printed import PrintedCard
from kit.fixtures import NINETY

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)  # top line of T0
T0 = (*TOP, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_nobody_wins_in_a_game_that_is_not_there(sit: Any, book: str) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"})
    [no] = table.no(cmd.DeclareResult, game=9, by="sue")
    assert no.startswith("game/unknown ")


@pytest.mark.clause(NZ, "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("book", "prize"), [(NZ, "part series"), (VIC, "top line")])
def test_C03__of_two_allowed_claims_the_earlier_number_wins(
    sit: Any, book: str, prize: str
) -> None:
    """Ann's cry on 63 was heard in time and written down after 81 had been called."""
    table = sit(book, {"ann": "T0", "bob": "A1", "cat": "A4"})
    table.call(*A1[:4], *TOP[:4])
    table.ok(cmd.CallNumber, number=63, at="19:30:10", finished="19:30:13")
    table.ok(cmd.CallNumber, number=81, at="19:30:20", finished="19:30:23")
    table.allow("ann", at="19:30:15")
    table.allow("bob", at="19:30:25")
    assert table.declare() == [(prize, ("ann",), 9, 10000)]


@pytest.mark.clause(NZ, "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("book", "prize"), [(NZ, "part series"), (VIC, "top line")])
def test_C12__who_cries_twice_has_one_share(sit: Any, book: str, prize: str) -> None:
    table = sit(book, {"ann": "T0", "bob": "A1", "cat": "A4"})
    table.call(*TOP)
    table.allow("ann")
    table.allow("ann")
    assert table.declare() == [(prize, ("ann",), 5, 10000)]


@pytest.mark.clause(NSW, "7.4")
def test_C10__a_result_leaves_time_for_marks_to_whoever_plays_for_another_prize(sit: Any) -> None:
    """Number 1 ends the top line of Ann's first grid and the bottom line of Bob's."""
    minors = (("top line", 3000), ("bottom line", 2000))
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=minors)
    table.call(24, 51, 73, 81, 29, 47, 59, 86, 1)
    late = table.ok(cmd.Claim, player="ann").claim
    table.check(late, marked=())
    table.allow("bob")
    assert table.declare() == [("bottom line", ("bob",), 9, 2000)]
    table.ok(cmd.CheckClaim, claim=late, by="sue", steps=("numbers",), marked=table.this.called)
    table.ok(cmd.ConfirmClaim, claim=late, by="sue")
    assert table.declare() == [("top line", ("ann",), 9, 3000)]


@pytest.mark.clause(NSW, "8.4.3")
def test_I03__a_terminal_fails_only_while_a_game_runs(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    [no] = table.no(cmd.FailTerminal, by="max")
    assert no.startswith("game/not_running ")
    table.start()
    table.call(*A1)
    table.win("ann")
    [no] = table.no(cmd.FailTerminal, by="max")
    assert no.startswith("game/not_running ")


@pytest.mark.clause(VIC, "4.1(a)")
def test_H12__where_no_return_is_asked_for_the_least_is_nothing(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0", "cat": "A4"})
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    table.close()
    report = table.all(ev.ReturnReported)[-1]
    assert (report.least, report.least_cents, report.met) == (None, 0, True)


@pytest.mark.clause(NZ, "7.2")
def test_7_2__a_game_closes_with_its_own_unpaid_awards(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    assert table.close()[0].outstanding == ("S1/1/part series/ann",)
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    table.call(3, 22, 31, 44, 85)
    table.allow("bob")
    table.declare()
    assert table.close()[0].outstanding == ("S1/2/part series/bob",)


@pytest.mark.clause(NZ, "9.2 refund", "5.2(c) tail split")
def test_C15__what_a_paid_line_brought_to_the_series_ends_with_the_refund(sit: Any) -> None:
    """Of $100 in two halves one is paid: the other was the players' money, and they have it."""
    table = sit(NZ, {"ann": "T0", "bob": "A1"}, version=3, cents=(4000, 6000))
    table.call(*dict.fromkeys(n for n in (*T0, *A1) if n != 63), 63)
    table.allow("ann")
    table.allow("bob")
    assert table.declare() == [("series", ("ann", "bob"), 28, 5000)]
    table.close()
    table.ok(cmd.PayPrize, award="S1/1/series/ann")
    before = dict(table.sitting.games[2].offers)
    table.ok(cmd.InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[2].offers == before


@pytest.mark.clause(NSW, "8.4.3", "9.3.1")
def test_I03_I10__a_fee_goes_back_for_no_game_of_its_own(sit: Any) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, games=1)
    table.ok(cmd.VoidEntry, player="bob", by="sue")
    table.ok(cmd.FailTerminal, by="max")
    back = [(event.player, event.game, event.amount_cents) for event in table.all(ev.Refunded)]
    assert back == [("bob", 0, 1500), ("ann", 0, 1500)]
    assert table.sitting.fees == {}


@pytest.mark.clause(NZ, "7.2")
@pytest.mark.parametrize(
    ("cents", "paid"), [((9999, 1), True), ((10000, 0), False), ((10001, -1), False)]
)
def test_7_2__every_part_of_a_payment_is_something(sit: Any, cents: Any, paid: bool) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    table.close()
    parts = tuple(cmd.Part(method="cash", amount_cents=part) for part in cents)
    no = table.no(cmd.PayPrize, award="S1/1/part series/ann", parts=parts)
    assert [code.split()[0] for code in no] == ([] if paid else ["payment/parts_do_not_sum"])


@pytest.mark.clause(NZ, "5.4")
def test_C14__claims_that_wait_are_counted_whether_allowed_or_not(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A1"}, version=2)
    table.call(*(number for number in range(1, 91) if number != 63), 63)
    table.allow("ann")
    table.ok(cmd.Claim, player="bob")
    [event] = table.do(cmd.CloseGame, by="sue")
    [no] = event.refusals
    assert (no.code, dict(no.facts)) == ("result/claims_undecided", {"open": 2})


@pytest.mark.clause(NZ, "5.2")
def test_C14__a_game_may_close_as_its_last_number_is_announced_in_full(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"}, version=2)
    table.call(*(number for number in range(1, 91) if number != 77))
    table.ok(cmd.CallNumber, number=77, at="20:30:10", finished="20:30:13")
    assert [no.split()[0] for no in table.no(cmd.CloseGame, by="sue", at="20:30:12")] == [
        "call/still_open"
    ]
    assert not table.all(ev.PrizeForfeited)
    table.ok(cmd.CloseGame, by="sue", at="20:30:13")
    assert [lost.player for lost in table.all(ev.PrizeForfeited)] == ["ann"]


@pytest.mark.clause(NZ, "7.1(b)", "7.1(c)")
def test_H02__a_session_that_fell_short_is_on_the_record_for_no_game(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"})
    for game in (1, 2):
        table.game = game
        if game == 2:
            table.seat({"ann": "T0"}, "778")
            table.start()
        table.call(*range(1, 91))
        table.close()
    table.ok(cmd.CloseSession)
    short = [
        event for event in table.all(ev.BreachLogged) if event.refusals[0].code == "return/too_low"
    ]
    assert [event.game for event in short] == [1, 2, 0]


def only_refusal(table: Any, kind: type[Any], **words: Any) -> tuple[str, dict[str, Any]]:
    [event] = table.do(kind, **words)
    [no] = event.refusals
    return no.code, dict(no.facts)


def test_the_first_card_or_game_that_stops_a_sale_is_told(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0"})
    cards = tuple(
        PrintedCard(card=place, boxes=(NINETY[name],))
        for place, name in enumerate(("A1", "A2", "A3"), start=1)
    )
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 2000, "game": 2}
    found = only_refusal(table, cmd.SellCards, cards=(8, 9), **sale)
    assert found == ("card/unknown", {"card": 8})
    for card in (1, 2):
        table.ok(cmd.WithdrawCard, serial="888", card=card, reason="wet")
    found = only_refusal(table, cmd.SellCards, cards=(1, 2), **sale)
    assert found == ("card/not_on_sale", {"card": 1})


def test_the_first_scorecard_that_is_not_there_is_told(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    found = only_refusal(table, cmd.IssueScorecards, player="ann", serial="777", cards=(8, 9))
    assert found == ("card/unknown", {"card": 8})
    pages = tuple(
        PrintedCard(card=n, game=6 + n, boxes=tuple(NINETY[f"{p}{k}"] for k in range(1, 7)))
        for n, p in enumerate("AB", 1)
    )
    table.ok(cmd.RegisterSeries, serial="888", cards=pages)
    found = only_refusal(table, cmd.IssueScorecards, player="ann", serial="888", cards=(2, 1))
    assert found == ("card/of_another_game", {"game": 7})


def test_a_range_of_serials_begins_at_one_and_may_be_one_card(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    words = {"by": "cal", "serial": "777"}
    for first, last in ((0, 1), (2, 1)):
        found = only_refusal(table, cmd.EnterSerialRange, first=first, last=last, **words)
        assert found == ("range/wrong", {"first": first, "last": last})
    table.ok(cmd.EnterSerialRange, first=1, last=1, **words)


def test_the_lowest_card_that_is_sold_already_is_told(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0 A1"})
    again = {"serial": "777", "cards": (2, 1), "paid_cents": 2000, "game": 1, "player": "bob"}
    found = only_refusal(table, cmd.SellCards, **again)
    assert found == ("sale/card_sold_before", {"serial": "777", "card": 1})
    table = sit(NSW, {"ann": "A B"})
    again = {"player": "ann", "serial": "777", "cards": (2, 1)}
    found = only_refusal(table, cmd.IssueScorecards, **again)
    assert found == ("sale/card_sold_before", {"card": 1})


@pytest.mark.clause(VIC, "5(c)")
def test_5_c__a_ticket_is_sold_for_the_game_on_it(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0"}, games=3)
    cards = tuple(
        PrintedCard(card=place, game=place, boxes=(NINETY[f"A{place}"],)) for place in (1, 2, 3)
    )
    table.ok(cmd.RegisterSeries, serial="888", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 3000}
    found = only_refusal(table, cmd.SellCards, cards=(1, 2, 3), game=1, **sale)
    assert found == ("card/of_another_game", {"game": 2})


def test_who_asks_for_no_card_buys_none(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A1"})
    cards = (PrintedCard(card=1, boxes=(NINETY["A2"],)),)
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "paid_cents": 1000, "game": 2}
    for count in (0, -1):
        found = only_refusal(table, cmd.SellCards, count=count, **sale)
        assert found == ("sale/no_cards", {"left": 1})
    table.ok(cmd.SellCards, count=1, **sale)


@pytest.mark.clause(NSW, "7.1")
def test_7_1__only_a_supervisor_declares_who_won(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    table.call(*A1)
    table.allow("ann")
    assert table.no(cmd.DeclareResult, by="cal") == ["claim/not_the_supervisor 7.1"]
    assert table.declare() == [("bingo", ("ann",), 15, 10000)]


def test_A12__after_the_last_card_the_lowest_that_is_left_is_next(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0"})
    cards = tuple(PrintedCard(card=n, boxes=(NINETY[f"A{n}"],)) for n in (1, 2, 3))
    table.ok(cmd.RegisterSeries, serial="888", cards=cards)
    sale = {"serial": "888", "player": "bob", "game": 2}
    for sold, following in (((3,), 1), ((1,), 2), ((2,), 0)):
        table.ok(cmd.SellCards, cards=sold, paid_cents=1000, **sale)
        assert next_card(table.sitting, table.state.series["888"], 2) == following


@pytest.mark.clause(NZ, "4.5", "4.8")
def test_a_sale_is_declined_for_the_next_card_of_the_series_in_use(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    cards = tuple(PrintedCard(card=n, boxes=(NINETY[f"A{n}"],)) for n in (1, 2, 3))
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    sale = {"serial": "888", "player": "bob", "game": 1, "paid_cents": 1000}
    table.ok(cmd.SellCards, cards=(1,), **sale)
    table.ok(cmd.ReserveCard, serial="888", card=2, person="zoe")
    found = only_refusal(table, cmd.DeclineSale, player="bob")
    assert found == ("sale/card_held_back", {"reserved_for": "zoe"})
    table.ok(cmd.DeclineSale, player="zoe")
    table.ok(cmd.DeclineSale, player="bob", card=3)
    cards = (PrintedCard(card=1, boxes=(NINETY["A4"],)),)
    table.ok(cmd.RegisterSeries, serial="999", colour="green", cards=cards)
    other = {**sale, "serial": "999"}
    found = only_refusal(table, cmd.SellCards, cards=(1,), **other)
    assert found == ("sale/other_series", {"serial": "999", "in_use": "888", "left": 2})
