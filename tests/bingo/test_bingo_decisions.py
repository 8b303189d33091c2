"""Decisions that no clause test shows by itself."""

from __future__ import annotations

from datetime import timedelta
from types import ModuleType

import pytest

from eyesdown.bingo import commands as cmd
from eyesdown.bingo import events as ev

LINE = (7, 23, 33, 40, 63)
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)


def test_A15__the_same_numbers_in_two_series_share(kit: ModuleType) -> None:
    hall = kit.nz_hall()
    hall.ok(cmd.RegisterSeries, serial="Y", colour="red", cards=(kit.card("T0", 1),))
    kit.nz_plan(hall)
    kit.nz_sell(hall, "ann", "zoe", "zoe", "zoe", "zoe", "zoe")
    hall.ok(cmd.SellCards, player="bob", game=1, serial="Y", count=1, paid_cents=1000)
    kit.nz_start(hall)
    hall.call(*LINE)
    kit.nz_win(hall, "ann")
    kit.nz_win(hall, "bob")
    assert hall.ok(cmd.DeclareResult, by="sue").share_cents == 5000


def test_C02__the_declaration_closes_the_window(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann", "ann")
    hall.call(*LINE)
    kit.nz_win(hall, "ann")
    hall.now += timedelta(minutes=20)
    hall.ok(cmd.DeclareResult, by="sue")
    assert hall.no(cmd.Claim, player="ann") == ["claim/no_prize_open"]


def test_C20__a_hall_may_let_its_staff_play(kit: ModuleType) -> None:
    hall = kit.nz_hall(kit.Settings(staff_may_play=True))
    kit.nz_plan(hall)
    kit.nz_sell(hall, "cal")
    kit.nz_start(hall)
    hall.call(*LINE)
    hall.ok(cmd.Claim, player="cal")


@pytest.mark.parametrize(("keeps", "codes"), [(True, []), (False, ["card/kept"])])
def test_C24__a_winning_card_is_handed_back_unless_the_hall_keeps_it(
    kit: ModuleType, keeps: bool, codes: list[str]
) -> None:
    hall = kit.nz_running(1, "ann", settings=kit.Settings(return_winning_card=keeps))
    hall.call(*LINE)
    claim = kit.nz_win(hall, "ann")
    assert hall.no(cmd.ReturnScorecard, serial=kit.SERIAL, card=1, claim=claim) == codes


def test_C26__a_refused_claimant_is_no_sharer(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann", "zoe", "zoe", "bob")
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)
    kit.nz_win(hall, "ann")
    other = hall.ok(cmd.Claim, player="bob").claim
    hall.do(cmd.CheckClaim, claim=other, by="sue", steps=("serial",), serial="wrong")
    won = hall.ok(cmd.DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("ann",), 10000)


def test_D03__only_the_claims_that_rest_on_the_struck_number_fall(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann", "zoe", "zoe", "bob")
    # 85 is wrong: ann's 8 10 44 71 85 and bob's 3 22 31 44 85 both rest on it, and end on 44
    hall.call(8, 10, 71, 3, 22, 31, 85, 44)
    kit.nz_win(hall, "ann")
    hall.ok(cmd.Claim, player="bob")
    fixed = hall.ok(cmd.CorrectNumber, by="cal", wrong=85, right=90)
    assert fixed.cancelled_claims == ("claim 1", "claim 2")
    assert hall.this.forfeits == ()
    hall.call(85)
    assert hall.ok(cmd.Claim, player="ann").call == 9


def test_D03__a_joint_winner_not_touched_by_the_error_keeps_the_prize(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann", "zoe", "zoe", "bob")
    # T0's 8 10 44 71 85 has the wrong 10; A4's 3 22 31 44 85 has not
    hall.call(8, 10, 71, 85, 3, 22, 31, 44)
    kit.nz_win(hall, "ann")
    kit.nz_win(hall, "bob")
    hall.ok(cmd.DeclareResult, by="sue")
    fixed = hall.ok(cmd.CorrectNumber, by="cal", wrong=10, right=90)
    assert fixed.cancelled_claims == ("claim 1",)
    won = hall.ok(cmd.DeclareResult, by="sue")
    assert (won.winners, won.share_cents) == (("bob",), 10000)


def test_D06__a_claim_on_a_wrong_number_costs_nothing(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann")
    hall.call(*LINE)  # 63 was announced for 36
    hall.ok(cmd.Claim, player="ann")
    hall.ok(cmd.CorrectNumber, by="cal", wrong=63, right=36)
    assert hall.this.claims["claim 1"].status == "cancelled"
    hall.call(1, 63)
    kit.nz_win(hall, "ann")
    kit.finish(hall)
    assert hall.happened(ev.PrizeWon)[0].call == 7


def test_F12__more_marks_on_an_at_least_pattern_are_no_new_chance(kit: ModuleType) -> None:
    hall = kit.nsw_running("ann", "bob", minors={"Noah's Ark": 500})
    hall.call(11, 25, 12, 27, 1, 29)  # two in each line of B1
    hall.call(30)
    assert [lost.player for lost in hall.this.forfeits] == ["bob"]
    assert hall.no(cmd.Claim, player="bob") == ["claim/late"]


def test_F09__a_pattern_completed_by_the_bingo_ball_itself_is_won(kit: ModuleType) -> None:
    hall = kit.nsw_running("ann", "bob", minors={"middle line": 500})
    hall.call(*B1)  # 72 ends the middle line and the box of B1 at once
    kit.nsw_win(hall, "bob")
    events = hall.do(cmd.DeclareResult, by="sue")
    assert [(e.prize, e.share_cents) for e in events] == [("middle line", 500), ("bingo", 20000)]


def test_G13__several_bingos_on_a_jackpot_number_share_it(kit: ModuleType) -> None:
    levels = (cmd.Level(on_jackpot_number=True, whole_pool=True),)
    hall = kit.nsw_running("ann", "bob", levels=levels, jackpot_numbers=(72,))
    hall.ok(cmd.Contribute, pool="Jack", amount_cents=1)
    a5 = kit.TICKETS["A5"].numbers
    hall.call(*(n for n in {*a5, *B1} if n != 72), 72)
    kit.nsw_win(hall, "ann")
    kit.nsw_win(hall, "bob")
    hall.do(cmd.DeclareResult, by="sue")
    main, jackpot = hall.happened(ev.PrizeWon)
    assert (main.share_cents, jackpot.winners) == (10000, ("ann", "bob"))
    assert (jackpot.share_cents, jackpot.rounding_contribution_cents) == (1201, 1)


def test_B08__scorecards_against_a_fee_have_no_place_elsewhere(kit: ModuleType) -> None:
    hall = kit.nz_hall()
    kit.nz_plan(hall)
    codes = hall.no(cmd.IssueScorecards, player="ann", serial=kit.SERIAL, cards=(1,))
    assert codes == ["deed/not_in_this_book"]


def test_C14__a_rolling_pool_takes_the_prize_of_an_exhausted_game(kit: ModuleType) -> None:
    hall = kit.nz_hall()
    hall.ok(cmd.OpenPool, pool="Gold", sequence="winter")
    words = {"pool": "Gold", "pool_games": (2,), "pool_method": "all", "sequence": "winter"}
    kit.nz_plan(hall, 2, **words)
    kit.nz_sell(hall, "ann")
    kit.nz_start(hall)
    hall.call(*kit.Q1)
    events = hall.do(cmd.CloseGame, by="sue")
    credited = next(event for event in events if isinstance(event, ev.PoolCredited))
    assert (credited.source, credited.balance_cents) == ("exhausted", 10000)


def test_C14__with_no_game_left_the_prize_waits_for_the_next_session(kit: ModuleType) -> None:
    hall = kit.vic_running(4, "ann")
    hall.game = 2
    hall.ok(cmd.InvalidateGame, game=1, by="sue", cause="storm")
    hall.ok(cmd.StartGame)
    hall.call(*kit.Q1)
    hall.ok(cmd.CloseGame, by="sue")
    hall.ok(cmd.CloseSession)
    hall.session = "S2"
    kit.vic_plan(hall, 4)
    assert hall.sitting.games[1].offers == {"ticket": 48000}
    assert hall.happened(ev.SessionPlanned)[-1].carried[0].amount_cents == 24000


def test_I05__what_came_to_wait_after_the_plan_is_carried_when_the_session_opens(
    kit: ModuleType,
) -> None:
    hall = kit.nsw_running("ann", "bob", games=1)
    kit.nsw_plan(hall, games=2, session="S2")
    hall.call(1)
    hall.do(cmd.FailTerminal, by="dan")
    hall.ok(cmd.CloseSession)
    hall.session = "S2"
    pages = (kit.page("A", 3, book=3),)
    hall.ok(cmd.RegisterSeries, serial="N99", cards=pages)
    hall.ok(cmd.ChargeAdmission, player="ann", amount_cents=1500)
    hall.ok(cmd.IssueScorecards, player="ann", serial="N99", cards=(3,))
    words = {"terminal": "T", "software_approved": True, "display_connected": True}
    opened = hall.ok(cmd.OpenSession, **words)
    assert opened.carried[0].amount_cents == 20000
    assert hall.sitting.games[1].offers == {"bingo": 40000}
    assert hall.state.waiting == {}
    assert hall.no(cmd.OpenSession, **words) == ["session/open"]


def test_C03__first_is_by_number_though_entered_later(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann", "bob")
    hall.call(11, 25, 30, 45, *LINE[:4], 63)
    heard = hall.now + timedelta(seconds=4)
    hall.call(62)
    kit.nz_win(hall, "bob")
    assert hall.ok(cmd.Claim, player="ann", at=heard).call == 9
    kit.nz_check(hall, "claim 2")
    assert hall.ok(cmd.DeclareResult, by="sue").winners == ("ann",)


def test_C20__who_calls_one_game_may_play_in_another(kit: ModuleType) -> None:
    hall = kit.vic_hall()
    kit.vic_plan(hall)
    hall.ok(cmd.RegisterPerson, person="pat", role="volunteer")
    hall.ok(cmd.AppointPerson, game=1, person="pat", duty="caller")
    words = {"player": "pat", "serial": "501777"}
    assert hall.no(cmd.SellCards, cards=(11,), paid_cents=100, **words) == ["sale/to_official"]
    hall.ok(cmd.SellCards, cards=(12,), paid_cents=200, **words)
    assert hall.no(cmd.AppointPerson, game=2, person="pat", duty="caller") == ["people/player"]
    assert hall.no(cmd.AppointPerson, person="pat", duty="supervisor")[0] == "people/same_person"


def test_D01__no_correction_in_the_middle_of_another_announcement(kit: ModuleType) -> None:
    hall = kit.nz_running(1, "ann")
    hall.call(16)
    hall.ok(cmd.BeginCall, number=5)
    words = {"by": "cal", "wrong": 16, "right": 61}
    assert hall.no(cmd.CorrectNumber, **words) == ["call/still_open"]
    hall.ok(cmd.FinishCall)
    hall.ok(cmd.CorrectNumber, **words)


def test_I02__nothing_is_sold_for_a_game_that_is_over(kit: ModuleType) -> None:
    hall = kit.nz_hall()
    kit.nz_plan(hall)
    hall.ok(cmd.InvalidateGame, by="op", cause="fire")
    words = {"game": 1, "serial": kit.SERIAL, "count": 1, "paid_cents": 1000}
    assert hall.no(cmd.SellCards, **words) == ["game/over"]


def test_I02__a_jackpot_of_an_invalidated_game_returns_to_the_pool(kit: ModuleType) -> None:
    levels = (cmd.Level(on_jackpot_number=True, whole_pool=True),)
    hall = kit.nsw_running("ann", "bob", levels=levels, jackpot_numbers=(72,))
    hall.call(*B1)
    kit.nsw_win(hall, "bob")
    kit.finish(hall)
    assert hall.state.pools["Jack"].balance_cents == 0
    hall.ok(cmd.InvalidateGame, by="sue", cause="riot")
    assert hall.state.pools["Jack"].balance_cents == 2400
    assert hall.state.awards == {}


def test_I04__a_reversal_takes_no_more_than_the_pool_still_holds(kit: ModuleType) -> None:
    settings = kit.Settings(reverse_contributions_on_refund=True)
    levels = (cmd.Level(numbers_max=90),)
    hall = kit.nsw_running("ann", "bob", games=2, settings=settings, levels=levels)
    hall.call(*B1)
    kit.nsw_win(hall, "bob")
    hall.ok(cmd.DeclareResult, by="sue")
    hall.ok(cmd.DistributePool, pool="Jack", amount_cents=2000)
    hall.ok(cmd.CloseGame, by="sue")
    hall.game = 2
    kit.nsw_start(hall)
    hall.do(cmd.FailTerminal, by="dan")
    assert hall.state.pools["Jack"].balance_cents == 0


def test_G14__levels_of_a_game_have_names_of_their_own(kit: ModuleType) -> None:
    hall = kit.nsw_hall()
    twice = (cmd.Level(level="gold"), cmd.Level(level="gold"))
    game = cmd.PlannedGame(game=1, levels=twice)
    words = {"starts_at": hall.now, "boxes": 6, "entry_fee_cents": 1500}
    assert "game/level_twice" in hall.no(cmd.PlanSession, games=(game,), **words)
