"""Corrections done by half (S09), and cries during a wrong announcement (S12)."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimMade, ClaimRefused
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    FinishCall,
    HandOverBall,
    ReportError,
)
from eyesdown.bingo.play.events import CorrectionHalfDone, CorrectionOpened, NumberCorrected
from eyesdown.control.hall.follow import tally_of
from eyesdown.control.hall.replay import played_again
from eyesdown.kernel import written
from eyesdown.rulebook.facts.bingo import Settings
from kit.fixtures import NINETY
from kit.table import NSW, NZ, VIC, Sit, Table

BOTH_OWED = [(NZ, "5.8"), (NSW, "8.3")]
VOICE, SCREEN = {"displayed": False}, {"announced": False}
CARDS = (NINETY["T0"].lines[0], NINETY["E1"].lines[0])
ERROR = {"by": "cal", "wrong": 16, "right": 61}


def begun(sit: Sit, book: str, **more: Any) -> Table:
    return sit(book, {"ann": "A" if book == NSW else "T0"}, **more)


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("book", "clause"), BOTH_OWED)
@pytest.mark.parametrize(("first", "second"), [(VOICE, SCREEN), (SCREEN, VOICE), (VOICE, {})])
def test_S09__no_number_is_drawn_between_the_halves(
    sit: Sit, book: str, clause: str, first: dict[str, bool], second: dict[str, bool]
) -> None:
    table = begun(sit, book)
    table.call(16)
    events = table.do(CorrectNumber, **ERROR, **first)
    assert [type(event) for event in events] == [CorrectionOpened, CorrectionHalfDone]
    assert table.this.called == (16,)
    owed = table.refused(CallNumber, number=1)
    assert owed == [f"draw/correction_owed {clause}"]
    if first:  # the same half again is no other half
        assert table.refused(CorrectNumber, **ERROR, **first)[0].endswith(clause)
    table.ok(CorrectNumber, **ERROR, **second)
    assert table.this.called == (61,)
    assert table.this.correction is None
    table.call(16)


@pytest.mark.clause(NZ, "5.8")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize(("book", "clause"), BOTH_OWED)
def test_S09__the_wrong_number_wins_nothing_between_the_halves(
    sit: Sit, book: str, clause: str
) -> None:
    minors: dict[str, Any] = {"minors": (("top line", 1000),)} if book == NSW else {}
    table = begun(sit, book, **minors)
    line = NINETY["A1" if book == NSW else "T0"].lines[0]
    table.call(*line)
    table.allow("ann")
    table.ok(CorrectNumber, by="cal", wrong=line[4], right=90, **VOICE)
    assert table.refused(DeclareResult, by="sue") == [f"correction/owed {clause}"]
    done = table.ok(CorrectNumber, by="sue", wrong=line[4], right=90, **SCREEN)
    assert isinstance(done, NumberCorrected)
    assert (done.cancelled_claims, done.displayed) == (("claim 1",), True)


@pytest.mark.parametrize("book", [NZ, NSW])
def test_S09__an_error_that_was_reported_is_put_right_by_halves_too(sit: Sit, book: str) -> None:
    table = begun(sit, book)
    table.call(16)
    table.ok(ReportError, by="sue", wrong=16, right=61)
    events = table.do(CorrectNumber, **ERROR, **SCREEN)
    assert [type(event) for event in events] == [CorrectionHalfDone]
    table.ok(CorrectNumber, **ERROR, **VOICE)
    assert table.this.called == (61,)


@pytest.mark.parametrize("book", [NZ, NSW])
def test_S09__halves_of_two_different_corrections_are_no_whole(sit: Sit, book: str) -> None:
    table = begun(sit, book)
    table.call(16)
    table.ok(CorrectNumber, **ERROR, **SCREEN)
    table.ok(CorrectNumber, by="cal", wrong=16, right=62, **VOICE)
    assert table.this.called == (16,)


@pytest.mark.parametrize("book", [NZ, NSW])
def test_S09__a_wrong_display_is_put_right_by_halves(sit: Sit, book: str) -> None:
    table = begun(sit, book)
    table.call(61)
    words = {"by": "sue", "shown": 16, "right": 61}
    table.ok(CorrectDisplay, **words, **SCREEN)
    assert table.no(CallNumber, number=1) == ["draw/correction_owed"]
    table.ok(CorrectDisplay, **words, **VOICE)
    assert table.this.called == (61,)
    table.call(1)


def test_S09__the_window_of_the_right_number_opens_when_it_is_announced(sit: Sit) -> None:
    """A cry before the display is right is heard on it, once that is done."""
    table = begun(sit, NZ)
    line = NINETY["T0"].lines[0]
    table.call(*line[:4], 90)
    right = {"by": "cal", "wrong": 90, "right": line[4]}
    table.ok(CorrectNumber, at="19:30:00", finished="19:30:04", **right, **VOICE)
    assert table.claim("ann", at="19:30:10") != []
    events = table.do(CorrectNumber, at="19:30:20", **right, **SCREEN)
    assert [event.call for event in events if isinstance(event, ClaimMade)] == [5]
    call = table.this.calls[-1]
    assert (call.started.second, call.finished.second if call.finished else 0) == (0, 4)


@pytest.mark.clause(VIC, "3.6")
def test_S09__where_only_the_announcement_is_owed_it_is_enough(sit: Sit) -> None:
    table = begun(sit, VIC)
    table.call(16)
    assert table.no(CorrectNumber, **ERROR, **SCREEN) == ["correction/not_announced"]
    table.ok(CorrectNumber, **ERROR, **VOICE)
    assert table.this.called == (61,)


@pytest.mark.clause(NZ, "5.9")
@pytest.mark.clause(VIC, "1.5")
@pytest.mark.clause(NSW, "8.3")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("cry", ["during", "after", "claimed"])
@pytest.mark.parametrize("book", [NZ, VIC, NSW])
def test_S12__a_cry_on_a_wrong_number_is_heard_as_on_the_number_before(
    sit: Sit, book: str, cry: str, late: bool
) -> None:
    """Ann completes a line on call 9; the number said wrongly as call 10 completes another.

    Cards are forfeited one by one here, so that she may claim on the wrong number at all.
    """
    minors = (("top line", 1000), ("middle line", 1000))
    more: dict[str, Any] = {"minors": minors} if book == NSW else {}
    holders = {"ann": "A", "bob": "B"} if book == NSW else {"ann": "T0 E1", "bob": "A4"}
    settings = Settings(forfeit_scope="card")
    table = sit(book, holders, version={NZ: 1, VIC: 5, NSW: 0}[book], settings=settings, **more)
    first, second = NINETY["A1"].lines[:2] if book == NSW else CARDS
    table.call(*second[:4], *first)
    wrong = second[4] if cry == "claimed" else 90
    table.ok(BeginCall, number=wrong, by="cal", drawn=2)
    if cry == "during":
        assert table.claim("ann") != []
    table.ok(FinishCall)
    if cry != "during":
        assert (table.claim("ann") == []) == (cry == "claimed")
    if late and cry != "claimed":  # a claim on the wrong number stops the next one
        table.call(5)
    table.ok(CorrectNumber, by="sue", wrong=wrong, right=2)
    claims = [claim for claim in table.this.claims.values() if claim.status == "open"]
    assert [(claim.player, claim.call) for claim in claims] == [("ann", 9)]
    assert not table.this.all_forfeits


@pytest.mark.clause(NSW, "8.3")
def test_S12__a_cry_on_the_wrong_number_that_lacked_marks_is_heard_again(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("top line", 1000), ("middle line", 1000)))
    first, second, _ = NINETY["A1"].lines
    table.call(*second[:4], *first)
    table.ok(CallNumber, number=second[4], drawn=2)
    claim = table.ok(Claim, player="ann").claim
    table.check(claim, marked=first)  # the fifth number of the second line is not marked
    table.call(5)
    assert table.this.claims[claim].refused_for == ("claim/unmarked",)
    table.ok(CorrectNumber, by="sue", wrong=second[4], right=2)
    claims = [each for each in table.this.claims.values() if each.status == "open"]
    assert [(each.player, each.call) for each in claims] == [("ann", 9)]


def played_otherwise(table: Table) -> str | None:
    """What control sees otherwise in the play of the game."""
    tally = tally_of(table.name, enumerate(table.rows, start=1))
    differs = played_again(tally, table.session, table.game)
    return str(differs) if differs else None


def announced_not_shown(sit: Sit, book: str) -> tuple[Table, dict[str, Any]]:
    """A line is complete by a wrong number; the right one is announced and not displayed."""
    minors: dict[str, Any] = {"minors": (("top line", 1000),)} if book == NSW else {}
    holders = {"ann": "A", "bob": "B"} if book == NSW else {"ann": "T0", "bob": "A4"}
    table = sit(book, holders, **minors)
    line = NINETY["A1" if book == NSW else "T0"].lines[0]
    table.call(*line, at="19:29:00")
    right = {"by": "cal", "wrong": line[4], "right": 90}
    table.ok(CorrectNumber, at="19:30:00", finished="19:30:04", **right, **VOICE)
    return table, right


@pytest.mark.parametrize("book", [NZ, NSW])
def test_S09__the_announcement_of_the_right_number_ends_the_window_before_it(
    sit: Sit, book: str
) -> None:
    table, right = announced_not_shown(sit, book)
    events = table.do(Claim, player="ann", at="19:30:10")
    assert [type(event) for event in events] == [ClaimRefused]
    assert not [claim for claim in table.this.claims.values() if claim.in_force]
    table.ok(CorrectNumber, at="19:30:20", **right, **SCREEN)
    assert not [claim for claim in table.this.claims.values() if claim.in_force]
    assert played_otherwise(table) is None


@pytest.mark.parametrize("book", [NZ, NSW])
def test_S09__a_claim_made_before_that_and_entered_later_is_heard_on_its_number(
    sit: Sit, book: str
) -> None:
    table, right = announced_not_shown(sit, book)
    assert isinstance(table.ok(Claim, player="ann", at="19:29:30"), ClaimMade)
    table.ok(CorrectNumber, at="19:30:20", **right, **SCREEN)
    assert [claim.status for claim in table.this.claims.values()] == ["cancelled"]
    assert played_otherwise(table) is None


def test_S09__control_opens_the_window_of_the_right_number_with_its_announcement(sit: Sit) -> None:
    table = begun(sit, NZ)
    line = NINETY["T0"].lines[0]
    table.call(*line[:4], 90)
    right = {"by": "cal", "wrong": 90, "right": line[4]}
    table.ok(CorrectNumber, at="19:30:00", finished="19:30:04", **right, **VOICE)
    assert table.claim("ann", at="19:30:10") != []
    table.ok(CorrectNumber, at="19:30:20", **right, **SCREEN)
    (claim,) = [claim for claim in table.this.claims.values() if claim.in_force]
    table.check(claim.claim)
    table.ok(ConfirmClaim, claim=claim.claim, by="sue")
    assert [won[:3] for won in table.declare()] == [("part series", ("ann",), 5)]
    assert played_otherwise(table) is None
    (corrected,) = table.happened(NumberCorrected)
    changed = written.replace(corrected, announced_at=None)
    table.rows = [
        tuple(changed if event is corrected else event for event in row) for row in table.rows
    ]
    says = played_otherwise(table)
    assert says is not None
    assert f"{line[4]} was announced at" in says


def test_S09__a_claim_counts_where_the_number_was_right_after_all(sit: Sit) -> None:
    """The supervisor read another number off the ball at first; the ball bears the caller out."""
    table = begun(sit, NZ, began=False)
    table.start(at="19:00:00", selector="receptacle")
    line = NINETY["T0"].lines[0]
    for ball in line:
        table.call(ball)
        table.ok(HandOverBall, by="cal")
        if ball != line[4]:
            table.ok(CheckBall, by="sue", ball=ball)
    table.ok(CheckBall, by="sue", ball=90)
    table.ok(CorrectNumber, by="cal", wrong=line[4], right=90, **VOICE)
    assert table.claim("ann") != []
    events = table.do(CheckBall, by="sue", ball=line[4])
    assert [event.call for event in events if isinstance(event, ClaimMade)] == [5]
    assert played_otherwise(table) is None
