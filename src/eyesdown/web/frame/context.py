"""A tenant of the site as its pages see it: people, sessions, commands and questions."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import Executor
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import uuid4

from starlette.requests import HTTPConnection

from eyesdown.central.site.sequencer import PATIENCE_SECONDS, Sequencer
from eyesdown.central.site.site import Broke, Done, IdTaken, Site
from eyesdown.central.store.base import Store
from eyesdown.kernel.errors import BadInput, EyesdownError, JournalUnavailable
from eyesdown.web.frame.people import People
from eyesdown.web.frame.sessions import Sessions

S = TypeVar("S")
T = TypeVar("T")


class Web(ABC, Generic[S]):
    """A tenant as its pages see it. Nothing here decides; the rules do."""

    __slots__ = ()

    sequencer: Sequencer[S]
    people: People
    sessions: Sessions
    clock_us: Callable[[], int]
    open_reader: Callable[[], Store] | None
    """Opens a separate connection to the store, for long questions that must not hold up sales."""
    _reader: Executor

    @abstractmethod
    def now(self) -> datetime:
        """The tenant's wall time, as its commands carry it."""

    @abstractmethod
    def complete(self, site: Site[S], command: Any) -> Any:
        """The command with what only the site knows: store, secret, record."""

    @abstractmethod
    def needs_site(self, command: Any) -> bool:
        """Whether `complete` would change or check this command at all."""

    def clock_words(self) -> str:
        """The tenant's wall time as a string, for displays."""
        return self.now().isoformat()

    async def submit(self, command: Any, command_id: str = "") -> tuple[Any, ...]:
        """The events of a command, once on disk; a repeated id gets the first events again."""
        if self.needs_site(command):
            command = await self.ask_site(lambda site: self.complete(site, command))
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
        return await self.ask_site(lambda site: self.dry_run_now(site, command, at_us))

    def dry_run_now(self, site: Site[S], command: Any, at_us: int) -> tuple[Any, ...]:
        """The same, for a question that the writer's thread asks."""
        stamped = site.machine.stamp(command, at_us)
        return site.machine.decide(site.state, self.complete(site, stamped))

    async def ask_state(self, question: Callable[[S], T]) -> T:
        """The answer to a question about the live state; the writer's thread asks it."""
        return await self.sequencer.ask(lambda site: question(site.state))

    async def ask_site(self, question: Callable[[Site[S]], T]) -> T:
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


def web_of(connection: HTTPConnection) -> Web[Any]:
    """The tenant behind a request."""
    web = connection.app.state.web
    assert isinstance(web, Web)
    return web
