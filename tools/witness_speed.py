"""What witnesses cost: their part of a keno draw and of a ball, a long record, sales meanwhile.

    PYTHONPATH=src:tests python tools/witness_speed.py [keno|balls|follow|sales ...]

Every site is served over HTTP from SQLite, and every witness is a process of its own on the same
machine. A witness's part of a keno draw is the time on the public record from a value that the
site reveals to the answer that it waits for. The clock of the hall is made up, so its part of a
ball is taken by this process's clock, from the value on the journal to the answer on the journal;
it is shown beside the whole ball, from the caller's press to the finished call.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import uvicorn

from eyesdown.central.keno.machine import sydney
from eyesdown.central.keno.slow_process import SlowProcess, turns_for
from eyesdown.central.keno.tasks import Plan, next_sale_step
from eyesdown.central.keno.tenant import open_keno
from eyesdown.central.site.sealing import DEVICE
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials
from eyesdown.central.site.site import Done, Site, Submitted, collect_less
from eyesdown.central.site.witness_words import (
    AppointWitness,
    ValueRevealed,
    WitnessAnswered,
)
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.central.witness.command import copy_of
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.run import Runner
from eyesdown.central.witness.witness import Witness
from eyesdown.demo.keno_load import Ask, Place, places, sale, set_up, ten_spots
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.processes import Run, clock_us
from eyesdown.proof.fairness.record_maker import RecordMaker, key_of
from eyesdown.proof.hall.setting import NSW
from kit.hall_evening import CALLER, SESSION, Night
from kit.hall_pages import HallPages
from kit.hall_site import NAME

WITNESS = "Ada"
DRAWS, BALLS = 120, 90
KENO_MARK_SECONDS, BALL_MARK_SECONDS = 0.3, 0.1
STATEMENTS, FOLLOW_MARK_SECONDS, MEMORY_MARK_MB = 100_000, 20.0, 100.0
LINES_A_REPLY = 5000
STEP_SECONDS, HELD_UP_SECONDS, SALES_MARK = 0.5, 4.0, 0.97
"""A twentieth of a step of ten seconds, and of how long sales hold it up between games of three
minutes: whole steps are measured, since one rests first and makes most of its turns at the end."""
PAIRS, SELLERS, SALES_A_BATCH, STEADY_A_SECOND = 6, 3, 50, 200
PLACES = places(2)


def parts(lines: Iterable[bytes]) -> list[float]:
    """Seconds from each revealed value to the last answer to it."""
    revealed: dict[tuple[str, int], datetime] = {}
    answered: dict[tuple[str, int], datetime] = {}
    for line in lines:
        made = json.loads(line)
        if made["kind"] in ("reveal", "answer"):
            when = revealed if made["kind"] == "reveal" else answered
            when[made["game"], made["place"]] = datetime.fromisoformat(made["at"])
    return sorted(
        (answered[key] - revealed[key]).total_seconds() for key in revealed if key in answered
    )


def reported(what: str, seconds: list[float], mark: float) -> bool:
    """Print the percentiles; whether the 99th is within the mark."""
    late = seconds[int(len(seconds) * 0.99)]
    print(
        f"{what}: {len(seconds)} times, median {1000 * seconds[len(seconds) // 2]:.0f} ms,"
        f" 99 % {1000 * late:.0f} ms, last {1000 * seconds[-1]:.0f} ms; mark {1000 * mark:.0f} ms"
    )
    return late <= mark


def keno() -> bool:
    """A keno site with a draw every second or so, and one witness."""
    with tempfile.TemporaryDirectory() as folder:
        run = Run(Path(folder), (WITNESS,), "", every_seconds=1)
        run.prepare(Random(1))  # noqa: S311 -- a script, not a draw
        try:
            run.start_site()
            run.start_witness(WITNESS)
            until = time.monotonic() + 6 * DRAWS
            while time.monotonic() < until and len(parts(run.record())) < DRAWS:
                time.sleep(2)
            seconds = parts(run.record())
        finally:
            run.stop()
    return reported("keno: from value to answer", seconds, KENO_MARK_SECONDS)


@contextmanager
def running(command: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that ends with the block, whatever happens in it."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


def made_folder(path: Path) -> None:
    path.mkdir()
    key = key_of(WITNESS)
    (path / KEY).write_bytes(json_bytes({"name": WITNESS, "p": f"{key.p:x}", "q": f"{key.q:x}"}))


@contextmanager
def served(desk: HallPages) -> Iterator[tuple[str, Any]]:
    """The hall behind a port, and how to do something in its loop."""
    config = uvicorn.Config(desk.application(), port=0, log_level="error", lifespan="on")
    server, loop = uvicorn.Server(config), asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server.serve()), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield (
        f"http://127.0.0.1:{port}/halls/{NAME}",
        lambda work: asyncio.run_coroutine_threadsafe(work, loop).result(),
    )
    server.should_exit = True
    thread.join(20)


async def prepared(desk: HallPages) -> None:
    await desk.work()  # the record is opened
    await desk.web.submit(
        AppointWitness(desk.web.now(), WITNESS, f"{key_of(WITNESS).n:x}", "office")
    )


async def opened(desk: HallPages) -> None:
    night = Night(desk)
    await night.prepare()
    await night.sell("ann", 2)
    await night.open_session()
    await night.enter_range(2)


def balls() -> bool:
    """A game of ninety balls in a hall with one witness."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        made_folder(place / WITNESS)
        desk = HallPages(NSW, store=SqliteStore(place / "hall.db"))
        with served(desk) as (address, run):
            run(prepared(desk))
            ahead = desk.clock_us() / 1_000_000 - time.time()
            command = [sys.executable, __file__, "--witness", str(place / WITNESS)]
            with running([*command, address, str(ahead)]):
                while len(copy_of(address)) < 3:  # its greeting
                    time.sleep(0.05)
                run(opened(desk))
                with answers_timed() as own:
                    seconds = _call(desk, run, address)
        own.sort()
    reported("halls: a whole ball, asked for to finished", seconds, BALL_MARK_SECONDS)
    return reported("halls: of it the witness, value to answer", own, BALL_MARK_SECONDS)


