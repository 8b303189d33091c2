"""A day on which every single write fails once, and a game's close with many hands at the door."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from eyesdown.central.keno.machine import EVENTS, KenoSite
from eyesdown.central.keno.tasks import next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Batch
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import anything, sale, set_up
from eyesdown.keno.games.commands import CloseGame
from eyesdown.keno.games.events import GameClosed
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.proof.faults.day import PLACES, PLAN, START, Day, open_site
from eyesdown.proof.faults.failures import SHORT_DAY


class Once(MemoryStore):
    """The n-th write fails, before or after the disk has it."""

    def __init__(self, fails_at: int, mode: str) -> None:
        super().__init__()
        self.fails_at, self.mode, self.writes = fails_at, mode, 0

    def append(self, batch: Batch) -> None:
        self.writes += 1
        if self.writes == self.fails_at and self.mode == "before":
            raise JournalUnavailable("no space left on device")
        super().append(batch)
        if self.writes == self.fails_at:
            raise JournalUnavailable("input/output error")


def day(store: Once) -> Site[KenoSite]:
    """The scripted day, each step tried until it is done, as clients and the site itself do."""
    site = open_site(store)
    Day(SHORT_DAY).go_on(site)
    return site


QUIET = day(Once(0, "never"))
WRITES = QUIET.store.writes  # type: ignore[attr-defined]


@pytest.mark.parametrize("mode", ["before", "after"])
def test_whichever_write_fails_the_day_ends_the_same(mode: str) -> None:
    assert WRITES > 40
    for number in range(1, WRITES + 1):
        site = day(Once(number, mode))
        assert site.head == QUIET.head, f"write {number}"
        assert site.machine.save(site.state) == QUIET.machine.save(QUIET.state)
        assert site.store.balances() == QUIET.store.balances()
    verify_journal(site.machine, site.store, decide_again=True)


def test_nothing_gets_into_a_game_after_its_close() -> None:
    """300 clients at the door while the game closes: the sequence decides, and nobody else."""
    store = MemoryStore()
    site = open_site(store)
    for number, command in enumerate(set_up(START, PLACES)):
        site.run([Submitted(f"set-up/{number}", command)])
    while make := next_step(site, PLAN, START):
        site.run([make()])
    dice = Random(3)
    early = START + timedelta(seconds=1)
    later = START + timedelta(minutes=3)

    async def rush() -> list[Any]:
        sequencer = Sequencer(site, batch_max=32)

        async def client(number: int) -> Any:
            if number == 150:
                return await sequencer.submit("close", CloseGame(early, later))
            command = sale(early, f"S{number}", dice.choice(PLACES), anything(dice))
            return await sequencer.submit(f"client/{number}", command)

        replies = await asyncio.gather(*(client(number) for number in range(300)))
        await sequencer.stop()
        return replies

    assert all(isinstance(reply, Done) for reply in asyncio.run(rush()))
    events = [(row.seq, e) for row in store.rows() for e in EVENTS.read_all(row.events)]
    [close] = [seq for seq, event in events if isinstance(event, GameClosed)]
    sold = [(seq, event.first_game) for seq, event in events if isinstance(event, EntryAccepted)]
    assert {first for seq, first in sold if seq < close} == {0}
    assert {first for seq, first in sold if seq > close} == {1}
    assert len(sold) == 299
