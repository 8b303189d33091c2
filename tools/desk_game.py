"""How long an inspector waits for a large game to be replayed and recounted, while tills sell.

    PYTHONPATH=src nice -n 10 python tools/desk_game.py [ENTRIES] [FOLDER]

It sells a game of made-up entries into a SQLite file, draws and settles it, lets the desk read the
journal, and then asks what the desk's page of the game asks: once while nothing is sold, and once
while tills go on to sell. The store is deleted afterwards.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import time
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from eyesdown.central.desk.own_process import StoreProcess
from eyesdown.central.desk.row_index import Asked, RowIndex
from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.recounting import game_file, recount_game, recount_plan
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.demo.keno_load import places, sale, set_up, ten_spots
from eyesdown.display.inspector import GAME_STEPS

ENTRIES, MARK_SECONDS = 100_000, 10.0
EVERY, BATCH, TILLS = timedelta(minutes=3), 1_000, 20
OPENED = datetime(2026, 11, 15, 12, 0, tzinfo=SYDNEY)
PLACES = places(64)
DICE = Random(23)  # noqa: S311 -- made-up customers, not a draw


class Game:
    """A site with a clock of its own, and a game that is sold, drawn and published."""

    def __init__(self, store: Store) -> None:
        self.at, self.sold = OPENED, 0
        self.plan = Plan(os.urandom, EVERY)
        self.site = Site(machine(own_clock=False), store, self.clock_us)
        for number, command in enumerate(set_up(self.at, PLACES)):
            self.site.run([Submitted(f"set-up/{number}", command)])
        self.work()

    def clock_us(self) -> int:
        return int(self.at.timestamp() * 1_000_000)

    def work(self) -> None:
        """Everything the site itself has to do now."""
        while (make := next_step(self.site, self.plan, self.at)) is not None:
            step = make()
            self.site.run([Submitted(step.command_id, step.command)])

    def sale(self) -> Submitted:
        self.sold += 1
        at_place = PLACES[self.sold % len(PLACES)]
        command = sale(self.at, f"S{self.sold:08d}", at_place, ten_spots(DICE))
        return Submitted(f"till/{self.sold}", command)

    def play(self, entries: int) -> None:
        for _ in range(0, entries, BATCH):
            self.site.run([self.sale() for _ in range(BATCH)])
        self.at += EVERY
        self.work()


def page_of(index: RowIndex, store: Store, process: StoreProcess, key: str) -> tuple[float, Any]:
    """How long the page's questions take, and what control counted."""
    began = time.perf_counter()
    file = game_file(store, key)
    assert file is not None
    subject = ("game", f"{file.published.game}")
    for event in GAME_STEPS:
        index.find(store, Asked(event=event, subject=subject))
    counted = process.ask(recount_game, recount_plan(index, store, file))
    return time.perf_counter() - began, counted


async def selling(game: Game, stop: asyncio.Event) -> list[float]:
    """How long each sale took, in ms, of tills that sell until `stop`."""
    sequencer, took = Sequencer(game.site), []

    async def till() -> None:
        while not stop.is_set():
            submitted, began = game.sale(), time.perf_counter()
            reply = await sequencer.submit(submitted.command_id, submitted.command)
            assert isinstance(reply, Done)
            took.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(0.05)

    await asyncio.gather(*(till() for _ in range(TILLS)))
    await sequencer.stop()
    return sorted(took)


async def beside(game: Game, seconds: float, asked: Any = None) -> tuple[list[float], Any]:
    """Sales beside a question in a thread, or for some seconds without one."""
    stop = asyncio.Event()
    sales = asyncio.create_task(selling(game, stop))
    answer = await (asyncio.to_thread(asked) if asked else asyncio.sleep(seconds))
    stop.set()
    return await sales, answer


def tell(name: str, took: list[float]) -> None:
    """Print the median and the 99th percentile of sales."""
    middle, late = took[len(took) // 2], took[len(took) * 99 // 100]
    print(f"{name}: {len(took)} sales, {middle:.1f} ms (median), {late:.1f} ms (p99)", flush=True)


def main() -> int:
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else ENTRIES
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as folder:
        path = Path(folder, "site.db")
        store, index = SqliteStore(path), RowIndex(f"{path}.desk")
        game = Game(store)
        game.play(entries)
        [key] = [record.key for record in store.records("result")]
        print(f"{entries:,} entries sold and settled, game {key}", flush=True)
        used = time.process_time()
        index.follow(store, float("inf"))
        print(f"read by the desk: {time.process_time() - used:.1f} s of a processor", flush=True)
        reader, process = SqliteStore(path), StoreProcess.of(str(path), store)
        sales, _ = asyncio.run(beside(game, 5.0))
        tell("no one at the desk", sales)

        def page() -> tuple[float, Any]:
            return page_of(index, reader, process, key)

        sales, (seconds, counted) = asyncio.run(beside(game, 0, page))
        tell("beside the recount", sales)
        children = resource.getrusage(resource.RUSAGE_CHILDREN)
        processor = children.ru_utime + children.ru_stime
        print(f"replayed and recounted in {seconds:.1f} s ({processor:.1f} s of a processor)")
        verdict = counted.differs or "every prize is right"
        print(f"{counted.entries:,} entries, {counted.winners:,} winners: {verdict}")
        for each in (reader, store):
            each.close()
        index.close()
    return min(int(seconds > MARK_SECONDS) + bool(counted.differs), 1)


if __name__ == "__main__":
    sys.exit(main())