@contextmanager
def answers_timed() -> Iterator[list[float]]:
    """Seconds from a value on the journal to the answer on the journal, for each in the block."""
    seconds: list[float] = []
    revealed = 0.0
    run = Site.run

    def timed(site: Site[Any], *given: Any) -> list[Any]:
        nonlocal revealed
        replies = run(site, *given)
        for event in [event for each in replies for event in getattr(each, "events", ())]:
            if isinstance(event, ValueRevealed):
                revealed = time.perf_counter()
            elif isinstance(event, WitnessAnswered):
                seconds.append(time.perf_counter() - revealed)
        return replies

    Site.run = timed  # type: ignore[method-assign]
    try:
        yield seconds
    finally:
        Site.run = run  # type: ignore[method-assign]


def is_signed(lines: list[bytes]) -> bool:
    """Whether the witness has signed the newest promise."""
    kinds = [json.loads(line)["kind"] for line in reversed(lines)]
    return "promise" in kinds and "seen" in kinds[: kinds.index("promise")]


def _call(desk: HallPages, run: Any, address: str) -> list[float]:
    words = {"session": SESSION, "game": 1, "by": CALLER}
    run(desk.do("caller", "StartGame", **words, selector="device", selector_id=DEVICE))
    run(desk.do("caller", "Announce", **words, topics=[]))
    while not is_signed(copy_of(address)):
        time.sleep(0.01)  # people take longer to read a programme out
    run(desk.do("caller", "EyesDown", **words))
    seconds = []
    for call in range(1, BALLS + 1):
        began = time.perf_counter()
        run(desk.do("caller", "AskForBall", **words, call=call))
        while run(desk.send("caller", "FinishCall", **words)).status_code != 200:
            time.sleep(0.002)  # the ball is not there before the witness's answer
        seconds.append(time.perf_counter() - began)
    return sorted(seconds)


