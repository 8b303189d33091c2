"""Odd stock, odd sales, people appointed game by game, and errors told out of turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import time
from typing import Any

import pytest

from eyesdown.bingo import commands as cmd
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import NINETY, A, B

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
T0 = (7, 23, 33, 40, 63)


@pytest.mark.clause(NSW, "4.4", "6.3.3")
def test_4_4__a_prize_that_grew_after_it_was_told_is_told_again(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    table.ok(cmd.Announce, by="cal", game=2, topics=())
    table.ok(cmd.FailTerminal, by="sue")
    table.game = 2
    table.ok(cmd.StartGame)
    assert table.no(cmd.CallNumber, number=1) == ["announcement/missing 4.4"]
    told = table.ok(cmd.Announce, by="cal", game=2, topics=("prize list",))
    assert told.text == "Prizes: bingo $200.00."
    table.call(1)


@pytest.mark.clause(NZ, "5.6(a)(iii)", "4.5")
def test_A13__a_serial_that_comes_into_use_after_the_announcement_is_told(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"})
    spare = (PrintedCard(card=1, boxes=(NINETY["B1"],)),)
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=spare)
    table.hand("bob", 1, "888")
    assert table.no(cmd.CallNumber, number=1) == ["announcement/missing 5.6(a)(iii)"]
    told = table.ok(cmd.Announce, by="cal", game=1, topics=())
    assert "777 and 888" in told.text
    table.call(1)


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(VIC, "3.6")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.8"), (VIC, "3.6"), (NSW, "8.3")])
def test_5_8__a_display_error_is_reported_by_an_official_and_of_a_called_number(
    sit: Any, name: str, clause: str
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(5)
    words = {"error": "display", "wrong": 6}
    stranger = table.no(cmd.ReportError, by="zed", right=5, **words)
    assert stranger == [f"correction/wrong_person {clause}"]
    never = table.no(cmd.ReportError, by="cal", right=77, **words)
    assert never == [f"correction/never_called {clause}"]
    table.ok(cmd.ReportError, by="cal", right=5, **words)
    assert table.no(cmd.CallNumber, number=9) == [f"draw/correction_owed {clause}"]
    table.ok(cmd.CorrectDisplay, by="cal", shown=6, right=5)
    table.call(9)


@pytest.mark.clause(NZ, "5.1 gap")
def test_B05__a_session_called_off_before_its_first_game_keeps_no_gap(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.ok(cmd.CloseSession, by="sue")
    table.session = "S2"
    table.plan(1, 2, (10000,))


@pytest.mark.clause(NZ, "4.1 first")
@pytest.mark.clause(VIC, "2.2 same")
@pytest.mark.parametrize("name", [NZ, VIC])
def test_A14__a_card_without_a_game_does_not_ride_free_with_one_that_has(
    sit: Any, name: str
) -> None:
    table = sit(name, {"ann": "B1"}, began=False)
    cards = (
        PrintedCard(card=1, book=1, game=2, colour="red", boxes=(NINETY["T0"],)),
        PrintedCard(card=2, book=2, boxes=(NINETY["E1"],)),
    )
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    refused = table.no(cmd.SellCards, serial="888", cards=(1, 2), paid_cents=1000)
    assert [no.split()[0] for no in refused] == ["card/of_another_game"]


@pytest.mark.clause(NSW, "8.3")
def test_8_3__any_supervisor_may_put_an_error_right(sit: Any) -> None:
    table = sit(NSW, {"ann": "A"})
    table.call(5, drawn=9)
    table.ok(cmd.CorrectNumber, by="max", wrong=5, right=9)
    assert table.this.called == (9,)


@pytest.mark.clause(NZ, "4.5", "4.6")
def test_4_5__who_asks_for_more_cards_than_are_left_is_not_sold_fewer(sit: Any) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    cards = (PrintedCard(card=1, boxes=(NINETY["B1"],)),)
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    words = {"game": 1, "serial": "888", "paid_cents": 1000}
    assert table.no(cmd.SellCards, count=2, **words) == ["sale/no_cards 4.1 first"]
    table.ok(cmd.SellCards, count=1, **words)


@pytest.mark.clause(VIC, "3.5(c)")
@pytest.mark.clause(NSW, "4.2", "4.3")
def test_A12__a_spoiled_card_goes_to_nobody(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0"}, began=False)
    table.ok(cmd.RegisterSeries, serial="888", cards=(PrintedCard(card=1, boxes=(NINETY["B1"],)),))
    table.ok(cmd.WithdrawCard, serial="888", card=1, reason="torn")
    words = {"game": 1, "serial": "888", "cards": (1,), "paid_cents": 1000}
    assert table.no(cmd.SellCards, **words) == ["card/not_on_sale 5(c)"]
    table = sit(NSW, {"ann": "A"}, began=False)
    boxes = tuple(NINETY[f"B{place}"] for place in range(1, 7))
    table.ok(cmd.RegisterSeries, serial="888", cards=(PrintedCard(card=1, boxes=boxes),))
    table.ok(cmd.WithdrawCard, serial="888", card=1, reason="torn")
    words = {"player": "ann", "serial": "888", "cards": (1,)}
    assert table.no(cmd.IssueScorecards, **words) == ["card/not_on_sale 2.3.3"]


@pytest.mark.clause(NZ, "6.2(a)", "6.3(a)", "6.3(b)")
@pytest.mark.clause(VIC, "4.2(a)", "4.3(a)", "4.3(b)", "3.4(d)")
@pytest.mark.parametrize(("name", "teller"), [(NZ, "sue"), (VIC, "cal")])
def test_6_3__people_appointed_game_by_game_speak_for_the_session_too(
    sit: Any, name: str, teller: str
) -> None:
    """What was told after game 1 is told again after game 2, the last."""
    table = sit(name, {"ann": "T0"}, pool="Gold", sequence="winter", began=False)
    table.state = replace(
        table.state,
        sessions={"S1": replace(table.sitting, appointed={})},
    )
    for game in (1, 2):
        for person, duty in (("cal", "caller"), ("sue", "supervisor")):
            table.ok(cmd.AppointPerson, game=game, person=person, duty=duty)
    table.ok(cmd.StartGame, at="19:00:00")
    table.ok(cmd.Announce, by=teller, game=0, topics=("jackpot games",))
    table.do(cmd.Announce, by="cal", game=1, topics=())
    table.call(*T0[:5])
    table.win("ann")
    table.close()
    when = {"details": (("time", "19:00"), ("date", "12 May"), ("place", "Hall"))}
    last = {"by": teller, "game": 0, "topics": ("closing balance", "next session"), **when}
    table.ok(cmd.Announce, **last)
    table.game = 2
    table.ok(cmd.StartGame)
    table.ok(cmd.InvalidateGame, by="sue", cause="fire")
    owed = [no.split()[0] for no in table.no(cmd.CloseSession, by="sue")]
    assert owed == ["announcement/missing"] * 2
    table.ok(cmd.Announce, **last)
    table.ok(cmd.CloseSession, by="sue")


@pytest.mark.clause(VIC, "3.4(d)")
def test_3_4_d__the_supervisor_of_one_game_decides_disputes_of_the_session(sit: Any) -> None:
    table = sit(VIC, {"ann": "T0"}, began=False)
    table.ok(cmd.RegisterPerson, person="eve", role="helper", staff=True)
    table.ok(cmd.AppointPerson, game=2, person="eve", duty="supervisor")
    table.ok(cmd.RaiseDispute, game=0, dispute="d", person="ann", about="the rack")
    caller = table.no(cmd.DecideDispute, dispute="d", by="cal", decision="it stands")
    assert caller == ["dispute/not_the_supervisor 3.4(d)"]
    table.ok(cmd.DecideDispute, dispute="d", by="eve", decision="it stands")


@pytest.mark.clause(NZ, "4.2 chance")
def test_4_2_chance__every_card_of_a_sale_has_the_format_of_the_game(sit: Any) -> None:
    """The session is for cards of two grids, the card has one."""
    table = sit(NZ, {}, began=False, boxes=2)
    single = PrintedCard(card=1, boxes=(NINETY["B1"],))
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=(single,))
    words = {"game": 1, "serial": "888", "paid_cents": 1000}
    assert table.no(cmd.SellCards, cards=(1,), **words) == ["sale/other_format 4.2 chance"]


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
    sit: Any, name: str, no: list[str], unnumbered: str
) -> None:
    table = sit(name, {"ann": "T0"}, began=False)
    words = {"serial": "888", "colour": "red"}
    blank = PrintedCard(card=1, boxes=())
    assert table.no(cmd.RegisterSeries, cards=(blank,), **words) == no
    nameless = PrintedCard(card=0, boxes=(NINETY["B1"],))
    assert table.no(cmd.RegisterSeries, cards=(nameless,), **words) == [unnumbered]


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
    sit: Any, colours: tuple[str, ...], no: list[str]
) -> None:
    table = sit(VIC, {"ann": "E1"}, began=False)
    assert table.no(cmd.RegisterSeries, serial="888", cards=books(*colours)) == no


@pytest.mark.clause(NSW, "2.3.2")
@pytest.mark.parametrize(("reach", "refused"), [(None, True), (2, True), (1, False), (0, False)])
def test_A06__a_hall_may_narrow_how_far_back_colours_differ(
    sit: Any, reach: int | None, refused: bool
) -> None:
    table = sit(NSW, {"ann": "A"}, settings=Settings(colour_lookback=reach), began=False)
    pages = tuple(
        PrintedCard(card=card, book=1, game=game, colour="red", boxes=page.boxes)
        for card, game, page in ((1, 1, A), (2, 3, B))
    )
    no = ["series/game_colour_again 2.3.2"] if refused else []
    assert table.no(cmd.RegisterSeries, serial="888", cards=pages) == no


def test_A06__a_reach_is_a_number_of_games() -> None:
    with pytest.raises(BadInput, match="colour_lookback"):
        Settings(colour_lookback=-1)


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(VIC, "3.6")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.8"), (VIC, "3.6"), (NSW, "8.3")])
def test_5_8__every_known_error_is_put_right_before_the_next_number(
    sit: Any, name: str, clause: str
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(5, 16, 30)
    for wrong, right in ((16, 61), (5, 50)):
        table.ok(cmd.ReportError, by="cal", wrong=wrong, right=right)
    table.ok(cmd.CorrectDisplay, by="cal", shown=31, right=30)
    table.ok(cmd.CorrectNumber, by="cal", wrong=5, right=50)
    assert table.no(cmd.CallNumber, number=9) == [f"draw/correction_owed {clause}"]
    table.ok(cmd.CorrectNumber, by="cal", wrong=16, right=61)
    table.call(9)
    assert table.this.called == (30, 50, 61, 9)


@pytest.mark.clause(NZ, "4.7", "1.1 'Gaming Day'")
def test_B01__a_game_that_began_yesterday_takes_no_card_of_today(sit: Any) -> None:
    """The day changes at 19:30: game 1 began before, game 2 begins after."""
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.ok(cmd.FixGamingDay, starts=time(19, 30))
    cards = tuple(
        PrintedCard(card=place, boxes=(NINETY[name],)) for place, name in enumerate(("B1", "A1"), 1)
    )
    table.ok(cmd.RegisterSeries, serial="888", colour="red", cards=cards)
    table.start(at="19:29:50")
    words = {"serial": "888", "paid_cents": 1000}
    late = table.no(cmd.SellCards, game=1, cards=(1,), at="19:30:10", **words)
    assert late == ["sale/other_gaming_day 4.7"]
    table.ok(cmd.SellCards, game=2, cards=(1,), **words)


@pytest.mark.clause(NZ, "6.2(a)")
@pytest.mark.clause(VIC, "4.2(a)")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.2"), (VIC, "1.1")])
def test_6_2_a__the_pool_is_paid_in_a_game_of_the_session(sit: Any, name: str, clause: str) -> None:
    table = sit(name, {"ann": "T0"}, pool="Gold", sequence="winter", began=False)
    games = table.sitting.plan.games
    words = {"session": "S2", "starts_at": table.now, "games": games, "pool": "Gold"}
    words |= {"sequence": "winter", "pool_method": "with the last prize"}
    assert table.no(cmd.PlanSession, pool_games=(3,), **words) == [f"game/unknown {clause}"]
    table.ok(cmd.PlanSession, pool_games=(2,), **words)
