"""A whole site in memory with a clock that stands still, seen over HTTP and through a browser."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from starlette.applications import Starlette

from eyesdown.central.keno.machine import SYDNEY
from eyesdown.central.site.sealing import CAGE, AgreeCount, Count, PublishResult
from eyesdown.keno.games.commands import (
    CloseDay,
    CloseGame,
    OpenDay,
    OpenGame,
    RecordDraw,
    SettleGame,
)
from eyesdown.keno.office.commands import (
    AppointVenue,
    ApproveTerminal,
    ProgramSuperplay,
    SetGrowthRate,
    SetPayoutLimit,
    SignOn,
)
from eyesdown.rulebook.keno_words import DrawSite, Duty, VenueKind
from eyesdown.web.app import create_app
from eyesdown.web.frame.people import Person
from eyesdown.web.keno.routes import ROUTES
from kit.browser import served
from kit.page_reader import PageClient
from kit.served_site import PASSWORD, Browsed, ServedSite, picture, run_scenario

LOW = tuple(range(1, 21))  # heads; roulette 1; rows 1 and 2 first
VENUES = {"club": VenueKind.CLUB, "hotel": VenueKind.HOTEL, "casino": VenueKind.CASINO}
RATES = {
    f"{game}/{spots}": Fraction(2, 25) for game in ("regular", "keno2") for spots in (7, 8, 9, 10)
}


@dataclass
class CounterSite(ServedSite):
    """A site with a club, a hotel and a casino; its draws are recorded as from a ball cage."""

    at: datetime = datetime(2024, 5, 1, 10, 0, tzinfo=SYDNEY)

    def application(self) -> Starlette:
        return create_app(self.lifespan, ROUTES)

    def seconds(self) -> float:
        return 0.0

    def people(self) -> list[Person]:
        writers = [Person(f"{name} writer", "writer", name, f"{name}-1") for name in VENUES]
        boxes = [Person(f"{name} box", "self_service", name, f"{name}-sst") for name in VENUES]
        return [*writers, *boxes, Person("office", "office")]

    async def open(self) -> None:
        at = self.at
        for name, kind in VENUES.items():
            floor = (f"{name} floor",)
            await self.do(
                AppointVenue(
                    at,
                    name,
                    kind,
                    f"The {name.title()}",
                    "Sydney",
                    "A-1",
                    floor,
                    floor,
                    time(9),
                    time(23),
                )
            )
            await self.do(ApproveTerminal(at, f"{name}-1", name, False, "A-2"))
            await self.do(ApproveTerminal(at, f"{name}-sst", name, True, "A-3"))
            await self.do(SignOn(at, f"{name} boss", Duty.SENIOR_WRITER, name))
        await self.do(SignOn(at, "sue", Duty.SUPERVISOR, DrawSite.CENTRAL))
        await self.do(SetPayoutLimit(at, 200_000))
        for key, rate in RATES.items():
            await self.do(SetGrowthRate(at, key, rate, date(2024, 1, 12)))
        await self.do(ProgramSuperplay(at, "Three pairs", "regular", (2, 2, 2), (4, 6)))
        await self.do(OpenDay(at))
        await self.do(OpenGame(at, at + timedelta(minutes=3)))

    @property
    def open_game(self) -> int:
        game = self.web.sequencer._site.state.keno.open_game
        assert game is not None
        return game

    async def close(self, *, last: bool = False) -> int:
        """Close the open game; the next one opens in the same instant, but for the last."""
        game = self.open_game
        self.at += timedelta(minutes=3)
        await self.do(CloseGame(self.at, None if last else self.at + timedelta(minutes=3)))
        return game

    async def next_day(self) -> None:
        """Play what is open, close the Keno Day, and open the next morning's first game."""
        await self.play(last=True)
        await self.do(CloseDay(self.at))
        self.at += timedelta(days=1)
        await self.do(OpenDay(self.at))
        await self.do(OpenGame(self.at, self.at + timedelta(minutes=3)))

    async def play(self, numbers: tuple[int, ...] = LOW, *, last: bool = False) -> int:
        """Close, draw, settle and publish the open game."""
        return await self.play_closed(await self.close(last=last), numbers)

    async def play_closed(self, game: int, numbers: tuple[int, ...] = LOW) -> int:
        """Draw, settle and publish a closed game."""
        await self.do(AgreeCount(self.at, game, Count.SALES, 1))
        await self.do(RecordDraw(self.at, game, numbers, CAGE, DrawSite.CENTRAL, "disk"))
        await self.do(SettleGame(self.at, game))
        await self.do(AgreeCount(self.at, game, Count.WINNERS, 1))
        await self.do(PublishResult(self.at, game, numbers, 80, because="a ball cage"))
        return game


