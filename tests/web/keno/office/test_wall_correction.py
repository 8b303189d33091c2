"""The supervisor's page: the wall is reported wrong and put right; nobody else may do it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import timedelta

import httpx
import pytest
from argon2 import PasswordHasher

from eyesdown.central.keno.machine import machine
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import places, set_up
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People, Person
from eyesdown.web.keno.context import keno_web
from eyesdown.web.keno.routes import ROUTES
from kit.served_site import give_access

QUICK_HASHER = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""The tests need a hash, not a strong one."""
NOON_US = 1_789_000_000_000_000
PASSWORD = "in this test only"
STAFF = (Person("sue", "supervisor"), Person("ian", "inspector"))


class Clock:
    def __init__(self) -> None:
        self.us = NOON_US

    def __call__(self) -> int:
        return self.us


async def _drawn_site(clock: Clock) -> AsyncIterator[Hosted]:
    site = Site(machine(), MemoryStore(), clock)
    sequencer = Sequencer(site)
    people = People(lambda: 0.0, QUICK_HASHER, second_factor=False)
    web = keno_web(sequencer, Serials(b"k" * 32, clock), clock_us=clock)
    await give_access(web, STAFF, QUICK_HASHER.hash(PASSWORD))
    for command in set_up(web.now(), places(1)):
        await web.submit(command)
    plan = Plan(
        lambda count: bytes((7 * n + n // 5) % 251 for n in range(count)), timedelta(minutes=1)
    )
    for _ in range(40):
        now = web.now()
        make = await sequencer.ask(lambda one, now=now: next_step(one, plan, now))
        if make is None:
            if await web.ask_state(lambda one: one.draws.published_max) >= 0:
                break
            clock.us += 61_000_000
            continue
        step = make()
        await web.submit(step.command, step.command_id)
    yield Hosted.alone(web, people, b"s" * 32)
    await sequencer.stop()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def _signed_on(client: httpx.AsyncClient, name: str) -> str:
    """Signs on and gives the token that the page's forms carry."""
    done = await client.post("/sign-on", data={"name": name, "password": PASSWORD})
    assert done.status_code == 303
    shown = await client.get("/office")
    assert shown.status_code == 200
    found = re.search(r'name="csrf" value="([^"]+)"', shown.text)
    return found.group(1) if found else ""


@pytest.mark.anyio
@pytest.mark.clause("nsw-keno", "12(c):flash")
async def test_a_wrong_number_is_reported_and_put_right_by_the_supervisor_alone() -> None:
    clock = Clock()
    app = create_app(lambda: _drawn_site(clock), ROUTES)
    transport = httpx.ASGITransport(app)
    async with app.router.lifespan_context(app):
        web = app.state.hosted.first
        async with httpx.AsyncClient(transport=transport, base_url="http://site") as ian:
            await _signed_on(ian, "ian")
            assert (await ian.post("/office/correct", data={"game": "0"})).status_code == 403
        async with httpx.AsyncClient(transport=transport, base_url="http://site") as sue:
            token = await _signed_on(sue, "sue")
            report = {"csrf": token, "game": "0", "position": "3", "shown": "81"}
            for wrong in ({"game": "x"}, {"position": ""}, {"shown": "9" * 40}):
                assert (await sue.post("/office/wrong", data=report | wrong)).status_code == 400
            assert (await sue.post("/office/wrong", data=report | {"csrf": ""})).status_code == 403
            drawn = await web.ask_state(lambda one: one.keno.games[0].numbers)
            other = next(number for number in range(1, 81) if number not in drawn)
            done = await sue.post("/office/wrong", data=report | {"shown": str(other)})
            assert done.status_code == 303
            assert (
                "Reported. Every screen flashes" in (await sue.get(done.headers["location"])).text
            )
            [shown] = await web.ask_state(lambda one: one.keno.games[0].wrong)
            assert shown.shown == other
            done = await sue.post("/office/correct", data={"csrf": token, "game": "0"})
            assert done.status_code == 303
            assert "Put right. The screens show" in (await sue.get(done.headers["location"])).text
            assert await web.ask_state(lambda one: one.keno.games[0].wrong) == ()
            again = await sue.post("/office/correct", data={"csrf": token, "game": "0"})
            assert again.status_code == 409
            assert "12(c)" in again.text
