"""Pools, jackpot levels and returns at the edges of a game or a session."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import Claim, CloseGame, DeclareResult, PayPrize
from eyesdown.bingo.claims.events import PrizeForfeited
from eyesdown.bingo.play.commands import CallNumber, StartGame
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.pools.events import PoolCredited, PoolOpened, PrizeRolled, PrizeWon
from eyesdown.bingo.sales.events import EntryFeePaid
from eyesdown.bingo.session.commands import Announce, CloseSession, PlanSession
from eyesdown.bingo.session.events import ReturnReported, SessionPlanned
from eyesdown.bingo.trouble.commands import FailTerminal, InvalidateGame
from eyesdown.bingo.trouble.events import Refunded
from eyesdown.bingo.words.events import BreachLogged
from eyesdown.bingo.words.parts import Level, Part, PlannedGame
from eyesdown.rulebook.facts.bingo import Settings
from kit import halls
from kit.fixtures import Q1
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"

TOP = (7, 23, 33, 40, 63)  # top line of T0

T0 = (*TOP, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)

A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.clause(VIC, "4.1(a)")
def test_H12__where_no_return_is_asked_for_the_least_is_nothing(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0", "cat": "A4"})
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    table.close()
    report = table.happened(ReturnReported)[-1]
    assert (report.least, report.least_cents, report.met) == (None, 0, True)


@pytest.mark.clause(NZ, "9.2 refund", "5.2(c) tail split")
def test_C15__what_a_paid_line_brought_to_the_series_ends_with_the_refund(sit: Sit) -> None:
    """Of $100 in two halves one is paid: the other was the players' money, and they have it."""
    table = sit(NZ, {"ann": "T0", "bob": "A1"}, version=3, cents=(4000, 6000))
    table.call(*dict.fromkeys(n for n in (*T0, *A1) if n != 63), 63)
    table.allow("ann")
    table.allow("bob")
    assert table.declare() == [("series", ("ann", "bob"), 28, 5000)]
    table.close()
    table.ok(PayPrize, award="S1/1/series/ann")
    before = dict(table.sitting.games[2].offers)
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert table.sitting.games[2].offers == before


