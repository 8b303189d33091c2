"""A site with witnesses over HTTP: witnesses that follow, sign and answer as the program does."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import httpx

from eyesdown.central.keno.machine import machine
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Site
from eyesdown.central.site.witness_words import AppointWitness
from eyesdown.central.store.base import copy
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.witness import Message, Witness
from eyesdown.proof.fairness.record_maker import key_of
from kit.public_site import PublicSite, visitor
from kit.served_site import run_scenario

START_SECONDS = 15.0
START = "a" * 32


@dataclass
class Guest:
    """A witness that visits the site through the test's own client, by the site's clock."""

    hall: WitnessedSite
    name: str
    folder: Path
    witness: Witness = field(init=False)

    def __post_init__(self) -> None:
        key = key_of(self.name)
        self.folder.mkdir()
        body = {"name": self.name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
        (self.folder / KEY).write_text(json.dumps(body))
        opened = WitnessFolder.open(self.folder)
        self.witness = Witness.of_folder(opened, self.hall.seconds, self.hall.seconds)

    async def follow(self, http: httpx.AsyncClient) -> None:
        """Take every line that is new, sign what is due, send every word."""
        reply = await http.get(f"/record?after={self.number}")
        assert reply.status_code == 200, reply.text
        for line in filter(None, reply.content.split(b"\n")):
            self.witness.take(line)
        assert not self.witness.stopped, self.witness.stopped
        self.witness.due()
        for message in self.witness.pending():
            await http.post("/record", json=message)

    @property
    def number(self) -> int:
        """The number of the newest statement that it has."""
        return len(self.witness.follower.hashes)

    def here(self, start: str = START) -> Message:
        """How far its copy goes, signed."""
        return self.witness.here(start)

    def copy_after(self, number: int) -> bytes:
        """The body that hands its copy over."""
        lines = list(self.witness.folder.record())[number:]
        return b"\n".join([json.dumps(self.here()).encode(), *lines])


@dataclass
class WitnessedSite(PublicSite):
    """A site in memory whose store can be copied and gone back to."""

    ticks: float = 0.0

    async def appoint(self, *names: str) -> None:
        """Appoint witnesses with their test keys."""
        for name in names:
            await self.do(AppointWitness(self.at, name, f"{key_of(name).n:x}", "office"))

    async def round(self, http: httpx.AsyncClient, *guests: Guest) -> None:
        """Let the site and its witnesses work until nothing is left to do."""
        for _ in range(4):
            await self.work()
            for guest in guests:
                await guest.follow(http)
        await self.work()

    def backup(self) -> MemoryStore:
        """A copy of the store as it is now."""
        target = MemoryStore()
        copy(self.store, target)
        return target

    def go_back(self, store: MemoryStore) -> None:
        """Start a site on another store, as a process that has just begun."""
        self.store = store
        self.web.sequencer = Sequencer(Site(machine(), store, self.clock_us))
        restart = Restart(START_SECONDS, lambda: self.ticks, START)
        restart.begin(self.web.sequencer._site.record)
        self.web.restart = restart
        self.plan = replace(self.plan, restart=restart)

    async def head(self) -> str:
        """The newest statement."""
        return await self.web.ask_site(lambda site: f"{site.record}")

    async def statements(self, http: httpx.AsyncClient, after: int = 0) -> list[dict[str, Any]]:
        """The record after a number."""
        reply = await http.get(f"/record?after={after}")
        return [json.loads(line) for line in filter(None, reply.content.split(b"\n"))]

    async def lifespan(self) -> AsyncIterator[Any]:
        """The site; the sequencer at the end may be another than the first."""
        async for hosted in super().lifespan():
            first = self.web.sequencer
            yield hosted
            if self.web.sequencer is not first:
                await self.web.sequencer.stop()


Witnessed = Callable[[WitnessedSite, httpx.AsyncClient], Awaitable[None]]


def run_witnessed(scenario: Witnessed) -> None:
    """Run a scenario on a fresh site."""

    async def with_visitor(hall: WitnessedSite) -> None:
        async with visitor(hall) as http:
            await scenario(hall, http)

    run_scenario(WitnessedSite(), with_visitor)
