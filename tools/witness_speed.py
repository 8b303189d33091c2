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
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
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
SLICES, SALES_A_SLICE, SALES_A_BATCH, SALES_MARK = 12, 4000, 100, 0.97
"""Sales are measured in slices, in turn with and without a slow step beside them."""


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


def sales() -> bool:
    """Durable sales in slices, in turn alone and while a slow step runs in its own process."""
    dice = Random(1)  # noqa: S311 -- a script, not a draw
    slow, place = SlowProcess(), places(2)
    rates: dict[bool, list[float]] = {True: [], False: []}
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "site.db"))
        plan = Plan(os.urandom, timedelta(hours=2))
        _, site, serials, _ = open_keno(store, plan, clock_us, os.urandom)
        now = sydney(clock_us())
        for number, command in enumerate(set_up(now, place)):
            site.run([Submitted(f"set-up/{number}", command)])
        while make := next_sale_step(site, plan, sydney(clock_us())):
            site.run([make()])
        collect_less()
        turns = turns_for(60)
        for number in range(SLICES):
            beside = bool(number % 2)
            if beside:
                threading.Thread(target=_slow_step, args=(slow, turns), daemon=True).start()
                time.sleep(2)  # the process starts, and makes its first turns
            batches = [
                [_sale(serials.new(os.urandom), dice, place) for _ in range(SALES_A_BATCH)]
                for _ in range(SALES_A_SLICE // SALES_A_BATCH)
            ]
            began = time.perf_counter()
            for given in batches:
                assert all(isinstance(reply, Done) for reply in site.run(given))
            rates[beside].append(SALES_A_SLICE / (time.perf_counter() - began))
            if beside:
                slow.stop()
                slow = SlowProcess()
        slow.stop()
        store.close()
    alone, beside_it = (max(rates[each]) for each in (False, True))
    print(
        f"sales: {alone:,.0f} a second alone, {beside_it:,.0f} beside a slow step:"
        f" {beside_it / alone:.3f} of it; mark {SALES_MARK}"
    )
    return beside_it / alone >= SALES_MARK


def _sale(serial: str, dice: Random, places: Sequence[Place]) -> Submitted:
    ask = Ask(ten_spots(dice).lines, 1, 100)
    return Submitted(f"sale/{serial}", sale(sydney(clock_us()), serial, dice.choice(places), ask))


def _slow_step(slow: SlowProcess, turns: int) -> None:
    with suppress(Exception):  # it is ended in the middle
        slow.step(b"a draw", turns)


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
