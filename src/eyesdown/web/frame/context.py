"""What a page needs of the site: commands, questions, the time, serials and random numbers."""

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
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.public.reads import Newest

T = TypeVar("T")

SERIALS_AT_ONCE = 64
"""Serials are made this many at a time: a single one costs three times its share."""


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
    open_reader: Callable[[], Store] | None = None
    """Opens a separate connection to the store, for long questions that must not hold up sales."""
    cage: bool = False
    """Whether two people key the balls of every game."""
    sessions: Sessions = field(init=False)
    _reader: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "reader"))
    _unused_serials: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.session_key)

    def now(self) -> datetime:
        """The time in Sydney, as commands carry it."""
        return sydney(self.clock_us())

    def clock_words(self) -> str:
        """The time in Sydney as a string, for displays."""
        return self.now().isoformat()

    @property
    def book(self) -> NswKeno:
        """The rulebook in force now."""
        return book_on(self.now().date())

    def below(self, bound: int) -> int:
        """A random number from 0 to below `bound`, for what a terminal picks."""
        return below(bound, self.chance)

    def serial(self) -> str:
        """A new serial that no one can guess."""
        if not self._unused_serials:
            self._unused_serials = self.serials.many(self.chance.generate, SERIALS_AT_ONCE)
        return self._unused_serials.pop()

    async def submit(self, command: Any, command_id: str = "") -> tuple[Any, ...]:
        """The events of a command, once on disk; a repeated id gets the first events again."""
        if needs_site(command):
            command = await self.ask_site(lambda site: complete(site, None, command))
        reply = await self.sequencer.submit(command_id or str(uuid4()), command)
        match reply:
            case Done(events=events):
                return events
            case IdTaken():
                raise BadInput("command_id", "was used before, for something else")
            case Broke(words=words):
                raise EyesdownError(words)

    async def dry_run(self, command: Any) -> tuple[Any, ...]:
        """The events a command would have now, by the check that decides it; nothing changes."""
        at_us = self.clock_us()
        return await self.ask_site(lambda site: dry_run(site, command, at_us))

    async def ask_state(self, question: Callable[[KenoSite], T]) -> T:
        """The answer to a question about the live state; the writer's thread asks it."""
        return await self.sequencer.ask(lambda site: question(site.state))

    async def ask_site(self, question: Callable[[Site[KenoSite]], T]) -> T:
        """The answer to a question that also reads the store: tickets, prizes, results by key."""
        return await self.sequencer.ask(question)

    async def ask_store(self, question: Callable[[Store], T]) -> T:
        """The answer to a long question about the past, if possible on a separate connection."""
        open_reader = self.open_reader
        if open_reader is None:
            return await self.sequencer.ask(lambda site: question(site.store))

        def answer() -> T:
            store = open_reader()
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


def dry_run(site: Site[KenoSite], command: Any, at_us: int) -> tuple[Any, ...]:
    """The events that `command` would have at a time; nothing changes."""
    stamped = site.machine.stamp(command, at_us)
    return site.machine.decide(site.state, complete(site, None, stamped))


def web_of(connection: HTTPConnection) -> Web:
    """The site behind a request."""
    web = connection.app.state.web
    assert isinstance(web, Web)
    return web
