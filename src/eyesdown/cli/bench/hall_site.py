"""A full hall on the site: balls on disk and on the board, claims at once, counters, a restart."""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any
from zoneinfo import ZoneInfo

import numpy as np

from eyesdown.bingo.claims.commands import Claim
from eyesdown.bingo.commands import Command
from eyesdown.bingo.play.commands import AskForBall, FinishCall, StartGame
from eyesdown.bingo.sales.commands import ChargeAdmission, IssueScorecards, OpenTill, SellCards
from eyesdown.bingo.session.commands import (
    AppointPerson,
    OpenSalePoint,
    OpenSession,
    PlanSession,
    RegisterPerson,
    RegisterSeries,
)
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.parts import Offer, PlannedGame
from eyesdown.bingo.words.printed import PrintedCard
from eyesdown.central.hall.feeds import board_since
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.site.clock import wall_time
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.sealing import DEVICE
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Site, Submitted, collect_less
from eyesdown.central.store.base import Store
from eyesdown.central.store.connect import open_store
from eyesdown.cli.bench.hall import MARK_SECONDS, NOON, PERCENTILE, SCORECARDS, Hall, pages
from eyesdown.cli.bench.harness import Measured, Workload
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace

CLAIMS = 500
PLAYERS_MAX, AT_ONCE = 5_000, 1_000
COUNTERS, SALES_A_COUNTER, SALES_MARK = 8, 500, 1000
RESTART_SECONDS_MARK = 2.0
ZONE = "Australia/Sydney"
PLAN = HallPlan(os.urandom)


def _open(store: Store, book: str, clock_us: Callable[[], int]) -> Site[HallSite]:
    owner = Owner(KIND, "bench", book, ZONE)
    return open_hall(owner, store, PLAN, clock_us)[1]


