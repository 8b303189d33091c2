"""Runs a tenant's tasks until the site stops, takes snapshots, and watches the store and clock."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from eyesdown.central.site.sealing import GameStopped
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, IdTaken, Site, Submitted
from eyesdown.central.tenant import Task, Tenant
from eyesdown.kernel.errors import DrawSourceError, JournalCorrupt, JournalError
from eyesdown.kernel.refused import refusals_in

S = TypeVar("S")

LOG = logging.getLogger("eyesdown.site")
LOOK_SECONDS = 0.05
REST_SECONDS = 1.0
SNAPSHOT_ROWS = 20_000
BEHIND_US = 5_000_000
"""A clock that is corrected now and then may go back this far without a warning."""


@dataclass(slots=True)
class Clockwork(Generic[S]):
    """One loop for each task of a tenant, and one that looks after store, clock and snapshots."""

    sequencer: Sequencer[S]
    tenant: Tenant[S]
    clock_us: Callable[[], int]
    snapshot_rows: int = SNAPSHOT_ROWS
    _snapshot_seq: int = 0
    _latest_us: int | None = None
    _behind: bool = False
    _unavailable: bool = False

    async def run(self) -> None:
        """Keep every task going until cancelled."""
        async with asyncio.TaskGroup() as loops:
            for task in self.tenant.tasks:
                loops.create_task(self._repeat(partial(self.step, task)))
            loops.create_task(self._repeat(self.look_after))

    async def _repeat(self, once: Callable[[], Awaitable[float]]) -> None:
        while True:
            try:
                seq = self.sequencer.seq  # a row that comes while `once` looks is not slept through
                wait = await once()
                await self._report_recovery()
                at_once = self.tenant.at_once
                await (self.sequencer.grown(wait, seq) if at_once else asyncio.sleep(wait))
                continue
            except JournalCorrupt as changed:
                self._unavailable = True
                LOG.error("the store was changed", extra={"words": str(changed)})  # noqa: TRY400 -- its words say all
            except JournalError as trouble:
                self._unavailable = True
                LOG.warning("the store is unavailable", extra={"words": str(trouble)})
            except DrawSourceError as trouble:
                LOG.error("a game cannot be drawn", extra={"words": str(trouble)})  # noqa: TRY400 -- its words say all
            except Exception:
                LOG.exception("a task of the site failed")
            await asyncio.sleep(REST_SECONDS)

    async def step(self, task: Task[S]) -> float:
        """Do the next step of a task; the seconds to wait before the one after it."""
        now = self.tenant.now(self.clock_us())
        if task.by_clock and await self.sequencer.ask(lambda site: bool(site.clock_doubt_us)):
            return LOOK_SECONDS
        make = await self.sequencer.ask(lambda site: task.next_step(site, now))
        if make is not None:
            return await self._submit(await asyncio.to_thread(make) if task.on_thread else make())
        wakes_at = await self.sequencer.ask(lambda site: self.tenant.wakes(site.state))
        if wakes_at is None:
            return LOOK_SECONDS
        left = (wakes_at - self.tenant.now(self.clock_us())).total_seconds()
        return min(max(left, 0.0), LOOK_SECONDS) if left > 0 else LOOK_SECONDS

    async def look_after(self) -> float:
        """Try a store that failed, take a snapshot when one is due, and compare the clock."""
        if self.sequencer.write_failed and not self.sequencer.waiting:
            await self.sequencer.try_to_write()
        if self.sequencer.seq - self._snapshot_seq >= self.snapshot_rows:
            self._snapshot_seq = await self.sequencer.ask(self._snapshot)
        if self._latest_us is None:
            self._latest_us = await self.sequencer.ask(_last_written_us)
        self._compare_clock(self.clock_us())
        return LOOK_SECONDS

    async def _report_recovery(self) -> None:
        """Log once when the store answers again, so that the log shows when the trouble ended."""
        if self._unavailable and not self.sequencer.write_failed:
            head = await self.sequencer.ask(lambda site: site.look_again())
            if self._unavailable:  # another loop has not logged it meanwhile
                self._unavailable = False
                LOG.info("the store is available again", extra={"seq": head.seq})

    def _compare_clock(self, now_us: int) -> None:
        """Log once when the clock was set back: no game closes until it has caught up."""
        assert self._latest_us is not None
        behind_us = self._latest_us - now_us
        if behind_us > BEHIND_US and not self._behind:
            LOG.warning("the clock was set back", extra={"seconds": behind_us / 1e6})
        self._behind = behind_us > BEHIND_US
        self._latest_us = max(self._latest_us, now_us)

    def _snapshot(self, site: Site[S]) -> int:
        """Take a snapshot if that saves work at the next start; the row of the newest one."""
        if not self.tenant.snapshot_pays(site.state, site.head.seq - self._snapshot_seq):
            return self._snapshot_seq
        return site.take_snapshot().seq

    async def _submit(self, step: Submitted) -> float:
        reply = await self.sequencer.submit(step.command_id, step.command)
        if isinstance(reply, IdTaken):
            return 0.0  # `due` did this step before a batch; see central.tenant
        if isinstance(reply, Done) and not refusals_in(reply.events):
            kinds = [type(event).__name__ for event in reply.events]
            LOG.info("done", extra={"seq": reply.seq, "events": kinds})
            for event in reply.events:
                if isinstance(event, GameStopped):
                    more = {"seq": reply.seq, "game": event.game, "count": event.count}
                    LOG.error("control stopped a game", extra=more)
            return 0.0
        LOG.error("the site's own command was refused", extra={"reply": str(reply)})
        return REST_SECONDS


def _last_written_us(site: Site[S]) -> int:
    """When the last row was written."""
    return max((row.at_us for row in site.store.rows(site.head.seq - 1)), default=0)
