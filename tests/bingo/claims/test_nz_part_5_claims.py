"""nz-casino-bingo, part 5: calling out, versions, sharing, forfeits."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.bingo.claims.commands import CheckClaim, Claim, CloseGame, ConfirmClaim, DeclareResult
from eyesdown.bingo.claims.events import ClaimRefused, GameClosed, PrizeForfeited
from eyesdown.bingo.play.commands import BeginCall, CallNumber, FinishCall
from eyesdown.bingo.pools.commands import Contribute
from eyesdown.bingo.pools.events import PrizeRolled, PrizeWon
from eyesdown.bingo.session.commands import Announce, AppointPerson, OpenSession, PlanSession
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.rulebooks.nz_casino_bingo import c05_conduct
from kit import halls
from kit.fixtures import Q1

BOOK = "nz-casino-bingo"
LINE = (7, 23, 33, 40, 63)  # the top line of T0, ann's card


@pytest.mark.clause(BOOK, "5.2(a)(i)", "5.2(a)(ii)")
def test_5_2_a__the_line_is_called_in_its_window() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(12, *LINE[:4])
    assert hall.no(Claim, player="ann") == ["claim/incomplete"]
    hall.call(63)
    made = hall.ok(Claim, player="ann")
    assert (made.call, made.completed[0].prize) == (6, "part series")


@pytest.mark.clause(BOOK, "5.2(a)(ii)", "5.7(c)(iii)", "5.10")
def test_5_2_a_ii__one_number_later_is_late_and_forfeited() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(12, *LINE)
    assert hall.happened(PrizeForfeited) == []
    hall.call(90)
    lost = hall.happened(PrizeForfeited)[0]
    assert (lost.player, lost.prize, lost.call) == ("ann", "part series", 6)
    events = hall.do(Claim, player="ann")
    assert hall.codes(events) == ["claim/late", "claim/late", "claim/forfeited"]
    assert hall.cited(events) == ["5.2(a)(ii)", "5.7(c)(iii)", "5.10"]


@pytest.mark.clause(BOOK, "5.2(a)(ii)")
def test_5_2_a_ii__a_cry_during_an_announcement_is_none_decision_C01() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE[:4])
    start = hall.now + timedelta(seconds=10)
    hall.ok(CallNumber, number=63, at=start, finished=start + timedelta(seconds=3))
    early = hall.no(Claim, player="ann", at=start + timedelta(seconds=2))
    assert early == ["claim/during_announcement"]
    hall.ok(Claim, player="ann", at=start + timedelta(seconds=3))


@pytest.mark.clause(BOOK, "5.2(a)(ii)", "5.10")
def test_5_2_a_ii__a_cry_while_the_next_number_begins_is_too_late() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    hall.ok(BeginCall, number=90)
    codes = hall.no(Claim, player="ann")
    assert codes == ["claim/during_announcement", "claim/forfeited"]
    hall.ok(FinishCall)
    assert "claim/late" in hall.no(Claim, player="ann")


@pytest.mark.clause(BOOK, "5.2(a)(ii)", "5.10")
def test_5_2_a_ii__a_cry_heard_in_time_counts_though_entered_later() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    heard = hall.now + timedelta(seconds=4)
    hall.call(90)
    events = hall.do(Claim, player="ann", at=heard)
    assert [type(event).__name__ for event in events] == ["ClaimMade", "ForfeitCancelled"]
    assert hall.this.all_forfeits == ()
    halls.nz_check(hall, "claim 1")
    halls.finish(hall)
    assert hall.happened(PrizeWon)[0].number == 63


@pytest.mark.clause(BOOK, "5.2(b)(i)", "5.2(b)(ii)")
def test_5_2_b__a_series_completes_at_ball_73() -> None:
    hall = halls.nz_running(2, "zoe", "bob")  # bob holds B1
    hall.call(*Q1[:72])
    events = hall.do(Claim, player="bob")
    assert (hall.codes(events), hall.cited(events)) == (["claim/incomplete"], ["5.2(b)(i)"])
    hall.call(72)
    assert len(hall.this.called) == 73
    assert hall.ok(Claim, player="bob").call == 73
    halls.nz_check(hall, "claim 2")
    hall.ok(DeclareResult, by="sue")
    assert hall.no(CallNumber, number=6) == ["draw/game_won"]


@pytest.mark.clause(BOOK, "5.2(b)(ii)")
def test_5_2_b_ii__after_ball_74_the_series_is_forfeited() -> None:
    hall = halls.nz_running(2, "zoe", "bob")
    hall.call(*Q1[:74])
    assert hall.cited(hall.do(Claim, player="bob"))[0] == "5.2(b)(ii)"
    assert [(lost.player, lost.call) for lost in hall.this.all_forfeits] == [("bob", 73)]


@pytest.mark.clause(
    BOOK, "5.2(c)(i)", "5.2(c)(ii)", "5.2(c)(iii)", "5.2(c)(iv)", "5.2(c) tail play"
)
def test_5_2_c__first_and_second_winner() -> None:
    hall = halls.nz_running(3, "ann", "bob")
    assert hall.this.open_prizes == ("part series", "series")
    hall.call(*LINE)
    halls.nz_win(hall, "ann", word="line")
    first = hall.ok(DeclareResult, by="sue")
    assert (first.prize, first.place, first.call) == ("part series", "First Winner", 5)
    assert (first.winners, first.amount_cents) == (("ann",), 4000)
    events = hall.do(CloseGame, by="sue")
    assert hall.cited(events) == ["5.2(c) tail play"]
    events = hall.do(Claim, player="bob")
    assert hall.cited(events) == ["5.2(c)(iii)"]
    rest = [n for n in halls.TICKETS["B1"].numbers if n not in LINE]
    hall.call(*rest)
    halls.nz_win(hall, "bob")
    second = hall.ok(DeclareResult, by="sue")
    assert (second.prize, second.place, second.call) == ("series", "Second Winner", 20)
    hall.ok(CloseGame, by="sue")


@pytest.mark.clause(BOOK, "5.2(c)(i)", "5.2(c)(ii)", "5.2(c)(iv)")
def test_5_2_c__the_clauses_of_each_stage_are_cited() -> None:
    hall = halls.nz_running(3, "ann", "bob")
    hall.call(*LINE[:4])
    assert hall.cited(hall.do(Claim, player="ann")) == ["5.2(c)(i)"]
    hall.call(63, 90)
    assert hall.cited(hall.do(Claim, player="ann"))[0] == "5.2(c)(ii)"
    hall.call(*(n for n in halls.TICKETS["B1"].numbers if n not in hall.this.called))
    bob = hall.ok(Claim, player="bob")
    assert {done.prize for done in bob.completed} == {"series"}


@pytest.mark.clause(BOOK, "5.2(c)(iii)", "5.2(c) tail split")
def test_5_2_c__an_unclaimed_line_goes_to_the_series_decision_C15() -> None:
    hall = halls.nz_running(3, "ann")
    hall.call(*halls.TICKETS["T0"].numbers)
    halls.nz_win(hall, "ann")
    hall.ok(DeclareResult, by="sue")
    won = hall.happened(PrizeWon)[0]
    assert (won.prize, won.amount_cents) == ("series", 10000)
    hall.ok(CloseGame, by="sue")


@pytest.mark.clause(BOOK, "5.2(c) tail split")
def test_5_2_c_tail_split__both_amounts_are_fixed_before_the_first_number() -> None:
    hall = halls.nz_hall()
    games = tuple(
        PlannedGame(game=n, versions=(3,), prizes=halls.offers(series=6000)) for n in (1, 2)
    )
    halls.nz_plan(hall, games=2)
    hall.session = "S2"
    hall.ok(PlanSession, starts_at=hall.now, games=games)
    hall.ok(OpenSession)
    for person, duty in (("cal", "caller"), ("sue", "supervisor")):
        hall.ok(AppointPerson, person=person, duty=duty)
    halls.nz_start(hall)
    assert hall.no(CallNumber, number=1) == ["prize/amounts_not_fixed"]
    hall.ok(Contribute, game=1, prize="part series", amount_cents=4000)
    assert hall.no(CallNumber, number=1) == ["announcement/missing"]
    hall.ok(Announce, by="cal", game=1, topics=("prizes",))
    hall.call(1)
    more = hall.no(Contribute, game=1, prize="part series", amount_cents=4000)
    assert more == ["prize/already_announced"]


@pytest.mark.clause(BOOK, "5.3")
@pytest.mark.parametrize(
    ("word", "by"), [("line", ""), ("bingo", ""), ("noise", ""), ("bingo", "a friend")]
)
def test_5_3__any_word_counts_and_is_kept_decision_C09(word: str, by: str) -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    made = hall.ok(Claim, player="ann", word=word, by=by)
    assert (made.word, made.by) == (word, by or "ann")


@pytest.mark.clause(BOOK, "5.4")
def test_5_4__two_players_share_though_one_holds_two_winning_cards_decision_C12() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "zoe", "zoe", "bob", "ann")  # T0 ann, A4 bob, E1 ann: all have 44
    halls.nz_start(hall)
    hall.call(8, 10, 71, 85, 3, 22, 31, 1, 11, 60, 72, 44)
    halls.nz_win(hall, "ann")
    halls.nz_win(hall, "bob")
    won = hall.ok(DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann", "bob"), 5000)
    assert len(hall.this.claims["claim 1"].completed) == 2


@pytest.mark.clause(BOOK, "5.4")
@pytest.mark.parametrize(
    ("amount", "players", "expected"),
    [(50000, 2, (25000, 0)), (10000, 3, (3334, 2)), (1, 3, (1, 2)), (0, 2, (0, 0))],
)
def test_5_4__shares_are_rounded_up_decision_C13(
    amount: int, players: int, expected: tuple[int, int]
) -> None:
    assert c05_conduct.share(amount, players) == expected


@pytest.mark.clause(BOOK, "5.4")
def test_5_4__the_prize_waits_until_every_claim_on_the_number_is_decided_decision_C26() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann", "zoe", "zoe", "bob")
    halls.nz_start(hall)
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)  # bob lacks nothing: 3 22 31 44 85
    halls.nz_win(hall, "ann")
    hall.ok(Claim, player="bob")  # while ann is being checked: in time (C03)
    assert hall.no(DeclareResult, by="sue") == ["result/claims_undecided"]
    assert "draw/claims_open" in hall.no(CallNumber, number=1)
    halls.nz_check(hall, "claim 2")
    assert hall.ok(DeclareResult, by="sue").winners == ("ann", "bob")
    assert hall.no(Claim, player="zoe") == ["claim/no_prize_open"]


@pytest.mark.clause(BOOK, "5.5")
def test_5_5__a_claim_by_the_caller_is_refused() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    events = hall.do(Claim, player="cal")
    assert (hall.codes(events), hall.cited(events)) == (["claim/by_official"], ["5.5"])


@pytest.mark.clause(BOOK, "5.7(c)", "5.7(c)(ii)", "5.7(c)(iii)", "5.7(c)(iv)")
def test_5_7_c__every_step_is_done_by_the_right_person() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    claim = hall.ok(Claim, player="ann").claim
    early = hall.do(ConfirmClaim, claim=claim, by="sue")
    assert hall.codes(early) == ["claim/step_missing"] * 6
    steps = ("collect", "serial", "numbers", "last number", "public reading")
    wrong = hall.no(CheckClaim, claim=claim, by="cal", steps=steps)
    assert wrong == ["claim/wrong_checker"]
    checked = hall.ok(CheckClaim, claim=claim, by="sue", steps=steps)
    assert (checked.by, checked.steps) == ("sue", steps)
    assert all(called for _, called in checked.numbers[:5])
    assert hall.cited(hall.do(ConfirmClaim, claim=claim, by="sue")) == ["5.7(c)(iv)"]
    own = hall.no(CheckClaim, claim=claim, by="sue", steps=("caller verification",))
    assert own == ["claim/not_the_caller"]
    hall.ok(CheckClaim, claim=claim, by="cal", steps=("caller verification",))
    assert hall.no(ConfirmClaim, claim=claim, by="cal") == ["claim/not_the_supervisor"]
    hall.ok(ConfirmClaim, claim=claim, by="sue")
    assert hall.no(CheckClaim, claim="claim 9", by="sue", steps=steps) == ["claim/not_open"]


@pytest.mark.clause(BOOK, "5.7(c)(i)")
def test_5_7_c_i__other_serials_and_unsold_cards_are_refused() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(*LINE)
    other = hall.do(Claim, player="ann", serial="382559", card=1)
    assert hall.codes(other)[0] == "claim/other_serial"
    unsold = hall.do(Claim, player="ann", serial=halls.SERIAL, card=77)
    assert (hall.codes(unsold), hall.cited(unsold)) == (["claim/card_unsold"], ["5.7(c)(i)"])
    claim = hall.ok(Claim, player="ann", serial=halls.SERIAL, card=1).claim
    words = {"claim": claim, "steps": ("serial",), "serial": "382559"}
    assert "claim/wrong_checker" in hall.no(CheckClaim, by="cal", **words)
    read = hall.do(CheckClaim, by="sue", **words)
    assert isinstance(read[0], ClaimRefused)
    assert hall.codes(read) == ["claim/card_serial_differs"]


@pytest.mark.clause(BOOK, "5.10")
def test_5_10__the_silent_player_has_no_second_line_decision_C25() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(*LINE, 8, 10, 44, 71, 85)
    events = hall.do(Claim, player="ann")
    assert (hall.codes(events), hall.cited(events)) == (["claim/forfeited"], ["5.10"])


@pytest.mark.clause(BOOK, "5.10")
@pytest.mark.parametrize(("scope", "second_line"), [("player", False), ("completion", True)])
def test_5_10__decision_C05_the_scope_is_a_setting(scope: str, second_line: bool) -> None:
    hall = halls.nz_running(1, "ann", settings=halls.Settings(forfeit_scope=scope))
    hall.call(*LINE, 8, 10, 44, 71, 85)
    assert (hall.no(Claim, player="ann") == []) is second_line


@pytest.mark.clause(BOOK, "5.10")
@pytest.mark.parametrize(("scope", "other_card"), [("player", False), ("card", True)])
def test_5_10__decision_C05_another_card_of_the_player(scope: str, other_card: bool) -> None:
    hall = halls.nz_running(1, "ann", "ann", settings=halls.Settings(forfeit_scope=scope))
    hall.call(*LINE, 11, 25, 30, 45, 62)
    assert (hall.no(Claim, player="ann") == []) is other_card


@pytest.mark.clause(BOOK, "5.10")
def test_5_10__an_earlier_silent_player_does_not_block_a_later_one_decision_C04() -> None:
    hall = halls.nz_running(1, "ann", "bob")
    hall.call(*LINE, 11, 25, 30, 45, 62)
    halls.nz_win(hall, "bob")
    halls.finish(hall)
    assert hall.happened(PrizeWon)[0].winners == ("bob",)


@pytest.mark.clause(BOOK, "5.10")
def test_5_10__a_missed_line_leaves_the_series_open_decision_C06() -> None:
    hall = halls.nz_running(3, "ann", "bob")
    hall.call(*LINE, 1)
    assert [(lost.player, lost.prize) for lost in hall.this.all_forfeits] == [
        ("ann", "part series")
    ]
    hall.call(*(n for n in halls.TICKETS["T0"].numbers if n not in LINE))
    assert {done.prize for done in hall.ok(Claim, player="ann").completed} == {"series"}


@pytest.mark.clause(BOOK, "5.10")
def test_5_10__without_a_name_the_purchase_stands_for_the_player_decision_C05() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "", "")
    halls.nz_start(hall)
    hall.call(*LINE)
    made = hall.ok(Claim, serial=halls.SERIAL, card=1)
    assert made.player == "purchase 1"


@pytest.mark.clause(BOOK, "5.11")
def test_5_11__a_wrong_claimant_plays_on_and_may_win() -> None:
    hall = halls.nz_running(1, "ann")
    hall.call(12)
    refused = hall.do(Claim, player="ann")[0]
    assert isinstance(refused, ClaimRefused)
    assert refused.numbers[0] == (7, False)
    hall.call(*LINE)
    halls.nz_win(hall, "ann")
    halls.finish(hall)
    assert hall.happened(PrizeWon)[0].winners == ("ann",)


@pytest.mark.clause(BOOK, "5.2(c)(ii)", "5.2(c)(iv)")
def test_5_2_c__line_and_series_on_one_number_by_one_call_decision_C16() -> None:
    hall = halls.nz_running(3, "ann", "bob")
    numbers = halls.TICKETS["T0"].numbers
    # every line misses its last number until the end: 63, 85, then 77 closes line and card
    hall.call(*(n for n in numbers if n not in (63, 85, 77)), 63)
    hall.call(85)
    assert {lost.prize for lost in hall.this.all_forfeits} == {"part series"}
    hall.call(77)
    assert {done.prize for done in hall.ok(Claim, player="ann").completed} == {"series"}


@pytest.mark.clause(BOOK, "5.2", "7.1(b)")
def test_5_2__nobody_calls_by_number_90_decision_C14() -> None:
    hall = halls.nz_running(2, "ann")
    hall.call(*Q1)
    assert hall.no(DeclareResult, by="sue") == ["result/no_winner"]
    events = hall.do(CloseGame, by="sue")
    closed = next(event for event in events if isinstance(event, GameClosed))
    rolled = next(event for event in events if isinstance(event, PrizeRolled))
    assert closed.outcome == "exhausted"
    assert (rolled.to_game, rolled.to_prize, rolled.amount_cents) == (2, "series", 10000)
    assert hall.sitting.games[2].offers == {"series": 20000}
    assert hall.cited(events) == ["7.1(b)"]


def test_nothing_is_claimed_in_a_game_that_is_not_running() -> None:
    hall = halls.nz_hall()
    halls.nz_plan(hall)
    halls.nz_sell(hall, "ann")
    assert hall.no(Claim, player="ann") == ["claim/game_not_running"]
    assert hall.no(CallNumber, number=1) == ["draw/game_not_running"]
    assert hall.no(CloseGame, by="sue") == ["game/not_running"]
