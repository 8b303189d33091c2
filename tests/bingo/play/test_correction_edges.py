"""Corrections at the edges: what falls with a wrong number and what does not."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import PrizeForfeited
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CorrectDisplay,
    CorrectNumber,
    FinishCall,
    ReportError,
)
from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.words.parts import Level
from kit import halls
from kit.fixtures import NINETY
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"

LINE = (7, 23, 33, 40, 63)


def test_D03__only_the_claims_that_rest_on_the_struck_number_fall() -> None:
    hall = halls.nz_running(1, "ann", "zoe", "zoe", "bob")
    # 85 is wrong: ann's 8 10 44 71 85 and bob's 3 22 31 44 85 both rest on it, and end on 44
    hall.call(8, 10, 71, 3, 22, 31, 85, 44)
    halls.nz_win(hall, "ann")
    hall.ok(Claim, player="bob")
    fixed = hall.ok(CorrectNumber, by="cal", wrong=85, right=90)
    assert fixed.cancelled_claims == ("claim 1", "claim 2")
    assert hall.this.all_forfeits == ()
    hall.call(85)
    assert hall.ok(Claim, player="ann").call == 9


def test_D03__a_joint_winner_not_touched_by_the_error_keeps_the_prize() -> None:
    hall = halls.nz_running(1, "ann", "zoe", "zoe", "bob")
    # T0's 8 10 44 71 85 has the wrong 10; A4's 3 22 31 44 85 has not
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)
    halls.nz_win(hall, "ann")
    halls.nz_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    fixed = hall.ok(CorrectNumber, by="cal", wrong=10, right=90)
    assert fixed.cancelled_claims == ("claim 1",)
    won = hall.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("bob",), 10000)


def test_D06__a_claim_on_a_wrong_number_costs_nothing() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)  # 63 was announced for 36
    hall.ok(Claim, player="ann")
    hall.ok(CorrectNumber, by="cal", wrong=63, right=36)
    assert hall.this.claims["claim 1"].status == "cancelled"
    hall.call(1, 63)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    assert hall.happened(PrizeWon)[0].call == 7


@pytest.mark.clause(NZ, "5.9", "5.10")
def test_D06__a_cry_on_a_struck_number_is_none_on_the_number_that_takes_its_place() -> None:
    hall = halls.nz_running(3, "ann", "ann")
    hall.call(*LINE, 10, 44, 71, 85, 14, 38, 51, 64, 77, 11, 25, 30, 45)
    # Ann was silent on her first line. 62 completes another one, 8 her whole first card.
    hall.call(62, drawn=8)
    assert hall.no(Claim, player="ann") == ["claim/forfeited"]
    hall.ok(CorrectNumber, by="cal", wrong=62, right=8)
    assert hall.this.claims["claim 1"].call == 0
    hall.call(2)
    lost = [(each.prize, each.call) for each in hall.happened(PrizeForfeited)]
    assert lost == [("part series", 5), ("series", 19)]
    assert hall.differences() == []


@pytest.mark.clause(NSW, "8.3", "8.1")
def test_D06__nor_on_the_same_number_called_for_its_own_ball(sit: Sit) -> None:
    table = sit(NSW, TWO, minors=(("top line", 1000),))
    serial = next(iter(table.sitting.serials))
    table.ok(EnterSerialRange, by="cal", serial=serial, first=1, last=1)
    table.call(*B1[:4])
    table.call(B1[4], drawn=90)
    assert table.no(Claim, player="bob") == ["claim/out_of_range"]
    table.call(B1[4])
    table.ok(CorrectNumber, by="cal", wrong=B1[4], right=90)
    lost = [(each.player, each.prize, each.call) for each in table.this.all_forfeits]
    assert lost == [("bob", "top line", 5)]
    assert table.differences() == []


def test_D01__no_correction_in_the_middle_of_another_announcement() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(16)
    hall.ok(BeginCall, number=5)
    words = {"by": "cal", "wrong": 16, "right": 61}
    assert hall.no(CorrectNumber, **words) == ["call/still_open"]
    hall.ok(FinishCall)
    hall.ok(CorrectNumber, **words)


A1, B1 = NINETY["A1"].numbers, NINETY["B1"].numbers

TWO = {"ann": "A", "bob": "B"}


@pytest.mark.clause(NSW, "8.3")
def test_D03__a_prize_undone_before_is_not_undone_again(sit: Sit) -> None:
    """Ann's one claim had two prizes; the second correction touches neither of those left."""
    table = sit(NSW, TWO, minors=(("any line", 1000), ("postage stamp", 500)))
    stamp = (A1[3], A1[4], A1[8], A1[9])
    table.call(*A1[:3], A1[8], A1[9], A1[3], A1[4])
    assert {won.prize for won in table.win("ann")} == {"any line", "postage stamp"}
    table.call(90)
    table.ok(CorrectNumber, by="sue", wrong=A1[0], right=89)
    assert set(table.this.won) == {"postage stamp"}
    assert set(stamp) <= set(table.this.called)
    table.call(*B1[:5])
    table.win("bob")
    fixed = table.do(CorrectNumber, by="sue", wrong=90, right=87)
    reopened = [e.reopened_prizes for e in fixed if isinstance(e, NumberCorrected)]
    assert reopened == [()]


