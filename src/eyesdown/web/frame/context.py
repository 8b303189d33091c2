"""The site behind its pages: who signs on, and each tenant with its commands and questions."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar
from uuid import uuid4

from starlette.requests import HTTPConnection
from starlette.types import Scope

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.central.desk.own_process import StoreProcess
from eyesdown.central.desk.row_index import RowIndex
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sequencer import PATIENCE_SECONDS, Sequencer
from eyesdown.central.site.site import HAS_NUL, Broke, Done, IdTaken, Site
from eyesdown.central.store.base import Store
from eyesdown.central.tenant import Gauge, Tenant
from eyesdown.kernel.errors import BadInput, EyesdownError, JournalUnavailable
from eyesdown.web.frame.live import Feed
from eyesdown.web.frame.people import People
from eyesdown.web.frame.problems import Problem
from eyesdown.web.frame.sessions import Sessions

if TYPE_CHECKING:  # a family's site needs no NumPy
    from eyesdown.library.series import OpenSeries

S = TypeVar("S")
T = TypeVar("T")


class FrontCard(NamedTuple):
    """A tenant on the site's front page: what it is, what is on there, and one link."""

    name: str
    says: str
    link_words: str
    address: str


class GamePlayed(NamedTuple):
    """The game that is called at a tenant now: its rulebook, its prizes, its numbers so far."""

    book: str
    game: int
    prizes: tuple[str, ...]
    calls: tuple[int, ...]


class KnownCard(NamedTuple):
    """A printed card: its grids, the book it is played by if that is known, and the game now."""

    grids: tuple[Ticket90 | Card75, ...]
    book: str = ""
    playing: GamePlayed | None = None


TENANT = "hall"
"""The part of an address that names a tenant; an address without it is the first tenant's."""


