"""Claims, marks and shares at the edges: who has claimed, when, and what they share."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult, PayPrize
from eyesdown.bingo.play.commands import CallNumber
from eyesdown.bingo.words.parts import Part
from kit import halls
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"

TOP = (7, 23, 33, 40, 63)  # top line of T0


A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_nobody_wins_in_a_game_that_is_not_there(sit: Sit, book: str) -> None:
    table = sit(book, {"ann": "A" if book == NSW else "T0"})
    [no] = table.refused(DeclareResult, game=9, by="sue")
    assert no.startswith("game/unknown ")


@pytest.mark.clause(NZ, "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("book", "prize"), [(NZ, "part series"), (VIC, "top line")])
def test_C03__of_two_allowed_claims_the_earlier_number_wins(
    sit: Sit, book: str, prize: str
) -> None:
    """Ann's cry on 63 was heard in time and written down after 81 had been called."""
    table = sit(book, {"ann": "T0", "bob": "A1", "cat": "A4"})
    table.call(*A1[:4], *TOP[:4])
    table.ok(CallNumber, number=63, at="19:30:10", finished="19:30:13")
    table.ok(CallNumber, number=81, at="19:30:20", finished="19:30:23")
    table.allow("ann", at="19:30:15")
    table.allow("bob", at="19:30:25")
    assert table.declare() == [(prize, ("ann",), 9, 10000)]


@pytest.mark.clause(NZ, "5.4")
@pytest.mark.clause(VIC, "1.2")
@pytest.mark.parametrize(("book", "prize"), [(NZ, "part series"), (VIC, "top line")])
def test_C12__who_cries_twice_has_one_share(sit: Sit, book: str, prize: str) -> None:
    table = sit(book, {"ann": "T0", "bob": "A1", "cat": "A4"})
    table.call(*TOP)
    table.allow("ann")
    table.allow("ann")
    assert table.declare() == [(prize, ("ann",), 5, 10000)]


@pytest.mark.clause(NSW, "7.4")
def test_C10__a_result_leaves_time_for_marks_to_whoever_plays_for_another_prize(sit: Sit) -> None:
    """Number 1 ends the top line of Ann's first grid and the bottom line of Bob's."""
    minors = (("top line", 3000), ("bottom line", 2000))
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=minors)
    table.call(24, 51, 73, 81, 29, 47, 59, 86, 1)
    late = table.ok(Claim, player="ann").claim
    table.check(late, marked=())
    table.allow("bob")
    assert table.declare() == [("bottom line", ("bob",), 9, 2000)]
    table.ok(CheckClaim, claim=late, by="sue", steps=("numbers",), marked=table.this.called)
    table.ok(ConfirmClaim, claim=late, by="sue")
    assert table.declare() == [("top line", ("ann",), 9, 3000)]


@pytest.mark.clause(NZ, "7.2")
@pytest.mark.parametrize(
    ("cents", "paid"), [((9999, 1), True), ((10000, 0), False), ((10001, -1), False)]
)
def test_7_2__every_part_of_a_payment_is_something(sit: Sit, cents: Any, paid: bool) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    table.close()
    parts = tuple(Part(method="cash", amount_cents=part) for part in cents)
    no = table.refused(PayPrize, award="S1/1/part series/ann", parts=parts)
    assert [code.split()[0] for code in no] == ([] if paid else ["payment/parts_do_not_sum"])


@pytest.mark.clause(NSW, "7.1")
def test_7_1__only_a_supervisor_declares_who_won(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"})
    table.call(*A1)
    table.allow("ann")
    assert table.refused(DeclareResult, by="cal") == ["claim/not_the_supervisor 7.1"]
    assert table.declare() == [("bingo", ("ann",), 15, 10000)]


LINE = (7, 23, 33, 40, 63)

B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)


def test_C02__the_declaration_closes_the_window() -> None:
    hall = halls.nz_running(1, "ann", "ann")
    hall.call(*LINE)
    halls.nz_win(hall, "ann")
    hall.now += timedelta(minutes=20)
    hall.ok(DeclareResult, by="sue")
    assert hall.no(Claim, player="ann") == ["claim/no_prize_open"]


def test_C26__a_refused_claimant_is_no_sharer() -> None:
    hall = halls.nz_running(1, "ann", "zoe", "zoe", "bob")
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)
    halls.nz_win(hall, "ann")
    other = hall.ok(Claim, player="bob").claim
    hall.do(CheckClaim, claim=other, by="sue", steps=("serial",), serial="wrong")
    won = hall.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann",), 10000)


def test_F12__more_marks_on_an_at_least_pattern_are_no_new_chance() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"Noah's Ark": 500})
    hall.call(11, 25, 12, 27, 1, 29)  # two in each line of B1
    hall.call(30)
    assert [lost.player for lost in hall.this.all_forfeits] == ["bob"]
    assert hall.no(Claim, player="bob") == ["claim/late"]


def test_F09__a_pattern_completed_by_the_bingo_ball_itself_is_won() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"middle line": 500})
    hall.call(*B1)  # 72 ends the middle line and the box of B1 at once
    halls.nsw_win(hall, "bob")
    events = hall.do(DeclareResult, by="sue")
    assert [(e.prize, e.share_cents) for e in events] == [("middle line", 500), ("bingo", 20000)]


def test_C03__first_is_by_number_though_entered_later() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(11, 25, 30, 45, *LINE[:4], 63)
    heard = hall.now + timedelta(seconds=4)
    hall.call(62)
    halls.nz_win(hall, "bob")
    assert hall.ok(Claim, player="ann", at=heard).call == 9
    halls.nz_check(hall, "claim 2")
    assert hall.ok(DeclareResult, by="sue").winners == ("ann",)