def follow() -> bool:
    """A witness that starts with an empty folder follows a long record to its end."""
    maker = RecordMaker.with_witnesses(WITNESS, "Bob")
    number = 0
    while len(maker.lines) < STATEMENTS:
        number += 1
        maker.played(str(number), "Bob")
    with tempfile.TemporaryDirectory() as folder, _serving(maker.lines) as address:
        place = Path(folder) / WITNESS
        made_folder(place)
        command = [sys.executable, "-m", "eyesdown", "witness", "run", str(place)]
        began = time.monotonic()
        with running([*command, "--site", address]) as witness:
            kept = place / "record.jsonl"
            size = sum(len(line) + 1 for line in maker.lines)
            while not kept.exists() or kept.stat().st_size < size:
                time.sleep(0.02)
            seconds = time.monotonic() - began
            status = Path(f"/proc/{witness.pid}/status").read_text()
    [peak] = [line.split()[1] for line in status.splitlines() if line.startswith("VmHWM")]
    megabytes = int(peak) / 1024
    print(
        f"a witness follows {len(maker.lines):,} statements in {seconds:.1f} s with at most"
        f" {megabytes:.0f} MB; marks {FOLLOW_MARK_SECONDS:.0f} s, {MEMORY_MARK_MB:.0f} MB"
    )
    return seconds <= FOLLOW_MARK_SECONDS and megabytes < MEMORY_MARK_MB


@contextmanager
def _serving(lines: list[bytes]) -> Iterator[str]:
    """A record as a site serves it."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            after = int(parse_qs(urlsplit(self.path).query)["after"][0])
            body = b"".join(line + b"\n" for line in lines[after : after + LINES_A_REPLY])
            self._reply(body)

        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self._reply(b"{}")

        def _reply(self, body: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is written down."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()


@dataclass(frozen=True, slots=True)
class Sold:
    """What was sold in some time: how many, how long, and how long each waited (in seconds)."""

    sales: int
    seconds: float
    waited: list[float]

    @property
    def rate(self) -> float:
        """Sales a second."""
        return self.sales / self.seconds

    def percentile(self, part: float) -> float:
        """How long that part of the sales waited at most, in ms."""
        return 1000 * sorted(self.waited)[int(part * (len(self.waited) - 1))]


@dataclass(slots=True)
class Till:
    """A keno site on SQLite behind its writer, as `serve` has it, with a slow step beside it.

    The step is a twentieth of the real one, and so is the time that sales may hold it up.
    """

    site: Site[Any]
    serials: Serials
    slow: SlowProcess
    turns: int
    dice: Random = field(default_factory=lambda: Random(1))  # noqa: S311 -- a script, not a draw

    def batch(self, number: int) -> list[Submitted]:
        """New sales."""
        return [_sale(self.serials.new(os.urandom), self.dice, PLACES) for _ in range(number)]

    def step(self) -> float:
        """Make a whole slow step; the seconds that it took."""
        began = time.perf_counter()
        self.slow.step(os.urandom(8), self.turns)
        return time.perf_counter() - began


async def _sell_without_pause(till: Till, writer: Sequencer[Any], ended: asyncio.Event) -> Sold:
    """Sell as much as the site takes: the next sales wait while the ones before are written."""
    sold, waited = 0, list[float]()

    async def sell() -> None:
        nonlocal sold
        while not ended.is_set():
            given = till.batch(SALES_A_BATCH)
            asked = time.perf_counter()
            assert all(isinstance(reply, Done) for reply in await writer.submit_all(given))
            waited.append(time.perf_counter() - asked)
            sold += SALES_A_BATCH

    began = time.perf_counter()
    await asyncio.gather(*(sell() for _ in range(SELLERS)))
    return Sold(sold, time.perf_counter() - began, waited)


async def _sell_steadily(till: Till, writer: Sequencer[Any], ended: asyncio.Event) -> Sold:
    """Sell at a steady pace, one at a time as tills send them."""
    waited = list[float]()

    async def sell(given: Submitted) -> None:
        asked = time.perf_counter()
        assert isinstance(await writer.submit(given.command_id, given.command), Done)
        waited.append(time.perf_counter() - asked)

    began, sellers = time.perf_counter(), set[asyncio.Task[None]]()
    while not ended.is_set():
        [given] = till.batch(1)
        due = began + (len(sellers) + 1) / STEADY_A_SECOND
        sellers.add(asyncio.create_task(sell(given)))
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
    await asyncio.gather(*sellers)
    return Sold(len(sellers), time.perf_counter() - began, waited)


Selling = Callable[[Till, Sequencer[Any], asyncio.Event], Awaitable[Sold]]


async def _beside(till: Till, writer: Sequencer[Any], selling: Selling) -> tuple[Sold, float]:
    """Sales from the start of a slow step to its end, and the seconds that the step took."""
    ended = asyncio.Event()
    sold = asyncio.ensure_future(selling(till, writer, ended))
    seconds = await asyncio.to_thread(till.step)
    ended.set()
    return await sold, seconds


async def _alone(till: Till, writer: Sequencer[Any], selling: Selling, seconds: float) -> Sold:
    ended = asyncio.Event()
    asyncio.get_running_loop().call_later(seconds, ended.set)
    return await selling(till, writer, ended)


async def _compared(till: Till, selling: Selling, pairs: int) -> tuple[list[Sold], list[Sold]]:
    """Sales alone and beside a slow step, in turn and each as long; it prints the steps' times."""
    writer = Sequencer(till.site, busy=till.slow.note_busy)
    alone, beside, steps = list[Sold](), list[Sold](), list[float]()
    for _ in range(pairs):
        sold, seconds = await _beside(till, writer, selling)
        beside.append(sold)
        steps.append(seconds)
        alone.append(await _alone(till, writer, selling, seconds))
    await writer.stop()
    print(f"  the steps took {', '.join(f'{seconds:.2f}' for seconds in steps)} s")
    return alone, beside


