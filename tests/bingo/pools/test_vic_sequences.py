"""What is left in a rolling pool of vic-bingo when its sequence ends (G07)."""

from __future__ import annotations

from typing import Any

import pytest

from eyesdown.bingo.pools.commands import Contribute, DistributePool
from eyesdown.bingo.session.commands import Announce, CloseSession
from eyesdown.bingo.words.events import BreachLogged
from kit.fixtures import Q1
from kit.table import Sit

VIC = "vic-bingo"
TOP = (7, 23, 33, 40, 63)
LAST = {
    "pool": "Gold",
    "sequence": "W",
    "pool_games": (1,),
    "pool_method": "all",
    "last_in_sequence": True,
}


def last_session(sit: Sit) -> Any:
    table = sit(VIC, {"ann": "T0", "bob": "A4"}, version=1, games=1, began=False, **LAST)
    table.ok(Contribute, pool="Gold", amount_cents=500)
    table.start(at="19:00:00")
    return table


@pytest.mark.clause(VIC, "4.1(b)", "4.3(a)")
def test_4_1_b__nothing_stays_in_the_pool_of_an_ended_sequence(sit: Sit) -> None:
    table = last_session(sit)
    table.call(*TOP)
    won = table.win("ann", witness="bob")
    assert [(each.prize, each.amount_cents) for each in won] == [
        ("top line", 10000),
        ("jackpot", 500),
    ]
    table.ok(Contribute, pool="Gold", amount_cents=7)
    table.close()
    table.ok(Announce, by="cal", topics=("closing balance",))
    assert table.refused(CloseSession) == ["pool/must_go 4.1(b)"]
    table.ok(DistributePool, pool="Gold")
    table.ok(Announce, by="cal", topics=("closing balance",))
    assert table.ok(CloseSession) is not None
    assert not table.happened(BreachLogged)


@pytest.mark.clause(VIC, "4.1(b)")
def test_4_1_b__without_a_winner_what_is_left_is_logged(sit: Sit) -> None:
    table = last_session(sit)
    table.call(*Q1)
    table.close()
    table.ok(Announce, by="cal", topics=("closing balance",))
    table.ok(CloseSession)
    (logged,) = table.happened(BreachLogged)
    assert [str(no.clause.number) for no in logged.refusals] == ["4.1(b)"]
    assert dict(logged.refusals[0].facts) == {"pool_cents": 10500}
