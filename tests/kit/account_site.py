"""A keno site with players who register, sign on and play through its pages."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher

from eyesdown.keno.office.commands import CheckAge, Deposit
from eyesdown.web.frame.people import Person
from kit.counter_site import CounterSite
from kit.page_reader import PageClient
from kit.served_site import PASSWORD, run_scenario

SECRETS = {
    "name": "Wilhelmina Quackenbush",
    "born": "1987-06-05",
    "address": "17 Jacaranda Crescent, Wagga Wagga",
    "password": "correct horse battery",
}
"""What must be found in no journal, log, metric or address."""


@dataclass
class AccountSite(CounterSite):
    """The counter's site, with an office, an inspector and players."""

    def people(self) -> list[Person]:
        return [*super().people(), Person("ian", "inspector")]

    async def open(self) -> None:
        self.web.players.hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        await super().open()


@dataclass
class Browser:
    """One browser of one person, without a screen."""

    http: httpx.AsyncClient
    hall: AccountSite
    account: str = ""
    slips: int = 0
    prefix: str = field(default_factory=lambda: token_hex(3))

    async def csrf(self, path: str = "/account/details") -> str:
        text = (await self.http.get(path)).text
        token = re.search(r'(?:data-csrf|name="csrf" value)="([^"]+)"', text)
        return token[1] if token else ""

    async def register(self, sign_on: str = "mina", **more: str) -> httpx.Response:
        page = await self.http.get("/account/register")
        slip = re.search(r'name="slip" value="([^"]+)"', page.text)
        assert slip
        fields = {**SECRETS, "sign_on": sign_on, "terms": "yes", "slip": slip[1], **more}
        reply = await self.http.post("/account/register", data=fields)
        home = await self.http.get("/account")
        number = re.search(r"Account (A\d{9})", home.text)
        self.account = number[1] if number else ""
        return reply

    async def sign_on(self, name: str, password: str = SECRETS["password"]) -> httpx.Response:
        return await self.http.post("/account/sign-on", data={"name": name, "password": password})

    async def post(self, path: str, **fields: str) -> httpx.Response:
        self.slips += 1
        token = await self.csrf()
        return await self.http.post(
            path, data={"csrf": token, "slip": f"{self.prefix}s{self.slips}", **fields}
        )

    async def ask(self, path: str, body: Any, csrf: str | None = None) -> httpx.Response:
        token = await self.csrf() if csrf is None else csrf
        headers = {"x-csrf": token, "accept": "application/json"}
        headers["content-type"] = "application/json"
        return await self.http.post(path, content=json.dumps(body), headers=headers)

    async def buy(self, cents: int = 100, slip: str = "", **more: Any) -> httpx.Response:
        self.slips += 1
        line = {"type": "regular", "spots": [1, 2, 3], "subscription_cents": cents, "bonus": False}
        asked = {"slip": slip or f"{self.prefix}b{self.slips}", "lines": [line], **more}
        return await self.ask("/account/till/sell", asked)

    async def with_money(self, cents: int = 10_000, sign_on: str = "mina", **more: str) -> Browser:
        """Registered, of age, and with a deposit."""
        await self.register(sign_on, **more)
        await self.hall.do(CheckAge(self.hall.at, self.account, "olly"))
        await self.hall.do(Deposit(self.hall.at, self.account, cents))
        return self


@dataclass
class Doors:
    """Opens browsers at one site."""

    hall: AccountSite

    @asynccontextmanager
    async def browser(self, host: str = "192.0.2.1") -> AsyncIterator[Browser]:
        transport = httpx.ASGITransport(
            self.hall.app, raise_app_exceptions=False, client=(host, 50_000)
        )
        async with PageClient(transport=transport, base_url="http://keno") as http:
            yield Browser(http, self.hall)

    @asynccontextmanager
    async def staff(self, name: str = "office") -> AsyncIterator[Browser]:
        async with self.browser() as browser:
            await browser.http.post("/sign-on", data={"name": name, "password": PASSWORD})
            yield browser


async def office_act(doors: Doors, action: str, account: str, **fields: str) -> Any:
    """Press a button of the office's page of players, sure of it."""
    async with doors.staff() as office:
        token = await office.csrf(f"/office/players?account={account}")
        sure = {"slip": f"o{action}", "account": account, "sure": "yes"}
        data = {"csrf": token, **sure, **fields}
        return await office.http.post(f"/office/players/{action}", data=data)


Scenario = Callable[[AccountSite, Doors], Awaitable[None]]


@pytest.fixture
def site() -> Callable[[Scenario], None]:
    """Runs a scenario on a fresh site."""

    def run(scenario: Scenario) -> None:
        run_scenario(AccountSite(), lambda hall: scenario(hall, Doors(hall)))

    return run
