"""Sites in memory that the API fuzzer calls: keno, and a hall in the middle of an evening."""

from __future__ import annotations

import asyncio
import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256, shake_256
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import httpx
from starlette.applications import Starlette

from eyesdown.central.hall import rights as hall_rights
from eyesdown.central.hall import tasks as hall_tasks
from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.roles import HallRole
from eyesdown.central.hall.tasks import HallPlan
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.keno.machine import COMMANDS, SYDNEY, machine
from eyesdown.central.keno.office.roles import KenoRole
from eyesdown.central.keno.rights import ALLOWED
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.credentials import Credential, Doorkeeper
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo import hall_evening
from eyesdown.demo.keno_load import anything, places, sale, set_up
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.api.routes import Api
from eyesdown.web.api.vocabulary import Vocabulary
from eyesdown.web.frame.context import Hosted, Web
from eyesdown.web.frame.people import People
from eyesdown.web.frame.sessions import Sessions
from eyesdown.web.hall.api.vocabulary import HALL
from eyesdown.web.keno.api.vocabulary import KENO
from eyesdown.web.keno.context import keno_web

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
PLACES = places(2)
STEPS_MAX = 40


class Target(ABC):
    """A site in memory with its API, a scripted clock, and a token for every role."""

    vocabulary: Vocabulary
    """What is called; its prefix names the tenant."""
    routed: Vocabulary
    """The same as the site routes it."""
    allowed: Mapping[str, frozenset[type]]
    site: Site[Any]

    def __init__(self, runner: asyncio.Runner) -> None:
        self._run = runner.run
        self.now, turns = START, count()
        self.read = lambda size: shake_256(b"%d" % next(turns)).digest(size)
        self.set_up()
        keeper = Doorkeeper(tuple(self.credential(role) for role in self.allowed))
        self._app = Starlette(routes=Api(keeper, self.routed).routes())
        runner.run(self._start())
        transport = httpx.ASGITransport(self._app)
        self._http = httpx.AsyncClient(transport=transport, base_url="http://site")
        self.play()

    async def _start(self) -> None:
        self.sequencer = Sequencer(self.site)
        self._app.state.hosted = self.hosted()

    @abstractmethod
    def set_up(self) -> None:
        """The site with what is there before the first call."""

    @abstractmethod
    def hosted(self) -> Hosted:
        """The site as the API sees it."""

    @abstractmethod
    def credential(self, role: str) -> Credential:
        """The token of a role."""

    @abstractmethod
    def next_step(self) -> Callable[[Site[Any]], Callable[[], Submitted] | None]:
        """What the site does by itself now."""

    @abstractmethod
    def honest(self, dice: random.Random) -> tuple[str, dict[str, Any]] | None:
        """A command that means something now, and the role that gives it."""

    @abstractmethod
    def words(self, dice: random.Random, serials: list[str]) -> dict[str, Any]:
        """Values of fields that this site knows."""

    def sensible(self, dice: random.Random, command: dict[str, Any]) -> dict[str, Any]:
        """A command that is nearly one that means something; most are as they were."""
        del dice
        return command

    def clock_us(self) -> int:
        """The scripted time."""
        return int(self.now.timestamp() * 1_000_000)

    def play(self) -> None:
        """Some time passes; the site does what is due."""
        self.now += timedelta(minutes=3)
        self._run(self._work())

    async def _work(self) -> None:
        while make := await self.sequencer.ask(self.next_step()):
            step = make()
            await self.sequencer.submit(step.command_id, step.command)

    def call(self, method: str, url: str, **more: Any) -> httpx.Response:
        """The answer to a request."""
        return self._run(self._http.request(method, url, **more))

    def submit(self, name: str, command: Any) -> None:
        """Give a command past the door."""
        self._run(self.sequencer.submit(name, command))
        self._run(self._work())

    def stop(self) -> None:
        """End the site."""
        self._run(self._http.aclose())
        self._run(self.sequencer.stop())


