"""What a page needs of the site: its commands, its state, its clock and its chance."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeVar
from uuid import uuid4

from starlette.requests import HTTPConnection

from eyesdown.central.keno.machine import KenoSite, book_on, sydney
from eyesdown.central.keno.rights import complete, needs_site
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.sequencer import PATIENCE_SECONDS, Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Broke, Done, IdTaken, Site
from eyesdown.central.store.base import Store
from eyesdown.draw.health import seeded
from eyesdown.draw.scale import Bytes, below
from eyesdown.kernel.errors import BadInput, EyesdownError, JournalUnavailable
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.people import People
from eyesdown.web.public.reads import Newest

T = TypeVar("T")


@dataclass(slots=True)
class Web:
    """The site as the pages see it. Nothing here decides; the rules do."""

    sequencer: Sequencer[KenoSite]
    serials: Serials
    people: People
    session_key: bytes
    clock_us: Callable[[], int] = wall_clock_us
    chance: Bytes = field(default_factory=lambda: seeded(os.urandom, b"terminal picks"))
    newest: Newest = field(default_factory=Newest)
    beside: Callable[[], Store] | None = None
    """Another way to the store, for questions that nobody who sells should wait for."""
    cage: bool = False
    """Whether two people key the balls of every game."""
    _reader: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "reader"))

    def now(self) -> datetime:
        """Wall time in Sydney, as commands carry it."""
        return sydney(self.clock_us())

    def clock_words(self) -> str:
        """The same as text, for walls."""
        return self.now().isoformat()

    @property
    def book(self) -> NswKeno:
        return book_on(self.now().date())

    def below(self, bound: int) -> int:
        """Chance for what a terminal picks."""
        return below(bound, self.chance)

    def serial(self) -> str:
        """A new serial that nobody can guess."""
        return self.serials.new(self.chance.generate)

    async def submit(self, command: Any, command_id: str = "") -> tuple[Any, ...]:
        """What came of a command, after it is on disk; the same id gets the first answer again."""
        if needs_site(command):
            command = await self.look_up(lambda site: complete(site, None, command))
        reply = await self.sequencer.submit(command_id or str(uuid4()), command)
        match reply:
            case Done(events=events):
                return events
            case IdTaken():
                raise BadInput("command_id", "was used before, for something else")
            case Broke(words=words):
                raise EyesdownError(words)

    async def dry_run(self, command: Any) -> tuple[Any, ...]:
        """What would come of a command now: the same check that decides the sale."""
        at_us = self.clock_us()

        def decided(site: Site[KenoSite]) -> tuple[Any, ...]:
            stamped = site.machine.stamp(command, at_us)
            return site.machine.decide(site.state, complete(site, None, stamped))

        return await self.look_up(decided)

    async def ask(self, question: Callable[[KenoSite], T]) -> T:
        """A question to the live state."""
        return await self.sequencer.ask(lambda site: question(site.state))

    async def look_up(self, question: Callable[[Site[KenoSite]], T]) -> T:
        """A question that also reads the store: tickets, prizes, results by key."""
        return await self.sequencer.ask(question)

    async def read(self, question: Callable[[Store], T]) -> T:
        """A question about the past, however long it takes; beside the writer where that goes."""
        again = self.beside
        if again is None:
            return await self.sequencer.ask(lambda site: question(site.store))

        def answer() -> T:
            store = again()
            try:
                with store.frozen():
                    return question(store)
            finally:
                store.close()

        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await asyncio.get_running_loop().run_in_executor(self._reader, answer)
        except TimeoutError:
            raise JournalUnavailable("the question takes too long") from None


def web_of(connection: HTTPConnection) -> Web:
    web = connection.app.state.web
    assert isinstance(web, Web)
    return web
