"""Days under nz-casino-bingo that do not go by the plan: late, out of order, cut short."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CloseGame, ConfirmClaim, DeclareResult, PayPrize
from eyesdown.bingo.claims.events import ClaimMade
from eyesdown.bingo.play.commands import BeginCall, CallNumber, CorrectNumber, FinishCall, StartGame
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool
from eyesdown.bingo.pools.events import MustGoSet, PrizeWon
from eyesdown.bingo.sales.commands import DeclineSale, ReserveCard, SellCards
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    FixGamingDay,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.session.events import Announced
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.bingo.trouble.events import Refunded, SumForfeited
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.display.hall.hall import notice
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import NINETY, Q1
from kit.table import Sit, Table

NZ = "nz-casino-bingo"
TOP = (7, 23, 33, 40, 63)  # the top line of T0
TOP_B1 = (11, 25, 30, 45, 62)
GOLD = {"pool": "Gold", "sequence": "W"}
NEXT = (("time", "19:00"), ("date", "tomorrow"), ("place", "Hall"))


def told(table: Table, topic: str) -> list[str]:
    return [event.text for event in table.happened(Announced) if event.topic == topic]


def play(
    table: Table, game: int, player: str, *, numbers: tuple[int, ...] = TOP, **start: Any
) -> None:
    table.game = game
    table.start(**start)
    table.call(*numbers)
    table.win(player)
    table.close()


def end(table: Table, **more: Any) -> list[str]:
    table.do(Announce, by="sue", topics=(), details=NEXT)
    return table.refused(CloseSession, **more)


def again(table: Table, name: str, **plan: Any) -> None:
    """Another session, planned for an hour from now."""
    table.session, table.game = name, 1
    pool = {"pool_games": (2,), "pool_method": "with the last prize", **GOLD}
    table.plan(1, 2, (10000,), **{**pool, **plan})


@pytest.mark.clause(NZ, "1.1 'Gaming Day'")
@pytest.mark.parametrize(("minutes", "noes"), [(-1, 1), (0, 1), (1, 0)])
def test_1_1_gaming_day__it_has_a_length(sit: Sit, minutes: int, noes: int) -> None:
    words = {"starts": time(6), "minutes": minutes, "inspector": "ivy"}
    no = ["gaming_day/no_length 1.1 'Gaming Day'"]
    assert sit(NZ, {}, began=False).refused(FixGamingDay, **words) == no * noes


@pytest.mark.clause(NZ, "3.2(a)", "3.2(b)")
def test_3_2_a__a_card_is_one_grid(sit: Sit) -> None:
    sheet = PrintedCard(card=1, boxes=(NINETY["T0"], NINETY["B1"]))
    words = {"serial": "9", "colour": "red", "cards": (sheet,)}
    assert sit(NZ, {}, began=False).refused(RegisterSeries, **words) == ["card/wrong_form 3.2(a)"]


@pytest.mark.clause(NZ, "4.2 price", "4.2 vary")
@pytest.mark.parametrize(
    ("games", "session", "noes"),
    [
        ((200, 300), 500, 0),  # the sum (A14)
        ((200, 300), 499, 1),
        ((200, 300), 501, 1),
        ((0, 0), 777, 0),  # session cards alone
        ((200, 300), 0, 0),  # game cards alone
        ((0, 250), 500, 0),  # game 2 sells both, at the session card's even part (B03)
        ((251, 0), 501, 0),
        ((0, 251), 501, 1),
        ((0, 500), 500, 1),
    ],
)
def test_4_2_price__a_session_card_costs_what_its_games_cost(
    sit: Sit, games: tuple[int, ...], session: int, noes: int
) -> None:
    table = sit(NZ, {}, began=False)
    planned = tuple(
        PlannedGame(game=number, versions=(1,), price_cents=cents)
        for number, cents in enumerate(games, start=1)
    )
    words = {"session": "S2", "starts_at": table.now, "session_price_cents": session}
    assert (
        table.refused(PlanSession, games=planned, **words)
        == ["session/price_differs 4.2 price"] * noes
    )


@pytest.mark.clause(NZ, "4.7")
@pytest.mark.parametrize(
    ("at", "noes"),
    [("05:59:59", ["claim/card_of_another_day 4.7"]), ("06:00:00", [])],
    ids=["the day planned", "the day it starts"],
)
def test_4_7__a_session_that_starts_late_sells_on_the_day_it_can_start(
    sit: Sit, at: str, noes: list[str]
) -> None:
    table = sit(NZ, {}, began=False)
    table.ok(FixGamingDay, starts=time(6))
    table.now += timedelta(days=1)
    starts = table.now.replace(hour=5, minute=30, second=0)
    table.session = "S2"
    table.plan(1, 2, (10000,), starts_at=starts)
    card = PrintedCard(card=1, boxes=(NINETY["T0"],))
    table.ok(RegisterSeries, serial="9", colour="red", cards=(card,))
    table.open()
    table.ok(SellCards, at=at, game=1, player="ann", serial="9", count=1, paid_cents=1000)
    table.start(at="06:10:00")
    table.call(*TOP)
    assert table.claim("ann") == noes


@pytest.mark.clause(NZ, "4.8", "4.10")
def test_4_8__who_asks_for_a_card_asks_for_the_next_one(sit: Sit) -> None:
    table = sit(NZ, {}, began=False)
    card = PrintedCard(card=1, boxes=(NINETY["T0"],))
    table.ok(RegisterSeries, serial="9", colour="red", cards=(card,))
    table.ok(ReserveCard, serial="9", card=1, person="ben")
    held = ["sale/card_held_back 4.8"]
    assert table.refused(DeclineSale, player="zed", serial="9") == held
    assert table.refused(DeclineSale, player="zed", serial="9", card=1) == held
    assert table.refused(DeclineSale, player="ben", serial="9", card=1) == []
    table.start()
    assert table.refused(DeclineSale, player="zed", serial="9") == []


@pytest.mark.clause(NZ, "5.1 gap")
def test_5_1_gap__an_outcome_undone_later_is_no_later_end(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    table.close()
    ended = table.sitting.ended_at
    words = {"person": "ann", "person_kind": "player", "affects_outcome": True}
    table.ok(InvalidateGame, at="23:00:00", by="op", cause="fraud", **words)
    assert table.sitting.ended_at == ended
    assert table.this.outcome == "invalidated"


@pytest.mark.clause(NZ, "5.1 gap")
@pytest.mark.parametrize(("at", "noes"), [("19:01:00", 1), ("22:02:19", 1), ("22:02:20", 0)])
def test_5_1_gap__a_session_entered_afterwards_may_not_lie_in_another(
    sit: Sit, at: str, noes: int
) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.win("ann")
    assert table.now.isoformat()[-8:] == "19:02:20"
    table.close()
    table.session = "S2"
    table.plan(1, 2, (10000,), starts_at=table.now + timedelta(hours=9))
    table.open()
    assert table.refused(StartGame, at=at) == ["session/too_soon 5.1 gap"] * noes


@pytest.mark.clause(NZ, "5.1 gap", "5.1 span", "5.2(c) tail play")
def test_B04__without_a_second_winner_a_game_ends_when_it_is_closed(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3)
    table.call(*TOP)
    table.win("ann")
    table.call(*(number for number in Q1 if number not in TOP))
    table.close(at="22:00:02")
    assert table.this.outcome == "exhausted"
    assert table.sitting.ended_at == table.now
    over = [no for event in table.happened(BreachLogged) for no in event.refusals]
    assert [dict(no.facts) for no in over if no.code == "session/overrun"] == [{"seconds_over": 2}]


@pytest.mark.clause(NZ, "5.1 gap", "1.1 'Session'")
def test_B06__one_game_alone_keeps_no_gap_on_either_side(sit: Sit) -> None:
    alone = Settings(allow_single_game=True)
    table = sit(NZ, {"ann": "T0"}, games=1, settings=alone)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.session = "S2"
    table.plan(1, 2, (10000,), starts_at=table.now)
    table.open()
    assert table.refused(StartGame) == []


@pytest.mark.clause(NZ, "4.3")
def test_4_3__the_notice_names_only_cards_that_are_sold(sit: Sit) -> None:
    plan = {"each": {"price_cents": 0}, "session_price_cents": 1000}
    table = sit(NZ, {}, began=False, **plan)
    shown = notice(table.book, table.state, "S1", "counter")
    assert (shown.prices, shown.session_card) == ((), "$10.00")


@pytest.mark.clause(NZ, "5.2(b)(ii)", "5.10")
def test_C02__the_ninetieth_number_has_its_window_too(sit: Sit) -> None:
    last = TOP[-1]
    table = sit(NZ, {"ann": "T0"}, version=2)
    table.call(*(number for number in range(1, 91) if number != last))
    table.ok(BeginCall, number=last)
    assert table.refused(CloseGame, by="sue") == ["call/still_open 5.6(c)"]
    table.ok(FinishCall)
    assert [won.call for won in table.win("ann")] == [90]


@pytest.mark.clause(NZ, "5.5", "1.1 'Caller'")
def test_5_5__a_duty_in_one_game_leaves_the_others_free(sit: Sit) -> None:
    table = sit(NZ, {}, began=False)
    table.ok(RegisterPerson, person="tom", role="employee", staff=True)
    same = ["people/same_person 5.5"]
    assert table.refused(AppointPerson, person="sue", duty="caller", game=1) == same
    assert table.refused(AppointPerson, person="sue", duty="caller") == same
    table.ok(AppointPerson, person="tom", duty="supervisor", game=1)
    table.ok(AppointPerson, person="sue", duty="caller", game=1)
    assert table.refused(AppointPerson, person="sue", duty="supervisor", game=1) == same
    assert table.refused(AppointPerson, person="cal", duty="supervisor") == same
    assert table.refused(AppointPerson, person="tom", duty="caller", game=3) == ["game/unknown 5.2"]


@pytest.mark.clause(NZ, "5.6(a)(i)", "6.2(a)")
def test_G02__a_role_called_supervisor_is_not_the_supervisor(sit: Sit) -> None:
    table = sit(NZ, {}, began=False, **GOLD)
    for role in ("supervisor", "caller"):
        table.ok(RegisterPerson, person=f"a {role}", role=role)
    words = {"by": "a supervisor", "topics": ("jackpot games",)}
    assert table.refused(Announce, **words) == ["announcement/wrong_person 6.2(a)"]
    words = {"by": "a caller", "topics": ("version",), "game": 1}
    assert table.refused(Announce, **words) == ["announcement/wrong_person 5.6(a)(i)"]


@pytest.mark.clause(NZ, "5.6(a)(iii)")
def test_A13__a_serial_new_to_a_game_is_read_again(sit: Sit) -> None:
    table = sit(NZ, {}, began=False)
    for serial, name in (("X", "T0"), ("Y", "B1")):
        cards = [PrintedCard(card=1, boxes=(NINETY[name],))]
        cards += [PrintedCard(card=2, boxes=(NINETY["A1"],))] * (serial == "Y")
        table.ok(RegisterSeries, serial=serial, colour=serial, cards=tuple(cards))
    table.ok(SellCards, game=2, player="ann", serial="X", count=1, paid_cents=1000)
    table.ok(SellCards, game=1, player="ann", serial="Y", count=1, paid_cents=1000)
    words = {"game": 2, "by": "cal", "topics": ("serials",)}
    assert "serial number X." in table.ok(Announce, **words).text
    table.ok(SellCards, game=2, player="bob", serial="Y", count=1, paid_cents=1000)
    assert "serial number X and Y." in table.ok(Announce, **words).text


@pytest.mark.clause(NZ, "5.8", "5.9")
def test_D05__a_number_announced_wrongly_twice_is_corrected_ball_by_ball(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(34, drawn=33)
    table.call(50, 34, 60)
    table.call(34, drawn=46)
    table.ok(CorrectNumber, by="sue", wrong=34, right=33)
    assert table.this.called == (50, 34, 60, 34, 33)
    table.ok(CorrectNumber, by="sue", wrong=34, right=46)
    assert table.this.called == (50, 34, 60, 33, 46)


@pytest.mark.clause(NZ, "5.9", "5.10")
@pytest.mark.parametrize("entered", ["before the correction", "after it", "after the next number"])
def test_D01_C01__a_wrong_announcement_ends_no_window(sit: Sit, entered: str) -> None:
    """Ann cries when 61 has been said for 16: the number before it was still the last."""
    table = sit(NZ, {"ann": "T0", "bob": "B1"})
    table.call(*TOP)
    table.ok(CallNumber, at="19:10:00", number=61, drawn=16)
    if entered != "after it":
        assert "claim/forfeited 5.10" in table.claim("ann", at="19:10:05")
        table.claim("ann", at="19:10:06")
        assert "claim/incomplete 5.2(a)(i)" in table.claim("bob", at="19:10:07")
    if entered == "after the next number":
        table.ok(CallNumber, at="19:10:30", number=90)
    table.ok(CorrectNumber, at="19:11:00", by="sue", wrong=61, right=16)
    if entered == "after it":
        assert table.claim("ann", at="19:10:05") == []
    made = table.happened(ClaimMade)
    assert [(claim.player, claim.call, claim.at.second) for claim in made] == [("ann", 5, 5)]
    assert table.this.all_forfeits == ()
    table.check(made[0].claim)
    table.ok(ConfirmClaim, at="19:12:00", claim=made[0].claim, by="sue")
    assert table.ok(DeclareResult, by="sue").winners == ("ann",)


@pytest.mark.clause(NZ, "6.1(a)")
@pytest.mark.parametrize(
    ("cents", "code"),
    [(600, []), (601, ["pool/fed_by_this_game"]), (801, ["pool/too_little"])],
)
def test_6_1_a__what_is_not_there_is_not_what_this_game_fed(
    sit: Sit, cents: int, code: list[str]
) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, pool_games=(1,), **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=600)
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    noes = table.refused(DistributePool, pool="Gold", amount_cents=cents)
    assert [no.partition(" ")[0] for no in noes] == code


@pytest.mark.clause(NZ, "6.1(a)")
def test_G19__a_later_game_is_one_played_later(sit: Sit) -> None:
    table = sit(NZ, {}, began=False, pool_games=(1,), **GOLD)
    table.game = 2
    table.seat({"ann": "T0"}, serial="8")
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    assert table.refused(DistributePool, game=1, pool="Gold") == ["pool/fed_by_this_game 6.1(a)"]
    play(table, 2, "ann", at="19:00:00")
    table.game = 1
    assert table.refused(DistributePool, pool="Gold") == []


@pytest.mark.clause(NZ, "6.2(b)", "6.3(a)", "1.1 'Rolling Jackpot Sequence'")
def test_6_2_b__a_session_that_was_not_played_brings_nothing_forward(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, **GOLD)
    played = table.now.date().isoformat()
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    table.call(*TOP)
    table.win("ann")
    table.close()
    assert end(table) == []
    table.now += timedelta(days=1)
    again(table, "S2")
    table.open()
    assert table.refused(CloseSession) == []  # nobody came: there is nothing to announce
    table.now += timedelta(days=1)
    again(table, "S3")
    table.open()
    table.do(Announce, by="sue", topics=())
    assert told(table, "brought forward") == [f"$2.00 come forward from the session of {played}."]


@pytest.mark.clause(NZ, "6.4")
def test_6_4__a_session_that_was_not_played_owes_its_pool_to_nobody(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    assert table.refused(CloseSession) == []
    table.now += timedelta(days=1)
    again(table, "S2")
    table.open()
    assert [event.session for event in table.happened(MustGoSet)] == ["S1", "S2"]


@pytest.mark.clause(NZ, "6.1(b)")
def test_6_1_b__a_pool_of_one_session_is_free_when_that_was_called_off(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, pool="Gold")
    words = {"pool_games": (2,), "pool_method": "all", "pool": "Gold", "session": "S2"}
    games = table.sitting.plan.games
    words |= {"games": games, "starts_at": table.now + timedelta(hours=9)}
    assert table.refused(PlanSession, **words) == ["pool/outside_the_sequence 6.1(b)"]
    assert table.refused(CloseSession) == []
    planned = table.ok(PlanSession, **words)
    assert (planned.brought_forward_from, planned.brought_forward_date) == ("", None)


@pytest.mark.clause(NZ, "6.2(b)")
def test_6_2_b__the_balance_is_todays_where_the_session_before_is_not_closed(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, **GOLD)
    again(table, "S2", starts_at=table.now + timedelta(hours=5))
    table.session = "S1"
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.session = "S2"
    table.open()
    table.do(Announce, by="sue", topics=())
    assert told(table, "brought forward")[0].startswith("$2.00 come forward")


@pytest.mark.clause(NZ, "6.4")
def test_6_4__a_balance_before_the_session_is_not_reached_during_it(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "B1"}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    again(table, "S2", starts_at=table.now + timedelta(hours=8))
    table.session = "S1"
    assert [event.session for event in table.happened(MustGoSet)] == ["S1"]
    play(table, 1, "ann")
    assert table.refused(DistributePool, pool="Gold", game=1) == []
    assert table.state.pools["Gold"].balance_cents == 0
    table.session = "S2"
    table.open()
    assert [event.session for event in table.happened(MustGoSet)] == ["S1"]


@pytest.mark.clause(NZ, "6.4")
def test_6_4__a_pool_that_grew_after_a_session_was_opened_must_go_there_too(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, **GOLD)
    again(table, "S2", starts_at=table.now + timedelta(hours=8))
    table.open()
    table.session = "S1"
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    assert table.refused(CloseSession) == []  # nobody came
    table.session = "S2"
    table.start()
    assert [event.session for event in table.happened(MustGoSet)] == ["S1", "S2"]


@pytest.mark.clause(NZ, "6.4", "5.1 span")
@pytest.mark.parametrize("outcome", ["won", "exhausted"])
def test_6_4__when_time_is_up_the_last_game_is_the_last_that_was_played(
    sit: Sit, outcome: str
) -> None:
    table = sit(NZ, {"ann": "T0"}, games=3, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.ok(HoldForPool, pool="Gold", amount_cents=100)
    table.start(at="19:00:00")
    if outcome == "won":
        table.call(*TOP)
        table.win("ann")
    else:
        table.call(*Q1)
    table.close()
    assert end(table, early=True)[0] == "pool/must_go 6.4"
    whole = {"pool": "Gold", "amount_cents": 1_000_100}
    held = table.refused(DistributePool, at="21:59:59", **whole)
    table.now += timedelta(seconds=1)  # the very end of the span: no game begins any more
    if outcome == "exhausted":
        assert end(table, early=True) == []
        assert "pool/must_go" in [n.code for e in table.happened(BreachLogged) for n in e.refusals]
        return
    assert held == ["pool/fed_by_this_game 6.1(a)"]
    assert table.refused(StartGame, game=2, at="22:00:00") == ["session/span_over 5.1 span"]
    assert table.refused(DistributePool, at="22:00:00", **whole) == []
    assert end(table, early=True) == []


@pytest.mark.clause(NZ, "6.4")
def test_6_4__games_out_of_order_empty_the_pool_in_the_one_played_last(sit: Sit) -> None:
    table = sit(NZ, {}, began=False, **GOLD)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.game = 2
    table.seat({"ann": "T0"}, serial="8")
    play(table, 2, "ann", at="19:00:00")
    assert table.state.pools["Gold"].balance_cents == 1_000_000
    table.game = 1
    table.seat({"bob": "B1"}, serial="9")
    play(table, 1, "bob", numbers=TOP_B1)
    assert table.state.pools["Gold"].balance_cents == 0
    assert [event.winners for event in table.happened(PrizeWon) if event.jackpot] == [("bob",)]


@pytest.mark.clause(NZ, "9.1(b)", "9.2 refund")
def test_9_1_b__fraud_is_found_after_the_session_too(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "B1"}, **GOLD)
    table.ok(HoldForPool, pool="Gold", amount_cents=200)
    table.call(*TOP)
    table.win("ann")
    table.close()
    ended = table.sitting.ended_at
    assert end(table) == []
    words = {"person": "ann", "person_kind": "player", "affects_outcome": True, "forfeit": True}
    events = table.do(InvalidateGame, by="op", cause="fraud", **words)
    assert [event.player for event in events if isinstance(event, Refunded)] == ["bob"]
    assert [event.player for event in events if isinstance(event, SumForfeited)] == ["ann"]
    assert table.state.pools["Gold"].balance_cents == 0
    assert table.sitting.ended_at == ended
    assert table.refused(PayPrize, award="S1/1/part series/ann") == ["payment/nothing_owed 7.3"]


@pytest.mark.clause(NZ, "9.2 forfeit", "9.1(b)")
def test_9_2_forfeit__of_every_player_in_the_fraud_and_of_nobody_else(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "B1", "cho": "A1"})
    words = {"by": "op", "cause": "fraud", "person": "ann", "person_kind": "player"}
    words |= {"affects_outcome": True, "forfeit": True}
    none = ["invalidate/nothing_to_forfeit 9.2 forfeit"]
    assert table.refused(InvalidateGame, **{**words, "person": "anne"}) == none
    assert table.refused(InvalidateGame, accomplices=("bobby",), **words) == none
    events = table.do(InvalidateGame, accomplices=("bob",), **words)
    assert events[0].accomplices == ("bob",)
    lost = [event.player for event in events if isinstance(event, SumForfeited)]
    back = [event.player for event in events if isinstance(event, Refunded)]
    assert (lost, back) == (["ann", "bob"], ["cho"])
