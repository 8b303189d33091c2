"""The site's own hands: it opens, closes, draws, publishes and keeps snapshots until stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime

from eyesdown.central.keno.machine import KenoSite, sydney
from eyesdown.central.keno.tasks import Plan, next_result_step, next_sale_step
from eyesdown.central.site.sealing import GameStopped
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, IdTaken, Site, Submitted
from eyesdown.kernel.errors import DrawSourceError, JournalError

LOG = logging.getLogger("eyesdown.site")
LOOK_SECONDS = 0.05
REST_SECONDS = 1.0
SNAPSHOT_ROWS = 20_000
BEHIND_US = 5_000_000
"""A clock that is put right every now and then may go back so far without anybody's notice."""


@dataclass(slots=True)
class Clockwork:
    """Two hands: one sells, on time, while the other works on results, however long that takes."""

    sequencer: Sequencer[KenoSite]
    plan: Plan
    clock_us: Callable[[], int]
    snapshot_rows: int = SNAPSHOT_ROWS
    _kept: int = 0
    _latest_us: int | None = None
    _behind: bool = False
    _away: bool = False

    async def run(self) -> None:
        async with asyncio.TaskGroup() as hands:
            hands.create_task(self._keep_doing(self.sell_once))
            hands.create_task(self._keep_doing(self.result_once))

    async def _keep_doing(self, once: Callable[[], Awaitable[float]]) -> None:
        while True:
            try:
                wait = await once()
                await self._look_at_store()
            except JournalError as trouble:
                self._away = True
                LOG.warning("the store is away", extra={"words": str(trouble)})
                wait = REST_SECONDS
            except DrawSourceError as trouble:
                LOG.error("a game cannot be drawn", extra={"words": str(trouble)})  # noqa: TRY400 -- its words say all
                wait = REST_SECONDS
            except Exception:
                LOG.exception("the site's own hands slipped")
                wait = REST_SECONDS
            await asyncio.sleep(wait)

    async def sell_once(self) -> float:
        """One step of the schedule; how long to wait before the next."""
        now_us = self.clock_us()
        if self._latest_us is None:
            self._latest_us = await self.sequencer.ask(_written_us)
        self._look_at_clock(now_us)
        now = sydney(now_us)
        make = await self.sequencer.ask(lambda site: next_sale_step(site, self.plan, now))
        if make is not None:
            return await self._do(make())
        closes_at = await self.sequencer.ask(_closes_at)
        if closes_at is None:
            return LOOK_SECONDS
        left = (closes_at - sydney(self.clock_us())).total_seconds()
        return min(max(left, 0.0), LOOK_SECONDS)

    async def result_once(self) -> float:
        """One step towards a result; counting is done beside the writer, not by it."""
        if self.sequencer.write_failed and not self.sequencer.waiting:
            await self.sequencer.try_to_write()
        if self.sequencer.seq - self._kept >= self.snapshot_rows:
            self._kept = await self.sequencer.ask(self._snapshot)
        now = sydney(self.clock_us())
        make = await self.sequencer.ask(lambda site: next_result_step(site, self.plan, now))
        if make is not None:
            return await self._do(await asyncio.to_thread(make))
        return LOOK_SECONDS

    async def _look_at_store(self) -> None:
        """Say it once when the store answers again, so that the log has an end of it, too."""
        if self._away and not self.sequencer.write_failed:
            head = await self.sequencer.ask(lambda site: site.look_again())
            if self._away:  # the other hand has not said it meanwhile
                self._away = False
                LOG.info("the store is back", extra={"seq": head.seq})

    def _look_at_clock(self, now_us: int) -> None:
        """Say it once when the clock was set back: no game closes until it has caught up."""
        assert self._latest_us is not None
        behind_us = self._latest_us - now_us
        if behind_us > BEHIND_US and not self._behind:
            LOG.warning("the clock was set back", extra={"seconds": behind_us / 1e6})
        self._behind = behind_us > BEHIND_US
        self._latest_us = max(self._latest_us, now_us)

    def _snapshot(self, site: Site[KenoSite]) -> int:
        """Keep the state when that saves work: an open entry is read as slowly as its row.

        In the middle of a busy game nearly every new row is an open entry; it waits for the result.
        """
        if 2 * len(site.state.keno.sold) > site.head.seq - self._kept:
            return self._kept
        return site.take_snapshot().seq

    async def _do(self, step: Submitted) -> float:
        reply = await self.sequencer.submit(step.command_id, step.command)
        if isinstance(reply, IdTaken):
            return 0.0  # a sale came first and closed the game on its way in
        if isinstance(reply, Done) and not any(
            getattr(event, "refusals", ()) for event in reply.events
        ):
            kinds = [type(event).__name__ for event in reply.events]
            LOG.info("done", extra={"seq": reply.seq, "events": kinds})
            for event in reply.events:
                if isinstance(event, GameStopped):
                    more = {"seq": reply.seq, "game": event.game, "count": event.count}
                    LOG.error("control stopped a game", extra=more)
            return 0.0
        LOG.error("the site's own command was not done", extra={"reply": str(reply)})
        return REST_SECONDS


def _written_us(site: Site[KenoSite]) -> int:
    """When the last row was written."""
    return max((row.at_us for row in site.store.rows(site.head.seq - 1)), default=0)


def _closes_at(site: Site[KenoSite]) -> datetime | None:
    keno = site.state.keno
    return None if keno.open_game is None else keno.games[keno.open_game].closes_at
