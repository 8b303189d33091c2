"""nsw-casino-bingo, parts 6 and 7: jackpots, settlement."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.claims.commands import (
    CheckClaim,
    Claim,
    CloseGame,
    ConfirmClaim,
    DeclareResult,
    PayPrize,
)
from eyesdown.bingo.claims.events import ClaimChecked, GameClosed
from eyesdown.bingo.play.commands import CallNumber, DrawJackpotNumbers, ReturnScorecard, StartGame
from eyesdown.bingo.pools.commands import Contribute, DistributePool, OpenPool
from eyesdown.bingo.pools.events import PrizeRolled, PrizeWon
from eyesdown.bingo.sales.commands import ChargeAdmission, EnterSerialRange, IssueScorecards
from eyesdown.bingo.session.commands import (
    Announce,
    AppointPerson,
    CloseSession,
    OpenSession,
    RegisterSeries,
)
from eyesdown.bingo.session.events import SessionPlanned
from eyesdown.bingo.words.parts import Level, Part
from eyesdown.display.hall.hall import board
from eyesdown.rulebooks.nsw_casino_bingo import c06_jackpots, c07_settlement
from kit import halls

BOOK = "nsw-casino-bingo"
ON_NUMBER = (Level(on_jackpot_number=True, whole_pool=True),)


def jackpot(*numbers: int, **more: Any) -> Any:
    words = {"levels": ON_NUMBER, "jackpot_numbers": numbers, **more}
    return halls.nsw_running("ann", "bob", **words)


@pytest.mark.clause(BOOK, "6.1", "6.2", "6.3.1", "6.3.2", "6.3.3", "6.5.1")
def test_6__conditions_are_told_and_numbers_drawn_before_the_game() -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall, levels=ON_NUMBER)
    assert hall.happened(SessionPlanned)[0].plan.games[0].levels == ON_NUMBER
    halls.nsw_enter(hall, "ann", "bob")
    halls.nsw_open(hall)
    hall.ok(StartGame)
    hall.ok(Announce, by="dan", game=1, topics=("colour", "minor games", "prize list"))
    owed = hall.cited(hall.do(CallNumber, number=1))
    assert owed == ["6.2", "6.3.1", "6.3.2", "6.3.3", "6.5.1"]
    early = hall.no(Announce, by="dan", game=1, topics=("jackpot numbers",))
    assert early == ["announcement/incomplete"]
    hall.ok(DrawJackpotNumbers, numbers=(5, 72))
    spoken = hall.no(
        Announce, by="dan", game=1, topics=("jackpot conditions",), channel="displayed"
    )
    assert spoken == ["announcement/must_be_spoken"]
    hall.ok(Announce, by="dan", game=1, topics=("jackpot conditions",))
    topics = ("jackpot numbers", "jackpot games")
    hall.ok(Announce, by="dan", game=1, topics=topics, channel="displayed")
    wrong = hall.no(
        Announce,
        by="dan",
        game=1,
        topics=("jackpot amount",),
        details=(("amount_cents", "2399"),),
    )
    assert wrong == ["announcement/incomplete"]
    told = hall.ok(
        Announce,
        by="dan",
        game=1,
        topics=("jackpot amount",),
        details=(("amount_cents", "2400"),),
    )
    assert "$24.00" in told.text
    hall.call(1)


@pytest.mark.clause(BOOK, "6.3.4", "6.3.5", "6.3.6", "6.3.7")
def test_6_3_4__amount_numbers_date_and_time_stay_on_the_screen() -> None:
    hall = jackpot(5, 72)
    for number in (1, 2, 3):
        hall.call(number)
        shown = board(hall.state, "S1", 1).jackpot
        assert shown.amounts == (("jackpot", "$24.00"),)
        assert shown.qualifying_numbers == (5, 72)
        assert shown.conditions == ("jackpot: bingo, on a jackpot number",)
        assert (shown.session_date, shown.session_time) == ("2026-05-05", "12:06")
        assert shown.games == (1, 2)


@pytest.mark.clause(BOOK, "6.5.1")
@pytest.mark.parametrize(
    ("numbers", "codes"),
    [
        ((), ["jackpot/numbers_count"]),
        ((5,), []),
        ((1, 2, 3, 4, 90), []),
        ((1, 2, 3, 4, 5, 6), ["jackpot/numbers_count"]),
        ((5, 5), ["jackpot/number_twice"]),
        ((91,), ["jackpot/number_out_of_range"]),
    ],
)
def test_6_5_1__one_to_five_different_numbers(numbers: tuple[int, ...], codes: list[str]) -> None:
    hall = halls.nsw_hall()
    halls.nsw_plan(hall, levels=ON_NUMBER)
    halls.nsw_enter(hall, "ann", "bob")
    halls.nsw_open(hall)
    assert hall.no(DrawJackpotNumbers, numbers=numbers) == codes
    halls.nsw_start(hall, (7,))
    assert hall.no(DrawJackpotNumbers, numbers=(9,)) == ["jackpot/numbers_announced"]
    hall.call(7)  # a jackpot number stays drawable (G11)
    assert hall.no(DrawJackpotNumbers, numbers=(9,)) == ["jackpot/game_begun"]


@pytest.mark.clause(BOOK, "6.4")
def test_6_4__nobody_called_bingo_and_prize_and_jackpot_go_on() -> None:
    hall = jackpot(5)
    hall.call(*range(1, 91))
    events = hall.do(CloseGame, by="sue")
    rolled = [event for event in events if isinstance(event, PrizeRolled)]
    assert [(one.prize, one.amount_cents, one.to_game, one.to_pool) for one in rolled] == [
        ("bingo", 20_000, 2, ""),
        ("jackpot", 2400, 2, "Jack"),
    ]
    assert hall.happened(GameClosed)[-1].outcome == "exhausted"


@pytest.mark.clause(BOOK, "6.5.2", "7.1.5")
def test_6_5_2__bingo_on_a_jackpot_number_wins_the_pool() -> None:
    hall = jackpot(5, 72)
    halls.nsw_bingo(hall)
    assert hall.happened(ClaimChecked)[-1].jackpot_number
    hall.do(DeclareResult, by="sue")
    main, prize = hall.happened(PrizeWon)
    assert (main.prize, main.amount_cents, main.jackpot) == ("bingo", 20000, False)
    assert (prize.prize, prize.amount_cents, prize.number) == ("jackpot", 2400, 72)
    assert hall.state.pools["Jack"].balance_cents == 0


@pytest.mark.clause(BOOK, "6.4", "6.5.2")
def test_6_4__on_another_number_the_jackpot_rolls_decision_G12() -> None:
    assert c06_jackpots.wins_jackpot(72, (5, 72))
    hall = jackpot(5, 71)
    halls.nsw_bingo(hall)
    events = hall.do(DeclareResult, by="sue")
    rolled = next(event for event in events if isinstance(event, PrizeRolled))
    assert (rolled.amount_cents, rolled.to_game, rolled.to_pool) == (2400, 2, "Jack")
    hall.ok(CloseGame, by="sue")
    hall.ok(Contribute, pool="Jack", amount_cents=40000)
    hall.game = 2
    shown = board(hall.state, "S1", 2).jackpot
    assert shown.amounts == (("jackpot", "$424.00"),)


@pytest.mark.clause(BOOK, "6.4", "7.3")
def test_7_3__only_the_best_level_is_paid_and_the_others_roll_decision_G15() -> None:
    levels = (
        Level(level="gold", amount_cents=200_000, numbers_max=15),
        Level(level="silver", amount_cents=50_000, numbers_max=40),
        Level(level="iron", amount_cents=100, numbers_max=10),
    )
    assert c07_settlement.best_level(("gold", "silver")) == "gold"
    assert c07_settlement.best_level(()) == ""
    hall = halls.nsw_running("ann", "bob", levels=levels)
    halls.nsw_bingo(hall)
    events = hall.do(DeclareResult, by="sue")
    won = [(e.prize, e.amount_cents) for e in events if isinstance(e, PrizeWon)]
    assert won == [("bingo", 20000), ("gold", 200_000)]
    rolled = {e.prize: e.amount_cents for e in events if isinstance(e, PrizeRolled)}
    assert rolled == {"silver": 50_000, "iron": 100}
    assert hall.sitting.games[2].levels == {"gold": 200_000, "silver": 100_000, "iron": 200}


@pytest.mark.clause(BOOK, "7.3")
@pytest.mark.parametrize(("extra", "prize"), [(0, "gold"), (1, "silver"), (25, "silver"), (26, "")])
def test_7_3__a_level_is_met_within_its_numbers_decision_G14(extra: int, prize: str) -> None:
    levels = (
        Level(level="gold", amount_cents=200_000, numbers_max=15),
        Level(level="silver", amount_cents=50_000, numbers_max=40),
    )
    hall = halls.nsw_running("ann", "bob", levels=levels)
    mixed = [n for box in ("B2", "B3", "B4") for n in halls.TICKETS[box].numbers[:9]]
    hall.call(*mixed[:extra])
    halls.nsw_bingo(hall)
    events = hall.do(DeclareResult, by="sue")
    won = [e.prize for e in events if isinstance(e, PrizeWon) and e.jackpot]
    assert won == ([prize] if prize else [])


@pytest.mark.clause(BOOK, "6.4")
def test_6_4__with_no_later_game_the_jackpot_waits_for_the_next_session_decision_G16() -> None:
    levels = (Level(level="gold", amount_cents=44_400, numbers_max=1),)
    hall = halls.nsw_running("ann", "bob", games=1, levels=levels)
    halls.nsw_bingo(hall)
    halls.finish(hall)
    hall.ok(CloseSession)
    hall.session = "S2"
    levels = (Level(level="gold", amount_cents=40_000, numbers_max=1),)
    halls.nsw_plan(hall, games=1, levels=levels)
    assert hall.sitting.games[1].levels == {"gold": 84_400}


@pytest.mark.clause(BOOK, "7.1", "7.1.1", "7.1.4")
def test_7_1__a_supervisor_or_above_checks() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*halls.B1)
    made = hall.ok(Claim, player="bob", serial=halls.NSW_SERIAL, card=2)
    assert (made.completed[0].serial, made.completed[0].card) == (halls.NSW_SERIAL, 2)
    words = {"claim": made.claim, "steps": ("collect", "serial", "game", "numbers")}
    assert hall.no(CheckClaim, by="dan", **words) == ["claim/wrong_checker"]
    checked = hall.ok(CheckClaim, by="max", marked=halls.B1, **words)
    assert checked.numbers == tuple((n, True) for n in halls.TICKETS["B1"].numbers)
    assert hall.no(ConfirmClaim, claim=made.claim, by="dan") == ["claim/not_the_supervisor"]
    hall.ok(ConfirmClaim, claim=made.claim, by="max")


@pytest.mark.clause(BOOK, "7.1.5")
def test_7_1_5__jackpot_conditions_are_a_step_only_where_one_is_offered() -> None:
    hall = jackpot(72)
    hall.call(*halls.B1)
    claim = hall.ok(Claim, player="bob").claim
    steps = ("collect", "serial", "game", "numbers")
    hall.ok(CheckClaim, claim=claim, by="sue", steps=steps, marked=halls.B1)
    assert hall.cited(hall.do(ConfirmClaim, claim=claim, by="sue")) == ["7.1.5"]


@pytest.mark.clause(BOOK, "7.1.2")
def test_7_1_2__serial_and_book_are_confirmed() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*halls.B1)
    other = hall.do(Claim, player="bob", serial="X1", card=2)
    assert hall.codes(other)[0] == "claim/other_serial"
    claim = hall.ok(Claim, player="bob").claim
    read = hall.do(CheckClaim, claim=claim, by="sue", steps=("serial",), book=1)
    assert (hall.codes(read), hall.cited(read)) == (["claim/card_book_differs"], ["7.1.2"])


@pytest.mark.clause(BOOK, "7.1.3", "7.7")
def test_7_1_3__a_sheet_of_another_game_is_refused() -> None:
    hall = halls.nsw_hall()
    sheets = (
        halls.page("A", 1, book=1, game=1, colour="red"),
        halls.page("B", 2, book=1, game=2, colour="blue"),
    )
    hall.ok(RegisterSeries, serial="N88", cards=sheets)
    halls.nsw_plan(hall)
    hall.ok(ChargeAdmission, player="ann", amount_cents=1500)
    hall.ok(IssueScorecards, player="ann", serial="N88", cards=(1, 2))
    hall.ok(OpenSession, terminal="T", software_approved=True, display_connected=True)
    hall.ok(EnterSerialRange, serial="N88", first=1, last=1)
    for person, duty in (("dan", "caller"), ("sue", "supervisor")):
        hall.ok(AppointPerson, person=person, duty=duty)
    halls.nsw_start(hall)
    hall.call(*halls.B1)
    events = hall.do(Claim, player="ann", serial="N88", card=2)
    assert (hall.codes(events), hall.cited(events)) == (["claim/card_of_another_game"], ["7.1.3"])
    hall.call(*(n for n in halls.TICKETS["A1"].numbers if n not in halls.B1))
    halls.nsw_win(hall, "ann")
    halls.finish(hall)
    settled = hall.do(Claim, player="ann", serial="N88", card=1)
    assert "7.7" in hall.cited(settled)


@pytest.mark.clause(BOOK, "7.1.6")
def test_7_1_6__the_scorecard_goes_back_to_its_player() -> None:
    hall = halls.nsw_running("ann", "bob")
    hall.call(*halls.B1)
    claim = halls.nsw_win(hall, "bob")
    back = hall.ok(ReturnScorecard, serial=halls.NSW_SERIAL, card=2, claim=claim)
    assert (back.to, back.claim, back.at) == ("bob", claim, hall.now)


@pytest.mark.clause(BOOK, "7.2")
def test_7_2__the_prize_is_shared_per_player_rounded_up() -> None:
    assert c07_settlement.share(10_000, 3) == (3334, 2)
    hall = halls.nsw_running("ann", "bob", minors={"ladies waist": 101})
    # A5: 12 32 / 2 / 9 17 and B1: 11 25 / 12 / 1 29 both end on 12
    hall.call(32, 2, 9, 17, 11, 25, 1, 29, 12)
    halls.nsw_win(hall, "ann")
    halls.nsw_win(hall, "bob")
    won = hall.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann", "bob"), 51)
    assert won.rounding_contribution_cents == 1


@pytest.mark.clause(BOOK, "7.5", "7.6")
def test_7_5_7_6__what_prizes_and_jackpots_are_paid_with() -> None:
    hall = jackpot(72)
    halls.nsw_bingo(hall)
    halls.finish(hall)
    mix = (
        Part(method="cash", amount_cents=14000),
        Part(method="casino dollars", amount_cents=4000),
        Part(method="slot dollars", amount_cents=2000),
    )
    award = "S1/1/bingo/bob"
    short = hall.no(PayPrize, award=award, parts=mix[:2])
    assert short == ["payment/parts_do_not_sum"]
    cheque = (Part(method="cheque", amount_cents=20000),)
    events = hall.do(PayPrize, award=award, parts=cheque)
    assert (hall.codes(events), hall.cited(events)) == (["payment/no_such_method"], ["7.5"])
    assert hall.ok(PayPrize, award=award, parts=mix).parts == mix
    award = "S1/1/jackpot/bob"
    slots = (Part(method="slot dollars", amount_cents=2400),)
    events = hall.do(PayPrize, award=award, parts=slots)
    assert (hall.codes(events), hall.cited(events)) == (["payment/no_such_method"], ["7.6"])
    cheque = (Part(method="cheque", amount_cents=2400),)
    assert hall.ok(PayPrize, award=award, parts=cheque).method == "cheque"


@pytest.mark.clause(BOOK, "7.4")
def test_7_4__nothing_is_paid_before_the_game_is_complete_decision_I05() -> None:
    hall = halls.nsw_running("ann", "bob", minors={"top line": 500})
    hall.call(11, 25, 30, 45, 62)
    halls.nsw_win(hall, "bob")
    hall.ok(DeclareResult, by="sue")
    events = hall.do(PayPrize, award="S1/1/top line/bob")
    assert hall.cited(events)[0] == "7.4"


@pytest.mark.clause(BOOK, "6.1")
def test_6_1__only_the_sessions_pool_is_fed() -> None:
    hall = halls.nsw_hall()
    hall.ok(OpenPool, pool="Other")
    halls.nsw_plan(hall)
    assert hall.no(Contribute, pool="Other", amount_cents=1) == ["pool/not_of_this_session"]
    foreign = hall.do(DistributePool, game=1, pool="Other", amount_cents=1)
    assert hall.cited(foreign) == ["6.3.2"]
