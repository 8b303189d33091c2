"""A whole site in memory with sealed draws and a scripted clock, over HTTP and in a browser."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.rights import KenoRights, KenoRole
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import Ask, places, sale, set_up
from eyesdown.keno.bets.bet import (
    Bet,
    Combination,
    HeadsOrTails,
    LetItRun,
    LuckyLast,
    Racing,
    Regular,
    Roulette,
)
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.people import ROLES, People, Person
from eyesdown.web.keno.context import KenoWeb
from kit.browser import Served, served
from kit.page_reader import PageClient

PASSWORD = "in the test only"
START = datetime(2026, 11, 14, 10, 0, tzinfo=SYDNEY)
EVERY = timedelta(minutes=3)
SCREENS = Path(__file__).parents[2] / "out" / "screens"
ONE, TWO = places(2)
ROLES_AT = {role: f"{role} person" for role in ROLES}
SST = f"{ONE.venue}-S1"


def people(seconds: Callable[[], float]) -> People:
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    kept = hasher.hash(PASSWORD)
    desks = {"writer": ONE.terminal, "self_service": SST}
    listed = [
        Person(name, role, ONE.venue, desks[role]) if role in desks else Person(name, role)
        for role, name in ROLES_AT.items()
    ]
    return People({one.name: (one, kept) for one in listed}, seconds, hasher)


def token(role: KenoRole) -> str:
    return f"token of {role}"


def keeper() -> Doorkeeper:
    def credential(role: KenoRole) -> Credential:
        digest = sha256(token(role).encode()).hexdigest()
        return Credential(role, role, digest, ONE.venue, ONE.terminal, "acc-1")

    return Doorkeeper(tuple(credential(role) for role in KenoRole))


@dataclass
class Hall:
    """The site behind the pages: its clock, its sales and its draws."""

    at: datetime = START
    web: KenoWeb = field(init=False)
    app: Any = field(init=False)
    tickets: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        turns = count()
        self.plan = Plan(lambda size: shake_256(b"%d" % next(turns)).digest(size), EVERY)
        self.serials = Serials(b"k" * 32, self.clock_us)
        api = Api(keeper(), KenoRights(self.serials, os.urandom))
        self.app = create_app(self._start, api.routes())

    def clock_us(self) -> int:
        return int(self.at.timestamp() * 1_000_000)

    async def _start(self) -> AsyncIterator[KenoWeb]:
        from eyesdown.keno.office.commands import ApproveTerminal

        self.store = MemoryStore()
        sequencer = Sequencer(Site(machine(), self.store, self.clock_us))
        staff = people(lambda: self.clock_us() / 1_000_000)
        self.web = KenoWeb(sequencer, self.serials, staff, b"s" * 32, self.clock_us)
        for command in set_up(self.at, (ONE, TWO)):
            await self.do(command)
        await self.do(ApproveTerminal(self.at, SST, ONE.venue, self_service=True, approval="S"))
        await self.work()
        yield self.web
        await sequencer.stop()

    async def do(self, command: Any) -> tuple[Any, ...]:
        events = await self.web.submit(command)
        assert not getattr(events[0], "refusals", ()), events[0]
        return events

    async def work(self) -> None:
        """Everything the site itself has to do now."""
        while True:
            make = await self.web.ask_site(lambda site: next_step(site, self.plan, self.at))
            if make is None:
                return
            step = make()
            await self.web.sequencer.submit(step.command_id, step.command)

    async def sell(self, *lines: Bet, games: int = 1, cents: int = 0) -> str:
        serial = self.web.serial()
        cost = cents or games * sum(bet.subscription_cents for bet in lines)
        await self.do(sale(self.at, serial, ONE, Ask(lines, games, cost)))
        return serial

    async def play(self, games: int = 1) -> None:
        """Close the open game, draw, settle and publish it; so many times over."""
        for _ in range(games):
            self.at += EVERY
            await self.work()

    async def next_day(self) -> None:
        self.at = (self.at + timedelta(days=1)).replace(hour=9, minute=0)
        await self.work()

    async def fill(self) -> None:
        """Two Keno Days with a ticket of every kind."""
        first = tuple(range(1, 5))
        self.tickets["three games"] = await self.sell(Regular(first, 100), games=3)
        self.tickets["lucky last"] = await self.sell(Regular((7, 8), 100), LuckyLast((7, 8), 100))
        self.tickets["heads"] = await self.sell(HeadsOrTails("heads", 100))
        self.tickets["roulette"] = await self.sell(Roulette("red_black", "red", 500))
        self.tickets["racing"] = await self.sell(Racing("win", "straight", (), (), (2,), 100))
        groups = ((1, 2), (3,), (4,))
        combination = Combination("regular", groups, None, 100)
        self.tickets["combination"] = await self.sell(combination, cents=700)
        runs = [
            await self.sell(LetItRun((side,) * 3, 100), games=3, cents=100)
            for side in ("heads", "tails")
        ]
        self.tickets["heads run"], self.tickets["tails run"] = runs
        await self.play(4)
        await self.next_day()
        await self.sell(Regular((1, 2), 100))
        await self.play(8)
        self.tickets["to come"] = await self.sell(Regular((5, 6), 100), games=2)


Scenario = Callable[[Hall, httpx.AsyncClient], Awaitable[None]]


@asynccontextmanager
async def visitor(hall: Hall, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(hall.app, raise_app_exceptions=False)
    options = {"base_url": "http://hall", **more}
    async with PageClient(transport=transport, **options) as http:
        yield http


@pytest.fixture
def site() -> Callable[[Scenario], None]:
    """Runs a scenario on a fresh site."""

    def run(scenario: Scenario) -> None:
        async def whole() -> None:
            hall = Hall()
            async with hall.app.router.lifespan_context(hall.app), visitor(hall) as http:
                await scenario(hall, http)

        asyncio.run(whole())

    return run


async def sign_on(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await http.post("/sign-on", data={"name": name, "password": password})


async def csrf_of(http: httpx.AsyncClient, path: str) -> str:
    found = re.search(r'(?:data-csrf|name="csrf" value)="([^"]+)"', (await http.get(path)).text)
    return found[1] if found else ""


# --- a real browser -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Live:
    """A site with some days behind it, and people who look at it."""

    hall: Hall
    site: Served

    def run(self, coroutine: Any) -> Any:
        return self.site.run(coroutine)

    def open(self, path: str, name: str = "", **more: Any) -> Any:
        """A page in a browser window of its own; `trouble` is what its console complains of."""
        context = self.site.browser.new_context(base_url=self.site.address, **more)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.trouble = []
        page.on(
            "console",
            lambda said: page.trouble.append(said.text) if said.type == "error" else None,
        )
        page.on("pageerror", lambda bad: page.trouble.append(str(bad)))
        if name:
            page.goto("/sign-on")
            page.fill("#name", name)
            page.fill("#password", PASSWORD)
            with page.expect_navigation():
                page.click("form button.main")
        page.goto(path)
        return page

    def cut(self) -> None:
        """Every line drops, as when somebody trips over the cable."""

        async def drop() -> None:
            for connection in list(self.site.server.server_state.connections):
                connection.transport.abort()

        self.run(drop())


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    hall = Hall()
    with served(hall.app) as site:
        site.run(hall.fill())
        yield Live(hall, site)


@pytest.fixture
def shot() -> Callable[..., None]:
    """Keeps a picture of a page."""
    SCREENS.mkdir(parents=True, exist_ok=True)

    def take(page: Any, name: str, *, full_page: bool = True) -> None:
        page.screenshot(path=SCREENS / f"public-{name}.png", full_page=full_page)

    return take
