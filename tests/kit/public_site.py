"""A whole site in memory with sealed draws and a scripted clock, over HTTP and in a browser."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from itertools import count
from typing import Any, TypeAlias

import httpx
import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.machine import SYDNEY
from eyesdown.central.keno.office.roles import SIGNING_ON, KenoRole
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.credentials import Credential, Doorkeeper
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
from eyesdown.keno.office.commands import ApproveTerminal
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.people import Person
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.routes import ROUTES
from kit.browser import served
from kit.page_reader import PageClient
from kit.served_site import PASSWORD, Browsed, ServedSite, picture, run_scenario

START = datetime(2026, 11, 14, 10, 0, tzinfo=SYDNEY)
EVERY = timedelta(minutes=3)
ONE, TWO = places(2)
ROLES_AT = {role: f"{role} person" for role in SIGNING_ON}
SST = f"{ONE.venue}-S1"


def token(role: KenoRole) -> str:
    return f"token of {role}"


def keeper() -> Doorkeeper:
    def credential(role: KenoRole) -> Credential:
        digest = sha256(token(role).encode()).hexdigest()
        return Credential(role, role, digest, ONE.venue, ONE.terminal, "acc-1")

    return Doorkeeper(tuple(credential(role) for role in KenoRole))


@dataclass
class PublicSite(ServedSite):
    """A site with two venues, sealed draws and some days of sales."""

    at: datetime = START
    tickets: dict[str, str] = field(default_factory=dict)

    def application(self) -> Starlette:
        turns = count()
        self.plan = Plan(lambda size: shake_256(b"%d" % next(turns)).digest(size), EVERY)
        return create_app(self.lifespan, [*Api(keeper(), KENO).routes(), *ROUTES])

    def people(self) -> list[Person]:
        desks = {"writer": ONE.terminal, "self_service": SST}
        return [
            Person(name, role, ONE.venue, desks[role]) if role in desks else Person(name, role)
            for role, name in ROLES_AT.items()
        ]

    async def open(self) -> None:
        for command in set_up(self.at, (ONE, TWO)):
            await self.do(command)
        await self.do(ApproveTerminal(self.at, SST, ONE.venue, self_service=True, approval="S"))
        await self.work()

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
        """Close, draw, settle and publish the open game, `games` times."""
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


Scenario = Callable[[PublicSite, httpx.AsyncClient], Awaitable[None]]


@asynccontextmanager
async def visitor(hall: PublicSite, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(hall.app, raise_app_exceptions=False)
    options = {"base_url": "http://hall", **more}
    async with PageClient(transport=transport, **options) as http:
        yield http


RunsScenario: TypeAlias = Callable[[Scenario], None]


@pytest.fixture
def site() -> RunsScenario:
    """Runs a scenario on a fresh site."""

    def run(scenario: Scenario) -> None:
        async def with_visitor(hall: PublicSite) -> None:
            async with visitor(hall) as http:
                await scenario(hall, http)

        run_scenario(PublicSite(), with_visitor)

    return run


async def sign_on(http: httpx.AsyncClient, name: str, password: str = PASSWORD) -> httpx.Response:
    return await http.post("/sign-on", data={"name": name, "password": password})


async def csrf_of(http: httpx.AsyncClient, path: str) -> str:
    found = re.search(r'(?:data-csrf|name="csrf" value)="([^"]+)"', (await http.get(path)).text)
    return found[1] if found else ""


# --- a real browser -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Live(Browsed):
    """A site with some days behind it, and people who look at it."""

    hall: PublicSite

    def open(self, path: str, name: str = "", **more: Any) -> Any:
        """A page in a browser window of its own; `trouble` is what its console complains of."""
        context = self.site.browser.new_context(base_url=self.site.address, **more)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.trouble = []
        page.on(
            "console",
            lambda line: page.trouble.append(line.text) if line.type == "error" else None,
        )
        page.on("pageerror", lambda bad: page.trouble.append(str(bad)))
        if name:
            self.sign_on_page(page, name)
        page.goto(path)
        return page

    def cut(self) -> None:
        """Every connection drops."""

        async def drop() -> None:
            for connection in list(self.site.server.server_state.connections):
                connection.transport.abort()

        self.run(drop())


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    hall = PublicSite()
    with served(hall.app) as site:
        site.run(hall.fill())
        yield Live(site, hall)


@pytest.fixture
def shot() -> Callable[..., None]:
    """Saves a picture of a page."""

    def take(page: Any, name: str, *, full_page: bool = True) -> None:
        picture(page, f"public-{name}", full_page=full_page)

    return take
