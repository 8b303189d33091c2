"""Family tables behind the web application, with a real browser: host, board and phones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from argon2 import PasswordHasher
from starlette.applications import Starlette

from eyesdown.central.family.tenant import family_tenant
from eyesdown.central.running import RunningTenant
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.tenant import open_site
from eyesdown.web.app import create_app
from eyesdown.web.family.context import FamilyWeb
from eyesdown.web.family.routes import ROUTES
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People
from kit.browser import Served, served

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}
WALL = {"width": 1920, "height": 1080}
ZONE = ZoneInfo("Australia/Sydney")


@dataclass
class FamilyHouse:
    """A site with family tables only. `skip` moves its clock on."""

    skip: timedelta = timedelta(0)
    web: FamilyWeb = field(init=False)
    store: MemoryStore = field(default_factory=MemoryStore)
    app: Starlette = field(init=False)
    addresses: tuple[str, ...] = ("http://192.168.1.7:7575",)

    def __post_init__(self) -> None:
        self.app = create_app(self.lifespan, ROUTES)

    def clock_us(self) -> int:
        return wall_clock_us() + int(self.skip.total_seconds() * 1_000_000)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock_us() / 1e6, UTC).astimezone(ZONE)

    async def lifespan(self) -> AsyncIterator[Hosted]:
        tenant = family_tenant("family", ZONE)
        running = RunningTenant(tenant, open_site(tenant, self.store, self.clock_us))
        self.web = FamilyWeb(
            tenant=tenant,
            sequencer=running.sequencer,
            clock_us=self.clock_us,
            addresses=lambda: self.addresses,
        )
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        yield Hosted.alone(self.web, People(lambda: 0.0, hasher), b"s" * 32)
        await running.stop()


@dataclass
class Party:
    """A browser in front of the house; every person has a context of their own."""

    site: Served
    house: FamilyHouse
    code: str = ""
    trouble: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def page(self, path: str, language: str = "en", viewport: dict[str, int] = PHONE) -> Any:
        """A page of a new person; whatever its console complains of is trouble."""
        context = self.site.browser.new_context(
            base_url=self.site.address,
            viewport=viewport,
            locale={"en": "en-AU", "fr": "fr-CA"}[language],
            reduced_motion="reduce",
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.on("console", self._heard)
        page.on("pageerror", lambda bad: self.trouble.append(str(bad)))
        page.on("request", self._asked)
        page.goto(path)
        return page

    def _heard(self, line: Any) -> None:
        if line.type == "error" and "409" not in line.text:
            self.trouble.append(line.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.site.address, "data:", "blob:")):
            self.outside.append(request.url)

    def open(self, name: str = "Dad", language: str = "en") -> Any:
        """The host's page of a new table."""
        host = self.page("/family", language, DESK)
        host.fill("[name=name]", name)
        host.click("form[action='/family/open'] button")
        host.wait_for_selector("#people > li")
        self.code = host.get_attribute("#host", "data-code")
        return host

    def join(self, name: str, language: str = "en") -> Any:
        """A phone that has sat down."""
        phone = self.page(f"/family/{self.code}", language)
        phone.fill("[name=name]", name)
        phone.press("[name=name]", "Enter")
        phone.wait_for_selector("#people > li")
        return phone

    def table(self) -> Any:
        """The table as the site knows it."""
        return self.site.run(self.house.web.ask_state(lambda state: state.tables[self.code]))

    def submit(self, command: Any) -> Any:
        """The events of a command given behind the pages."""
        return self.site.run(self.house.web.submit(command))


@contextmanager
def party() -> Iterator[Party]:
    """A house with a browser in front of it."""
    house = FamilyHouse()
    with served(house.app) as site:
        yield Party(site, house)