@pytest.mark.clause(NZ, "5.4")
def test_C14__claims_that_wait_are_counted_whether_allowed_or_not(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0", "bob": "A1"}, version=2)
    table.call(*(number for number in range(1, 91) if number != 63), 63)
    table.allow("ann")
    table.ok(Claim, player="bob")
    [event] = table.do(CloseGame, by="sue")
    [no] = event.refusals
    assert (no.code, dict(no.facts)) == ("result/claims_undecided", {"open": 2})


@pytest.mark.clause(NZ, "5.2")
def test_C14__a_game_may_close_as_its_last_number_is_announced_in_full(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=2)
    table.call(*(number for number in range(1, 91) if number != 77))
    table.ok(CallNumber, number=77, at="20:30:10", finished="20:30:13")
    assert [no.split()[0] for no in table.refused(CloseGame, by="sue", at="20:30:12")] == [
        "call/still_open"
    ]
    assert not table.happened(PrizeForfeited)
    table.ok(CloseGame, by="sue", at="20:30:13")
    assert [lost.player for lost in table.happened(PrizeForfeited)] == ["ann"]


@pytest.mark.clause(NZ, "7.1(b)", "7.1(c)")
def test_H02__a_session_that_fell_short_is_on_the_record_for_no_game(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"})
    for game in (1, 2):
        table.game = game
        if game == 2:
            table.seat({"ann": "T0"}, "778")
            table.start()
        table.call(*range(1, 91))
        table.close()
    table.ok(CloseSession)
    short = [
        event
        for event in table.happened(BreachLogged)
        if event.refusals[0].code == "return/too_low"
    ]
    assert [event.game for event in short] == [1, 2, 0]


B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)


def test_G13__several_bingos_on_a_jackpot_number_share_it() -> None:
    levels = (Level(on_jackpot_number=True, whole_pool=True),)
    hall = halls.nsw_running("ann", "bob", levels=levels, jackpot_numbers=(72,))
    hall.ok(Contribute, pool="Jack", amount_cents=1)
    a5 = halls.TICKETS["A5"].numbers
    hall.call(*(n for n in {*a5, *B1} if n != 72), 72)
    halls.nsw_win(hall, "ann")
    halls.nsw_win(hall, "bob")
    hall.do(DeclareResult, by="sue")
    main, jackpot = hall.happened(PrizeWon)
    assert (main.share_cents, jackpot.winners) == (10000, ("ann", "bob"))
    assert (jackpot.share_cents, jackpot.rounding_contribution_cents) == (1201, 1)


def test_C14__a_rolling_pool_takes_the_prize_of_an_exhausted_game() -> None:
    hall = halls.nz_hall()
    hall.ok(OpenPool, pool="Gold", sequence="winter")
    words = {"pool": "Gold", "pool_games": (2,), "pool_method": "all", "sequence": "winter"}
    halls.nz_plan(hall, 2, **words)
    halls.nz_sell(hall, "ann")
    halls.nz_start(hall)
    hall.call(*Q1)
    events = hall.do(CloseGame, by="sue")
    credited = next(event for event in events if isinstance(event, PoolCredited))
    assert (credited.source, credited.balance_cents) == ("exhausted", 10000)


def test_C14__with_no_game_left_the_prize_waits_for_the_next_session() -> None:
    hall = halls.vic_running(4, "ann")
    hall.game = 2
    hall.ok(InvalidateGame, game=1, by="sue", cause="storm")
    hall.ok(StartGame)
    hall.call(*Q1)
    hall.ok(CloseGame, by="sue")
    hall.ok(CloseSession)
    hall.session = "S2"
    halls.vic_plan(hall, 4)
    assert hall.sitting.games[1].offers == {"ticket": 48000}
    assert hall.happened(SessionPlanned)[-1].carried[0].amount_cents == 24000


def test_G14__levels_of_a_game_have_names_of_their_own() -> None:
    hall = halls.nsw_hall()
    twice = (Level(level="gold"), Level(level="gold"))
    game = PlannedGame(game=1, levels=twice)
    words = {"starts_at": hall.now, "boxes": 6, "entry_fee_cents": 1500}
    assert "game/level_twice" in hall.no(PlanSession, games=(game,), **words)


TWO = {"ann": "A", "bob": "B"}


@pytest.mark.clause(NSW, "3.3 third", "1.1 'entry fee'")
def test_3_3_third__fees_feed_a_pool_that_nobody_named(sit: Sit) -> None:
    table = sit(NSW, TWO)
    assert table.sitting.plan.pool == "jackpot"
    assert table.state.pools["jackpot"].balance_cents == 2400
    assert {fee.pool for fee in table.happened(EntryFeePaid)} == {"jackpot"}
    table.session = "S2"
    table.plan(0, 1, (10000,))
    assert len(table.happened(PoolOpened)) == 1
    assert table.happened(SessionPlanned)[-1].brought_forward_cents == 2400


GOLD = Level(level="gold", numbers_max=20)


@pytest.mark.clause(NSW, "6.3.2", "6.4", "7.6")
def test_6_3_2__a_pool_pays_in_a_jackpot_game_once_it_is_won(sit: Sit) -> None:
    table = sit(NSW, TWO, pool="Jack", each={"levels": (GOLD,)})
    some = {"pool": "Jack", "amount_cents": 700}
    assert table.refused(DistributePool, **some) == ["pool/jackpot_not_won 6.4"]
    table.call(*B1)
    table.win("bob")
    table.ok(DistributePool, **some)
    table.close()
    slots = (Part(method="slot dollars", amount_cents=700),)
    paid = table.refused(PayPrize, award="S1/1/jackpot/bob", parts=slots)
    assert paid == ["payment/no_such_method 7.6"]
    assert table.state.pools["Jack"].balance_cents == 1700


@pytest.mark.clause(NSW, "6.4", "7.3")
def test_S14__an_empty_jackpot_has_no_winner(sit: Sit) -> None:
    table = sit(NSW, TWO, each={"levels": (GOLD,)})
    table.call(*B1)
    assert [won.prize for won in table.win("bob")] == ["bingo"]
    assert not any(won.jackpot for won in table.this.won.values())
    table.close()


@pytest.mark.clause(NSW, "6.3.2", "6.4")
def test_6_4__a_pool_stays_where_no_jackpot_is_played_or_won(sit: Sit) -> None:
    plain = sit(NSW, TWO, pool="Jack")
    assert plain.refused(DistributePool, pool="Jack") == ["pool/game_not_announced 6.3.2"]
    table = sit(NSW, TWO, pool="Jack", each={"levels": (GOLD,)})
    table.call(*range(60, 72), *(ball for ball in B1 if ball not in range(60, 72)))
    table.win("bob")
    assert table.refused(DistributePool, pool="Jack") == ["pool/jackpot_not_won 6.4"]


@pytest.mark.clause(NSW, "6.4", "7.3")
def test_G15__the_money_of_a_better_level_is_not_won_with_a_lower_one(sit: Sit) -> None:
    """Both stand on the pool; what the better one added to it waits for the next jackpot game."""
    gold = Level(level="gold", amount_cents=10000, numbers_max=10, whole_pool=True)
    silver = Level(level="silver", whole_pool=True)
    table = sit(NSW, TWO, pool="Jack", each={"levels": (gold, silver)})
    table.call(*B1)
    won = {event.prize: event.amount_cents for event in table.win("bob")}
    assert won == {"bingo": 10000, "silver": 2400}
    assert table.state.pools["Jack"].balance_cents == 10000


@pytest.mark.clause(NSW, "8.4.2", "8.4.3", "6.4")
def test_8_4_2__the_subsequent_game_is_the_one_still_to_be_played(sit: Sit) -> None:
    """Game 2 was played first: it fails, and game 1 is what follows."""
    level = Level(level="gold", amount_cents=500, numbers_max=40)
    table = sit(NSW, TWO, games=2, each={"levels": (level,)}, began=False)
    table.game = 2
    table.start()
    table.call(1)
    table.ok(FailTerminal, by="cal")
    assert table.sitting.games[1].offers == {"bingo": 20000}
    assert table.sitting.games[1].levels == {"gold": 1000}
    assert table.happened(Refunded) == []


@pytest.mark.clause(NSW, "6.4")
def test_6_4__no_sequence_ends_and_pays_a_jackpot_that_nobody_won(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, pool="Jack", began=False)
    plan = table.sitting.plan
    words = {"session": "S2", "pool": "Jack", "games": plan.games, "starts_at": plan.starts_at}
    words |= {"boxes": plan.boxes, "entry_fee_cents": plan.entry_fee_cents}
    (no,) = table.refused(PlanSession, last_in_sequence=True, **words)
    assert no.startswith("deed/not_in_this_book")
    assert table.refused(PlanSession, **words) == []


@pytest.mark.clause(NZ, "6.2(a)")
@pytest.mark.clause(VIC, "4.2(a)")
@pytest.mark.parametrize(("name", "clause"), [(NZ, "5.2"), (VIC, "1.1")])
def test_6_2_a__the_pool_is_paid_in_a_game_of_the_session(sit: Sit, name: str, clause: str) -> None:
    table = sit(name, {"ann": "T0"}, pool="Gold", sequence="winter", began=False)
    games = table.sitting.plan.games
    words = {"session": "S2", "starts_at": table.now, "games": games, "pool": "Gold"}
    words |= {"sequence": "winter", "pool_method": "with the last prize"}
    assert table.refused(PlanSession, pool_games=(3,), **words) == [f"game/unknown {clause}"]
    table.ok(PlanSession, pool_games=(2,), **words)


@pytest.mark.clause(NSW, "6.4")
def test_6_4__a_jackpot_after_the_first_of_a_game_has_the_next_number(sit: Sit) -> None:
    table = sit(NSW, TWO, pool="Jack", each={"levels": (GOLD,)})
    table.call(*B1)
    table.win("bob")
    for _ in range(3):
        table.ok(DistributePool, pool="Jack", amount_cents=100)
    names = [won.prize for won in table.happened(PrizeWon)]
    assert names == ["bingo", "jackpot", "jackpot 2", "jackpot 3"]


@pytest.mark.clause(NSW, "6.3.3")
def test_6_3_3__an_amount_that_grows_by_an_unwon_level_is_announced_again(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=5)
    table = sit(NSW, TWO, each={"levels": (level,)})
    table.do(Announce, by="cal", game=2, topics=())
    assert "jackpot amount" in table.sitting.games[2].announced
    table.call(*B1)
    table.win("bob")
    assert table.sitting.games[2].levels == {"gold": 12000}
    assert "jackpot amount" not in table.sitting.games[2].announced


@pytest.mark.clause(NSW, "6.4")
def test_G12__a_level_rolls_once_though_the_last_number_ends_the_game(sit: Sit) -> None:
    """Bob's bingo comes with the 90th number: the game is won and every number is out."""
    gold = Level(level="gold", numbers_max=20, whole_pool=True)
    settings = Settings(forfeit_scope="completion")
    table = sit(NSW, TWO, pool="Jack", settings=settings, each={"levels": (gold,)})
    table.call(*(number for number in range(1, 91) if number not in B1), *B1)
    table.win("bob")
    [rolled] = table.happened(PrizeRolled)
    assert (rolled.prize, rolled.amount_cents, rolled.to_pool) == ("gold", 2400, "Jack")
    closed = table.close()
    assert closed[0].outcome == "won"
    assert table.happened(PrizeRolled) == [rolled]


@pytest.mark.clause(NSW, "6.4", "9.4.1")
def test_I01__a_level_of_an_invalidated_game_goes_on_to_the_cent(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=5)
    table = sit(NSW, TWO, each={"levels": (level,)})
    table.call(1)
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    assert table.sitting.games[2].levels == {"gold": 12000}


@pytest.mark.clause(NZ, "6.1(a)")
def test_G19__a_pool_that_holds_less_than_a_game_fed_it_has_nothing_for_that_game(
    sit: Sit,
) -> None:
    """Game 1 fed the pool $10, and game 2, the last of a must-go session, emptied it."""
    table = sit(NZ, {"ann": "T0"}, pool="Gold", pool_games=(1, 2))
    table.ok(HoldForPool, pool="Gold", amount_cents=1000)
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    table.call(3, 22, 31, 44, 85)
    table.win("bob")
    assert table.state.pools["Gold"].balance_cents == 0
    table.ok(Contribute, pool="Gold", amount_cents=700)
    [event] = table.do(DistributePool, game=1, pool="Gold", amount_cents=700)
    [no] = event.refusals
    facts = {"amount_cents": 700, "spendable_cents": 0}
    assert (no.code, dict(no.facts)) == ("pool/fed_by_this_game", facts)


@pytest.mark.clause(NZ, "6.1(a)", "9.1(a)")
def test_I02__nothing_is_added_to_the_result_of_an_invalidated_game(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.call(*TOP)
    table.win("ann")
    table.close()
    table.ok(DistributePool, pool="Gold", amount_cents=2000)
    table.ok(InvalidateGame, by="sue", cause="fire")
    [no] = table.refused(DistributePool, pool="Gold", amount_cents=1000)
    assert no.split()[0] == "game/over"
