"""Where a cent of a pool or a jackpot could go astray: turns that are taken rarely."""

from __future__ import annotations

from datetime import timedelta

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.pools.commands import Contribute, DistributePool, HoldForPool, OpenPool
from eyesdown.bingo.pools.events import MustGoSet, PoolCredited, PoolDebited, PrizeRolled, PrizeWon
from eyesdown.bingo.sales.commands import EnterSerialRange
from eyesdown.bingo.session.commands import Announce, CloseSession, PlanSession
from eyesdown.bingo.session.events import ReturnReported
from eyesdown.bingo.trouble.commands import InvalidateGame, VoidEntry
from eyesdown.bingo.words.parts import Level, Offer, PlannedGame
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
TOP = (7, 23, 33, 40, 63)  # top line of T0
T0 = (*TOP, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
B1 = (11, 25, 30, 45, 62, 12, 27, 55, 68, 1, 29, 47, 59, 86, 72)
A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.clause(VIC, "1.1")
def test_C14__a_prize_of_nothing_brings_nothing_to_the_pool(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, pool="Gold", sequence="W", cents=(0,))
    table.call(*range(1, 91))
    table.close()
    assert not table.happened(PrizeRolled) + table.happened(PoolCredited)


@pytest.mark.clause(VIC, "4.1(a)")
def test_4_1_a__only_the_pool_of_the_session_pays(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, pool="Gold")
    table.ok(OpenPool, pool="Other")
    no = table.refused(DistributePool, pool="Other", amount_cents=1)
    assert no == ["pool/not_of_this_session 4.1(a)"]


@pytest.mark.clause(NSW, "6.4", "9.5 refund")
def test_I05__a_jackpot_that_was_paid_in_full_does_not_roll(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=90)
    table = sit(NSW, {"ann": "A", "bob": "B"}, each={"levels": (level,)})
    table.call(*A1)
    table.win("ann")
    table.close()
    for prize in ("bingo", "gold"):
        table.ok(PayPrize, award=f"S1/1/{prize}/ann")
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    assert not table.happened(PrizeRolled)
    assert {event.source for event in table.happened(PoolCredited)} == {"entry fees"}
    assert table.sitting.games[2].levels == {"gold": 6000}


@pytest.mark.clause(VIC, "4.1(a)")
def test_4_1_a__an_empty_pool_pays_nothing_and_a_cent_is_something(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, pool="Gold", pool_games=(1, 2))
    assert [no.split()[0] for no in table.refused(DistributePool, pool="Gold")] == [
        "pool/too_little"
    ]
    table.ok(Contribute, pool="Gold", amount_cents=1)
    assert table.ok(DistributePool, pool="Gold", amount_cents=1).amount_cents == 1


@pytest.mark.clause(NZ, "6.1(a)")
@pytest.mark.clause(VIC, "4.1(a)")
@pytest.mark.parametrize(("book", "clause"), [(NZ, "6.1(a)"), (VIC, "4.1(a)")])
def test_6_1_a__a_session_does_not_end_on_money_that_a_winner_can_have(
    sit: Sit, book: str, clause: str
) -> None:
    table = sit(book, {"ann": "T0"}, pool="Gold", pool_games=(1,))
    table.ok(Contribute, pool="Gold", amount_cents=500)
    table.call(*TOP)
    table.win("ann")
    table.close()
    assert table.refused(CloseSession, by="sue") == [f"pool/left_over {clause}"]
    table.ok(DistributePool, pool="Gold")
    assert table.do(CloseSession, by="sue")[-1].pool_closing_cents == 0


@pytest.mark.clause(VIC, "4.1(a)")
def test_G20__a_second_payment_of_the_pool_is_an_award_of_its_own(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0", "cat": "A4"}, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=500)
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    for cents in (300, 200):
        table.ok(DistributePool, pool="Gold", amount_cents=cents)
    jackpots = [won for won in table.happened(PrizeWon) if won.jackpot]
    assert [(won.prize, won.amount_cents) for won in jackpots] == [
        ("jackpot", 300),
        ("jackpot 2", 200),
    ]


@pytest.mark.clause(NSW, "9.3.1")
def test_I10__what_leaves_the_pool_with_an_entry_leaves_it_in_no_game(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A", "bob": "B"})
    table.ok(VoidEntry, player="ann", by="sue")
    [back] = table.happened(PoolDebited)
    assert (back.game, back.prize, back.reason) == (0, "", "entry void")
    assert {event.game for event in table.happened(PoolCredited)} == {0}


@pytest.mark.clause(NZ, "7.1(a)")
def test_H05__a_pool_that_may_stay_is_not_in_the_forecast(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, pool="Gold", began=False)
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.start()
    table.call(7)
    [forecast] = [event for event in table.happened(ReturnReported) if event.forecast]
    assert (forecast.receipts_cents, forecast.prizes_cents) == (1000, 10000)


@pytest.mark.parametrize("refund", [True, False])
def test_I02__pool_money_in_an_unpaid_prize_returns_to_the_pool_and_does_not_roll(
    sit: Sit, refund: bool
) -> None:
    table = sit(VIC, {"ann": "T0"}, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.ok(DistributePool, pool="Gold", amount_cents=3000)
    table.ok(InvalidateGame, by="sue", cause="fire", refund=refund)
    assert table.state.pools["Gold"].balance_cents == 5000
    assert table.sitting.games[2].offers == {"top line": 10000 + (0 if refund else 10000)}


@pytest.mark.clause(VIC, "4.1(a)")
def test_I02__only_what_the_invalidated_game_fed_leaves_the_pool(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, games=3, pool="Gold")
    table.ok(HoldForPool, pool="Gold", amount_cents=300)
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.ok(HoldForPool, pool="Gold", amount_cents=400)
    table.game = 1
    table.ok(InvalidateGame, by="sue", cause="fire", refund=True)
    pool = table.state.pools["Gold"]
    assert (pool.balance_cents, pool.fed) == (400, {"S1": {2: 400}})


@pytest.mark.clause(VIC, "4.1(a)")
def test_G19__pool_money_goes_with_the_prize_it_was_added_to(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    for cents in (1000, 2000):
        table.ok(DistributePool, pool="Gold", amount_cents=cents)
    assert table.this.from_pool_cents == 3000
    table.call(*range(1, 91))
    table.close()
    assert table.this.from_pool_cents == 0
    assert table.sitting.games[2].offers == {"top line": 23000}


@pytest.mark.clause(NZ, "5.2(c) tail split", "6.1(a)")
def test_C15__a_line_that_joins_the_series_takes_no_pool_money_along(sit: Sit) -> None:
    gold = {"pool": "Gold", "pool_games": (1, 2), "began": False}
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(4000, 6000), **gold)
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.ok(DistributePool, pool="Gold", amount_cents=3000)
    table.start()
    table.call(*T0)
    table.allow("ann")
    assert table.declare() == [("series", ("ann",), 15, 13000)]
    assert table.this.from_pool_cents == 3000


@pytest.mark.clause(NZ, "6.4")
def test_G03__money_that_comes_back_to_the_pool_may_set_the_must_go(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, pool="Gold", sequence="W", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=990_000)
    table.start()
    table.ok(DistributePool, pool="Gold", amount_cents=100_000)
    table.ok(Contribute, pool="Gold", amount_cents=20_000)
    assert not table.happened(MustGoSet)
    table.ok(InvalidateGame, by="sue", cause="fire")
    assert [event.balance_cents for event in table.happened(MustGoSet)] == [1_010_000]


@pytest.mark.clause(NSW, "6.3.3")
def test_6_3_3__a_balance_is_told_again_where_the_pool_is_the_jackpot(sit: Sit) -> None:
    whole = Level(level="gold", amount_cents=0, numbers_max=90, whole_pool=True)
    own = Level(level="gold", amount_cents=6000, numbers_max=90)
    for level, again in ((whole, True), (own, False)):
        table = sit(NSW, {"ann": "A"}, pool="Jack", each={"levels": (level,)})
        table.do(Announce, by="cal", game=2, topics=())
        assert "jackpot amount" in table.sitting.games[2].announced
        table.ok(Contribute, pool="Jack", amount_cents=100)
        assert ("jackpot amount" not in table.sitting.games[2].announced) == again


@pytest.mark.clause(VIC, "4.1(a)")
def test_4_1_a__no_more_is_held_than_the_game_took(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0", "bob": "A1"}, pool="Gold")
    table.ok(HoldForPool, pool="Gold", amount_cents=500)
    for cents in (-1, 0, 1501):
        [event] = table.do(HoldForPool, pool="Gold", amount_cents=cents)
        [no] = event.refusals
        assert (no.code, dict(no.facts)) == ("pool/more_than_receipts", {"left_cents": 1500})
    table.ok(HoldForPool, pool="Gold", amount_cents=1)
    table.ok(HoldForPool, pool="Gold", amount_cents=1499)
    assert table.state.pools["Gold"].balance_cents == 2000


@pytest.mark.clause(NZ, "6.4")
def test_G05__in_a_must_go_last_game_what_is_held_after_the_win_is_paid_at_once(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, pool="Gold", sequence="W")
    table.ok(Contribute, pool="Gold", amount_cents=1_000_000)
    table.ok(InvalidateGame, by="sue", cause="fire")
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    table.call(3, 22, 31, 44, 85)
    table.allow("bob")
    table.declare()
    assert table.state.pools["Gold"].balance_cents == 0
    table.ok(HoldForPool, pool="Gold", amount_cents=100)
    assert table.state.pools["Gold"].balance_cents == 0
    jackpots = [won.amount_cents for won in table.happened(PrizeWon) if won.jackpot]
    assert jackpots == [1_000_000, 100]


@pytest.mark.clause(VIC, "4.1(a)")
def test_H04__the_operator_gives_to_the_pool_in_no_game(sit: Sit) -> None:
    table = sit(VIC, {"ann": "T0"}, games=1, pool="Gold")
    assert table.ok(Contribute, pool="Gold", amount_cents=1).game == 0


@pytest.mark.clause(NZ, "5.2(c) tail split", "6.1(a)")
def test_5_2_c__a_prize_that_was_announced_takes_no_more_from_the_pool(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=3, cents=(4000, 6000), pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    no = table.refused(DistributePool, pool="Gold", amount_cents=3000)
    assert no == ["prize/already_announced 5.2(c) tail split"]
    table.call(*T0)
    table.allow("ann")
    table.declare()
    table.ok(DistributePool, pool="Gold", amount_cents=3000)
    assert table.state.pools["Gold"].balance_cents == 2000


@pytest.mark.clause(NSW, "6.4", "6.3.2")
def test_G12__a_jackpot_whose_pool_is_empty_takes_nothing_from_it(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=90, whole_pool=True)
    table = sit(NSW, {"ann": "A"}, pool="Jack", each={"levels": (level,)})
    held = table.state.pools["Jack"].balance_cents
    for game in (1, 2):
        table.game = game
        if game == 2:
            table.start()
        table.call(*A1)
        table.win("ann")
        table.close()
    jackpots = [won.amount_cents for won in table.happened(PrizeWon) if won.jackpot]
    assert jackpots == [6000 + held, 6000]
    assert [event.amount_cents for event in table.happened(PoolDebited)] == [held]


@pytest.mark.clause(NSW, "6.4")
def test_G16__from_the_last_jackpot_game_a_level_waits_for_another_session(sit: Sit) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=10)
    table = sit(NSW, {"ann": "A"}, games=1, each={"levels": (level,)})
    table.call(*A1)
    table.win("ann")
    [rolled] = table.happened(PrizeRolled)
    assert (rolled.to_session, rolled.to_game, rolled.amount_cents) == ("", 0, 6000)


@pytest.mark.clause(NSW, "6.4", "7.2", "9.5 refund")
@pytest.mark.parametrize(("own", "left"), [(6000, 4200), (600, 1500)])
def test_I05__what_is_left_of_a_half_paid_pool_rolls_to_the_pool(
    sit: Sit, own: int, left: int
) -> None:
    """The pool of $24 bears what was paid first, the level's own money the rest."""
    level = Level(level="gold", amount_cents=own, numbers_max=90, whole_pool=True)
    table = sit(NSW, {"ann": "A", "bob": "B"}, pool="Jack", each={"levels": (level,)})
    both = dict.fromkeys((*A1, *B1))
    table.call(*(number for number in both if number not in (1, 25)), 25, 1)
    table.win("ann", "bob")
    table.close()
    table.ok(PayPrize, award="S1/1/gold/ann")
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    rolled = [(one.prize, one.amount_cents, one.to_pool) for one in table.happened(PrizeRolled)]
    assert rolled == [("gold", left, "Jack"), ("bingo", 10000, "")]
    assert table.state.pools["Jack"].balance_cents == left


@pytest.mark.clause(NZ, "6.1(b)", "5.4")
def test_C14__to_a_pool_a_prize_goes_for_no_game(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, pool="Gold", sequence="W")
    table.call(*range(1, 91))
    table.close()
    [rolled] = table.happened(PrizeRolled)
    assert (rolled.to_pool, rolled.to_session, rolled.to_game) == ("Gold", "", 0)


@pytest.mark.clause(NZ, "7.1(a)", "6.4")
@pytest.mark.parametrize(("cents", "promised"), [(5_000, 10_000), (1_000_000, 1_010_000)])
def test_H05__the_last_game_promises_a_pool_that_must_go(
    sit: Sit, cents: int, promised: int
) -> None:
    table = sit(NZ, {"ann": "T0"}, began=False, pool="Gold", sequence="W")
    table.ok(Contribute, pool="Gold", amount_cents=cents)
    table.start()
    table.call(*TOP)
    table.allow("ann")
    table.declare()
    table.close()
    table.game = 2
    table.seat({"bob": "A4"}, "778")
    table.start()
    table.call(3)
    forecasts = [event.prizes_cents for event in table.happened(ReturnReported) if event.forecast]
    assert forecasts == [10_000, promised]


@pytest.mark.clause(NZ, "7.1(c)", "7.1(d)")
def test_H01__a_sequence_is_tested_with_its_own_sessions_only(sit: Sit) -> None:
    """Three sessions of two games with one card each at $10: two of them are a sequence."""
    table = sit(NZ, {"ann": "T0"}, began=False, cents=(1000,))
    for session in ("S1", "S2", "S3"):
        if session != "S1":
            table.session, table.game = session, 1
            table.now += timedelta(days=1)
            pool = {"pool": "Gold", "sequence": "W", "pool_games": (2,), "pool_method": "all"}
            if session == "S2":
                table.ok(OpenPool, pool="Gold", sequence="W")
            table.plan(1, 2, (1100,), last_in_sequence=session == "S3", **pool)
            table.seat({"ann": "T0"}, f"{session}-1")
            table.open()
        for game in (1, 2):
            table.game = game
            if game == 2:
                table.seat({"ann": "T0"}, f"{session}-2")
            table.start()
            table.call(*TOP)
            table.win("ann")
            table.close()
        details = (("time", "7 pm"), ("date", "tomorrow"), ("place", "Hall"))
        table.do(Announce, by="sue", game=0, topics=(), details=details)
        table.ok(CloseSession)
    reports = [one for one in table.happened(ReturnReported) if one.scope != "game"]
    assert [(one.scope, one.receipts_cents, one.prizes_cents) for one in reports] == [
        ("session", 2000, 2000),
        ("session", 2000, 2200),
        ("session", 2000, 2200),
        ("sequence", 4000, 4400),
    ]


@pytest.mark.clause(NSW, "6.4")
def test_G16__a_level_that_the_next_game_does_not_know_goes_to_its_best(sit: Sit) -> None:
    table = sit(NSW, {"ann": "A"}, began=False)
    table.session = "S2"
    offer = (Offer(prize="bingo", amount_cents=10000),)
    names = (("gold",), ("silver", "bronze"))
    games = tuple(
        PlannedGame(
            game=number,
            colour="red",
            prizes=offer,
            levels=tuple(Level(level=name, amount_cents=600, numbers_max=10) for name in level),
        )
        for number, level in enumerate(names, start=1)
    )
    table.now += timedelta(days=1)
    words = {"starts_at": table.now + timedelta(hours=1), "boxes": 6, "entry_fee_cents": 1500}
    table.ok(PlanSession, games=games, **words)
    table.seat({"ann": "A"}, "778")
    table.open()
    table.ok(EnterSerialRange, by="cal", serial="778", first=1, last=1)
    table.start()
    table.call(*A1)
    table.win("ann")
    assert table.sitting.games[2].levels == {"silver": 1200, "bronze": 600}