@dataclass
class Visitor:
    """Somebody signed on, without a browser."""

    http: httpx.AsyncClient
    csrf: str = ""

    async def get(self, path: str) -> httpx.Response:
        return await self.http.get(path)

    async def ask(self, path: str, body: Any, csrf: str | None = None) -> httpx.Response:
        headers = {"x-csrf": self.csrf if csrf is None else csrf, "accept": "application/json"}
        headers["content-type"] = "application/json"
        return await self.http.post(path, content=json.dumps(body), headers=headers)

    async def post(self, path: str, **fields: str) -> httpx.Response:
        return await self.http.post(path, data={"csrf": self.csrf, **fields})

    async def sell(self, *lines: Any, **more: Any) -> dict[str, Any]:
        asked = {"slip": "slip-1", "customer": "c1", "lines": list(lines), **more}
        answer = await self.ask("/till/sell", asked)
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def claim(self, sold: dict[str, Any], customer: str = "c1", **more: str) -> Any:
        fields = {"customer": customer, "slip": f"claim-{sold['serial']}", "check": sold["check"]}
        return await self.post("/counter/pay/claim", scan=sold["serial"], **fields | more)

    async def pay(self, customer: str = "c1", **more: str) -> Any:
        return await self.post("/counter/pay/out", customer=customer, **{"slip": "pay-1"} | more)


@dataclass
class Door:
    """Opens the site for one test and lets people in."""

    hall: CounterSite

    @asynccontextmanager
    async def visit(self, name: str = "club writer") -> AsyncIterator[Visitor]:
        transport = httpx.ASGITransport(self.hall.app, raise_app_exceptions=False)
        async with PageClient(transport=transport, base_url="http://till") as http:
            await http.post("/sign-on", data={"name": name, "password": PASSWORD})
            home = "/terminal" if name.endswith("box") else "/counter"
            found = re.search(r'data-csrf="([^"]+)"', (await http.get(home)).text)
            yield Visitor(http, found[1] if found else "")

    @staticmethod
    def shown(page: Any, name: str) -> str:
        """What stands in one element of a page."""
        found = re.search(rf'id="{name}"[^>]*>([^<]*)<', page.text)
        assert found, f"{name} is not on the page"
        return found[1].strip()


Scenario = Callable[[CounterSite, Door], Any]


RunsScenario: TypeAlias = Callable[[Scenario], None]


@pytest.fixture
def site() -> RunsScenario:
    """Runs a scenario on a fresh site."""

    def run(scenario: Scenario) -> None:
        run_scenario(CounterSite(), lambda hall: scenario(hall, Door(hall)))

    return run


# --- a real browser -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Live(Browsed):
    """A site with its shop open, and people who sign on to it."""

    hall: CounterSite
    signed_on: dict[str, Any] = field(default_factory=dict)

    def sign_on(self, name: str, **more: Any) -> Any:
        """A page of a person who signed on, in a browser window of their own."""
        cookies = self.signed_on.get(name)
        more |= {"storage_state": cookies, "reduced_motion": "reduce"}
        context = self.site.browser.new_context(base_url=self.site.address, **more)
        page = context.new_page()
        page.set_default_timeout(30_000)
        if cookies is None:
            self.sign_on_page(page, name)
            self.signed_on[name] = context.storage_state()
        return page


@pytest.fixture(scope="module")
def live() -> Iterator[Live]:
    hall = CounterSite()
    with served(hall.app) as site:
        yield Live(site, hall)


AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")


@pytest.fixture
def audit() -> Callable[[Any], list[str]]:
    """What a screen reader or a weak eye would stumble over on a page as it is now."""
    return lambda page: page.evaluate(AUDIT)


@pytest.fixture
def shot() -> Callable[[Any, str], None]:
    """Saves a picture of a page."""

    def take(page: Any, name: str) -> None:
        picture(page, f"counter-{name}")

    return take
