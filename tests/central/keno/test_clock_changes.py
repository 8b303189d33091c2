"""The two nights of the year when clocks are changed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from hashlib import shake_256
from itertools import count

import pytest

from eyesdown.central.keno.machine import SYDNEY, machine, sydney
from eyesdown.central.keno.tasks import Plan, next_sale_step
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.keno.games.events import GameClosed, GameOpened
from eyesdown.keno.office.commands import OpenAccount, TakeTimeOut

BACK, FORWARD = datetime(2027, 4, 3, 16, tzinfo=UTC), datetime(2027, 10, 2, 16, tzinfo=UTC)


@pytest.mark.clause("nsw-keno", "12(b)")
@pytest.mark.parametrize("edge", [BACK, FORWARD])
def test_games_last_as_long_as_ever_in_the_night_when_clocks_are_changed(edge: datetime) -> None:
    """An hour is there twice, or not at all; neither sales nor whoever decides again mind."""
    clock = [edge - timedelta(minutes=10)]
    site = Site(machine(), MemoryStore(), lambda: int(clock[0].timestamp() * 1e6))
    turns = count()
    plan = Plan(lambda size: shake_256(b"%d" % next(turns)).digest(size))
    opened: dict[int, datetime] = {}
    lasted: list[timedelta] = []
    site.run([Submitted("a", OpenAccount(clock[0], "ann", "Ann", date(1990, 1, 1)))])
    site.run([Submitted("b", TakeTimeOut(clock[0], "ann", 30))])
    while clock[0] < edge + timedelta(minutes=75):
        while make := next_sale_step(site, plan, sydney(site.now_us())):
            [done] = site.run([make()])
            assert isinstance(done, Done)
            for event in done.events:
                if isinstance(event, GameClosed):
                    lasted.append(event.at - opened[event.game])
                if isinstance(event, GameOpened):
                    opened[event.game] = event.at
                    assert event.closes_at.astimezone(UTC) - clock[0] == plan.every
                    there = event.closes_at.astimezone(SYDNEY)
                    assert event.closes_at.isoformat() == there.isoformat()
        clock[0] += timedelta(seconds=30)
    assert len(lasted) == 28
    assert set(lasted) == {plan.every}
    assert verify_journal(site.machine, site.store, decide_again=True).rows == site.head.seq
