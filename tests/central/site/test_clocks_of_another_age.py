"""A whole site whose clock is set to 1970 or to 2099: nothing is sold wrongly, nothing is lost."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import shake_256
from itertools import count
from typing import Any

import pytest

from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Site
from eyesdown.central.site.upkeep.watched_clock import WatchedClock
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.refused import refusals_in
from kit.tenants import clockwork, results_step, sales_step

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
[PLACE] = places(1)
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)


def us_of(moment: datetime) -> int:
    return int(moment.timestamp() * 1_000_000)


@dataclass
class Clocked:
    """A site over a store, with a wall clock that a test sets and a steady one that runs on."""

    store: MemoryStore
    wall: int = us_of(START)
    steady: int = 0
    names: Any = field(default_factory=count)

    async def open(self) -> None:
        clock = WatchedClock(lambda: self.wall, lambda: self.steady)
        [*_, last] = [0, *(row.at_us for row in self.store.rows())]
        clock.compare(last)  # as at each start
        self.site = Site(machine(), self.store, clock)
        self.sequencer = Sequencer(self.site)
        turns = count()
        plan = Plan(lambda size: shake_256(b"%d" % next(turns)).digest(size))
        self.work = clockwork(self.sequencer, plan, clock)

    def runs(self, by: timedelta) -> None:
        self.wall += by // timedelta(microseconds=1)
        self.steady += by // timedelta(microseconds=1)

    async def goes_on(self) -> None:
        """All that the site does by itself now."""
        for _ in range(20):
            await sales_step(self.work)
            await results_step(self.work)

    async def sells(self) -> tuple[str, list[str]]:
        """The serial of a sale, and the codes of its refusals."""
        serial = f"S{next(self.names)}"
        now = datetime.fromtimestamp(self.site.now_us() / 1e6, SYDNEY)
        reply = await self.sequencer.submit(serial, sale(now, serial, PLACE, ASK))
        return serial, [refusal.code for refusal in refusals_in(reply.events)]

    @property
    def game(self) -> int | None:
        return self.site.state.keno.open_game


def set_to(site: Clocked, year: int) -> int:
    """Set the wall clock to a year; where it was."""
    before, site.wall = site.wall, us_of(datetime(year, 1, 1, tzinfo=UTC))
    return before


async def opened(store: MemoryStore) -> Clocked:
    site = Clocked(store)
    await site.open()
    for number, command in enumerate(set_up(START, (PLACE,))):
        await site.sequencer.submit(f"set-up/{number}", command)
    await site.goes_on()
    assert site.game == 0
    return site


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_clock_that_is_set_while_a_site_sells_holds_its_games(year: int) -> None:
    async def story() -> None:
        store = MemoryStore()
        site = await opened(store)
        before = set_to(site, year)
        site.runs(timedelta(minutes=1))
        serial, refused = await site.sells()
        assert not refused, "the game is open, and the steady clock knows it"
        site.runs(timedelta(minutes=9))
        assert (await site.sells())[1] == ["entry/no_open_game"], "its time is up"
        await site.goes_on()
        assert (site.game, site.site.clock_doubt_us != 0) == (0, True), "it waits for a person"
        latest = max(row.at_us for row in store.rows())
        assert us_of(START) <= latest <= before + 600_000_000, "no row has the wrong time"
        site.wall = before + 600_000_000
        await site.goes_on()
        assert (site.game, site.site.clock_doubt_us) == (1, 0)
        assert site.site.state.draws.published_max == 0
        assert store.record("ticket", serial) is not None
        await site.sequencer.stop()
        verify_journal(machine(), store, decide_again=True)

    asyncio.run(story())


@pytest.mark.parametrize("year", [1970, 2099])
def test_a_site_that_starts_with_such_a_clock_opens_and_closes_nothing(year: int) -> None:
    async def story() -> None:
        store = MemoryStore()
        site = await opened(store)
        await site.sells()
        await site.sequencer.stop()
        again = Clocked(store, wall=us_of(datetime(year, 1, 1, tzinfo=UTC)))
        await again.open()
        rows = store.head().seq
        await again.goes_on()
        assert again.site.clock_doubt_us
        assert (again.game, store.head().seq) == (0, rows)
        await again.sequencer.stop()

    asyncio.run(story())
