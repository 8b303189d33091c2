"""A hall behind its pages: served to a real browser, with its tasks and a clock that runs on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any, TypeVar

import httpx
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # no stubs
from starlette.applications import Starlette

from eyesdown.central.clockwork import Clockwork
from eyesdown.central.hall.tasks import next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted, Web
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.hall.routes import ROUTES
from kit.browser import Served, served
from kit.hall_site import NAME, PASSWORD, HallDesk, keeper
from kit.served_site import picture

T = TypeVar("T")
WALL = {"width": 1920, "height": 1080}
PORTRAIT = {"width": 1080, "height": 1920}
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


@dataclass
class HallPages(HallDesk):
    """A hall whose tasks run by themselves and whose clock goes on from `at`."""

    began: float = field(default_factory=monotonic)
    served: Served = field(init=False)

    def clock_us(self) -> int:
        passed = timedelta(seconds=monotonic() - self.began)
        return int((self.at + passed).timestamp() * 1_000_000)

    async def lifespan(self) -> AsyncIterator[Hosted]:
        sequencer = Sequencer(self.site)
        self.web = Web(
            tenant=self.tenant, sequencer=sequencer, clock_us=self.clock_us, is_first=False
        )
        tasks = asyncio.create_task(Clockwork(sequencer, self.tenant, self.clock_us).run())
        transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(transport=transport, base_url="http://hall")
        yield Hosted(self.people, Sessions(b"s" * 32), {NAME: self.web})
        tasks.cancel()
        await asyncio.gather(tasks, return_exceptions=True)
        await self.http.aclose()
        await sequencer.stop()

    async def work(self) -> None:
        """Wait until the site's own tasks have nothing left to do."""
        while await self.web.ask_site(
            lambda site: next_step(self.plan, site, self.tenant.now(self.clock_us()))
        ):
            await self.web.sequencer.grown(0.05)

    def application(self) -> Starlette:
        self.app = create_app(self.lifespan, [*Api(keeper(), HALL).routes(), *ROUTES])
        return self.app

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What comes of something done by the site itself."""
        return self.served.run(coroutine)

    def page(self, size: dict[str, int], **options: Any) -> Any:
        """A page in a browser of its own, of this size."""
        context = self.served.browser.new_context(
            reduced_motion="reduce", base_url=self.served.address, viewport=size, **options
        )
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._noted)
        return page

    def sign_on(self, name: str, path: str, size: dict[str, int] = DESK) -> Any:
        """A page at which a person has signed on, at their own work."""
        page = self.page(size)
        page.goto(f"/halls/{NAME}/sign-on?next=/halls/{NAME}/{path}")
        page.fill("#name", name)
        page.fill("#password", PASSWORD)
        page.click("form button.main")
        page.wait_for_selector("html[data-ready] #next")
        return page

    errors: list[str] = field(default_factory=list)

    def _noted(self, message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.errors.append(message.text)


@contextmanager
def hall_pages(book: str) -> Iterator[HallPages]:
    """A hall in a browser; nothing on its pages may go wrong."""
    desk = HallPages(book)
    with served(desk.application()) as site:
        desk.served = site
        yield desk
    assert not desk.errors


AUDIT = (Path(__file__).parent / "audit.js").read_text("utf-8")


def audited(page: Any) -> list[str]:
    """What a screen reader or a weak eye would stumble over on a page as it is now."""
    wrong: list[str] = page.evaluate(AUDIT)
    return wrong


AXE = Axe().axe_script
AXE_RUN = "() => window.axe.run({ resultTypes: ['violations'] })"
SERIOUS = ("serious", "critical")


def findings(page: Any) -> list[str]:
    """What axe calls serious or critical on a page as it is now."""
    page.evaluate(AXE)
    return [
        f"{each['id']}: {each['help']}: {each['nodes'][0]['html'][:160]}"
        for each in page.evaluate(AXE_RUN)["violations"]
        if each["impact"] in SERIOUS
    ]


def bytes_of(page: Any) -> int:
    """How many bytes a page and everything it loads have; what it asks for later is left out."""
    entries = (
        "[...performance.getEntriesByType('navigation')"
        ", ...performance.getEntriesByType('resource')]"
    )
    plain = ".filter((each) => each.initiatorType !== 'fetch' && !each.name.includes('/live/'))"
    size: int = page.evaluate(f"{entries}{plain}.reduce((sum, e) => sum + e.decodedBodySize, 0)")
    return size


def screenshot(page: Any, name: str, *, full_page: bool = False) -> None:
    """Save a picture of a hall's page."""
    picture(page, f"hall-{name}", full_page=full_page)
