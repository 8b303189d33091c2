"""The hands that keep the site going: they sell and draw, and say what is not as it should be."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import shake_256
from itertools import count
from typing import Any

import pytest

from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import JournalUnavailable
from kit.sites import Running
from kit.tenants import clockwork, results_step, sales_step

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
[PLACE] = places(1)
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)


def chance() -> Callable[[int], bytes]:
    turns = count()
    return lambda size: shake_256(b"%d" % next(turns)).digest(size)


class Flickering(MemoryStore):
    """Away every fifth time it is written to."""

    writes = 0

    def append(self, batch: Any) -> None:
        self.writes += 1
        if self.writes % 5 == 0:
            raise JournalUnavailable("away")
        super().append(batch)


def test_the_hands_go_on_though_the_store_comes_and_goes() -> None:
    store = Flickering()
    now = [START]

    def clock_us() -> int:
        return int(now[0].timestamp() * 1_000_000)

    async def story() -> int:
        site = Site(machine(), store, clock_us)
        sequencer = Sequencer(site)
        for number, command in enumerate(set_up(START, (PLACE,))):
            for _ in range(2):
                try:
                    await sequencer.submit(f"set-up/{number}", command)
                except JournalUnavailable:
                    continue
        work = clockwork(sequencer, Plan(chance()), clock_us, snapshot_rows=1)
        lost = 0
        while await sequencer.ask(lambda site: site.state.draws.published_max) < 2:
            try:
                waits = await sales_step(work), await results_step(work)
                await work.look_after()
            except JournalUnavailable:
                lost += 1
                continue
            if all(waits) and site.state.keno.open_game is not None:
                now[0] += timedelta(minutes=3)
        await sequencer.stop()
        return lost

    assert asyncio.run(story()) > 0
    snapshot = store.snapshot()
    assert snapshot is not None
    assert snapshot.seq > 20
    again = Site(machine(), store, clock_us)
    assert again.state.draws.published_max == 2


def test_selling_does_not_wait_for_a_long_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next game closes on time though the count of the one before has not come back."""
    store = MemoryStore()
    now = [START]

    def clock_us() -> int:
        return int(now[0].timestamp() * 1_000_000)

    counting, go_on = threading.Event(), threading.Event()

    def slow(*_: object) -> str:
        counting.set()
        assert go_on.wait(20)
        return ""

    monkeypatch.setattr("eyesdown.central.keno.tasks.count_sales", slow)

    async def story() -> tuple[int, int]:
        site = Site(machine(), store, clock_us)
        sequencer = Sequencer(site)
        for number, command in enumerate(set_up(START, (PLACE,))):
            await sequencer.submit(f"set-up/{number}", command)
        task = asyncio.create_task(clockwork(sequencer, Plan(chance()), clock_us).run())
        while site.state.keno.open_game is None:
            await sequencer.ask(lambda _: None)
        now[0] += timedelta(minutes=3)
        await asyncio.to_thread(counting.wait, 20)
        now[0] += timedelta(minutes=3)
        while site.state.keno.open_game != 2:
            await sequencer.ask(lambda _: None)
        published = site.state.draws.published_max
        go_on.set()
        while site.state.draws.published_max < 1:
            await sequencer.ask(lambda _: None)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await sequencer.stop()
        return published, site.state.draws.published_max

    assert asyncio.run(story()) == (-1, 1)


def test_the_hands_rest_after_a_no(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    """A game cannot be promised twice; the site says so and tries again later."""
    site = running.site

    async def story() -> float:
        sequencer = Sequencer(site)
        following = site.state.keno.next_game
        site.state.draws.promised.pop(following)
        site.state.draws.published_max = following
        work = clockwork(sequencer, Plan(chance()), lambda: int(START.timestamp() * 1_000_000))
        waits = await sales_step(work)
        await sequencer.stop()
        return waits

    assert asyncio.run(story()) == 1.0
    assert "was refused" in caplog.text


def test_a_store_that_is_back_is_said_once(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever reads the log sees when it ended; what another site wrote counts by then."""
    caplog.set_level("INFO")
    other = Site(machine(), running.store, running.clock_us)
    other.run([Submitted("other/1", sale(START, "S-1", PLACE, ASK))])
    monkeypatch.setattr("eyesdown.central.clockwork.REST_SECONDS", 0)

    async def story() -> None:
        sequencer = Sequencer(running.site)
        sequencer.write_failed = True
        working = asyncio.create_task(
            clockwork(sequencer, Plan(running.read), running.clock_us).run()
        )
        for away, sign in (
            (True, "the store is unavailable"),
            (False, "the store is available again"),
        ):
            running.store.away = away
            while sign not in caplog.text:  # noqa: ASYNC110 -- nobody tells us
                await asyncio.sleep(0)
        for _ in range(3):
            await sequencer.ask(lambda _: None)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
        await sequencer.stop()

    asyncio.run(story())
    assert caplog.text.count("the store is available again") == 1
    assert running.site.head == other.head
    assert running.site.state.keno.sold.keys() == other.state.keno.sold.keys() == {"S-1"}


def test_a_clock_that_was_set_back_is_said_once(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """The open game stays open till the clock has caught up; somebody should know why."""

    async def story() -> list[int]:
        sequencer, said = Sequencer(running.site), []
        work = clockwork(sequencer, Plan(running.read), running.clock_us)
        for seconds in (-4, -6, -7, -3600, 60, 56, 0, -60, 61):
            running.now = START + timedelta(seconds=seconds)
            await work.look_after()
            said.append(caplog.text.count("the clock was set back"))
        await sequencer.stop()
        return said

    assert asyncio.run(story()) == [0, 1, 1, 1, 1, 1, 2, 2, 2]
    assert {record.levelname for record in caplog.records} == {"WARNING"}
    assert running.site.state.keno.open_game == 0
