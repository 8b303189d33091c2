"""What a pool gave to a result that falls comes back to it, as far as no one was paid that."""

from __future__ import annotations

import pytest

from eyesdown.bingo.claims.commands import PayPrize
from eyesdown.bingo.play.commands import CorrectNumber
from eyesdown.bingo.pools.commands import Contribute, DistributePool
from eyesdown.bingo.pools.events import MustGoSet, PrizeRolled
from eyesdown.bingo.trouble.commands import InvalidateGame
from eyesdown.bingo.trouble.events import GameInvalidated, Refunded
from eyesdown.bingo.words.parts import Level
from eyesdown.kernel.written import replace
from kit.table import Sit

NZ, VIC, NSW = "nz-casino-bingo", "vic-bingo", "nsw-casino-bingo"
T0 = (7, 23, 33, 40, 63, 8, 10, 44, 71, 85, 14, 38, 51, 64, 77)
A1 = (1, 24, 51, 73, 81, 18, 34, 54, 63, 82, 25, 42, 67, 75, 88)


@pytest.mark.clause(NZ, "9.2 refund", "6.1(a)", "7.2")
@pytest.mark.clause(VIC, "3.4(d)", "4.1(a)")
@pytest.mark.parametrize(("name", "version", "cause"), [(NZ, 2, "fire"), (VIC, 4, "power cut")])
def test_S13__of_a_shared_prize_pool_money_does_not_go_on_as_well(
    sit: Sit, name: str, version: int, cause: str
) -> None:
    """$220, of which the pool gave $30; ann has her half: $30 go back, and $80 are left to go on.

    Under `nz-casino-bingo` the $80 are of the operator's gift of $90, otherwise of all the rest.
    """
    holders = {"ann": "T0", "bob": "A1", "cat": "E1"}
    table = sit(name, holders, version=version, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.ok(Contribute, game=1, amount_cents=9000)
    table.ok(DistributePool, pool="Gold", amount_cents=3000)
    table.call(*(number for number in dict.fromkeys((*T0, *A1)) if number != 63), 63)
    (won,) = table.win("ann", "bob", **({"witness": "cat"} if name == VIC else {}))
    assert won.share_cents == 11000
    table.close()
    table.ok(PayPrize, award=f"S1/1/{won.prize}/ann")
    table.ok(InvalidateGame, by="sue", cause=cause, refund=False)
    assert table.state.pools["Gold"].balance_cents == 5000
    assert table.sitting.games[2].offers == {won.prize: 10000 + 8000}
    assert table.differences() == []
    more = [
        replace(event, amount_cents=event.amount_cents + 1)
        if isinstance(event, PrizeRolled)
        else event
        for event in table.log
    ]
    assert table.differences(more) == [f"{won.prize}: only 8000 cents can go on"]


@pytest.mark.clause(NSW, "9.5 refund", "6.4", "7.3")
@pytest.mark.parametrize(("whole", "next_level"), [(False, 6000), (True, 6000)])
def test_S13__what_the_pool_gave_beside_a_level_that_was_paid_comes_back(
    sit: Sit, whole: bool, next_level: int
) -> None:
    level = Level(level="gold", amount_cents=6000, numbers_max=90, whole_pool=whole)
    table = sit(NSW, {"ann": "A", "bob": "B"}, pool="Jack", each={"levels": (level,)})
    table.call(*A1)
    table.win("ann")
    table.ok(Contribute, pool="Jack", amount_cents=700)
    before = table.state.pools["Jack"].balance_cents
    table.ok(DistributePool, pool="Jack", amount_cents=700)
    table.close()
    table.ok(PayPrize, award="S1/1/gold/ann")
    table.ok(InvalidateGame, by="sue", cause="fire", refund=False)
    assert table.state.pools["Jack"].balance_cents == before
    assert table.sitting.games[2].levels == {"gold": next_level}
    assert table.differences() == []


@pytest.mark.clause(NZ, "6.4", "5.9")
def test_G03__a_pool_that_gets_its_money_back_from_a_result_may_have_to_go(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=1, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=300_000)
    table.call(*T0[:5])
    table.win("ann")
    table.ok(DistributePool, pool="Gold")
    table.ok(Contribute, pool="Gold", amount_cents=999_999)
    assert table.state.pools["Gold"].must_go == ()
    events = table.do(CorrectNumber, by="cal", wrong=63, right=90)
    assert [each.balance_cents for each in events if isinstance(each, MustGoSet)] == [1_299_999]
    assert table.differences() == []


@pytest.mark.clause(NZ, "6.4", "9.1(a)")
def test_G03__so_may_one_whose_game_was_invalidated(sit: Sit) -> None:
    table = sit(NZ, {"ann": "T0"}, version=1, pool="Gold", pool_games=(1, 2))
    table.ok(Contribute, pool="Gold", amount_cents=300_000)
    table.ok(DistributePool, pool="Gold")
    table.ok(Contribute, pool="Gold", amount_cents=999_999)
    events = table.do(InvalidateGame, by="sue", cause="fire")
    assert any(isinstance(event, MustGoSet) for event in events)
    assert table.differences() == []


@pytest.mark.clause(NZ, "5.4", "9.1(a)")
@pytest.mark.parametrize("cents", [9_999, 10_000, 10_001])
def test_S13__shares_rounded_up_and_paid_take_nothing_from_the_pool(sit: Sit, cents: int) -> None:
    """An odd prize is paid with a cent of the operator's, so more was paid than was on offer."""
    gold = {"pool": "Gold", "pool_games": (1, 2)}
    table = sit(NZ, {"ann": "T0", "bob": "A1"}, version=2, cents=(cents,), **gold)
    table.ok(Contribute, pool="Gold", amount_cents=5000)
    table.call(*(number for number in dict.fromkeys((*T0, *A1)) if number != 63), 63)
    (won,) = table.win("ann", "bob")
    assert won.rounding_contribution_cents == cents % 2
    table.close()
    for player in ("ann", "bob"):
        table.ok(PayPrize, award=f"S1/1/{won.prize}/{player}")
    events = table.do(InvalidateGame, by="sue", cause="fire")
    assert {type(event) for event in events} == {GameInvalidated, Refunded}
    assert table.state.pools["Gold"].balance_cents == 5000
