"""Keno as a tenant for tests, and its two tasks by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eyesdown.central.clockwork import SNAPSHOT_ROWS, Clockwork
from eyesdown.central.keno.machine import KenoSite
from eyesdown.central.keno.rights import KenoRights
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.keno.tenant import keno_tenant
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.tenant import Tenant


def keno(plan: Plan, clock_us: Callable[[], int] = lambda: 0) -> Tenant[KenoSite]:
    """The tenant with a receipt key that every test may know."""
    return keno_tenant(plan, KenoRights(Serials(b"k" * 32, clock_us), plan.entropy))


def clockwork(
    sequencer: Sequencer[Any],
    plan: Plan,
    clock_us: Callable[[], int],
    snapshot_rows: int = SNAPSHOT_ROWS,
) -> Clockwork[KenoSite]:
    """The site's own work on keno."""
    return Clockwork(sequencer, keno(plan, clock_us), clock_us, snapshot_rows)


async def sales_step(work: Clockwork[KenoSite]) -> float:
    """One step of the task that opens and closes games."""
    return await work.step(work.tenant.tasks[0])


async def results_step(work: Clockwork[KenoSite]) -> float:
    """One step of the task that draws and settles."""
    return await work.step(work.tenant.tasks[1])
