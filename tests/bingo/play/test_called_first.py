"""Results that a correction undoes, because another player had called first (D01, D03)."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import ConfirmClaim
from eyesdown.bingo.claims.events import ClaimMade
from eyesdown.bingo.play.commands import BeginCall, CallNumber, CorrectNumber, FinishCall
from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.control.hall.follow import tally_of
from eyesdown.control.hall.replay import played_again
from kit.fixtures import NINETY
from kit.table import NSW, NZ, Sit, Table

FIRST, SECOND, _ = NINETY["T0"].lines
BOBS = NINETY["A4"].lines[0]
ONLY_BOBS = tuple(number for number in BOBS if number not in SECOND)


def decided(table: Table, claim: str) -> list[tuple[str, tuple[str, ...], int]]:
    """A claim is checked and confirmed, and what is won now: prize, winners and call."""
    table.check(claim)
    table.ok(ConfirmClaim, claim=claim, by="sue")
    return [won[:3] for won in table.declare()]


def corrected(table: Table, wrong: int, right: int) -> tuple[NumberCorrected, list[ClaimMade]]:
    events = table.do(CorrectNumber, by="sue", wrong=wrong, right=right)
    (fixed,) = [event for event in events if isinstance(event, NumberCorrected)]
    return fixed, [event for event in events if isinstance(event, ClaimMade)]


def agreed(table: Table) -> bool:
    """Whether control sees the play of the game alike."""
    tally = tally_of(table.name, enumerate(table.rows, start=1))
    return played_again(tally, table.session, table.game) is None


@pytest.mark.clause(NZ, "5.9")
def test_S12__a_result_falls_where_a_call_during_a_wrong_announcement_came_first(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"})
    table.call(*FIRST)
    table.ok(BeginCall, number=90, drawn=2)
    assert table.claim("ann") != []
    table.ok(FinishCall)
    table.call(*BOBS)
    table.win("bob")
    fixed, [claim] = corrected(table, 90, 2)
    assert (fixed.reopened_prizes, fixed.cancelled_claims) == (("part series",), ())
    assert (claim.player, claim.call) == ("ann", 5)
    assert not table.state.awards
    assert decided(table, claim.claim) == [("part series", ("ann",), 5)]
    assert agreed(table)


@pytest.mark.clause(NZ, "5.9")
def test_D01__a_result_falls_where_a_call_was_refused_for_a_silence_on_a_wrong_number(
    sit: Sit,
) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"})
    table.call(*FIRST[:4])
    table.ok(CallNumber, number=FIRST[4], drawn=2)
    table.call(*SECOND)
    assert table.claim("ann") == ["claim/forfeited 5.10"]
    table.call(*ONLY_BOBS)
    table.win("bob")
    fixed, [claim] = corrected(table, FIRST[4], 2)
    assert fixed.reopened_prizes == ("part series",)
    assert decided(table, claim.claim) == [("part series", ("ann",), 9)]
    assert agreed(table)


@pytest.mark.clause(NSW, "8.3")
def test_D01__a_bingo_that_sent_a_pattern_on_falls_with_it(sit: Sit) -> None:
    """Ann called for the top line during a wrong announcement; no one else ever did."""
    table = sit(NSW, {"ann": "A", "bob": "B"}, minors=(("top line", 5000),), cents=(20000,))
    bobs = NINETY["B1"]
    table.call(*NINETY["A1"].lines[0])
    table.ok(BeginCall, number=90, drawn=2)
    assert table.claim("ann") != []
    table.ok(FinishCall)
    table.call(*(number for number in bobs.numbers if number not in table.this.called))
    table.win("bob")
    assert table.sitting.games[2].offers["bingo"] == 25000
    fixed, [claim] = corrected(table, 90, 2)
    assert fixed.reopened_prizes == ("bingo",)
    assert table.sitting.games[2].offers["bingo"] == 20000
    won = decided(table, claim.claim)
    assert [(prize, winners) for prize, winners, _ in won] == [
        ("top line", ("ann",)),
        ("bingo", ("bob",)),
    ]
    assert agreed(table)


@pytest.mark.clause(NZ, "5.9")
def test_C02__a_call_after_the_result_changes_nothing(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A4"}, version=3)
    table.call(*(number for number in FIRST if number != FIRST[4]), 89)
    table.call(*(number for number in BOBS if number != 85), FIRST[4])
    assert table.claim("ann") == []
    table.check("claim 1")
    table.ok(ConfirmClaim, claim="claim 1", by="sue")
    assert [won[:2] for won in table.declare()] == [("part series", ("ann",))]
    assert table.claim("bob") != []
    fixed, claims = corrected(table, 89, 2)
    assert (fixed.reopened_prizes, claims) == ((), [])
    assert agreed(table)