class KenoTarget(Target):
    """Keno with two venues."""

    vocabulary = routed = KENO
    allowed = ALLOWED

    def set_up(self) -> None:
        """Two venues with everything they need."""
        self._plan = Plan(self.read)
        self.site = Site(machine(), MemoryStore(), self.clock_us)
        for number, command in enumerate(set_up(self.now, PLACES)):
            self.site.run([Submitted(f"set-up/{number}", command)])

    def hosted(self) -> Hosted:
        """Keno alone."""
        serials = Serials(b"k" * 32, self.clock_us)
        web = keno_web(self.sequencer, serials, clock_us=self.clock_us)
        return Hosted.alone(web, People(lambda: 0.0))

    def credential(self, role: str) -> Credential:
        """Everyone is of the first venue, a player has the one account."""
        digest = sha256(f"token of {role}".encode()).hexdigest()
        return Credential(role, role, digest, PLACES[0].venue, PLACES[0].terminal, "acc-1")

    def next_step(self) -> Callable[[Site[Any]], Callable[[], Submitted] | None]:
        """Days, games and draws."""
        return lambda site: next_step(site, self._plan, self.now)

    def honest(self, dice: random.Random) -> tuple[str, dict[str, Any]]:
        """A sale, so that there are tickets to ask about."""
        return KenoRole.WRITER, self._order(dice)

    def _order(self, dice: random.Random) -> dict[str, Any]:
        plain: dict[str, Any] = COMMANDS.plain(sale(START, "", PLACES[0], anything(dice)))
        return {name: value for name, value in plain.items() if name not in KENO.set_by_the_site}

    def sensible(self, dice: random.Random, command: dict[str, Any]) -> dict[str, Any]:
        """A sale that a customer could have made, but for a field of the other."""
        if command.get("type") != "AcceptEntry":
            return command
        keep = {name: value for name, value in command.items() if dice.random() < 0.1}
        return {**self._order(dice), **keep, "type": "AcceptEntry"}

    def words(self, dice: random.Random, serials: list[str]) -> dict[str, Any]:
        """The venue, the account, and tickets that were sold."""
        return {
            "venue": PLACES[0].venue,
            "terminal": PLACES[0].terminal,
            "account": "acc-1",
            "channel": "venue",
            "jackpot": "regular/10",
            "document": dice.choice((*serials, "")),
            "replacement_serial": "",
            "change_serial": "",
            "serial": dice.choice((*serials, "", "")),
            "ticket": dice.choice((*serials, "", "")),
        }


class HallTarget(Target):
    """The made-up hall of the demonstration, in the middle of an evening."""

    vocabulary = replace(HALL, prefix=f"/api/halls/{hall_evening.NAME}")
    routed = HALL
    allowed = hall_rights.ALLOWED

    def set_up(self) -> None:
        """An empty hall; its evening begins with the first honest command."""
        self._plan = HallPlan(self.read, name=hall_evening.NAME)
        owner = Owner(KIND, hall_evening.NAME, hall_evening.BOOK, hall_evening.ZONE)
        self.tenant, self.site = open_hall(owner, MemoryStore(), self._plan, self.clock_us)
        self._zone = ZoneInfo(hall_evening.ZONE)

    def hosted(self) -> Hosted:
        """The hall alone."""
        web: Web[Any] = Web(
            tenant=self.tenant,
            sequencer=self.sequencer,
            clock_us=self.clock_us,
            is_first=False,
        )
        people = People(lambda: 0.0)
        return Hosted(people, Sessions(b"s" * 32), {hall_evening.NAME: web})

    def credential(self, role: str) -> Credential:
        """A desk's token for each role."""
        digest = sha256(f"token of {role}".encode()).hexdigest()
        return Credential(role, role, digest, tenant=hall_evening.NAME)

    def next_step(self) -> Callable[[Site[Any]], Callable[[], Submitted] | None]:
        """Promises, seals, counts, balls and results."""
        return lambda site: hall_tasks.next_step(self._plan, site, self.now.astimezone(self._zone))

    def play(self) -> None:
        """The evening goes on by some steps of the made-up staff."""
        super().play()
        for _ in range(STEPS_MAX):
            self.now += timedelta(seconds=2)
            action = self._action(random.Random(self.site.head.seq))  # noqa: S311 -- made up
            if action is None:
                break
            self.submit(f"evening/{self.site.head.seq}", action.command)

    def _action(self, dice: random.Random) -> hall_evening.Action | None:
        now = self.now.astimezone(self._zone)
        book = book_on(hall_evening.BOOK, now.date())
        assert isinstance(book, BingoBook)
        return hall_evening.next_action(book, self.site.state.hall, dice, now)

    def honest(self, dice: random.Random) -> tuple[str, dict[str, Any]] | None:
        """What the staff would do next, over the API."""
        action = self._action(dice)
        if action is None:
            return None
        kind = type(action.command)
        roles = [role for role in HallRole if kind in hall_rights.ALLOWED[role]]
        plain: dict[str, Any] = self.site.machine.commands.plain(action.command)
        plain.pop("at")
        return (roles[0], plain) if roles else None

    def words(self, dice: random.Random, serials: list[str]) -> dict[str, Any]:
        """Sessions, series, people and slips of the evening."""
        del serials
        hall = self.site.state.hall
        claims = [
            claim
            for session in hall.sessions.values()
            for game in session.games.values()
            for claim in game.claims
        ]
        return {
            "session": dice.choice((*hall.sessions, "")),
            "serial": dice.choice((*hall.series, "")),
            "player": dice.choice(hall_evening.PLAYERS),
            "person": dice.choice((*hall.people, "")),
            "by": dice.choice((hall_evening.CALLER, hall_evening.SUPERVISOR, "")),
            "point": hall_evening.POINT,
            "award": dice.choice((*hall.awards, "")),
            "claim": dice.choice((*claims, "")),
            "slip": "",
        }


TARGETS: dict[str, type[Target]] = {"keno": KenoTarget, "hall": HallTarget}
