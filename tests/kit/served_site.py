"""A keno site in memory behind the web application: its clock, its people and its commands."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from argon2 import PasswordHasher
from starlette.applications import Starlette

from eyesdown.central.keno.machine import KenoSite, machine
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.people.second_person import BY_SETTINGS
from eyesdown.central.site.people.words import GiveAccess
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site
from eyesdown.central.store.memory import MemoryStore
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People, Person
from eyesdown.web.keno.context import KenoWeb, keno_web
from kit.browser import Served

PASSWORD = "in the test only"
SCREENS = Path(__file__).parents[2] / "out" / "screens"
T = TypeVar("T")
S = TypeVar("S", bound="ServedSite")


@dataclass
class ServedSite(ABC):
    """The site behind the pages. `at` is its time, which only a test moves on."""

    at: datetime
    draw_time: timedelta = timedelta(0)
    """How long the wall takes to show a draw."""
    second_factor: bool = False
    """Whether office and supervisors sign on with a code, too."""
    web: KenoWeb = field(init=False)
    hosted: Hosted = field(init=False)
    app: Starlette = field(init=False)
    store: MemoryStore = field(init=False)

    def __post_init__(self) -> None:
        self.serials = Serials(b"k" * 32, self.clock_us)
        self.app = self.application()

    @abstractmethod
    def application(self) -> Starlette:
        """The application whose lifespan is `lifespan`."""

    @abstractmethod
    def people(self) -> Iterable[Person]:
        """Everyone who may sign on, all with the same password."""

    @abstractmethod
    async def open(self) -> None:
        """Set up what the tests find there."""

    def clock_us(self) -> int:
        """The site's time in microseconds."""
        return int(self.at.timestamp() * 1_000_000)

    def seconds(self) -> float:
        """The time by which failed sign-ons are counted."""
        return self.clock_us() / 1_000_000

    async def lifespan(self) -> AsyncIterator[Hosted]:
        """The site from its start to its end."""
        self.store = MemoryStore()
        sequencer = Sequencer(Site(machine(), self.store, self.clock_us))
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        staff = People(self.seconds, hasher, second_factor=self.second_factor)
        self.web = keno_web(
            sequencer, self.serials, clock_us=self.clock_us, draw_time=self.draw_time
        )
        await give_access(self.web, self.people(), hasher.hash(PASSWORD))
        await self.open()
        self.hosted = Hosted.alone(self.web, staff, b"s" * 32)
        yield self.hosted
        await sequencer.stop()

    async def do(self, command: Any) -> tuple[Any, ...]:
        """The events of a command that must be allowed."""
        events = await self.web.submit(command)
        assert not getattr(events[0], "refusals", ()), events[0]
        return events


@dataclass(frozen=True)
class Browsed:
    """A served site and the browser that looks at it."""

    site: Served

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What comes of something done by the site itself."""
        return self.site.run(coroutine)

    def sign_on_page(self, page: Any, name: str) -> None:
        """Sign a person on by the form."""
        page.goto("/sign-on")
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        with page.expect_navigation():
            page.click("form button.main")


async def give_access(web: KenoWeb, people: Iterable[Person], password_hash: str) -> None:
    """Let people in, all with one password."""
    for person in people:
        await web.submit(
            GiveAccess(
                at=web.now(),
                person=person.name,
                roles=(person.role,),
                venue=person.venue,
                till=person.terminal,
                by=BY_SETTINGS,
            )
        )
        put = partial(_put_password, person.name, password_hash)
        await web.ask_site(put)


def _put_password(name: str, password_hash: str, site: Site[KenoSite]) -> None:
    put_password(site.store, name, password_hash)


def run_scenario(site: S, scenario: Callable[[S], Awaitable[None]]) -> None:
    """Run a scenario on a site that starts before and stops after it."""

    async def whole() -> None:
        async with site.app.router.lifespan_context(site.app):
            await scenario(site)

    asyncio.run(whole())


def picture(page: Any, name: str, *, full_page: bool = False) -> None:
    """Save a picture of a page."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.png", full_page=full_page)
