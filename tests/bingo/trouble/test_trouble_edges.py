"""Voids, refunds, early closes and disputes at the edges."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from eyesdown.bingo.claims.commands import CloseGame, DeclareResult
from eyesdown.bingo.pools.commands import DistributePool
from eyesdown.bingo.sales.commands import ChargeAdmission, IssueScorecards, SellCards
from eyesdown.bingo.session.commands import (
    AppointPerson,
    CloseSession,
    OpenSession,
    RegisterPerson,
    RegisterSeries,
    ShowClosingSign,
)
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.trouble.events import GameInvalidated, Refunded
from eyesdown.bingo.words.parts import Level
from kit import halls
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"

TOP = (7, 23, 33, 40, 63)  # top line of T0


A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.clause(NSW, "8.4.3")
def test_I03__a_terminal_fails_only_while_a_game_runs(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    [no] = table.refused(FailTerminal, by="max")
    assert no.startswith("game/not_running ")
    table.start()
    table.call(*A1)
    table.win("ann")
    [no] = table.refused(FailTerminal, by="max")
    assert no.startswith("game/not_running ")


@pytest.mark.clause(NZ, "7.2")
def test_7_2__a_game_closes_with_its_own_unpaid_awards(sit: Sit) -> None:
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


@pytest.mark.clause(NSW, "8.4.3", "9.3.1")
def test_I03_I10__a_fee_goes_back_for_no_game_of_its_own(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, games=1)
    table.ok(VoidEntry, player="bob", by="sue")
    table.ok(FailTerminal, by="max")
    back = [(event.player, event.game, event.amount_cents) for event in table.happened(Refunded)]
    assert back == [("bob", 0, 1500), ("ann", 0, 1500)]
    assert table.sitting.fees == {}


B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)


def test_I05__what_came_to_wait_after_the_plan_is_carried_when_the_session_opens() -> None:
    hall = halls.nsw_running("ann", "bob", games=1)
    halls.nsw_plan(hall, games=2, session="S2")
    hall.call(1)
    hall.do(FailTerminal, by="dan")
    hall.ok(CloseSession)
    hall.session = "S2"
    pages = (halls.page("A", 3, book=3),)
    hall.ok(RegisterSeries, serial="N99", cards=pages)
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    hall.ok(IssueScorecards, player="ann", serial="N99", cards=(3,))
    words = {"terminal": "T", "software_approved": True, "display_connected": True}
    opened = hall.ok(OpenSession, **words)
    assert opened.carried[0].amount_cents == 20000
    assert hall.sitting.games[1].offers == {"bingo": 40000}
    assert hall.state.waiting == {}
    assert hall.no(OpenSession, **words) == ["session/open"]


def test_I02__nothing_is_sold_for_a_game_that_is_over() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(InvalidateGame, by="op", cause="fire")
    words = {"game": 1, "serial": halls.SERIAL, "count": 1, "paid_cents": 1000}
    assert hall.no(SellCards, **words) == ["game/over"]


def test_I02__a_jackpot_of_an_invalidated_game_returns_to_the_pool() -> None:
    levels = (Level(on_jackpot_number=True, whole_pool=True),)
    hall = halls.nsw_running("ann", "bob", levels=levels, jackpot_numbers=(72,))
    hall.call(*B1)
    halls.nsw_win(hall, "bob")
    halls.finish(hall)
    assert hall.state.pools["Jack"].balance_cents == 0
    hall.ok(InvalidateGame, by="sue", cause="riot")
    assert hall.state.pools["Jack"].balance_cents == 2400
    assert hall.state.awards == {}


def test_I04__a_reversal_takes_no_more_than_the_pool_still_holds() -> None:
    settings = halls.Settings(reverse_contributions_on_refund=True)
    levels = (Level(numbers_max=90),)
    hall = halls.nsw_running("ann", "bob", games=2, settings=settings, levels=levels)
    hall.call(*B1)
    halls.nsw_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    hall.ok(DistributePool, pool="Jack", amount_cents=2000)
    hall.ok(CloseGame, by="sue")
    hall.game = 2
    halls.nsw_start(hall)
    hall.do(FailTerminal, by="dan")
    assert hall.state.pools["Jack"].balance_cents == 0


TWO = {"ann": "A", "bob": "B"}


@pytest.mark.clause(NSW, "9.8")
@pytest.mark.parametrize(
    ("by", "wanted"),
    [
        ("cal", ["session/not_the_supervisor 9.8"]),
        ("ann", ["session/not_the_supervisor 9.8"]),
        ("sue", []),
        ("max", []),
    ],
)
def test_9_8__a_supervisor_closes_early(sit: Sit, by: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.ok(ShowClosingSign, at="21:00:00", closes_at=table.now + timedelta(minutes=20))
    assert table.refused(CloseSession, at="21:20:00", by=by, early=True) == wanted


@pytest.mark.clause(NSW, "9.10", "9.11")
def test_9_10__who_is_not_satisfied_has_a_decision_first(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    for name in ("D", "E"):
        table.ok(RaiseDispute, dispute=name, person="ann", about="the line")
    unhappy = {"satisfied": False, "advised": True}
    assert table.refused(CloseDispute, dispute="D", **unhappy) == ["dispute/not_decided 9.10"]
    table.ok(DecideDispute, dispute="D", by="sue", decision="no line")
    assert "section 33" in table.ok(CloseDispute, dispute="D", **unhappy).advice
    table.ok(CloseDispute, dispute="E", satisfied=True)


@pytest.mark.clause(NSW, "9.4.2")
@pytest.mark.parametrize(
    ("by", "holder", "wanted"),
    [
        ("sue", "max", []),
        ("max", "", []),
        ("sue", "", ["invalidate/not_the_casino_supervisor 9.4.2"]),
        ("max", "sue", ["invalidate/not_the_casino_supervisor 9.4.2"]),
        ("cal", "max", ["invalidate/not_the_supervisor 9.4.1"]),
    ],
)
def test_9_4_2__a_supervisor_acts_on_the_opinion_of_the_casino_supervisor(
    sit: Sit, by: str, holder: str, wanted: list[str]
) -> None:
    table = sit(NSW, TWO)
    words = {"cause": "fraud", "person": "bob", "person_kind": "player", "affects_outcome": True}
    assert table.refused(InvalidateGame, by=by, opinion_of=holder, **words) == wanted
    told = [(event.by, event.opinion_of) for event in table.happened(GameInvalidated)]
    assert told == ([] if wanted else [(by, holder or by)])


@pytest.mark.clause(NSW, "9.8")
@pytest.mark.parametrize(("minutes", "wanted"), [(20, []), (30, ["session/closing_sign 9.8"])])
def test_9_8__a_second_sign_counts_from_the_first_if_it_says_the_same(
    sit: Sit, minutes: int, wanted: list[str]
) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    says = datetime(2026, 5, 5, 21, 20)
    table.ok(ShowClosingSign, at="21:00:00", closes_at=says)
    later = says.replace(minute=minutes)
    table.ok(ShowClosingSign, at="21:10:00", closes_at=later)
    assert table.refused(CloseSession, at="21:20:00", by="sue", early=True) == wanted


@pytest.mark.clause(NSW, "9.4.1", "9.8", "6.4")
def test_I12__a_game_that_falls_after_an_early_close_sends_nothing_to_games_not_played(
    sit: Sit,
) -> None:
    gold = Level(level="gold", amount_cents=700, numbers_max=5)
    table = sit(NSW, TWO, minors=(("top line", 1000),), each={"levels": (gold,)})
    table.call(*B1)
    table.win("bob")
    table.close()
    table.ok(ShowClosingSign, at="21:00:00", closes_at=datetime(2026, 5, 5, 21, 20))
    table.ok(CloseSession, at="21:20:00", by="sue", early=True)
    assert table.state.waiting == {"bingo": 1000, "jackpot gold": 1400}
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    assert table.state.waiting == {"bingo": 11000, "jackpot gold": 1400}


@pytest.mark.clause(NZ, "5.1 gap")
def test_B05__a_session_called_off_before_its_first_game_keeps_no_gap(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.ok(CloseSession, by="sue")
    table.session = "S2"
    table.plan(1, 2, (10000,))


@pytest.mark.clause(VIC, "3.4(d)")
def test_3_4_d__the_supervisor_of_one_game_decides_disputes_of_the_session(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, began=False)
    table.ok(RegisterPerson, person="eve", role="helper", staff=True)
    table.ok(AppointPerson, game=2, person="eve", duty="supervisor")
    table.ok(RaiseDispute, game=0, dispute="d", person="ann", about="the rack")
    caller = table.refused(DecideDispute, dispute="d", by="cal", decision="it stands")
    assert caller == ["dispute/not_the_supervisor 3.4(d)"]
    table.ok(DecideDispute, dispute="d", by="eve", decision="it stands")


@pytest.mark.clause(NZ, "9.2 forfeit")
@pytest.mark.parametrize(
    ("names", "first"),
    [(("ann",), ""), (("ann", "yan"), "yan"), (("zoe", "yan"), "zoe"), (("zoe", "ann"), "zoe")],
)
def test_9_2_forfeit__the_first_who_paid_nothing_is_named(
    sit: Sit, names: tuple[str, ...], first: str
) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A1"})
    who = {"person": names[0], "person_kind": "player", "accomplices": names[1:]}
    why = {"cause": "fraud", "affects_outcome": True, "forfeit": True}
    event, *_ = table.do(InvalidateGame, by="sue", **who, **why)
    refusals = [(no.code, dict(no.facts)) for no in getattr(event, "refusals", ())]
    wanted = [("invalidate/nothing_to_forfeit", {"person": first})] if first else []
    assert [no for no in refusals if no[0] == "invalidate/nothing_to_forfeit"] == wanted
