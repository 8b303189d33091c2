"""vic-bingo, rules 1 to 4 and 6: versions, tickets sold, duties, jackpots, generators."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import PrizeForfeited
from eyesdown.bingo.play.commands import (
    BeginCall,
    CallNumber,
    CheckBall,
    CorrectNumber,
    FinishCall,
    HandOverBall,
    ReportError,
    StartGame,
)
from eyesdown.bingo.play.events import BallHandedOver, CorrectionOpened, NumberCalled
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.sales.commands import ChargeAdmission, EnterSerialRange, SellCards
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSession,
    PlanSession,
    RegisterPerson,
)
from eyesdown.bingo.session.events import SessionPlanned
from eyesdown.bingo.state.grids import first_completed
from eyesdown.bingo.trouble.commands import DecideDispute, InvalidateGame, RaiseDispute
from eyesdown.bingo.trouble.events import Refunded
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.display.hall.hall import board, scripts
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import replace
from eyesdown.rulebooks import SHELF
from eyesdown.rulebooks.vic_bingo import c01_versions
from kit import halls
from kit.fixtures import Q1

BOOK = "vic-bingo"
NEXT = (("date", "2026-05-12"), ("time", "19:00"), ("place", "Hall"))
WINDOWS = {1: "1.1(a)(ii)", 2: "1.1(b)(ii)", 3: "1.1(c)(ii)", 4: "1.1(d)(ii)", 5: "1.1(e)(ii)"}
WANTED = {1: "1.1(a)(i)", 2: "1.1(b)(i)", 3: "1.1(c)(i)", 4: "1.1(d)(i)", 5: "1.1(e)(i)"}
T0 = {
    1: (7, 23, 33, 40, 63),
    2: (8, 10, 44, 71, 85),
    3: (14, 38, 51, 64, 77),
    4: (7, 23, 33, 40, 63, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77),
    5: (14, 38, 51, 64, 77),
}


@pytest.mark.clause(BOOK, "Heading commencement")
def test_heading__no_session_before_25_november_2009() -> None:
    refused = SHELF.open("vic-bingo", date(2009, 11, 24))
    assert isinstance(refused, Refusal)
    assert refused.code == "rules/not_in_force"
    book = SHELF.open("vic-bingo", date(2009, 11, 25))
    assert not isinstance(book, Refusal)
    assert book.source.in_force == date(2009, 11, 25)
    hall = halls.vic_hall()
    game = PlannedGame(game=1, versions=(1,))
    early = hall.no(PlanSession, starts_at=datetime(2009, 11, 24, 19), games=(game,))
    assert early == ["rules/not_in_force"]


@pytest.mark.clause(BOOK, "1.1")
@pytest.mark.parametrize(
    ("versions", "codes"),
    [
        ((1,), []),
        ((5,), []),
        ((6,), ["game/not_one_version"]),
        ((1, 5), ["game/not_one_version"]),
        ((), ["game/not_one_version"]),
    ],
)
def test_1_1__one_of_five_versions(versions: tuple[int, ...], codes: list[str]) -> None:
    hall = halls.vic_hall()
    game = PlannedGame(game=1, versions=versions)
    assert hall.no(PlanSession, starts_at=hall.now, games=(game,)) == codes


@pytest.mark.clause(BOOK, "1.1(a)(i)", "1.1(b)(i)", "1.1(c)(i)", "1.1(d)(i)", "1.1(e)(i)")
@pytest.mark.parametrize(
    ("prize", "ticket", "ball"),
    [
        ("top line", "A1", 79),
        ("middle line", "A1", 64),
        ("middle line", "B6", 39),
        ("bottom line", "B1", 62),
        ("ticket", "B1", 73),
        ("any line", "T0", 61),
        ("any line", "A4", 61),
    ],
)
def test_1_1__which_ball_completes(prize: str, ticket: str, ball: int) -> None:
    pattern = c01_versions.patterns()[prize]
    assert first_completed(pattern, halls.TICKETS[ticket].numbers, Q1) == ball


@pytest.mark.clause(BOOK, *WINDOWS.values(), *WANTED.values())
@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("word", ["line", "bingo", "noise"])
def test_1_1__called_once_the_number_is_out_and_before_the_next(version: int, word: str) -> None:
    hall = halls.vic_running(version, "ann", "bob")
    *before, last = T0[version]
    hall.call(*before)
    early = hall.do(Claim, player="ann", word=word)
    assert (hall.codes(early), hall.cited(early)) == (["claim/incomplete"], [WANTED[version]])
    hall.ok(BeginCall, number=last)
    during = hall.do(Claim, player="ann", word=word)
    assert (hall.codes(during), hall.cited(during)) == (
        ["claim/during_announcement"],
        [WINDOWS[version]],
    )
    hall.ok(FinishCall)
    assert hall.ok(Claim, player="ann", word=word, by="a friend").word == word


@pytest.mark.clause(BOOK, *WINDOWS.values(), "1.3")
@pytest.mark.parametrize("version", [1, 2, 3, 4, 5])
def test_1_1__one_number_later_is_late(version: int) -> None:
    hall = halls.vic_running(version, "ann", "bob")
    hall.call(*T0[version], 90)
    late = hall.do(Claim, player="ann")
    assert hall.codes(late) == ["claim/late", "claim/forfeited"]
    assert hall.cited(late) == [WINDOWS[version], "1.3"]


@pytest.mark.clause(BOOK, "1.2")
def test_1_2__joint_winners_share_per_player() -> None:
    assert c01_versions.share(24000, 3) == (8000, 0)
    hall = halls.vic_running(5, "ann", "bob", "cat")
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)  # T0 middle and A4 top line end on 44
    halls.vic_win(hall, "ann", "cat")
    halls.vic_win(hall, "bob", "cat")
    won = hall.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann", "bob"), 12000)


@pytest.mark.clause(BOOK, "1.3")
def test_1_3__the_silent_player_loses_the_game_on_every_ticket() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall, 5)
    halls.vic_sell(hall, "ann", "ann", "bob")
    halls.vic_start(hall)
    hall.call(*T0[5], 90)
    assert c01_versions.forfeited("any line", ("any line", "other")) == ("any line", "other")
    assert hall.happened(PrizeForfeited)[0].player == "ann"
    hall.call(3, 22, 31, 44, 85)  # ann's other ticket A4
    assert hall.no(Claim, player="ann") == ["claim/forfeited"]
    hall.call(6, 21, 48, 82)  # with 14 the top line of bob's B6
    hall.ok(Claim, player="bob")


@pytest.mark.clause(BOOK, "1.4")
def test_1_4__a_wrong_declarer_plays_on() -> None:
    hall = halls.vic_running(1, "ann", "bob")
    hall.call(*T0[3])
    assert hall.no(Claim, player="ann") == ["claim/incomplete"]
    hall.call(*T0[1])
    hall.ok(Claim, player="ann")


@pytest.mark.clause(BOOK, "1.5", "3.6")
def test_1_5__a_wrong_announcement_was_never_made() -> None:
    hall = halls.vic_running(1, "ann")
    hall.call(19)
    hall.ok(ReportError, by="sue", wrong=19, right=90)
    blocked = hall.do(CallNumber, number=1)
    assert (hall.codes(blocked), hall.cited(blocked)) == (["draw/correction_owed"], ["3.6"])
    hall.ok(CorrectNumber, by="sue", wrong=19, right=90)
    assert hall.this.called == (90,)
    assert hall.no(CorrectNumber, by="sue", wrong=19, right=4) == ["correction/never_called"]


@pytest.mark.clause(BOOK, "2.1")
def test_2_1__no_charge_to_come_in() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    events = hall.do(ChargeAdmission, player="ann", amount_cents=100)
    assert (hall.codes(events), hall.cited(events)) == (["admission/charged"], ["2.1"])


@pytest.mark.clause(BOOK, "2.2 same", "2.2 vary")
def test_2_2__a_book_costs_the_sum_of_its_tickets_decision_A14() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    words = {"player": "ann", "serial": "501777"}
    for paid in (299, 301):
        codes = hall.no(SellCards, books=(1001,), paid_cents=paid, **words)
        assert codes == ["sale/price_differs"]
    sold = hall.ok(SellCards, books=(1001,), paid_cents=300, **words)
    assert sold.receipts_cents == ((1, 100), (2, 200))
    plan = hall.happened(SessionPlanned)[0].plan
    assert [game.price_cents for game in plan.games] == [100, 200]


@pytest.mark.clause(BOOK, "2.3")
def test_2_3__the_notice_is_ticked_before_the_session_opens() -> None:
    hall = halls.vic_hall()
    game = PlannedGame(game=1, versions=(5,))
    hall.ok(PlanSession, starts_at=hall.now, games=(game,))
    assert hall.no(OpenSession, by="sue") == ["session/notice_missing"]
    opened = hall.ok(OpenSession, by="sue", notice_displayed=True)
    assert (opened.checklist.notice_displayed, opened.checklist.by) == (True, "sue")
    assert opened.at == hall.now


@pytest.mark.clause(BOOK, "3.1")
def test_3_1__two_persons_and_no_machine() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    hall.ok(RegisterPerson, person="bot", role="machine")
    assert hall.no(AppointPerson, person="bot", duty="caller") == ["people/machine"]
    assert hall.no(AppointPerson, person="cal", duty="supervisor") == ["people/same_person"]
    hall.state = replace(
        hall.state, sessions={"S1": replace(hall.sitting, appointed={"caller": {0: "cal"}})}
    )
    halls.vic_start(hall)
    assert "people/missing" in hall.no(CallNumber, number=1)


@pytest.mark.clause(BOOK, "3.2")
def test_3_2__caller_and_supervisor_neither_buy_nor_claim() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    words = {"serial": "501777", "books": (1001,), "paid_cents": 300}
    for person in ("cal", "sue"):
        assert hall.no(SellCards, player=person, **words) == ["sale/to_official"]
    hall.ok(SellCards, player="ann", **words)
    hall.ok(RegisterPerson, person="ann", role="volunteer")
    assert hall.no(AppointPerson, person="ann", duty="caller") == ["people/player"]
    halls.vic_start(hall)
    hall.call(1)
    events = hall.do(Claim, player="cal")
    assert (hall.codes(events), hall.cited(events)) == (["claim/by_official"], ["3.2"])


@pytest.mark.clause(BOOK, "3.3(a)(i)", "3.3(a)(ii)", "3.3(a)(iii)")
def test_3_3_a__the_opening_announcement_comes_once_before_the_first_number() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall, 3)
    halls.vic_sell(hall, "ann")
    hall.ok(StartGame)
    clauses = ["3.3(a)(i)", "3.3(a)(ii)", "3.3(a)(iii)"]
    assert hall.cited(hall.do(CallNumber, number=1)) == clauses
    owed = scripts(hall.book, hall.state, "S1", 1)
    assert "game 1 version 3 (bottom line), game 2 version 3 (bottom line)" in owed[0].text
    assert "independent player" in owed[1].text
    assert "supervisor" in owed[2].text
    assert hall.no(Announce, by="sue", topics=("versions",)) == ["announcement/wrong_person"]
    hall.ok(Announce, by="cal", topics=("versions", "count back", "disputes"))
    hall.call(*T0[3])
    halls.vic_win(hall, "ann", "")
    halls.finish(hall)
    hall.game = 2
    hall.ok(StartGame)
    hall.call(1)


@pytest.mark.clause(BOOK, "3.3(b)(i)", "3.3(b)(ii)")
def test_3_3_b__a_generator_or_ninety_balls() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    assert hall.no(StartGame, selector="hat") == ["selector/unknown_kind"]
    assert hall.no(StartGame, selector="receptacle", balls=91) == ["selector/balls_missing"]
    started = hall.ok(StartGame, selector="receptacle", balls=90)
    assert (started.selector, started.balls) == ("receptacle", 90)


@pytest.mark.clause(BOOK, "3.3(c)", "3.3(d)", "3.4(c)")
def test_3_3_c__announced_handed_over_and_racked() -> None:
    hall = halls.vic_hall()
    halls.vic_plan(hall)
    hall.ok(StartGame, selector="receptacle")
    hall.do(Announce, by="cal", topics=())
    hall.ok(BeginCall, number=60)
    clauses = hall.cited(hall.do(CallNumber, number=7))
    assert clauses == ["3.3(c)", "3.3(d)", "3.4(c)"]
    hall.ok(FinishCall)
    assert hall.happened(NumberCalled)[0].number == 60
    hall.ok(HandOverBall, by="cal")
    assert hall.happened(BallHandedOver)[0].call == 1
    assert isinstance(hall.ok(CheckBall, by="sue", ball=6), CorrectionOpened)
    assert "draw/correction_owed" in hall.no(CallNumber, number=7)
    hall.ok(CorrectNumber, by="cal", wrong=60, right=6)
    assert hall.ok(CheckBall, by="sue", ball=6).ball == 6
    hall.call(7)


@pytest.mark.clause(BOOK, "3.4(a)", "3.4(b)")
def test_3_4__the_board_shows_numbers_serials_and_books() -> None:
    hall = halls.vic_running(4, "ann", "bob", "cat")
    hall.call(1, 2, 3)
    shown = board(hall.state, "S1", 1)
    assert shown.numbers == (1, 2, 3)
    series = shown.series[0]
    assert (series.serial, series.first_book, series.last_book) == ("501777", 1001, 1003)
    hall.ok(EnterSerialRange, by="sue", serial="501777", first=1001, last=1040)
    entered = board(hall.state, "S1", 1).series[0]
    assert (entered.serial, entered.first_book, entered.last_book) == ("501777", 1001, 1040)


@pytest.mark.clause(BOOK, "3.4(d)")
def test_3_4_d__only_the_supervisor_decides_disputes() -> None:
    hall = halls.vic_running(4, "ann")
    hall.ok(RaiseDispute, dispute="D", person="ann", about="a number")
    events = hall.do(DecideDispute, dispute="D", by="cal", decision="no")
    assert hall.codes(events) == ["dispute/not_the_supervisor"]
    decided = hall.ok(DecideDispute, dispute="D", by="sue", decision="no")
    assert (decided.by, decided.decision) == ("sue", "no")


@pytest.mark.clause(BOOK, "3.4(d)")
def test_3_4_d__a_spoiled_game_is_the_supervisors_to_refund_or_not_decision_I06() -> None:
    hall = halls.vic_running(4, "ann", "bob")
    assert hall.no(InvalidateGame, by="cal", cause="fire") == ["invalidate/not_the_supervisor"]
    events = hall.do(InvalidateGame, by="sue", cause="power cut", refund=False, reason="late")
    assert [type(event).__name__ for event in events] == ["GameInvalidated", "PrizeRolled"]
    assert hall.sitting.games[2].offers == {"ticket": 48000}
    hall.game = 2
    hall.ok(StartGame)
    events = hall.do(InvalidateGame, by="sue", cause="power cut", refund=True)
    assert [e.amount_cents for e in events if isinstance(e, Refunded)] == [200, 200]


@pytest.mark.clause(BOOK, "3.5", "3.5(a)", "3.5(b)", "3.5(c)", "3.5(d)")
def test_3_5__four_steps_each_with_who_did_it() -> None:
    hall = halls.vic_running(5, "ann", "bob", "cat")
    hall.call(*T0[5])
    claim = hall.ok(Claim, player="ann").claim
    missing = hall.cited(hall.do(ConfirmClaim, claim=claim, by="sue"))
    assert missing == ["3.5(a)", "3.5(b)", "3.5(c)", "3.5(d)"]
    hall.ok(CheckClaim, claim=claim, by="helper", steps=("collect", "serial", "sold"))
    for witness, code in (
        ("", "claim/no_witness"),
        ("ann", "claim/witness_not_independent"),
        ("sue", "claim/witness_not_independent"),
        ("stranger", "claim/witness_not_independent"),
    ):
        words = {"claim": claim, "by": "sue", "steps": ("call back",)}
        assert hall.no(CheckClaim, witness=witness, **words) == [code]
    hall.ok(CheckClaim, claim=claim, by="sue", steps=("call back",), witness="bob")
    assert hall.no(ConfirmClaim, claim=claim, by="helper") == ["claim/not_the_supervisor"]
    hall.ok(ConfirmClaim, claim=claim, by="sue")
    done = hall.this.claims[claim]
    assert (done.steps["collect"], done.steps["call back"], done.witness) == (
        "helper",
        "sue",
        "bob",
    )


@pytest.mark.clause(BOOK, "3.5(d)")
def test_3_5_d__no_independent_player_present_decision_C18() -> None:
    hall = halls.vic_running(5, "ann")
    hall.call(*T0[5])
    claim = hall.ok(Claim, player="ann").claim
    hall.ok(CheckClaim, claim=claim, by="sue", steps=("call back",))


@pytest.mark.clause(BOOK, "3.5(b)")
def test_3_5_b__serial_and_book_must_be_in_the_issued_range() -> None:
    hall = halls.vic_running(5, "ann", "bob")
    hall.ok(EnterSerialRange, serial="501777", first=1002, last=1040)
    hall.call(*T0[5])
    events = hall.do(Claim, player="ann", serial="501777", card=11)
    assert (hall.codes(events), hall.cited(events)) == (["claim/out_of_range"], ["3.5(b)"])
    hall.ok(EnterSerialRange, serial="501777", first=1001, last=1040)
    claim = hall.ok(Claim, player="ann", serial="501777", card=11).claim
    read = hall.do(CheckClaim, claim=claim, by="sue", steps=("serial",), book=1002)
    assert hall.codes(read) == ["claim/card_book_differs"]


@pytest.mark.clause(BOOK, "3.5(c)")
def test_3_5_c__a_page_of_another_game_or_unsold_is_refused() -> None:
    hall = halls.vic_running(5, "ann", "bob")
    hall.call(*T0[5])
    other = hall.do(Claim, player="ann", serial="501777", card=12)
    assert (hall.codes(other), hall.cited(other)) == (["claim/card_of_another_game"], ["3.5(c)"])
    unsold = hall.no(Claim, player="ann", serial="501777", card=31)
    assert unsold == ["claim/card_unsold"]
    assert hall.no(Claim, player="zoe") == ["claim/no_cards"]


@pytest.mark.clause(BOOK, "3.5(c)")
def test_3_5_c__tickets_are_sold_once_and_not_for_a_game_that_is_over() -> None:
    hall = halls.vic_running(5, "ann")
    words = {"player": "bob", "serial": "501777", "paid_cents": 300}
    assert hall.no(SellCards, books=(1001,), **words) == ["sale/card_sold_before"]
    hall.ok(InvalidateGame, by="sue", cause="flood")
    assert hall.no(SellCards, books=(1002,), **words) == ["game/over"]


def rolling(sequence: str = "winter") -> object:
    hall = halls.vic_hall()
    hall.ok(OpenPool, pool="Gold", sequence=sequence)
    words = {"pool": "Gold", "pool_games": (2,), "pool_method": "half", "sequence": sequence}
    halls.vic_plan(hall, 5, **words)
    return hall


@pytest.mark.clause(BOOK, "4.1(a)", "4.2(a)")
def test_4_1_a_4_2_a__held_for_a_later_game_and_told_by_the_caller() -> None:
    hall = rolling(sequence="")
    halls.vic_sell(hall, "ann")
    held = hall.ok(HoldForPool, pool="Gold", amount_cents=100)
    assert held.amount_cents == 100
    refused = hall.no(DistributePool, pool="Gold", amount_cents=100)
    assert refused == ["pool/fed_by_this_game", "pool/game_not_announced"]
    hall.ok(DistributePool, game=2, pool="Gold", amount_cents=100)
    last = hall.no(HoldForPool, game=2, pool="Gold", amount_cents=100)
    assert last == ["pool/no_later_game"]
    hall.ok(StartGame)
    by_supervisor = hall.no(Announce, by="sue", topics=("jackpot games",))
    assert by_supervisor == ["announcement/wrong_person"]
    hall.ok(Announce, by="cal", topics=("versions", "count back", "disputes"))
    assert hall.cited(hall.do(CallNumber, number=1)) == ["4.2(a)"]
    assert "game 2: half" in hall.ok(Announce, by="cal", topics=("jackpot games",)).text
    hall.call(1)


@pytest.mark.clause(BOOK, "4.1(b)", "4.2(b)", "4.3(a)", "4.3(b)")
def test_4_1_b__a_rolling_pool_is_carried_to_the_cent() -> None:
    hall = rolling()
    halls.vic_sell(hall, "ann")
    halls.vic_start(hall)
    hall.ok(Contribute, pool="Gold", amount_cents=12345)
    hall.call(*T0[5])
    halls.vic_win(hall, "ann", "")
    halls.finish(hall)
    assert hall.cited(hall.do(CloseSession)) == ["4.3(a)", "4.3(b)"]
    told = hall.ok(Announce, by="cal", topics=("closing balance",))
    assert "$123.45" in told.text
    partial = hall.no(Announce, by="cal", topics=("next session",), details=NEXT[:2])
    assert partial == ["announcement/incomplete"]
    told = hall.ok(Announce, by="cal", topics=("next session",), details=NEXT)
    assert "Hall" in told.text
    hall.ok(CloseSession)
    day = hall.state.sessions["S1"].plan.starts_at.date().isoformat()
    hall.session, hall.game = "S2", 1
    hall.now += timedelta(days=7)
    words = {"pool": "Gold", "pool_games": (2,), "pool_method": "half", "sequence": "winter"}
    halls.vic_plan(hall, 5, **words)
    told = hall.ok(Announce, by="cal", topics=("brought forward",))
    assert day in told.text
    assert "$123.45" in told.text
    game = PlannedGame(game=1, versions=(1,))
    other = hall.no(PlanSession, session="S3", starts_at=hall.now, games=(game,), pool="Gold")
    assert other == ["pool/outside_the_sequence"]


@pytest.mark.clause(BOOK, "6(a)", "6(b)")
def test_6__every_number_once_and_no_other() -> None:
    hall = halls.vic_running(4, "ann")
    for number in (0, 91):
        events = hall.do(CallNumber, number=number)
        assert hall.cited(events) == ["6(a)"]
    hall.call(*range(1, 91))
    assert set(hall.this.called) == set(range(1, 91))
    events = hall.do(CallNumber, number=44)
    assert (hall.codes(events), hall.cited(events)) == (["selector/number_twice"], ["6(b)"])