def sales() -> bool:
    """Durable sales while a whole slow step is made, and for as long without one, in turn."""
    with tempfile.TemporaryDirectory() as folder, _till(Path(folder)) as till:
        till.step()  # the process starts
        own = statistics.median(till.step() for _ in range(PAIRS))
        print(f"a slow step alone takes {own:.2f} s; sales may hold it up {HELD_UP_SECONDS:.2f} s")
        steady = asyncio.run(_compared(till, _sell_steadily, PAIRS))
        rush = asyncio.run(_compared(till, _sell_without_pause, PAIRS))
    for what, (alone, beside) in (("steadily", steady), ("without a pause", rush)):
        for name, some in (("alone", alone), ("beside a step", beside)):
            half = statistics.median(sold.percentile(0.5) for sold in some)
            late = statistics.median(sold.percentile(0.99) for sold in some)
            rate = statistics.median(sold.rate for sold in some)
            print(f"  {what}, {name}: {rate:,.0f} a second, {half:.1f} ms, 99 % {late:.1f} ms")
    ratios = [with_step.rate / without.rate for without, with_step in zip(*rush, strict=True)]
    ratio = statistics.median(ratios)
    print(f"sales beside a slow step: {ratio:.3f} of those alone; mark {SALES_MARK}")
    print(f"  pair by pair: {', '.join(f'{each:.3f}' for each in ratios)}")
    return ratio >= SALES_MARK


@contextmanager
def _till(folder: Path) -> Iterator[Till]:
    """A site that has a game open for hours, and the process of its slow step."""
    store = open_store(str(folder / "site.db"))
    plan = Plan(os.urandom, timedelta(hours=2))
    _, site, serials, _ = open_keno(store, plan, clock_us, os.urandom)
    for number, command in enumerate(set_up(sydney(clock_us()), PLACES)):
        site.run([Submitted(f"set-up/{number}", command)])
    while make := next_sale_step(site, plan, sydney(clock_us())):
        site.run([make()])
    collect_less()
    slow = SlowProcess(HELD_UP_SECONDS)
    try:
        yield Till(site, serials, slow, turns_for(STEP_SECONDS))
    finally:
        slow.stop()
        store.close()


def _sale(serial: str, dice: Random, places: Sequence[Place]) -> Submitted:
    ask = Ask(ten_spots(dice).lines, 1, 100)
    return Submitted(f"sale/{serial}", sale(sydney(clock_us()), serial, dice.choice(places), ask))


def witness(folder: str, address: str, ahead: str) -> None:
    """A witness whose clock is the made-up hall's."""
    kept = WitnessFolder.open(Path(folder))
    kept.lock()
    seconds = float(ahead)
    Runner(Witness.of_folder(kept, lambda: time.time() + seconds, time.monotonic), address).run()


MEASURES = {"keno": keno, "balls": balls, "follow": follow, "sales": sales}

if __name__ == "__main__":
    if sys.argv[1:2] == ["--witness"]:
        witness(*sys.argv[2:5])
        sys.exit(0)
    chosen = sys.argv[1:] or list(MEASURES)
    held = [MEASURES[name]() for name in chosen]
    sys.exit(0 if all(held) else 1)