class SiteHall(Hall):
    """The full hall on a journal."""

    def __init__(self, folder: Path, scorecards: int) -> None:
        self.where = str(folder / "hall.db")
        self._rows = 0
        super().__init__(scorecards)

    def open(self) -> HallState:
        """The state of a new hall on a SQLite file."""
        self.site = _open(open_store(self.where), "nsw-casino-bingo", self.clock_us)
        self.work()
        return self.site.state.hall

    def clock_us(self) -> int:
        """The made-up time, which only the measurement moves on."""
        return int(self.now.timestamp() * 1_000_000)

    def apply(self, event: Any) -> None:
        """Take an event into the hall's state and control's."""
        self.site.machine.evolve(self.site.state, event)

    def issue(self, pages: list[PrintedCard]) -> None:
        """Members pay the entry fee and get their scorecards: control counts them before a ball."""
        each = max(1, len(pages) // PLAYERS_MAX)
        players = [f"player {number}" for number in range(1, len(pages) // each + 1)]
        at: dict[str, Any] = {"at": self.now}
        in_session: dict[str, Any] = {**at, "session": "S"}
        commands = [
            *(RegisterPerson(**at, person=name, role="player", member=True) for name in players),
            *(ChargeAdmission(**in_session, player=name, amount_cents=1500) for name in players),
            *(
                IssueScorecards(**in_session, player=name, serial="N1", count=each)
                for name in players
            ),
        ]
        for start in range(0, len(commands), AT_ONCE):
            batch = commands[start : start + AT_ONCE]
            given = [Submitted(f"issue/{start + n}", each) for n, each in enumerate(batch)]
            for reply in self.site.run(given):
                assert isinstance(reply, Done), reply
                assert not refusals_in(reply.events), reply

    def do(self, command: Command) -> int:
        """A command on disk, and what the site does by itself after it."""
        if isinstance(command, StartGame):
            command = replace(command, selector_id=DEVICE)
        self._rows += 1
        [reply] = self.site.run([Submitted(f"bench/{self._rows}", command)])
        assert isinstance(reply, Done), reply
        assert not refusals_in(reply.events), reply
        self.work()
        return len(reply.events)

    def work(self) -> None:
        """Everything the site itself has to do now."""
        now = wall_time(ZoneInfo(ZONE), self.clock_us())
        while make := next_step(PLAN, self.site, now):
            [reply] = self.site.run([make()])
            assert isinstance(reply, Done), reply


@contextmanager
def _folder() -> Iterator[Path]:
    with TemporaryDirectory() as name:
        yield Path(name)


def balls(scale: int) -> Measured:
    """Each ball of a game from the caller's press to disk and board: the 99th percentile."""
    count = SCORECARDS * scale
    with _folder() as folder:
        hall = SiteHall(folder, count)
        collect_less()
        seconds = [_ball(hall, call) for call in range(1, 91)]
        hall.site.store.close()
    worst = float(np.percentile(seconds, PERCENTILE))
    mark = MARK_SECONDS.get(scale)
    return Measured(1 / worst, 1 / mark if mark else None, "the mark", count)


def _ball(hall: SiteHall, call: int) -> float:
    at: dict[str, Any] = {"at": hall.now, "session": "S", "game": 1, "by": "dan"}
    start = perf_counter()
    hall.do(AskForBall(**at, call=call))
    board_since(hall.site, hall.now, None)
    seconds = perf_counter() - start
    hall.do(FinishCall(**at))
    return seconds


def claims(scale: int) -> Measured:
    """Claims of as many players on one ball, given at once: how many a second are answered."""
    with _folder() as folder:
        hall = SiteHall(folder, max(SCORECARDS, CLAIMS * scale))
        for call in range(1, 46):
            _ball(hall, call)
        at: dict[str, Any] = {"at": hall.now, "session": "S", "game": 1}
        commands = [
            Submitted(f"claim/{number}", Claim(**at, player=f"player {number}"))
            for number in range(1, CLAIMS * scale + 1)
        ]
        seconds = asyncio.run(_all(hall.site, [commands]))
    return Measured(len(commands) / seconds, CLAIMS, "the mark, 500 in a second", len(commands))


def counters(scale: int) -> Measured:
    """Sales at eight counters at the same time, each after its answer."""
    with _folder() as folder:
        sales = SALES_A_COUNTER * scale
        site = _counter_hall(folder, COUNTERS * sales)
        queues = [
            [
                Submitted(f"sale/{counter}/{number}", _sale(f"counter {counter}"))
                for number in range(sales)
            ]
            for counter in range(COUNTERS)
        ]
        seconds = asyncio.run(_one_by_one(site, queues))
        sold = site.state.hall.series["B"]
        assert not len(sold.left), "no card twice, no gap"
    return Measured(COUNTERS * sales / seconds, SALES_MARK, "the mark", COUNTERS * sales)


def _counter_hall(folder: Path, cards: int) -> Site[HallSite]:
    site = _open(open_store(str(folder / "hall.db")), "vic-bingo", _noon_us)
    strips = pages(-(-cards // 6))
    tickets = [ticket for page in strips for ticket in page.boxes][:cards]
    printed = tuple(
        PrintedCard(card=number, boxes=(ticket,)) for number, ticket in enumerate(tickets, 1)
    )
    prize = Offer(prize="ticket", amount_cents=1000)
    game = PlannedGame(game=1, versions=(4,), price_cents=100, prizes=(prize,))
    at: dict[str, Any] = {"at": NOON, "session": "S"}
    commands: list[Any] = [
        *(RegisterPerson(at=NOON, person=name, role="volunteer") for name in ("cal", "sue")),
        *(OpenSalePoint(at=NOON, point=f"counter {number}") for number in range(COUNTERS)),
        *(OpenTill(at=NOON, point=f"counter {number}", by="kim") for number in range(COUNTERS)),
        RegisterSeries(at=NOON, serial="B", colour="blue", cards=printed),
        PlanSession(**at, starts_at=NOON, place="Hall", games=(game,)),
        AppointPerson(**at, person="cal", duty="caller"),
        AppointPerson(**at, person="sue", duty="supervisor"),
        OpenSession(**at, notice_displayed=True),
    ]
    for number, command in enumerate(commands):
        [reply] = site.run([Submitted(f"set-up/{number}", command)])
        assert isinstance(reply, Done), reply
        assert not refusals_in(reply.events), reply
    return site


def _noon_us() -> int:
    return int(NOON.timestamp() * 1_000_000)


def _sale(point: str) -> SellCards:
    return SellCards(at=NOON, session="S", game=1, serial="B", count=1, paid_cents=100, point=point)


async def _all(site: Site[HallSite], queues: list[list[Submitted]]) -> float:
    """Seconds until everything that was given at once is on disk and answered."""
    sequencer = Sequencer(site)
    start = perf_counter()
    await asyncio.gather(*(sequencer.submit_all(queue) for queue in queues))
    seconds = perf_counter() - start
    await sequencer.stop(last=lambda site: site.store.close())
    return seconds


async def _one_by_one(site: Site[HallSite], queues: list[list[Submitted]]) -> float:
    """Seconds until every counter has given its commands, each after the last one's answer."""
    sequencer = Sequencer(site)

    async def work(queue: list[Submitted]) -> None:
        for submitted in queue:
            reply = await sequencer.submit(submitted.command_id, submitted.command)
            assert isinstance(reply, Done), reply
            assert not refusals_in(reply.events), reply

    start = perf_counter()
    await asyncio.gather(*(work(queue) for queue in queues))
    seconds = perf_counter() - start
    await sequencer.stop(last=lambda site: site.store.close())
    return seconds


def restart(scale: int) -> Measured:
    """Seconds from a stop in the middle of a full session to the next ball being possible."""
    count = SCORECARDS * scale
    with _folder() as folder:
        hall = SiteHall(folder, count)
        for call in range(1, 21):
            _ball(hall, call)
        hall.site.take_snapshot()
        hall.site.store.close()
        gc.collect()
        start = perf_counter()
        again = _open(open_store(hall.where), "nsw-casino-bingo", hall.clock_us)
        board_since(again, hall.now, None)
        seconds = perf_counter() - start
        again.store.close()
    return Measured(seconds, RESTART_SECONDS_MARK if scale == 1 else None, "the mark", count)


WORKLOADS = (
    Workload("hall on the site: a ball, 99th percentile", "balls/s", balls),
    Workload("hall on the site: claims on one ball", "claims/s", claims),
    Workload("hall on the site: sales at eight counters", "sales/s", counters),
    Workload("hall on the site: restart in a full session", "seconds", restart),
)
