"""Sales over the counter's page, as a browser sends them, against the same stack without a site."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import msgspec
import uvloop
from argon2 import PasswordHasher
from starlette.routing import Route

from eyesdown.central.keno.machine import sydney
from eyesdown.central.site.people.access import Access, admit_listed
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.cli.bench.central_http import bare, both_seconds
from eyesdown.demo.keno_load import Place
from eyesdown.web.app import create_app
from eyesdown.web.frame.context import Hosted
from eyesdown.web.frame.people import People, Person
from eyesdown.web.frame.sign_on import COOKIE, new_session
from eyesdown.web.frame.signing.known_people import known_as
from eyesdown.web.keno.context import keno_web
from eyesdown.web.keno.routes import ROUTES

SPOTS = 10


def seconds(site: Any, places: tuple[Place, ...], count: int, dice: Random) -> tuple[float, float]:
    """Seconds for `count` sales at 64 tills, each signed on, and for a route without rules."""
    game = site.state.keno.open_game
    bodies = [msgspec.json.encode(_slip(dice, game)) for _ in range(count)]
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:  # as `serve` has it
        return runner.run(_both(site, places, bodies))


def _slip(dice: Random, game: int) -> dict[str, Any]:
    """A slip with one pick of ten for a dollar, as the counter's script sends it."""
    spots = sorted(dice.sample(range(1, 81), SPOTS))
    return {
        "customer": f"{dice.getrandbits(64):016x}",
        "slip": f"{dice.getrandbits(96):024x}",
        "lines": [{"type": "regular", "spots": spots, "subscription_cents": 100}],
        "games": 1,
        "bonus_games": None,
        "method": "form",
        "replay_of": "",
        "kwikipiks": 0,
        "superplay": "",
        "card": "",
        "runner": "",
        "runner_note": "",
        "cash_cents": None,
        "chip_cents": 0,
        "parlay_cents": 0,
        "documents": [],
        "change_as": "cash",
        "game": game,
    }


async def _both(site: Any, places: tuple[Place, ...], bodies: list[bytes]) -> tuple[float, float]:
    staff = [Person(place.terminal, "writer", place.venue, place.terminal) for place in places]
    _let_in(site, staff)
    people = People(lambda: 0.0, PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    serials = Serials(b"k" * 32, site.now_us)
    web = keno_web(Sequencer(site), serials, clock_us=site.now_us)
    hosted = Hosted.alone(web, people, b"s" * 32)

    async def start() -> AsyncIterator[Hosted]:
        yield hosted

    app = create_app(start, [Route("/bare", bare, methods=["POST"]), *ROUTES])
    app.state.hosted = hosted
    headers = [await _headers(hosted, person) for person in staff]
    return await both_seconds(app, "/till/sell", bodies, headers)


def _let_in(site: Any, staff: list[Person]) -> None:
    """Give the writers access; their password opens nothing but this run."""
    at = sydney(site.now_us())
    for number, person in enumerate(staff):
        access = Access((person.role,), person.terminal, venue=person.venue)
        admit_listed(site, at, person.name, access, f"no hash {number}")


async def _headers(hosted: Hosted, person: Person) -> list[str]:
    """The headers of a browser in which a writer is signed on."""
    known = await known_as(hosted.first, hosted.people, person.name)
    session = new_session(person.name, known.mark)
    return [
        "accept: application/json",
        "accept-encoding: gzip, deflate, br",
        "accept-language: en-AU,en;q=0.9",
        "content-type: application/json",
        f"cookie: {COOKIE}={hosted.sessions.write(session)}",
        "sec-fetch-mode: cors",
        "sec-fetch-site: same-origin",
        "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36",
        f"x-csrf: {session['csrf']}",
    ]
