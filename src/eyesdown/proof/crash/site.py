"""The process that gets killed: a whole keno site that answers on a socket."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import time
from datetime import datetime, timedelta

from eyesdown.central.clockwork import Clockwork
from eyesdown.central.keno.machine import COMMANDS, SYDNEY, machine, sydney
from eyesdown.central.keno.rights import KenoRights
from eyesdown.central.keno.tasks import Plan, next_sale_step
from eyesdown.central.keno.tenant import keno_tenant
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.central.store.connect import open_store
from eyesdown.demo.keno_load import places, set_up
from eyesdown.kernel.errors import JournalConflict, JournalError, JournalUnavailable

PLACES = places(20)
APPOINTED = datetime(2026, 11, 15, 12, 0, tzinfo=SYDNEY)
EVERY = timedelta(seconds=2)
SNAPSHOT_ROWS = 500
CLAIM_SECONDS = 10.0
"""PostgreSQL may need a moment to notice that the writer before is dead, or to come up again."""


def clock_us() -> int:
    return time.time_ns() // 1000


def live(where: str, line: socket.socket) -> None:
    """A site's life: a command a line in, an answer a line out, until the other side hangs up."""
    logging.getLogger("eyesdown").setLevel(logging.ERROR)
    asyncio.run(_live(where, line))


async def _live(where: str, line: socket.socket) -> None:
    store = _claimed(where)
    site = Site(machine(), store, clock_us)
    plan = Plan(os.urandom, EVERY)
    first = enumerate(set_up(APPOINTED, PLACES))
    site.run([Submitted(f"set-up/{number}", command) for number, command in first])
    while make := next_sale_step(site, plan, sydney(clock_us())):
        site.run([make()])
    snapshot = store.snapshot()
    if site.head.seq - (snapshot.seq if snapshot else 0) >= SNAPSHOT_ROWS:
        site.take_snapshot()
    reader, writer = await asyncio.open_connection(sock=line)
    writer.write(b"ready\n")
    tenant = keno_tenant(plan, KenoRights(Serials(bytes(32), clock_us), os.urandom))
    sequencer = Sequencer(site, due=tenant.due)
    tasks = asyncio.create_task(Clockwork(sequencer, tenant, clock_us, SNAPSHOT_ROWS).run())

    async def answer(name: str, command: object) -> None:
        try:
            reply = await sequencer.submit(name, command)
        except JournalError:
            writer.write(f"{name} 0 unavailable\n".encode())
            return
        if isinstance(reply, Done):
            refused = any(getattr(event, "refusals", ()) for event in reply.events)
            writer.write(f"{name} {reply.seq} {'no' if refused else 'yes'}\n".encode())
        else:
            writer.write(f"{name} 0 {reply}\n".encode())

    async with asyncio.TaskGroup() as answers:
        while raw := await reader.readline():
            asked = json.loads(raw)
            answers.create_task(answer(asked["id"], COMMANDS.of_plain(asked["command"])))
    tasks.cancel()
    await asyncio.gather(tasks, return_exceptions=True)
    await sequencer.stop()
    await writer.drain()
    store.close()


def _claimed(where: str) -> Store:
    """The store, opened for this process alone; tried for a while, as a service manager does."""
    until = time.monotonic() + CLAIM_SECONDS
    while True:
        try:
            store = open_store(where)
            store.claim()
        except (JournalConflict, JournalUnavailable):
            if time.monotonic() > until:
                raise
            time.sleep(0.02)
        else:
            return store
