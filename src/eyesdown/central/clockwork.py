"""The site's own hands: it opens, closes, draws, publishes and keeps snapshots until stopped."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

from eyesdown.central.keno import KenoSite, sydney
from eyesdown.central.runner import Plan, next_step
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.site import Done, Site
from eyesdown.kernel.errors import JournalError

LOG = logging.getLogger("eyesdown.site")
LOOK_SECONDS = 0.05
REST_SECONDS = 1.0
SNAPSHOT_ROWS = 20_000


@dataclass(slots=True)
class Clockwork:
    """Does what is to do, looks again, and rests after a no or when the store is away."""

    sequencer: Sequencer[KenoSite]
    plan: Plan
    clock_us: Callable[[], int]
    snapshot_rows: int = SNAPSHOT_ROWS
    _kept: int = 0

    async def run(self) -> None:
        while True:
            try:
                wait = await self._once()
            except JournalError as trouble:
                LOG.warning("the store is away", extra={"words": str(trouble)})
                wait = REST_SECONDS
            await asyncio.sleep(wait)

    async def _once(self) -> float:
        """One step; how long to wait before the next."""
        now = sydney(self.clock_us())
        make = await self.sequencer.ask(lambda site: next_step(site, self.plan, now))
        if make is None:
            await self._keep_snapshot()
            return LOOK_SECONDS
        step = await asyncio.to_thread(make)
        reply = await self.sequencer.submit(step.command_id, step.command)
        if isinstance(reply, Done) and not any(
            getattr(event, "refusals", ()) for event in reply.events
        ):
            kinds = [type(event).__name__ for event in reply.events]
            LOG.info("done", extra={"seq": reply.seq, "events": kinds})
            return 0.0
        LOG.error("the site's own command was not done", extra={"reply": str(reply)})
        return REST_SECONDS

    async def _keep_snapshot(self) -> None:
        """A snapshot between two games, when enough has been written since the last one."""
        if self.sequencer.seq - self._kept >= self.snapshot_rows:
            self._kept = await self.sequencer.ask(_snapshot)


def _snapshot(site: Site[KenoSite]) -> int:
    return site.take_snapshot().seq
