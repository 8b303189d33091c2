"""One queue before the writer: many clients, a store that fails, a stop."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalUnavailable
from kit.till import TILL, PaidIn, PayIn, Till
from kit.till_site import Failing, done, site_on

ADA_100 = PayIn("ada", 100)


def test_many_clients_get_their_own_answers(tmp_path: Any) -> None:
    store = SqliteStore(tmp_path / "site.db")
    site = site_on(store)

    async def client(sequencer: Sequencer[Till], who: str) -> int:
        for n in range(5):
            reply = await sequencer.submit(f"{who}/{n}", PayIn(who, n + 1))
            assert isinstance(reply, Done)
            assert [event.who for event in reply.events] == [who]
        return await sequencer.ask(lambda site: site.state.held_cents[who])

    async def everybody() -> list[int]:
        sequencer = Sequencer(site, batch_max=16)
        held = await asyncio.gather(*(client(sequencer, f"c{n}") for n in range(50)))
        await sequencer.stop()
        with pytest.raises(JournalUnavailable, match="stopping"):
            await sequencer.submit("late", ADA_100)
        return held

    assert asyncio.run(everybody()) == [15] * 50
    assert verify_journal(TILL, store).rows == 250
    store.close()


def test_a_failing_store_is_told_to_whoever_waits_and_the_queue_goes_on() -> None:
    store = Failing()
    site = site_on(store)

    async def story() -> None:
        sequencer = Sequencer(site)
        store.mode = "before"
        with pytest.raises(JournalUnavailable, match="no space"):
            await sequencer.submit("1", ADA_100)
        store.mode = ""
        assert await sequencer.submit("1", ADA_100) == done(1, PaidIn("ada", 100))
        await sequencer.stop()

    asyncio.run(story())


def test_a_writer_says_when_it_is_busy_and_when_no_command_waits() -> None:
    async def story() -> list[bool]:
        said = list[bool]()
        sequencer = Sequencer(site_on(MemoryStore()), busy=said.append)
        for number in range(2):
            await sequencer.submit(f"{number}", ADA_100)
            await asyncio.sleep(0)
        await sequencer.stop()
        return said

    assert asyncio.run(story()) == [True, False, True, False, False]


def test_stopping_answers_what_waits() -> None:
    async def story() -> None:
        sequencer = Sequencer(site_on(MemoryStore()))
        waiting = [asyncio.create_task(sequencer.submit(f"{n}", ADA_100)) for n in range(20)]
        await asyncio.sleep(0)
        await sequencer.stop()
        assert [reply.seq for reply in await asyncio.gather(*waiting)] == list(range(1, 21))  # type: ignore[union-attr]

    asyncio.run(story())
