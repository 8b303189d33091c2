"""A site whose office has two people, and the three steps of its forms."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, TypeAlias

import httpx

from eyesdown.central.site.people.second_person import LATELY
from eyesdown.kernel.refused import refusals_in
from eyesdown.web.frame.people import Person
from kit.public_site import PublicSite, csrf_of, sign_on, visitor
from kit.served_site import run_scenario

FIRST, SECOND = "ada", "bea"
LATER = timedelta(days=7)
"""From the test kits' day to the first one on which everything is raised by two people."""


@dataclass
class OfficeSite(PublicSite):
    """The public site with a second person in its office."""

    def people(self) -> list[Person]:
        return [*super().people(), Person(FIRST, "office"), Person(SECOND, "office")]

    async def code(self, command: Any) -> str:
        """The code with which the site refuses a command; empty if it does not."""
        no = refusals_in(await self.web.submit(command))
        return no[0].code if no else ""


@dataclass
class FirstDay(OfficeSite):
    """The office's site on its first day, on which raising takes two people otherwise."""

    later: timedelta = LATER

    def __post_init__(self) -> None:
        super().__post_init__()
        self.at += self.later


@dataclass
class Later(FirstDay):
    """The same, whose settings let people in two days before."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.at -= 2 * LATELY

    async def open(self) -> None:
        self.at += 2 * LATELY
        await super().open()


Scenario: TypeAlias = Callable[[OfficeSite], Awaitable[None]]


def on_office_site(scenario: Scenario) -> None:
    """Run a scenario on a fresh site."""
    run_scenario(OfficeSite(), scenario)


@asynccontextmanager
async def at_the_office(hall: OfficeSite, name: str = FIRST) -> AsyncIterator[httpx.AsyncClient]:
    """A person of the office at a browser of their own."""
    async with visitor(hall) as http:
        await sign_on(http, name)
        yield http


async def look(http: httpx.AsyncClient, command: str, **typed: Any) -> httpx.Response:
    """Fill a form in and look at what it would do."""
    opened = await http.get(f"/office/do/{command}")
    assert opened.status_code == 200, opened.text
    fields = _hidden(opened.text) | typed
    return await http.post(f"/office/do/{command}/look", data=fields, follow_redirects=True)


async def do(http: httpx.AsyncClient, command: str, **typed: Any) -> httpx.Response:
    """Fill a form in, look, and confirm; the page that says what came of it."""
    looked = await look(http, command, **typed)
    assert looked.status_code == 200, looked.text
    return await http.post(
        f"/office/do/{command}", data=_hidden(looked.text), follow_redirects=True
    )


async def confirm(http: httpx.AsyncClient) -> httpx.Response:
    """Confirm the first payment that waits."""
    waiting = (await http.get("/office/payments")).text
    part = waiting[waiting.index('action="/office/payments/confirm"') :]
    return await http.post(
        "/office/payments/confirm",
        data=_hidden(part[: part.index("</form>")]),
        follow_redirects=True,
    )


def _hidden(text: str) -> dict[str, str]:
    tags = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', text)
    return {name: value.replace("&#34;", '"').replace("&amp;", "&") for name, value in tags}


__all__ = ("at_the_office", "confirm", "csrf_of", "do", "look", "on_office_site")