@dataclass(slots=True, kw_only=True)
class Web(Generic[S]):
    """A tenant as its pages and its API see it. Nothing here decides; the rules do."""

    tenant: Tenant[S]
    sequencer: Sequencer[S]
    clock_us: Callable[[], int] = wall_clock_us
    open_reader: Callable[[], Store] | None = None
    """Opens a separate connection to the store, for long questions that must not hold up sales."""
    is_first: bool = True
    """Whether addresses and tokens that name no tenant are this one's."""
    front_card: Callable[[S, datetime], FrontCard] | None = None
    """What the front page of a site shows of this tenant; None: nothing besides its own pages."""
    find_card: Callable[[S, str, int], KnownCard | None] | None = None
    """A printed card by the serial of its series and its number; None: it has no printed cards."""
    restart: Restart | None = None
    """What this process heard from its witnesses after its start."""
    feeds: dict[str, Feed] = field(init=False)
    """The tenant's live feeds by name."""
    keyed_feeds: dict[tuple[str, str], Feed] = field(default_factory=dict)
    """The live feeds that clients asked for by name and key."""
    store_process: StoreProcess | None = None
    """Asks the store in another process; None for a store in memory, which only this one has."""
    row_index: RowIndex = field(default_factory=RowIndex)
    """Finds rows of the journal for the inspector's desk; only `ask_store` uses it."""
    counts: Counter[str] = field(default_factory=Counter)
    """What its pages count, by the name of the metric."""
    _reader: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "reader"))
    _asker: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "asker"))

    def __post_init__(self) -> None:
        self.feeds = {name: Feed(name, self.clock_words) for name in self.tenant.feeds}

    def keyed_feed(self, name: str, key: str) -> Feed:
        """The feed of a key, such as a table; the caller has checked that the key exists."""
        assert name in self.tenant.feeds_by_key
        return self.keyed_feeds.setdefault((name, key), Feed(name, self.clock_words))

    def is_own(self, tenant: str) -> bool:
        """Whether a token of this tenant is ours; one that names none is the first tenant's."""
        return tenant == self.tenant.name or (not tenant and self.is_first)

    def now(self) -> datetime:
        """The tenant's wall time, as its commands carry it."""
        return self.tenant.now(self.clock_us())

    def clock_words(self) -> str:
        """The tenant's wall time as a string, for displays."""
        return self.now().isoformat()

    def gauges(self, site: Site[S]) -> Iterable[Gauge]:
        """What the tenant's state and pages show a machine that watches over the site."""
        yield from self.tenant.gauges(site.state)
        meaning = "By how much the wall clock parted from the steady one."
        yield Gauge("clock_doubt_seconds", meaning, site.clock_doubt_us / 1e6)

    async def work_ahead(self, command: Any) -> None:
        """Do the long work of a command that needs no state, before the command is queued."""
        work = self.tenant.ahead(command)
        if work is not None:
            await self.ask_store(work)

    async def submit(self, command: Any, command_id: str = "") -> tuple[Any, ...]:
        """The events of a command, once on disk; a repeated id gets the first events again."""
        if self.tenant.needs_site(command):
            command = await self.ask_site(lambda site: self.tenant.complete(site, None, command))
        reply = await self.sequencer.submit(command_id or str(uuid4()), command)
        match reply:
            case Done(events=events):
                return events
            case IdTaken():
                raise BadInput("command_id", "was used before, for something else")
            case Broke(words=words) if words == HAS_NUL:  # only a program sends one
                raise BadInput("text", "has a character that can’t be kept; type it again")
            case Broke(words=words):
                raise EyesdownError(words)

    async def dry_run(self, command: Any) -> tuple[Any, ...]:
        """The events a command would have now, by the check that decides it; nothing changes."""
        at_us = self.clock_us()
        return await self.ask_site(lambda site: self.dry_run_now(site, command, at_us))

    def dry_run_now(self, site: Site[S], command: Any, at_us: int) -> tuple[Any, ...]:
        """The same, for a question that the writer's thread asks."""
        stamped = site.machine.fill(site.store, site.machine.stamp(command, at_us))
        return site.machine.decide(site.state, self.tenant.complete(site, None, stamped))

    async def front(self) -> FrontCard | None:
        """Its card on the front page at this moment."""
        card, now = self.front_card, self.now()
        return None if card is None else await self.ask_state(lambda state: card(state, now))

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

    async def ask_process(self, question: Callable[..., T], *args: Any) -> T:
        """The answer of a function of the store in a process of its own, one question at a time.

        The function and its arguments go to that process, so they must be plain values.
        """
        process = self.store_process
        if process is None:
            return await self.ask_store(lambda store: question(store, *args))
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await loop.run_in_executor(self._asker, process.ask, question, *args)
        except TimeoutError:
            raise JournalUnavailable("the question takes too long") from None


@dataclass(frozen=True, slots=True)
class Hosted:
    """Everything behind the pages of one process: who signs on, and every tenant by its name."""

    people: People
    sessions: Sessions
    tenants: Mapping[str, Web[Any]]
    series: tuple[OpenSeries, ...] = ()
    """Series on disk whose cards the site checks for anyone, beside those of its tenants."""

    @classmethod
    def alone(cls, web: Web[Any], people: People, session_key: bytes = b"") -> Hosted:
        """A site with one tenant."""
        return cls(people, Sessions(session_key), {web.tenant.name: web})

    @property
    def first(self) -> Web[Any]:
        """The tenant of every address that names none."""
        return next(iter(self.tenants.values()))

    def named(self, name: str | None) -> Web[Any] | None:
        """The tenant of a name in an address; without a name the first, None if there is none."""
        if name is None:
            return self.first
        web = self.tenants.get(name)
        return None if web is None or web.is_first else web


def hosted(connection: HTTPConnection) -> Hosted:
    """Everything behind the pages of this process."""
    site = connection.app.state.hosted
    assert isinstance(site, Hosted)
    return site


def web_of(connection: HTTPConnection) -> Web[Any]:
    """The tenant that a request's address names; a Problem of 404 if there is none."""
    return web_in(connection.scope)


def web_in(scope: Scope) -> Web[Any]:
    """The tenant that the address of a bare ASGI request names."""
    site: Hosted = scope["app"].state.hosted
    name = scope["path_params"].get(TENANT)
    web = site.named(name)
    if web is None:
        raise Problem(404, "tenant/unknown", f"There is no {TENANT} called {name} here.")
    return web
