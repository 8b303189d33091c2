"""nz-casino-bingo, part 5: sessions, people, announcements, numbers, corrections."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, DeclareResult, PayPrize
from eyesdown.bingo.claims.events import ForfeitCancelled
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectDisplay,
    CorrectNumber,
    FinishCall,
    HandOverBall,
    ReportError,
    StartGame,
)
from eyesdown.bingo.play.events import NumberCalled
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSession,
    PlanSession,
    RegisterPerson,
)
from eyesdown.bingo.session.events import Announced
from eyesdown.bingo.trouble.events import DisputeRaised
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.display.hall.hall import board, count_back, notice, scripts
from eyesdown.kernel.written import replace
from kit import halls
from kit.hall import Hall

BOOK = "nz-casino-bingo"
SEVEN = datetime(2026, 5, 5, 19)


@pytest.mark.clause(BOOK, "5.1 span")
@pytest.mark.parametrize(
    ("after", "codes"),
    [
        (timedelta(hours=2, minutes=59, seconds=59), []),
        (timedelta(hours=3), ["session/span_over"]),
        (timedelta(hours=3, seconds=1), ["session/span_over"]),
    ],
)
def test_5_1_span__no_game_starts_at_three_hours(after: timedelta, codes: list[str]) -> None:
    hall = _first_game_won()
    assert hall.no(StartGame, game=2, at=SEVEN + after) == codes


def _first_game_won(games: int = 2) -> Hall:
    hall = halls.nz_hall()
    halls.nz_plan(hall, games=games, starts_at=SEVEN)
    halls.nz_sell(hall, "ann")
    halls.nz_start(hall, at=SEVEN)
    hall.call(7, 23, 33, 40, 63)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    return hall


@pytest.mark.clause(BOOK, "5.1 span")
@pytest.mark.parametrize(("second", "breaches"), [(0, []), (0.000001, ["5.1 span"])])
def test_5_1_span__an_overrun_is_logged_decision_B04(second: float, breaches: list[str]) -> None:
    hall = _first_game_won()
    hall.game = 2
    hall.now = SEVEN + timedelta(hours=2, minutes=50)
    halls.nz_sell(hall, "bob")
    halls.nz_start(hall)
    hall.call(11, 25, 30, 45, 62)
    halls.nz_win(hall, "bob")
    hall.ok(DeclareResult, by="sue", at=SEVEN + timedelta(hours=3, seconds=second))
    events = hall.do(CloseGame, by="sue", at=SEVEN + timedelta(hours=4))
    assert hall.cited(events) == breaches
    assert hall.sitting.ended_at == SEVEN + timedelta(hours=3, seconds=second)


@pytest.mark.clause(BOOK, "5.1 gap")
@pytest.mark.parametrize(
    ("start", "codes"),
    [("17:09:59", ["session/too_soon"]), ("17:10:00", []), ("17:10:01", [])],
)
def test_5_1_gap__three_hours_after_the_last_result(start: str, codes: list[str]) -> None:
    hall = _first_game_won()
    ended = SEVEN.replace(hour=14, minute=10)
    hall.state = replace(
        hall.state,
        sessions={"S1": replace(hall.sitting, ended_at=ended, closed=True)},
    )
    del hall.books.balances["takings/S1"]  # as its close would have done
    at = datetime.fromisoformat(f"2026-05-05T{start}")
    games = tuple(PlannedGame(game=n, versions=(1,), price_cents=100) for n in (1, 2))
    assert hall.no(PlanSession, session="S2", starts_at=at, games=games) == codes
    hall.session = "S3"
    halls.nz_plan(hall, starts_at=SEVEN)
    assert hall.no(StartGame, session="S3", game=1, at=at) == codes


@pytest.mark.clause(BOOK, "5.1 gap")
def test_5_1_gap__one_game_alone_keeps_none_decision_B06() -> None:
    hall = _first_game_won()
    hall.do(CloseSession)
    hall.state = replace(hall.state, settings=halls.Settings(allow_single_game=True))
    hall.session = "S2"
    halls.nz_plan(hall, games=1)
    hall.ok(StartGame, game=1)


@pytest.mark.clause(BOOK, "5.1 gap")
def test_5_1_gap__no_session_begins_beside_another_but_it_may_be_planned() -> None:
    hall = halls.nz_running(1, "ann")
    hall.session = "S2"
    halls.nz_plan(hall, starts_at=hall.now + timedelta(hours=5))
    assert "session/too_soon" in hall.no(StartGame, game=1)


@pytest.mark.clause(BOOK, "5.2")
@pytest.mark.parametrize(
    ("versions", "codes"),
    [
        ((), ["game/not_one_version"]),
        ((1,), []),
        ((2,), []),
        ((3,), []),
        ((4,), ["game/not_one_version"]),
        ((1, 2), ["game/not_one_version"]),
    ],
)
def test_5_2__one_version_a_game(versions: tuple[int, ...], codes: list[str]) -> None:
    hall = halls.nz_hall()
    games = tuple(PlannedGame(game=n, versions=versions, price_cents=100) for n in (1, 2))
    assert hall.no(PlanSession, starts_at=hall.now, games=games) == codes


@pytest.mark.clause(BOOK, "5.2")
def test_5_2__a_prize_belongs_to_the_version() -> None:
    hall = halls.nz_hall()
    game = PlannedGame(game=1, versions=(1,), prizes=halls.offers(series=100))
    codes = hall.no(PlanSession, starts_at=hall.now, games=(game, replace(game, game=2)))
    assert codes == ["game/prize_of_no_version"]


@pytest.mark.clause(BOOK, "5.5")
def test_5_5__two_employees() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    hall.ok(RegisterPerson, person="vis", role="visitor")
    assert hall.no(AppointPerson, person="cal", duty="supervisor") == ["people/same_person"]
    assert hall.no(AppointPerson, person="vis", duty="supervisor") == ["supervisor/not_staff"]


@pytest.mark.clause(BOOK, "5.5", "5.6(a)(i)")
def test_5_5__no_number_without_caller_and_supervisor() -> None:
    hall = halls.nz_hall()
    games = tuple(
        PlannedGame(game=n, versions=(1,), price_cents=100, prizes=halls.offers(part_series=1))
        for n in (1, 2)
    )
    hall.ok(PlanSession, starts_at=hall.now, games=games)
    hall.ok(OpenSession)
    hall.ok(StartGame)
    events = hall.do(CallNumber, number=5)
    assert hall.codes(events)[0] == "people/missing"
    assert hall.cited(events) == ["5.5", "5.6(a)(i)", "5.6(a)(iii)"]


@pytest.mark.clause(BOOK, "5.6(a)(i)", "5.6(a)(ii)", "5.6(a)(iii)")
@pytest.mark.parametrize(
    ("version", "clauses"),
    [
        (1, ["5.6(a)(i)", "5.6(a)(iii)"]),
        (2, ["5.6(a)(i)", "5.6(a)(iii)"]),
        (3, ["5.6(a)(i)", "5.6(a)(ii)", "5.6(a)(iii)"]),
    ],
)
def test_5_6_a__no_number_before_the_announcements(version: int, clauses: list[str]) -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall, version)
    halls.nz_sell(hall, "ann")
    hall.ok(StartGame)
    assert hall.cited(hall.do(CallNumber, number=5)) == clauses
    owed = scripts(hall.book, hall.state, "S1", 1)
    assert [script.clause for script in owed] == clauses
    assert f"version {version}" in owed[0].text
    assert halls.SERIAL in owed[-1].text
    assert hall.no(Announce, by="sue", game=1, topics=("version",)) == ["announcement/wrong_person"]
    hall.ok(Announce, by="cal", game=1, topics=tuple(script.topic for script in owed))
    assert scripts(hall.book, hall.state, "S1", 1) == ()
    hall.call(5)
    texts = [event.text for event in hall.happened(Announced)]
    if version == 3:
        assert any("$40.00" in text and "$60.00" in text for text in texts)


@pytest.mark.clause(BOOK, "5.6(b)", "5.6(c)")
def test_5_6_b__every_number_names_selector_and_caller_with_its_times() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    assert hall.no(StartGame, by="sue") == ["call/not_the_caller"]
    halls.nz_start(hall, selector_id="RNG-1")
    assert hall.no(CallNumber, number=5, by="sue") == ["draw/not_the_caller"]
    done = hall.now + timedelta(seconds=15)
    hall.ok(CallNumber, number=5, by="cal", finished=done)
    called = hall.happened(NumberCalled)[0]
    assert (called.selector_id, called.by) == ("RNG-1", "cal")
    assert called.at < called.finished == done
    early = done - timedelta(seconds=1)
    assert hall.no(CallNumber, number=6, at=early) == ["draw/announcement_open"]
    hall.ok(BeginCall, number=6, at=done)
    assert hall.no(CallNumber, number=7) == ["draw/announcement_open"]
    assert hall.no(FinishCall, by="sue") == ["call/not_the_caller"]
    hall.ok(FinishCall, by="cal")
    assert hall.no(FinishCall) == ["call/none_open"]
    hall.call(7)


@pytest.mark.clause(BOOK, "5.6(d)", "5.7(b)")
def test_5_6_d__balls_are_handed_over_checked_and_racked() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_start(hall, selector="receptacle")
    hall.call(60)
    assert hall.no(CallNumber, number=7) == [
        "draw/ball_not_handed_over",
        "draw/ball_not_racked",
    ]
    assert hall.no(CheckBall, by="sue", ball=60) == ["ball/not_handed_over"]
    handed = hall.ok(HandOverBall, by="cal")
    assert (handed.by, handed.to) == ("cal", "sue")
    assert hall.no(CheckBall, by="cal", ball=60) == ["ball/not_the_supervisor"]
    assert hall.ok(CheckBall, by="sue", ball=60).ball == 60
    hall.call(16)
    hall.ok(HandOverBall)
    opened = hall.ok(CheckBall, by="sue", ball=61)
    assert (opened.wrong, opened.right) == (16, 61)
    assert "draw/correction_owed" in hall.no(CallNumber, number=7)
    hall.ok(CorrectNumber, by="sue", wrong=16, right=61)
    hall.ok(CheckBall, by="sue", ball=61)
    shown = board(hall.state, "S1", 1)
    assert shown.racked == shown.numbers == (60, 61)
    hall.call(16)


@pytest.mark.clause(BOOK, "5.7(a)")
def test_5_7_a__the_board_keeps_every_number_until_the_game_ends() -> None:
    hall = halls.nz_running(1, "ann")
    for place, number in enumerate((7, 23, 33, 40, 63), start=1):
        hall.call(number)
        shown = board(hall.state, "S1", 1)
        assert (len(shown.numbers), shown.last_number) == (place, number)
    halls.nz_win(hall, "ann")
    hall.ok(DeclareResult, by="sue")
    assert len(board(hall.state, "S1", 1).numbers) == 5
    hall.ok(CloseGame, by="sue")
    assert board(hall.state, "S1", 1).numbers == ()


@pytest.mark.clause(BOOK, "5.8", "5.9")
def test_5_8__a_known_error_stops_the_draw_until_it_is_announced() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(5, 16)
    hall.ok(ReportError, by="cal", wrong=16, right=61)
    assert hall.no(CallNumber, number=7) == ["draw/correction_owed"]
    assert hall.no(CorrectNumber, by="ann", wrong=16, right=61) == ["correction/wrong_person"]
    fixed = hall.ok(CorrectNumber, by="cal", wrong=16, right=61)
    assert (fixed.wrong, fixed.right) == (16, 61)
    assert hall.this.called == (5, 61)
    hall.call(16)
    assert hall.this.called == (5, 61, 16)


@pytest.mark.clause(BOOK, "5.8")
def test_5_8__only_a_called_number_is_corrected_and_only_by_a_new_one() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(5, 16)
    events = hall.do(CorrectNumber, by="cal", wrong=44, right=61)
    assert (hall.codes(events), hall.cited(events)) == (["correction/never_called"], ["5.8"])
    assert hall.no(CorrectNumber, by="cal", wrong=16, right=5) == ["selector/number_twice"]
    neither = {"announced": False, "displayed": False}
    silent = hall.no(CorrectNumber, by="cal", wrong=16, right=61, **neither)
    assert silent == ["correction/not_announced"]


@pytest.mark.clause(BOOK, "5.8")
def test_5_8__a_display_error_changes_no_number_decision_D04() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(5, 61)
    hall.ok(ReportError, by="sue", error="display", wrong=16, right=61)
    assert "wrong" in board(hall.state, "S1", 1).correction
    assert hall.no(CallNumber, number=7) == ["draw/correction_owed"]
    hall.ok(CorrectDisplay, by="sue", shown=16, right=61)
    assert hall.this.called == (5, 61)
    assert board(hall.state, "S1", 1).correction == ""
    hall.call(7)


@pytest.mark.clause(BOOK, "5.9")
def test_5_9__an_error_found_later_moves_the_right_number_to_the_end_decision_D02() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    # 16 is announced for ball 63: ann's line lacks 63 until the correction
    hall.call(7, 23, 33, 40, 16, 1, 2)
    assert hall.no(Claim, player="ann") == ["claim/incomplete"]
    hall.ok(CorrectNumber, by="cal", wrong=16, right=63)
    assert hall.this.called == (7, 23, 33, 40, 1, 2, 63)
    assert hall.ok(Claim, player="ann").call == 7


@pytest.mark.clause(BOOK, "5.9", "5.10")
def test_5_9__a_forfeit_that_rests_on_a_struck_number_is_cancelled_decision_D02() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(7, 23, 33, 40, 63, 1)
    assert [lost.player for lost in hall.this.all_forfeits] == ["ann"]
    events = hall.do(CorrectNumber, by="cal", wrong=63, right=36)
    assert isinstance(events[0], ForfeitCancelled)
    assert hall.this.all_forfeits == ()
    hall.call(63)
    assert hall.ok(Claim, player="ann").call == 7


@pytest.mark.clause(BOOK, "5.9")
def test_5_9__a_winner_on_a_struck_number_is_undone_while_the_game_is_open_decision_D03() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(7, 23, 33, 40, 63)
    halls.nz_win(hall, "ann")
    hall.ok(DeclareResult, by="sue")
    fixed = hall.ok(CorrectNumber, by="cal", wrong=63, right=36)
    assert fixed.cancelled_claims == ("claim 1",)
    assert fixed.reopened_prizes == ("part series",)
    assert hall.state.awards == {}
    hall.call(63)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    hall.ok(PayPrize, award="S1/1/part series/ann")


@pytest.mark.clause(BOOK, "5.9")
def test_5_9__after_the_close_the_result_stands_and_a_dispute_opens_decision_D03() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(7, 23, 33, 40, 63)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    raised = hall.ok(CorrectNumber, by="cal", wrong=63, right=36)
    assert isinstance(raised, DisputeRaised)
    assert "S1/1/part series/ann" in hall.state.awards


@pytest.mark.clause(BOOK, "5.9")
def test_5_9__a_number_announced_again_is_a_wrong_announcement_decision_D05() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(5, 16)
    hall.ok(CallNumber, number=5, drawn=50)
    hall.ok(CorrectNumber, by="cal", wrong=5, right=50)
    assert hall.this.called == (5, 16, 50)


@pytest.mark.clause(BOOK, "5.10")
def test_5_10__the_corrective_announcement_ends_the_window_before_it() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(1, 7, 23, 33, 40, 63)
    events = hall.do(CorrectNumber, by="cal", wrong=1, right=90)
    assert [type(event).__name__ for event in events] == ["PrizeForfeited", "NumberCorrected"]
    assert hall.this.all_forfeits[0].call == 5
    codes = hall.no(Claim, player="ann")
    assert codes == ["claim/late", "claim/late", "claim/forfeited"]


@pytest.mark.clause(BOOK, "4.3", "8.2")
def test_4_3__the_notice_lists_prices_and_offers_the_rules() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    shown = notice(hall.book, hall.state, "S1", "counter")
    assert shown.prices == ((1, "$10.00"), (2, "$10.00"))
    assert shown.session_card == "$20.00"
    assert shown.entry_fee == ""
    assert "nz-casino-bingo" in shown.rules


@pytest.mark.clause(BOOK, "5.7(c)(ii)")
def test_5_7_c_ii__the_count_back_lists_each_number() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(7, 23, 33, 40, 63)
    claim = hall.ok(Claim, player="ann").claim
    view = count_back(hall.book, hall.state, "S1", 1, claim)
    assert view.numbers[:5] == tuple((n, True) for n in (7, 23, 33, 40, 63))
    assert view.numbers[5:] == tuple((n, False) for n in (8, 10, 44, 71, 85, 14, 38, 51, 64, 77))
    assert "8 NOT called" in view.text
    hall.ok(CheckClaim, claim=claim, by="sue", steps=("collect", "numbers"))
    view = count_back(hall.book, hall.state, "S1", 1, claim)
    assert view.steps_done == (("collect", "sue"), ("numbers", "sue"))
    assert "public reading" in view.steps_left