@pytest.mark.clause(NSW, "8.3", "6.4")
def test_D03__a_result_that_falls_leaves_pool_and_levels_as_they_were(sit: Sit) -> None:
    """Gold, not won, had gone into the pool; a second result must not pay it with silver."""
    gold = Level(level="gold", amount_cents=500, numbers_max=5, whole_pool=True)
    silver = Level(level="silver", whole_pool=True)
    table = sit(NSW, TWO, pool="Jack", each={"levels": (gold, silver)})
    table.call(90, *B1)
    table.win("bob")
    assert table.state.pools["Jack"].balance_cents == 500
    table.ok(CorrectNumber, by="sue", wrong=90, right=89)
    assert table.state.pools["Jack"].balance_cents == 2400
    assert table.this.levels == {"gold": 500, "silver": 0}
    events = table.do(DeclareResult, by="sue")
    won = {event.prize: event.amount_cents for event in events if isinstance(event, PrizeWon)}
    assert won == {"bingo": 10000, "silver": 2400}
    assert table.state.pools["Jack"].balance_cents == 500


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(VIC, "3.6")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.8"), (VIC, "3.6"), (NSW, "8.3")])
def test_5_8__a_display_error_is_reported_by_an_official_and_of_a_called_number(
    sit: Sit, name: str, clause: str
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(5)
    words = {"error": "display", "wrong": 6}
    stranger = table.refused(ReportError, by="zed", right=5, **words)
    assert stranger == [f"correction/wrong_person {clause}"]
    never = table.refused(ReportError, by="cal", right=77, **words)
    assert never == [f"correction/never_called {clause}"]
    table.ok(ReportError, by="cal", right=5, **words)
    assert table.refused(CallNumber, number=9) == [f"draw/correction_owed {clause}"]
    table.ok(CorrectDisplay, by="cal", shown=6, right=5)
    table.call(9)


@pytest.mark.clause(NSW, "8.3")
def test_8_3__any_supervisor_may_put_an_error_right(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    table.call(5, drawn=9)
    table.ok(CorrectNumber, by="max", wrong=5, right=9)
    assert table.this.called == (9,)


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(VIC, "3.6")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.8"), (VIC, "3.6"), (NSW, "8.3")])
def test_5_8__every_known_error_is_put_right_before_the_next_number(
    sit: Sit, name: str, clause: str
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(5, 16, 30)
    for wrong, right in ((16, 61), (5, 50)):
        table.ok(ReportError, by="cal", wrong=wrong, right=right)
    table.ok(CorrectDisplay, by="cal", shown=31, right=30)
    table.ok(CorrectNumber, by="cal", wrong=5, right=50)
    assert table.refused(CallNumber, number=9) == [f"draw/correction_owed {clause}"]
    table.ok(CorrectNumber, by="cal", wrong=16, right=61)
    table.call(9)
    assert table.this.called == (30, 50, 61, 9)


@pytest.mark.clause(NZ, "5.9")
@pytest.mark.clause(VIC, "1.5")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("first", "second"), [(65, 1), (1, 65)])
@pytest.mark.parametrize("name", [NZ, VIC, NSW])
def test_D05__of_a_number_said_wrongly_twice_the_call_of_the_ball_is_struck(
    sit: Sit, name: str, first: int, second: int
) -> None:
    table = sit(name, {"ann": "A" if name == NSW else "T0"})
    table.call(34)
    table.call(18, drawn=65)
    table.call(26)
    table.call(18, drawn=1)
    table.call(45)
    table.ok(CorrectNumber, by="cal", wrong=18, right=first)
    assert table.this.called == ((34, 26, 18, 45, 65) if first == 65 else (34, 18, 26, 45, 1))
    table.ok(CorrectNumber, by="cal", wrong=18, right=second)
    assert table.this.called == (34, 26, 45, first, second)


@pytest.mark.clause(NZ, "5.9")
def test_C09__a_claim_counts_for_a_prize_that_a_correction_reopens(sit: Sit) -> None:
    """Bob wins the line by a wrong number. Ann's call for the series completes a line as well."""
    table = sit(NZ, {"ann": "T0", "bob": "A4"}, version=3)
    table.call(3, 31, 44, 85)
    table.ok(CallNumber, number=22, drawn=2)
    table.allow("bob")
    assert [won[:3] for won in table.declare()] == [("part series", ("bob",), 5)]
    table.call(*(number for number in NINETY["T0"].numbers if number not in (44, 85)))
    claim = table.ok(Claim, player="ann")
    assert {done.prize for done in claim.completed} == {"series"}
    *_, again = table.do(CorrectNumber, by="sue", wrong=22, right=2)
    assert {done.prize for done in again.completed} == {"part series"}
    for name in (claim.claim, again.claim):
        table.check(name)
        table.ok(ConfirmClaim, claim=name, by="sue")
    won = [("part series", ("ann",), 17), ("series", ("ann",), 17)]
    assert [prize[:3] for prize in table.declare()] == won
    assert table.differences() == []
