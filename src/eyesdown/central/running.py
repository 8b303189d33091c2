"""A tenant while the site runs: its writer, its tasks, and how both end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from eyesdown.central.clockwork import SNAPSHOT_ROWS, Clockwork
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.central.tenant import Tenant
from eyesdown.kernel.errors import JournalError

S = TypeVar("S")

LOG = logging.getLogger("eyesdown.site")


class RunningTenant(Generic[S]):
    """A tenant's sequencer and tasks, from start to stop. Make it inside a running event loop."""

    def __init__(
        self,
        tenant: Tenant[S],
        site: Site[S],
        *,
        snapshot_rows: int = SNAPSHOT_ROWS,
        wrote: Callable[[int, float], None] = lambda _count, _seconds: None,
        busy: Callable[[bool], None] = lambda _: None,
        read_store: Callable[[], Store] | None = None,
    ) -> None:
        """`read_store` opens the store on a separate connection, for long questions."""
        self.tenant = tenant
        self.read_store = read_store
        self.sequencer = Sequencer(site, due=tenant.due, wrote=wrote, busy=busy)
        clockwork = Clockwork(self.sequencer, tenant, site.now_us, snapshot_rows)
        self._tasks: asyncio.Task[None] = asyncio.create_task(clockwork.run())

    async def stop(self) -> None:
        """End the tasks, answer what waits, take a last snapshot and close the store.

        JournalUnavailable if the store neither answers nor fails.
        """
        self._tasks.cancel()
        await asyncio.gather(self._tasks, return_exceptions=True)
        await self.sequencer.stop(last=_close)


def _close(site: Site[Any]) -> None:
    """Take a last snapshot if the store takes one; else the next start reads some more rows."""
    try:
        site.refresh()
        if site.head.seq:
            site.take_snapshot()
    except JournalError as trouble:
        LOG.warning("no last snapshot was taken", extra={"words": str(trouble)})
    site.store.close()
