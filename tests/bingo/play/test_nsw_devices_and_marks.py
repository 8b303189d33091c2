"""nsw-casino-bingo: marks and devices at odd moments."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimRefused
from eyesdown.bingo.play.commands import (
    PressNumber,
    ReplaceScorecard,
    ReportMalfunction,
    ReturnScorecard,
)
from eyesdown.bingo.sales.commands import EnterSerialRange, IssueScorecards
from eyesdown.bingo.session.commands import CloseSession, RegisterSeries
from eyesdown.bingo.words.printed import PrintedCard
from kit.fixtures import NINETY
from kit.table import Sit

NSW = "nsw-casino-bingo"

A1, B1 = NINETY["A1"].numbers, NINETY["B1"].numbers

A5_MIDDLE = (2, 21, 38, 40, 86)

PAGE = PrintedCard(card=1, book=1, boxes=tuple(NINETY[f"A{place}"] for place in range(1, 7)))

TWO = {"ann": "A", "bob": "B"}

LINE = (("any line", 1000),)


@pytest.mark.clause(NSW, "7.4", "7.2")
def test_7_4__an_unmarked_minor_falls_with_the_bingo_that_ends_the_game(sit: Sit) -> None:
    """Nobody could mark, refuse or close after that."""
    table = sit(NSW, TWO, minors=LINE)
    table.call(*(ball for ball in A5_MIDDLE if ball != 86), *B1)
    bingo, line = (table.ok(Claim, player=player).claim for player in ("bob", "ann"))
    table.check(bingo)
    table.check(line, marked=())
    table.ok(ConfirmClaim, claim=bingo, by="sue")
    events = table.do(DeclareResult, by="sue")
    fallen = [event for event in events if isinstance(event, ClaimRefused)]
    assert [(event.claim, event.refusals[0].code) for event in fallen] == [(line, "claim/unmarked")]
    table.close()
    assert table.sitting.games[2].offers["bingo"] == 11000


@pytest.mark.clause(NSW, "7.4", "8.1")
def test_7_4__marks_of_a_line_missed_before_do_not_win_the_next(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, minors=LINE)
    top, middle = A1[:5], A1[5:10]
    table.call(*top)
    claim = table.ok(Claim, player="ann").claim
    table.check(claim, marked=top[:4])
    table.call(*middle)
    claim = table.ok(Claim, player="ann").claim
    table.check(claim, marked=(*top, *middle[:4]))
    assert table.refused(ConfirmClaim, claim=claim, by="sue") == ["claim/unmarked 7.4"]
    table.ok(CheckClaim, claim=claim, by="sue", steps=("numbers",), marked=middle)
    table.ok(ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(NSW, "3.4 auto")
@pytest.mark.parametrize(
    ("medium", "wanted"), [("paper", ["scorecard/no_auto_play 3.4 auto"]), ("electronic", [])]
)
def test_3_4_auto__only_a_device_marks_by_itself(sit: Sit, medium: str, wanted: list[str]) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.ok(RegisterSeries, serial="888", cards=(PAGE,))
    words = {"serial": "888", "cards": (1,), "medium": medium, "auto_play": True}
    assert table.refused(IssueScorecards, player="ann", **words) == wanted


@pytest.mark.clause(NSW, "3.4 press", "8.5 mark")
def test_3_4_press__a_game_that_is_over_marks_nothing_for_the_next(sit: Sit) -> None:
    table = sit(NSW, {"bob": "B"}, games=2, began=False)
    table.ok(RegisterSeries, serial="888", cards=(PAGE,))
    table.hand("ann", 1, "888", medium="electronic")
    table.ok(EnterSerialRange, by="cal", serial="888", first=1, last=1)
    device = {"serial": "888", "card": 1}
    table.start()
    table.call(*B1)
    table.ok(ReportMalfunction, **device)
    table.win("bob")
    table.close()
    table.game = 2
    table.start()
    table.call(11)
    table.ok(PressNumber, player="ann", number=11, **device)
    assert not table.ok(PressNumber, game=1, player="ann", number=25, **device).marked
    assert table.ok(ReplaceScorecard, game=1, **device).marked == ()
    assert table.this.pressed == {"888/1": (11,)}


@pytest.mark.clause(NSW, "3.2.2")
def test_3_2_2__a_device_comes_back_after_the_close_that_lists_it(sit: Sit) -> None:
    table = sit(NSW, {"bob": "B"}, games=1, began=False)
    table.ok(RegisterSeries, serial="888", cards=(PAGE,))
    table.hand("ann", 1, "888", medium="electronic")
    table.ok(EnterSerialRange, by="cal", serial="888", first=1, last=1)
    table.start()
    table.call(*B1)
    table.win("bob")
    table.close()
    assert table.do(CloseSession, by="sue")[-1].unreturned == ("888/1",)
    assert table.ok(ReturnScorecard, serial="888", card=1).to == "operator"
    (twice,) = table.refused(ReturnScorecard, serial="888", card=1)
    assert twice.startswith("card/not_held ")
    assert table.sitting.holdings["888/1"].returned
    unknown = table.refused(ReturnScorecard, session="S9", serial="888", card=1)
    assert unknown == ["session/unknown 1.1 'session'"]
