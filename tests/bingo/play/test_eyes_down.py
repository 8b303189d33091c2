"""Eyes down ends the sale of a game; balls of a device are asked for one at a time (S04)."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.play.commands import (
    AskForBall,
    BeginCall,
    CallNumber,
    EyesDown,
    FinishCall,
    ReportError,
    ReportMalfunction,
    StartGame,
)
from eyesdown.bingo.play.events import BallAsked, EyesDownCalled, NumberCalled
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.sales.commands import IssueScorecards, SellCards
from eyesdown.bingo.session.commands import Announce, RegisterSeries
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.kernel.refused import Refused
from kit import halls
from kit.fixtures import NINETY
from kit.table import NSW, NZ, VIC, Sit, Table

BOOKS = (NZ, VIC, NSW)
TOP = (7, 23, 33, 40, 63)  # the top line of T0
SIX_UP = tuple(NINETY[f"A{place}"] for place in range(1, 7))


def late_card(table: Table, grids: tuple[Any, ...], game: int = 0) -> None:
    """One more card in stock, of a series of its own."""
    card = PrintedCard(card=1, book=1, boxes=grids, game=game)
    table.ok(RegisterSeries, serial="9", colour="blue", cards=(card,))


@pytest.mark.clause(NZ, "4.2 chance")
@pytest.mark.clause(VIC, "3.5(c)")
@pytest.mark.parametrize(("book", "clause"), [(NZ, "4.2 chance"), (VIC, "3.5(c)")])
def test_S04__no_card_is_sold_for_a_game_after_eyes_down(sit: Sit, book: str, clause: str) -> None:
    table = sit(book, {"ann": "T0"})
    late_card(table, (NINETY["E1"],))
    assert isinstance(table.ok(EyesDown, by="cal"), EyesDownCalled)
    assert table.this.eyes_down_at == table.now
    sale = {"player": "bob", "serial": "9", "cards": (1,), "paid_cents": 1000}
    (no,) = table.do(SellCards, game=1, **sale)[0].refusals
    assert (no.code, no.clause.number, no.decision) == ("sale/eyes_down", clause, "S04")
    assert "sale/eyes_down" in table.no(SellCards, game=0, **{**sale, "paid_cents": 2000})
    table.ok(SellCards, game=2, **sale)


@pytest.mark.clause(NSW, "4.3")
def test_S04__no_scorecard_comes_into_a_game_after_eyes_down(sit: Sit) -> None:
    table = sit(NSW, {"ann": "B"})
    late_card(table, SIX_UP)
    table.ok(EyesDown, by="cal")
    issue = {"player": "ann", "serial": "9", "cards": (1,)}
    assert table.refused(IssueScorecards, **issue) == ["sale/eyes_down 4.3"]
    table.call(*SIX_UP[0].numbers)
    numbers = [number for number in range(1, 91) if number not in table.this.called]
    table.call(*numbers)
    table.close()
    table.ok(IssueScorecards, **issue)


@pytest.mark.clause(NSW, "4.3")
def test_S04__a_scorecard_printed_for_a_later_game_is_still_issued(sit: Sit) -> None:
    table = sit(NSW, {"ann": "B"})
    late_card(table, SIX_UP, game=2)
    table.ok(EyesDown, by="cal")
    table.ok(IssueScorecards, player="ann", serial="9", cards=(1,))


@pytest.mark.parametrize("book", BOOKS)
def test_S04__eyes_down_comes_once_and_before_the_first_number(sit: Sit, book: str) -> None:
    holders = {"ann": "B" if book == NSW else "T0"}
    table = sit(book, holders)
    table.ok(EyesDown, by="cal")
    assert table.no(EyesDown, by="cal") == ["eyes_down/already"]
    other = sit(book, holders)
    other.call(1)
    assert other.no(EyesDown, by="cal") == ["eyes_down/already"]


@pytest.mark.parametrize("kind", [EyesDown, AskForBall])
@pytest.mark.parametrize("book", BOOKS)
def test_S04__refused_by_what_refuses_the_first_number(
    sit: Sit, book: str, kind: type[Any]
) -> None:
    table = sit(book, {"ann": "B" if book == NSW else "T0"}, began=False)
    words = {"call": 1} if kind is AskForBall else {}
    for _ in range(2):
        refusals = table.refused(CallNumber, number=1, by="sue")
        assert refusals
        assert table.refused(kind, by="sue", **words) == refusals
        if not table.this.started_at:
            table.ok(StartGame)
    table.start_duties()
    table.ok(kind, by="cal", **words)


@pytest.mark.clause(NZ, "7.1(b)")
def test_S04__eyes_down_waits_for_the_least_return(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "E1"}, cents=(1000,))
    assert table.no(EyesDown, by="cal") == table.no(CallNumber, number=1)
    table.ok(Contribute, game=1, prize="part series", amount_cents=9000)
    table.do(Announce, by="cal", game=1, topics=())
    table.ok(EyesDown, by="cal")


@pytest.mark.parametrize("book", BOOKS)
def test_a_ball_is_asked_for_once_and_by_its_call(sit: Sit, book: str) -> None:
    table = sit(book, {"ann": "B" if book == NSW else "T0"})
    for call, number in enumerate((90, 1, 2), start=1):
        for wrong in (call - 1, call + 1):
            assert table.no(AskForBall, call=wrong, by="cal") == ["ball/not_the_next"]
        assert isinstance(table.ok(AskForBall, call=call, by="cal"), BallAsked)
        assert table.this.ball_asked == call
        assert table.no(AskForBall, call=call, by="cal") == ["ball/asked_already"]
        table.ok(BeginCall, number=number, by="cal")
        assert table.this.ball_asked == 0
        assert "draw/announcement_open" in table.no(AskForBall, call=call + 1, by="cal")
        table.ok(FinishCall)


def test_a_ball_of_a_receptacle_is_not_asked_for(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    table.start(selector="receptacle", balls=90)
    assert table.no(AskForBall, call=1, by="cal") == ["ball/not_of_a_device"]


@pytest.mark.parametrize("book", BOOKS)
def test_a_claim_in_its_window_stops_the_ball_that_was_asked_for(sit: Sit, book: str) -> None:
    minors: dict[str, Any] = {"minors": (("top line", 1000),)} if book == NSW else {}
    cards = {"ann": "A", "cat": "B"} if book == NSW else {"ann": "T0", "cat": "E1"}
    table = sit(book, cards, **minors)
    line = SIX_UP[0].numbers[:5] if book == NSW else TOP
    table.call(*line)
    table.ok(AskForBall, call=6, by="cal")
    table.ok(Claim, player="ann")
    assert table.no(BeginCall, number=90, by="cal") == ["draw/claims_open"]
    assert table.this.ball_asked == 6


def test_an_open_error_or_a_faulty_scorecard_holds_the_ball_back(sit: Sit) -> None:
    table = sit(NSW, {"ann": "B"})
    late_card(table, SIX_UP)
    table.hand("bob", 1, "9", medium="electronic")
    table.do(halls.EnterSerialRange, by="cal", serial="9", first=1, last=1)
    table.call(1)
    table.ok(ReportMalfunction, serial="9", card=1)
    assert table.no(AskForBall, call=2, by="cal") == ["draw/scorecard_faulty"]
    other = sit(NZ, {"ann": "T0"})
    other.call(1)
    other.ok(ReportError, by="sue", wrong=1, right=2)
    assert other.no(AskForBall, call=2, by="cal") == ["draw/correction_owed"]


def test_no_refusal_names_a_number_that_no_one_drew(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False)
    events = table.do(AskForBall, call=1, by="cal")
    assert isinstance(events[0], Refused)
    assert all("number" not in dict(no.facts) for no in events[0].refusals)


def test_a_game_that_closes_asks_for_no_ball(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    table.call(*TOP)
    table.ok(AskForBall, call=6, by="cal")
    table.win("ann")
    table.close()
    assert table.this.ball_asked == 0
    assert not any(isinstance(event, NumberCalled) and event.call > 5 for event in table.log)
