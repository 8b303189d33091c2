"""nsw-casino-bingo, parts 8 and 9: irregularities, general provisions."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.bingo.claims.commands import Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.play.commands import (
    CallNumber,
    CorrectDisplay,
    CorrectNumber,
    ReplaceScorecard,
    ReportError,
    ReportMalfunction,
)
from eyesdown.bingo.pools.events import PrizeWon
from eyesdown.bingo.session.commands import CloseSession, ShowClosingSign
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    DecideDispute,
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
    VoidEntry,
)
from eyesdown.bingo.trouble.events import Refunded, SumForfeited
from eyesdown.bingo.words.parts import Level
from eyesdown.display.hall.hall import notice
from kit import halls

BOOK = "nsw-casino-bingo"
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)


@pytest.mark.clause(BOOK, "8.1")
def test_8_1__the_silent_lose_that_prize_and_others_may_win() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"any line": 500})
    hall.call(11, 25, 30, 45, 62, 90)
    assert [(lost.player, lost.prize) for lost in hall.this.all_forfeits] == [("bob", "any line")]
    late = hall.do(Claim, player="bob")
    assert (hall.codes(late), hall.cited(late)) == (["claim/late"], ["8.1"])
    hall.call(1, 24, 51, 73, 81)
    hall.ok(Claim, player="ann")
    assert hall.no(Claim, player="bob") == ["claim/late"]


@pytest.mark.clause(BOOK, "8.3")
def test_8_3__a_correction_is_announced_and_displayed() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(16)
    hall.ok(ReportError, by="dan", wrong=16, right=61)
    assert hall.no(CallNumber, number=1) == ["draw/correction_owed"]
    words = {"by": "dan", "wrong": 16, "right": 61}
    hall.ok(CorrectNumber, displayed=False, **words)
    half = hall.do(CorrectNumber, displayed=False, **words)
    assert (hall.codes(half), hall.cited(half)) == (["correction/not_displayed"], ["8.3"])
    hall.ok(CorrectNumber, by="sue", wrong=16, right=61)
    assert hall.this.called == (61,)
    words = {"by": "sue", "shown": 16, "right": 61}
    half = hall.no(CorrectDisplay, announced=False, displayed=False, **words)
    assert half == ["correction/not_announced"]
    hall.ok(CorrectDisplay, **words)


@pytest.mark.clause(BOOK, "8.4.1", "8.4.2", "1.1 'void'")
def test_8_4__a_failed_game_is_void_and_its_prizes_roll() -> None:
    hall = halls.nsw_running("ann", "bob", games=3, minors={"top line": 500})
    halls.nsw_bingo(hall)
    halls.finish(hall)
    before = hall.happened(PrizeWon)
    hall.game = 2
    halls.nsw_start(hall)
    hall.call(11, 25, 30, 45, 62)
    halls.nsw_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    voided = hall.ok(FailTerminal, by="dan")
    assert voided.annulled == ("S1/2/top line/bob",)
    assert hall.this.won == {}
    assert hall.this.outcome == "void"
    assert set(hall.state.awards) == {f"S1/1/{won.prize}/bob" for won in before}
    # the main prize carries the $5 of game 1's missed top line along
    assert hall.sitting.games[3].offers == {"top line": 1000, "bingo": 40500}
    assert hall.happened(Refunded) == []


@pytest.mark.clause(BOOK, "8.4.3")
@pytest.mark.parametrize(("reverse", "pool"), [(False, 2400), (True, 0)])
def test_8_4_3__with_no_later_game_fees_go_back_and_prizes_wait_decision_I04(
    reverse: bool, pool: int
) -> None:
    settings = halls.Settings(reverse_contributions_on_refund=reverse)
    hall = halls.nsw_running("ann", "bob", games=1, settings=settings)
    hall.call(1)
    events = hall.do(FailTerminal, by="dan")
    back = {e.player: e.amount_cents for e in events if isinstance(e, Refunded)}
    assert back == {"ann": 1500, "bob": 1500}
    assert hall.state.pools["Jack"].balance_cents == pool
    hall.ok(CloseSession)
    hall.session = "S2"
    halls.nsw_plan(hall, games=2)
    assert hall.sitting.games[1].offers == {"bingo": 40000}
    assert hall.sitting.games[2].offers == {"bingo": 20000}


@pytest.mark.clause(BOOK, "8.5 stop", "8.5 mark")
def test_8_5__play_stops_until_the_device_is_replaced_with_its_marks() -> None:
    hall = halls.nsw_running("ann", "bob", issue={"medium": "electronic"})
    hall.call(*B1)
    key = {"serial": halls.NSW_SERIAL, "card": 2}
    hall.ok(ReportMalfunction, **key)
    events = hall.do(CallNumber, number=90)
    assert (hall.codes(events), hall.cited(events)) == (["draw/scorecard_faulty"], ["8.5 stop"])
    assert hall.no(ReplaceScorecard, **{**key, "card": 1}) == ["scorecard/not_faulty"]
    replaced = hall.ok(ReplaceScorecard, by="dan", **key)
    assert set(replaced.marked) == set(B1)
    claim = hall.ok(Claim, player="bob").claim  # still in its window (I11)
    halls.nsw_check(hall, claim, marked=())
    hall.ok(ConfirmClaim, claim=claim, by="sue")


@pytest.mark.clause(BOOK, "9.3.1")
def test_9_3_1__a_void_entry_is_returned_and_cannot_claim_decision_I10() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*B1)
    assert hall.no(VoidEntry, player="bob", by="dan") == ["entry/not_the_supervisor"]
    events = hall.do(VoidEntry, player="bob", by="sue")
    assert (events[0].fee_cents, events[1].amount_cents) == (1500, 1500)
    assert hall.state.pools["Jack"].balance_cents == 1200
    assert hall.no(Claim, player="bob") == ["claim/entry_void"]
    assert hall.no(VoidEntry, player="bob", by="sue") == ["entry/none"]


@pytest.mark.clause(BOOK, "9.3.2")
def test_9_3_2__an_excluded_player_cannot_claim_in_that_game() -> None:
    hall = halls.nsw_running("ann", "bob")
    assert hall.no(ExcludePlayer, player="bob", by="dan") == ["exclusion/not_the_supervisor"]
    hall.ok(ExcludePlayer, player="bob", by="sue")
    hall.call(*B1)
    events = hall.do(Claim, player="bob")
    assert (hall.codes(events), hall.cited(events)) == (["claim/excluded"], ["9.3.2"])


@pytest.mark.clause(BOOK, "9.4.1")
@pytest.mark.parametrize(
    ("cause", "codes"),
    [
        *((cause, []) for cause in ("civil commotion", "fire", "riot", "brawl", "robbery")),
        ("act of God", []),
        ("building evacuation", ["invalidate/no_such_cause"]),
    ],
)
def test_9_4_1__six_causes_decision_I07(cause: str, codes: list[str]) -> None:
    hall = halls.nsw_running("ann", "bob")
    assert hall.no(InvalidateGame, by="dan", cause="fire") == ["invalidate/not_the_supervisor"]
    assert hall.no(InvalidateGame, by="sue", cause=cause) == codes


@pytest.mark.clause(BOOK, "9.4.2", "9.5 refund", "9.5 forfeit")
def test_9_5__refund_is_a_choice_and_the_fraudster_may_forfeit_decision_I08() -> None:
    hall = halls.nsw_running("ann", "bob", games=4)
    words = {"by": "sue", "cause": "fraud", "person": "bob", "person_kind": "player"}
    assert hall.no(InvalidateGame, **words) == ["invalidate/outcome_not_affected"]
    words |= {"affects_outcome": True}
    opinion = hall.do(InvalidateGame, **words)
    assert hall.codes(opinion) == ["invalidate/not_the_casino_supervisor"]
    assert hall.cited(opinion) == ["9.4.2"]
    words |= {"forfeit": True}
    gaming = hall.do(InvalidateGame, **words)
    assert hall.codes(gaming) == ["invalidate/not_the_casino_supervisor"] * 2
    assert hall.cited(gaming) == ["9.4.2", "9.5 forfeit"]
    words["by"] = "max"
    events = hall.do(InvalidateGame, refund=True, reason="marked cards", **words)
    told = events[0]
    assert (told.person, told.opinion_of, told.refund, told.reason) == (
        "bob",
        "max",
        True,
        "marked cards",
    )
    back = {e.player: e.amount_cents for e in events if isinstance(e, Refunded)}
    kept = {e.player: e.amount_cents for e in events if isinstance(e, SumForfeited)}
    assert (back, kept) == ({"ann": 375}, {"bob": 375})
    hall.game = 2
    events = hall.do(InvalidateGame, by="sue", cause="fire", refund=False)
    assert [type(event).__name__ for event in events] == ["GameInvalidated", "PrizeRolled"]
    assert events[1].amount_cents == 40000


@pytest.mark.clause(BOOK, "9.8")
@pytest.mark.parametrize(
    ("after", "codes"),
    [
        (timedelta(minutes=19, seconds=59), ["session/closing_sign"]),
        (timedelta(minutes=20), []),
        (timedelta(minutes=20, seconds=1), []),
    ],
)
def test_9_8__twenty_minutes_of_sign_before_an_early_close(
    after: timedelta, codes: list[str]
) -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    halls.nsw_enter(hall, "ann")
    halls.nsw_open(hall)
    assert hall.no(CloseSession, early=True) == ["session/closing_sign"]
    hall.ok(ShowClosingSign, closes_at=hall.now + timedelta(minutes=30))
    shown = hall.now
    assert hall.no(CloseSession, early=True, at=shown + after) == codes


@pytest.mark.clause(BOOK, "9.8", "6.4")
def test_9_8__a_running_game_is_finished_and_jackpots_wait_decision_I12() -> None:
    levels = (Level(level="gold", amount_cents=900, numbers_max=1),)
    hall = halls.nsw_running("ann", "bob", games=2, levels=levels)
    hall.ok(ShowClosingSign, closes_at=hall.now)
    hall.now += timedelta(minutes=30)
    assert hall.no(CloseSession, early=True) == ["session/game_running"]
    halls.nsw_bingo(hall)
    halls.finish(hall)
    hall.ok(CloseSession, early=True)
    assert hall.state.waiting == {"jackpot gold": 1800}


@pytest.mark.clause(BOOK, "9.10", "9.11")
def test_9_10__supervisor_then_casino_supervisor_then_inspector_decision_I13() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.ok(RaiseDispute, dispute="D", person="ann", about="a number")
    words = {"dispute": "D", "decision": "stands"}
    early = hall.no(DecideDispute, by="max", review=True, **words)
    assert early == ["dispute/not_decided"]
    assert hall.no(DecideDispute, by="dan", **words) == ["dispute/not_a_gaming_supervisor"]
    assert hall.ok(DecideDispute, by="sue", **words).stage == "decision"
    assert hall.no(DecideDispute, by="sue", review=True, **words) == [
        "dispute/not_the_casino_supervisor"
    ]
    assert hall.ok(DecideDispute, by="max", review=True, **words).stage == "review"
    assert hall.no(CloseDispute, dispute="D", satisfied=False) == ["dispute/not_advised"]
    closed = hall.ok(CloseDispute, dispute="D", satisfied=False, advised=True)
    assert "section 33" in closed.advice


@pytest.mark.clause(BOOK, "9.12")
def test_9_12__the_rules_are_offered_at_the_station() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall)
    assert "nsw-casino-bingo" in notice(hall.book, hall.state, "S1", "station 1").rules
