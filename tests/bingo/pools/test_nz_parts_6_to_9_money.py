"""nz-casino-bingo, parts 6 to 9: pools, returns, payment, disputes, invalidation."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from eyesdown.bingo.claims.commands import CloseGame, DeclareResult, PayPrize
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.pools.events import MustGoSet, OperatorContributed, PoolDebited, PrizeWon
from eyesdown.bingo.sales.commands import SellCards
from eyesdown.bingo.session.commands import Announce, CloseSession, PlanSession
from eyesdown.bingo.session.events import Announced, ReturnReported, SessionPlanned
from eyesdown.bingo.trouble.commands import (
    CloseDispute,
    ExcludePlayer,
    FailTerminal,
    InvalidateGame,
    RaiseDispute,
)
from eyesdown.bingo.trouble.events import Refunded, SumForfeited
from eyesdown.bingo.words.parts import Part, PlannedGame
from eyesdown.display.hall.hall import scripts
from eyesdown.kernel.money import round_up
from eyesdown.rulebook.facts.bingo import PayFacts
from eyesdown.rulebooks.nz_casino_bingo import c06_jackpots, c07_prizes
from kit import halls

BOOK = "nz-casino-bingo"
TOP = {"T0": (7, 23, 33, 40, 63), "B1": (11, 25, 30, 45, 62), "A1": (1, 24, 51, 73, 81)}
NEXT = (("date", "2026-05-12"), ("time", "19:00"), ("place", "Hall"))


def jackpot_hall(sequence: str = "", games: int = 3, **more: Any) -> Any:
    """A session with the pool Gold bound to it, played for in its last game."""
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold", sequence=sequence)
    hall.ok(OpenPool, pool="Silver", sequence=sequence)
    plan(hall, sequence=sequence, games=games, **more)
    return hall


def plan(hall: Any, sequence: str = "", games: int = 3, **more: Any) -> None:
    words = {"pool": "Gold", "pool_games": (games,), "pool_method": "to the winner"}
    halls.nz_plan(hall, games=games, sequence=sequence, **{**words, **more})


def play(hall: Any, game: int, player: str, card: str) -> None:
    """One game sold to one player, called, won and closed."""
    hall.game = game
    halls.nz_sell(hall, player)
    win(hall, player, card)


def win(hall: Any, player: str, card: str) -> None:
    halls.nz_start(hall)
    hall.call(*TOP[card])
    halls.nz_win(hall, player)
    halls.finish(hall)


@pytest.mark.clause(BOOK, "6.1(a)")
def test_6_1_a__held_money_is_paid_in_a_later_game() -> None:
    hall = jackpot_hall(pool_games=(1, 2, 3))
    hall.game = 1
    halls.nz_sell(hall, "ann")
    held = hall.ok(HoldForPool, pool="Gold", amount_cents=100)
    assert (held.source, held.balance_cents) == ("receipts", 100)
    events = hall.do(DistributePool, pool="Gold", amount_cents=100)
    assert (hall.codes(events), hall.cited(events)) == (["pool/fed_by_this_game"], ["6.1(a)"])
    win(hall, "ann", "T0")
    hall.ok(DistributePool, game=2, pool="Gold", amount_cents=100)
    assert hall.sitting.games[2].offers["part series"] == 10100
    assert hall.state.pools["Gold"].balance_cents == 0


@pytest.mark.clause(BOOK, "6.1(a)")
def test_6_1_a__a_session_pool_takes_nothing_from_the_last_game_decision_G05() -> None:
    hall = jackpot_hall()
    hall.game = 3
    halls.nz_sell(hall, "ann")
    assert hall.no(HoldForPool, pool="Gold", amount_cents=100) == ["pool/no_later_game"]
    hall.game = 2
    assert hall.no(HoldForPool, pool="Gold", amount_cents=1) == ["pool/more_than_receipts"]


@pytest.mark.clause(BOOK, "6.1(b)")
def test_6_1_b__a_pool_stays_in_its_sequence() -> None:
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold", sequence="winter")
    games = tuple(PlannedGame(game=n, versions=(1,), price_cents=100) for n in (1, 2))
    words = {"starts_at": hall.now, "games": games, "pool": "Gold"}
    assert hall.no(PlanSession, session="X", **words) == ["pool/outside_the_sequence"]
    summer = hall.no(PlanSession, session="X", sequence="summer", **words)
    assert summer == ["pool/outside_the_sequence"]
    hall.ok(PlanSession, session="X", sequence="winter", **words)
    hall.ok(OpenPool, pool="Once")
    words["pool"] = "Once"
    hall.ok(PlanSession, session="Y", **words)
    assert hall.no(PlanSession, session="Z", **words) == ["pool/outside_the_sequence"]


@pytest.mark.clause(BOOK, "6.2(a)")
def test_6_2_a__the_supervisor_tells_games_and_method_first() -> None:
    hall = jackpot_hall()
    halls.nz_sell(hall, "ann")
    hall.ok(StartGame)
    hall.ok(Announce, by="cal", game=1, topics=("version", "serials"))
    assert hall.cited(hall.do(CallNumber, number=1)) == ["6.2(a)"]
    by_caller = hall.no(Announce, by="cal", topics=("jackpot games",))
    assert by_caller == ["announcement/wrong_person"]
    told = hall.ok(Announce, by="sue", topics=("jackpot games",))
    assert "game 3: to the winner" in told.text
    hall.call(1)


@pytest.mark.clause(BOOK, "6.2(a)")
def test_6_2_a__games_and_method_must_be_known() -> None:
    hall = jackpot_hall(pool_method="")
    assert hall.no(Announce, by="sue", topics=("jackpot games",)) == ["announcement/incomplete"]


@pytest.mark.clause(BOOK, "6.1(b)", "6.2(b)", "6.3(a)", "6.3(b)", "1.1 'Rolling Jackpot Sequence'")
def test_6_2_b_6_3__a_rolling_pool_is_carried_and_told() -> None:
    hall = jackpot_hall(sequence="winter", games=2)
    play(hall, 1, "ann", "T0")
    hall.ok(Contribute, pool="Gold", amount_cents=12345)
    play(hall, 2, "bob", "B1")
    assert hall.cited(hall.do(CloseSession)) == ["6.3(a)", "6.3(b)"]
    owed = scripts(hall.book, hall.state, "S1")
    assert "$123.45" in owed[0].text
    hall.ok(Announce, by="sue", topics=("closing balance",))
    for missing in ("time", "date", "place"):
        details = tuple(each for each in NEXT if each[0] != missing)
        codes = hall.no(Announce, by="sue", topics=("next session",), details=details)
        assert codes == ["announcement/incomplete"]
    told = hall.ok(Announce, by="sue", topics=("next session",), details=NEXT)
    assert "2026-05-12 at 19:00, Hall" in told.text
    hall.ok(CloseSession)
    first_day = hall.state.sessions["S1"].plan.starts_at.date().isoformat()

    hall.session = "S2"
    hall.now += timedelta(hours=4)
    plan(hall, sequence="winter", games=2)
    planned = hall.happened(SessionPlanned)[-1]
    assert (planned.brought_forward_cents, planned.brought_forward_from) == (12345, "S1")
    halls.nz_sell(hall, "cat", game=1)
    hall.game = 1
    halls.nz_start(hall)
    text = next(e.text for e in hall.happened(Announced) if e.topic == "brought forward")
    assert first_day in text
    assert "$123.45" in text
    turns = hall.state.pools["Gold"].turns
    assert [(turn.session, turn.opening_cents, turn.closing_cents) for turn in turns] == [
        ("S1", 0, 12345),
        ("S2", 12345, None),
    ]


@pytest.mark.clause(BOOK, "6.4")
@pytest.mark.parametrize(
    ("cents", "reached"), [(999_999, False), (1_000_000, True), (1_000_001, True)]
)
def test_6_4__reaching_is_enough(cents: int, reached: bool) -> None:
    hall = jackpot_hall()
    assert c06_jackpots.must_go(cents, hall.book.figures) is reached
    hall.ok(Contribute, pool="Gold", amount_cents=cents)
    assert bool(hall.happened(MustGoSet)) is reached


@pytest.mark.clause(BOOK, "6.4")
def test_6_4__the_whole_pool_goes_in_the_last_game_and_it_sticks_decision_G04() -> None:
    hall = jackpot_hall(sequence="winter", games=3)
    hall.ok(Contribute, pool="Gold", amount_cents=980_000)
    assert hall.happened(MustGoSet) == []
    hall.ok(Contribute, pool="Gold", amount_cents=20_000)
    assert hall.happened(MustGoSet)[0].balance_cents == 1_000_000
    play(hall, 1, "ann", "T0")
    hall.ok(DistributePool, game=2, pool="Gold", amount_cents=500_000)
    assert "pool/must_go" in hall.no(CloseSession)
    play(hall, 2, "bob", "B1")
    play(hall, 3, "cat", "A1")
    jackpot = hall.happened(PrizeWon)[-1]
    assert (jackpot.prize, jackpot.jackpot, jackpot.amount_cents) == ("jackpot", True, 500_000)
    assert jackpot.winners == ("cat",)
    assert hall.state.pools["Gold"].balance_cents == 0
    hall.ok(Announce, by="sue", topics=(), details=NEXT)
    hall.ok(CloseSession)


@pytest.mark.clause(BOOK, "6.4", "6.1(a)")
def test_6_4__money_of_a_must_go_last_game_is_paid_there_too_decision_G05() -> None:
    hall = jackpot_hall(sequence="winter", games=2)
    hall.ok(Contribute, pool="Gold", amount_cents=999_900)
    play(hall, 1, "ann", "T0")
    hall.game = 2
    halls.nz_sell(hall, "bob")
    hall.ok(HoldForPool, pool="Gold", amount_cents=100)
    assert hall.happened(MustGoSet)[0].balance_cents == 1_000_000
    win(hall, "bob", "B1")
    assert hall.happened(PrizeWon)[-1].amount_cents == 1_000_000


@pytest.mark.clause(BOOK, "6.4")
def test_6_4__the_last_session_of_a_sequence_empties_the_pool_decision_G07() -> None:
    hall = jackpot_hall(sequence="winter", games=2, last_in_sequence=True)
    assert hall.happened(MustGoSet)[0].reason == "last session of the sequence"
    hall.ok(Contribute, pool="Gold", amount_cents=700)
    play(hall, 1, "ann", "T0")
    play(hall, 2, "bob", "B1")
    assert hall.happened(PrizeWon)[-1].amount_cents == 700
    hall.ok(Announce, by="sue", topics=())
    events = hall.do(CloseSession)
    scopes = [event.scope for event in events if isinstance(event, ReturnReported)]
    assert scopes == ["session", "sequence"]


@pytest.mark.clause(BOOK, "6.4")
def test_6_4__a_must_go_last_game_without_a_winner_is_on_the_record() -> None:
    hall = jackpot_hall(sequence="winter", games=2, last_in_sequence=True)
    hall.ok(Contribute, pool="Gold", amount_cents=700)
    play(hall, 1, "ann", "T0")
    hall.game = 2
    halls.nz_start(hall)
    hall.do(InvalidateGame, by="op", cause="fire")
    hall.ok(Announce, by="sue", topics=())
    events = hall.do(CloseSession)
    assert hall.codes(events) == []
    assert hall.cited(events) == ["6.4"]


@pytest.mark.clause(BOOK, "6.1(a)")
def test_6_1_a__money_left_in_a_session_pool_is_on_the_record() -> None:
    hall = jackpot_hall(games=2)
    hall.ok(Contribute, pool="Gold", amount_cents=700)
    play(hall, 1, "ann", "T0")
    play(hall, 2, "bob", "B1")
    assert hall.cited(hall.do(CloseSession)) == ["6.1(a)"]


@pytest.mark.clause(BOOK, "6.5")
def test_6_5__only_the_bound_pool_is_fed_or_paid() -> None:
    hall = jackpot_hall()
    halls.nz_sell(hall, "ann")
    for what, words in (
        (HoldForPool, {"amount_cents": 100}),
        (DistributePool, {"amount_cents": 100}),
        (Contribute, {"amount_cents": 100}),
    ):
        events = hall.do(what, pool="Silver", **words)
        assert "6.5" in hall.cited(events)
    assert hall.no(HoldForPool, pool="None", amount_cents=1) == ["pool/unknown"]


@pytest.mark.clause(BOOK, "6.5")
def test_6_5__a_pool_of_another_session_pays_nothing_here() -> None:
    hall = jackpot_hall()
    hall.ok(Contribute, pool="Gold", amount_cents=5000)
    hall.session = "S2"
    hall.now += timedelta(hours=4)
    halls.nz_plan(hall)
    events = hall.do(DistributePool, game=1, pool="Gold", amount_cents=5000)
    assert (hall.codes(events), hall.cited(events)) == (["pool/not_of_this_session"], ["6.5"])


@pytest.mark.clause(BOOK, "7.1(a)", "7.1(b)", "7.1(c)", "7.1(d)")
@pytest.mark.parametrize(
    ("scope", "jackpot", "receipts", "least"),
    [
        ("game", True, 100_000, 80_000),
        ("game", False, 100_000, 90_000),
        ("session", True, 1_000_000, 900_000),
        ("sequence", True, 2_200_000, 1_980_000),
        ("game", False, 1, 1),
        ("game", False, 0, 0),
    ],
)
def test_7_1__the_share_that_must_come_back(
    scope: str, jackpot: bool, receipts: int, least: int
) -> None:
    share = c07_prizes.least_return(scope, halls.nz_hall().book.figures, jackpot=jackpot)
    assert round_up(share * receipts) == least


@pytest.mark.clause(BOOK, "7.1(a)", "7.1(b)")
@pytest.mark.parametrize(
    ("pool", "prize", "codes"),
    [
        ("", 899, ["return/forecast_too_low"]),
        ("", 900, []),
        ("Gold", 799, ["return/forecast_too_low"]),
        ("Gold", 800, []),
    ],
)
def test_7_1__the_forecast_stops_the_first_number_decision_H06(
    pool: str, prize: int, codes: list[str]
) -> None:
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold")
    plan(hall, games=2, pool=pool, prize_cents=prize)
    halls.nz_sell(hall, "ann")
    halls.nz_start(hall)
    assert hall.no(CallNumber, number=1) == codes


@pytest.mark.clause(BOOK, "7.1(c)")
def test_7_1_c__a_session_that_carries_too_much_forward_fails_decision_H02() -> None:
    hall = jackpot_hall(sequence="winter", games=2, prize_cents=800)
    play(hall, 1, "ann", "T0")
    hall.ok(HoldForPool, pool="Gold", amount_cents=200)
    play(hall, 2, "bob", "B1")
    reports = [e for e in hall.happened(ReturnReported) if not e.forecast]
    assert [(r.scope, r.least, r.met) for r in reports] == [("game", Fraction(4, 5), True)] * 2
    hall.ok(Announce, by="sue", topics=(), details=NEXT)
    events = hall.do(CloseSession)
    report = events[0]
    assert (report.receipts_cents, report.prizes_cents, report.least_cents) == (2000, 1600, 1800)
    assert not report.met
    assert hall.cited(events) == ["7.1(c)"]


@pytest.mark.clause(BOOK, "7.2")
def test_7_2__operator_money_is_kept_apart_decision_H04() -> None:
    hall = jackpot_hall()
    given = hall.do(Contribute, pool="Gold", amount_cents=5000)
    assert isinstance(given[0], OperatorContributed)
    assert (given[0].pool, given[0].amount_cents, given[1].source) == ("Gold", 5000, "operator")
    assert hall.no(Contribute, pool="Gold", amount_cents=0) == ["contribution/not_positive"]
    assert {game.receipts_cents for game in hall.sitting.games.values()} == {0}


@pytest.mark.clause(BOOK, "7.3", "7.3(a)", "7.3(b)")
@pytest.mark.parametrize(
    ("cents", "asked", "method"),
    [
        (300_000, False, "cash"),
        (300_001, False, "cheque"),
        (5_000, True, "cheque"),
        (5_000, False, "cash"),
    ],
)
def test_7_3__cheque_above_three_thousand_or_on_request(
    cents: int, asked: bool, method: str
) -> None:
    figures = halls.nz_hall().book.figures
    facts = PayFacts(cents, True, (), jackpot=False, cheque_requested=asked)
    assert c07_prizes.pay_method(facts, figures) == method


@pytest.mark.clause(BOOK, "7.3", "7.3(a)", "7.3(b)")
def test_7_3__prizes_are_outstanding_until_paid_as_owed() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*TOP["T0"])
    halls.nz_win(hall, "ann")
    hall.ok(DeclareResult, by="sue")
    award = "S1/1/part series/ann"
    assert hall.no(PayPrize, award=award) == ["payment/game_not_closed"]
    closed = hall.ok(CloseGame, by="sue")
    assert closed.outstanding == (award,)
    cheque = (Part(method="cheque", amount_cents=10000),)
    assert hall.no(PayPrize, award=award, parts=cheque) == ["payment/cash_owed"]
    cash = (Part(method="cash", amount_cents=10000),)
    asked = hall.no(PayPrize, award=award, parts=cash, cheque_requested=True)
    assert asked == ["payment/cheque_owed"]
    short = (Part(method="cash", amount_cents=9999),)
    assert hall.no(PayPrize, award=award, parts=short) == ["payment/parts_do_not_sum"]
    at = datetime(2026, 5, 5, 20)
    paid = hall.ok(PayPrize, award=award, by="cashier", at=at)
    assert (paid.at, paid.method, paid.amount_cents) == (at, "cash", 10000)
    assert hall.no(PayPrize, award=award) == ["payment/nothing_owed"]


@pytest.mark.clause(BOOK, "8.1")
def test_8_1__an_unresolved_complainant_is_told_of_the_inspector() -> None:
    hall = halls.nz_running(1, "ann")
    hall.ok(RaiseDispute, dispute="D1", person="ann", about="the board")
    assert hall.no(CloseDispute, dispute="D1", satisfied=False) == ["dispute/not_advised"]
    closed = hall.ok(CloseDispute, dispute="D1", satisfied=False, advised=True)
    assert "Government inspector, section 80" in closed.advice
    assert hall.no(CloseDispute, dispute="D1", satisfied=True) == ["dispute/not_open"]
    hall.ok(RaiseDispute, dispute="D2", person="ann", about="noise")
    assert hall.ok(CloseDispute, dispute="D2", satisfied=True).satisfied


def spoiled() -> Any:
    """Three players paid $10, $20 and $30 into game 1."""
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "bob", "bob", "cat", "cat", "cat")
    halls.nz_start(hall)
    hall.call(1)
    return hall


CAUSES = (
    "civil commotion",
    "fire",
    "riot",
    "brawl",
    "robbery",
    "building evacuation",
    "act of God",
)


@pytest.mark.clause(BOOK, "9.1(a)")
@pytest.mark.parametrize("cause", CAUSES)
def test_9_1_a__these_causes_and_no_other(cause: str) -> None:
    hall = spoiled()
    assert hall.no(InvalidateGame, by="op", cause="power cut") == ["invalidate/no_such_cause"]
    assert hall.ok(InvalidateGame, by="op", cause=cause).cause == cause


@pytest.mark.clause(BOOK, "9.2 refund")
def test_9_2_refund__every_player_gets_back_what_was_paid() -> None:
    hall = spoiled()
    events = hall.do(InvalidateGame, by="op", cause="fire", refund=False)
    back = {e.player: e.amount_cents for e in events if isinstance(e, Refunded)}
    assert back == {"ann": 1000, "bob": 2000, "cat": 3000}
    assert hall.this.receipts_cents == 0
    assert hall.this.outcome == "invalidated"
    assert hall.no(InvalidateGame, by="op", cause="fire") == ["game/already_undone"]


@pytest.mark.clause(BOOK, "9.1(b)", "9.2 forfeit")
def test_9_2_forfeit__the_fraudulent_players_sum_may_be_kept() -> None:
    hall = spoiled()
    words = {"by": "op", "cause": "fraud"}
    assert hall.no(InvalidateGame, **words) == ["invalidate/no_fraudster"]
    words |= {"person": "bob", "person_kind": "player"}
    assert hall.no(InvalidateGame, **words) == ["invalidate/outcome_not_affected"]
    events = hall.do(InvalidateGame, affects_outcome=True, forfeit=True, **words)
    assert (events[0].person, events[0].person_kind, events[0].opinion_of) == (
        "bob",
        "player",
        "op",
    )
    back = {e.player: e.amount_cents for e in events if isinstance(e, Refunded)}
    kept = {e.player: e.amount_cents for e in events if isinstance(e, SumForfeited)}
    assert (back, kept) == ({"ann": 1000, "cat": 3000}, {"bob": 2000})


@pytest.mark.clause(BOOK, "9.2 forfeit")
def test_9_2_forfeit__only_of_a_player_named_for_fraud_decision_I09() -> None:
    hall = spoiled()
    codes = hall.no(InvalidateGame, by="op", cause="fire", person="bob", forfeit=True)
    assert codes == ["invalidate/nothing_to_forfeit"]
    words = {"by": "op", "cause": "fraud", "person": "cal", "person_kind": "employee"}
    codes = hall.no(InvalidateGame, affects_outcome=True, forfeit=True, **words)
    assert codes == ["invalidate/nothing_to_forfeit"]


@pytest.mark.clause(BOOK, "9.2 refund")
def test_9_2_refund__the_pool_gives_back_what_the_game_fed_decision_I02() -> None:
    hall = jackpot_hall()
    halls.nz_sell(hall, "ann")
    hall.ok(HoldForPool, pool="Gold", amount_cents=200)
    halls.nz_start(hall)
    hall.do(InvalidateGame, by="op", cause="riot")
    assert hall.state.pools["Gold"].balance_cents == 0
    events = [e for e in hall.log if isinstance(e, PoolDebited)]
    assert events[-1].reason == "invalidated"


@pytest.mark.clause(BOOK, "9.2 refund")
def test_9_2_refund__of_a_session_card_only_that_games_part_decision_B03() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall, games=3, price_cents=0, session_price_cents=500)
    hall.ok(SellCards, player="ann", serial=halls.SERIAL, count=1, paid_cents=500)
    hall.ok(StartGame)
    events = hall.do(InvalidateGame, by="op", cause="fire")
    assert [e.amount_cents for e in events if isinstance(e, Refunded)] == [167]


@pytest.mark.clause(BOOK, "9.1(a)")
def test_9_1__what_this_book_does_not_know_is_refused() -> None:
    hall = spoiled()
    assert hall.no(FailTerminal) == ["deed/not_in_this_book"]
    assert hall.no(ExcludePlayer, player="ann", by="sue") == ["deed/not_in_this_book"]
