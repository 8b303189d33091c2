"""A hall on the site in memory, with its API, its tasks and a scripted clock."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from html import unescape
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from argon2 import PasswordHasher
from starlette.applications import Starlette

from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.people.second_person import BY_SETTINGS
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.tenant import Tenant
from eyesdown.kernel.refused import refusals_in
from eyesdown.proof.hall.setting import ZONES, strips
from eyesdown.web.api.routes import Api
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted, Web
from eyesdown.web.frame.people import People
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.frame.signing.known_people import set_password
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.hall.routes import ROUTES

NAME = "dome"
BASE = "http://hall"
QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Hashes that cost next to nothing; no real password is checked with them."""
PASSWORD = "two fat ladies"


def keeper(hall: str = NAME) -> Doorkeeper:
    """A desk's token for every role of the hall, called by the role's name."""
    return Doorkeeper(
        tuple(
            Credential(role, role, sha256(f"token of {role}".encode()).hexdigest(), tenant=hall)
            for role in HallRole
        )
    )


@dataclass
class HallDesk:
    """The hall behind its API. `at` is its time, which only a test moves on."""

    book: str
    store: Store = field(default_factory=MemoryStore)
    at: datetime = datetime(2026, 6, 2, 18, 0)
    names: Any = field(default_factory=count)
    people: People = field(default_factory=lambda: People(lambda: 0.0, QUICK, second_factor=False))
    tenant: Tenant[HallSite] = field(init=False)
    site: Site[HallSite] = field(init=False)
    web: Web[HallSite] = field(init=False)
    http: httpx.AsyncClient = field(init=False)

    def __post_init__(self) -> None:
        zone = ZoneInfo(ZONES[self.book])
        self.at = self.at.replace(tzinfo=zone)
        turns = count()
        self.plan = HallPlan(lambda size: shake_256(b"%d" % next(turns)).digest(size), name=NAME)
        owner = Owner(KIND, NAME, self.book, ZONES[self.book])
        self.tenant, self.site = open_hall(owner, self.store, self.plan, self.clock_us)

    def clock_us(self) -> int:
        return int(self.at.timestamp() * 1_000_000)

    async def lifespan(self) -> AsyncIterator[Hosted]:
        self.web = Web(
            tenant=self.tenant,
            sequencer=Sequencer(self.site),
            clock_us=self.clock_us,
            is_first=False,
        )
        yield Hosted(self.people, Sessions(b"s" * 32), {NAME: self.web})
        await self.web.sequencer.stop()

    @asynccontextmanager
    async def open(self) -> AsyncIterator[HallDesk]:
        """The hall from its start to its end."""
        app: Starlette = create_app(self.lifespan, [*Api(keeper(), HALL).routes(), *ROUTES])
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with (
            app.router.lifespan_context(app),
            httpx.AsyncClient(transport=transport, base_url=BASE) as http,
        ):
            self.http = http
            await self.work()
            yield self

    async def work(self) -> None:
        """Everything the site itself has to do now."""
        while True:
            make = await self.web.ask_site(lambda site: next_step(self.plan, site, self.at))
            if make is None:
                return
            step = make()
            events = await self.web.submit(step.command, step.command_id)
            assert not refusals_in(events), (step, events)

    async def send(self, role: str, kind: str, /, **fields: Any) -> httpx.Response:
        """One command by HTTP, in a role; the clock moves on a second, the site does its part."""
        self.at += timedelta(seconds=1)
        body = {"id": f"c{next(self.names)}", "command": {"type": kind, **fields}}
        reply = await self.http.post(
            f"/api/halls/{NAME}/commands", json=body, headers=self.token(role)
        )
        await self.work()
        return reply

    async def do(self, role: str, kind: str, /, **fields: Any) -> list[dict[str, Any]]:
        """The events of a command that must be allowed."""
        reply = await self.send(role, kind, **fields)
        assert reply.status_code == 200, reply.text
        events: list[dict[str, Any]] = reply.json()["events"]
        return events

    async def refused(self, role: str, kind: str, /, **fields: Any) -> str:
        """The code of the first refusal of a command that must not be allowed."""
        reply = await self.send(role, kind, **fields)
        assert reply.status_code in (403, 422), reply.text
        code: str = reply.json()["code"]
        return code

    async def get(self, path: str, role: str = "") -> Any:
        """The answer to a question."""
        headers = self.token(role) if role else {}
        reply = await self.http.get(f"/api/halls/{NAME}{path}", headers=headers)
        assert reply.status_code == 200, reply.text
        return reply.json()

    async def staff(self, name: str, *roles: str, till: str = "") -> None:
        """A person with access to the hall and the password of these tests."""
        await self.do("office", "GiveAccess", person=name, roles=roles, till=till)
        await set_password(self.web, self.people, name, PASSWORD, BY_SETTINGS)

    async def signed_on(self, name: str, password: str = PASSWORD) -> Browser:
        """A browser in which someone has signed on."""
        browser = Browser(self, httpx.AsyncClient(transport=self.http._transport, base_url=BASE))
        reply = await browser.http.post(
            f"/halls/{NAME}/sign-on", data={"name": name, "password": password}
        )
        assert reply.status_code == 303, reply.status_code
        browser.home = reply.headers["location"]
        return browser

    @staticmethod
    def token(role: str) -> dict[str, str]:
        return {"authorization": f"Bearer token of {role}"}


@dataclass
class Browser:
    """What one person's browser sends and sees, without scripts."""

    desk: HallDesk
    http: httpx.AsyncClient
    home: str = ""

    async def page(self, path: str, status: int = 200) -> str:
        """A page below the hall's address."""
        reply = await self.http.get(f"/halls/{NAME}{path}")
        assert reply.status_code == status, (reply.status_code, reply.text)
        return reply.text

    async def press(self, path: str, command: str, /, **fields: Any) -> httpx.Response:
        """Send the first form of a page that gives this command, with some of its fields set."""
        form = form_in(await self.page(path), command)
        self.desk.at += timedelta(seconds=1)
        sent = {**form, **{name: value for name, value in fields.items() if value is not None}}
        reply = await self.http.post(f"/halls/{NAME}/do", data=sent)
        await self.desk.work()
        return reply


def form_in(text: str, command: str) -> dict[str, Any]:
    """The hidden fields of a page's first form for a command."""
    for form in re.findall(r"<form\b.*?</form>", text, re.DOTALL):
        if f'name="command" value="{command}"' in form:
            return _hidden(form)
    raise AssertionError(f"no form for {command}")


def hidden_fields(text: str, form_id: str) -> dict[str, Any]:
    """The hidden fields of the form with this id."""
    for form in re.findall(r"<form\b.*?</form>", text, re.DOTALL):
        if f'id="{form_id}"' in form.partition(">")[0]:
            return _hidden(form)
    raise AssertionError(f"no form {form_id}")


def _hidden(form: str) -> dict[str, Any]:
    inputs = re.findall(r"<input\b[^>]*>", form)
    pairs = [_name_and_value(each) for each in inputs if 'type="hidden"' in each]
    return {name: value for name, value in pairs if name}


def _name_and_value(tag: str) -> tuple[str, str]:
    facts = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
    return facts.get("name", ""), unescape(facts.get("value", ""))


def printed(count: int) -> list[dict[str, Any]]:
    """Cards with one ticket each, as a command carries them."""
    tickets = [ticket for strip in strips() for ticket in strip][:count]
    return [
        {"card": number, "boxes": [{"rows": [list(row) for row in ticket.rows]}]}
        for number, ticket in enumerate(tickets, 1)
    ]
