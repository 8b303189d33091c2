"""A real site and its witnesses as processes of their own on this machine, and how they end."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from random import Random
from urllib.request import urlopen

from eyesdown.central.keno.machine import sydney
from eyesdown.central.keno.tasks import Plan, next_sale_step
from eyesdown.central.keno.tenant import open_keno
from eyesdown.central.site.site import Submitted
from eyesdown.central.site.witness_words import AppointWitness
from eyesdown.central.store.connect import open_store
from eyesdown.central.witness.command import copy_of
from eyesdown.central.witness.folder import KEY, WitnessFolder
from eyesdown.central.witness.run import Runner
from eyesdown.central.witness.witness import Witness
from eyesdown.demo.keno_load import Ask, places, sale, set_up, ten_spots
from eyesdown.kernel.plain_json import json_bytes
from eyesdown.proof.fairness.record_maker import key_of

EVERY_SECONDS = 6
WITNESS_WAIT_SECONDS = 3
SLOW_SECONDS = 0.05
START_SECONDS = 180
STOP_SECONDS = 15
FAST_SECONDS = 3600
ENTRIES, GAMES = 20, 10
PLACES = places(2)


def clock_us() -> int:
    """The time of this machine."""
    return time.time_ns() // 1000


@dataclass(slots=True)
class Run:
    """A site's store, its witnesses' folders, and the processes that are up.

    `fast` is the witness whose clock is an hour fast; it runs in a thread of this process.
    """

    folder: Path
    names: tuple[str, ...]
    fast: str
    port: int = 0
    wait_seconds: int = WITNESS_WAIT_SECONDS
    every_seconds: int = EVERY_SECONDS
    up: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    runner: Runner | None = None
    thread: threading.Thread | None = None

    def __post_init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        for name in self.names:
            path, key = self.folder / name, key_of(name)
            path.mkdir()
            body = {"name": name, "p": f"{key.p:x}", "q": f"{key.q:x}"}
            (path / KEY).write_bytes(json_bytes(body))

    @property
    def store(self) -> str:
        """Where the site keeps its journal."""
        return str(self.folder / "site.db")

    @property
    def address(self) -> str:
        """Where the site listens."""
        return f"http://127.0.0.1:{self.port}"

    def prepare(self, dice: Random) -> None:
        """Set the site up, sell entries for several games, and appoint the witnesses."""
        store = open_store(self.store)
        store.claim()
        plan = Plan(os.urandom, timedelta(seconds=self.every_seconds))
        _, site, serials, _ = open_keno(store, plan, clock_us, os.urandom)
        now = sydney(clock_us())
        for number, command in enumerate(set_up(now, PLACES)):
            site.run([Submitted(f"set-up/{number}", command)])
        while make := next_sale_step(site, plan, sydney(clock_us())):
            site.run([make()])
        for number in range(ENTRIES):
            wish = Ask(ten_spots(dice).lines, GAMES, 100 * GAMES)
            serial, place = serials.new(os.urandom), dice.choice(PLACES)
            sold = sale(sydney(clock_us()), serial, place, wish)
            site.run([Submitted(f"client/{number}", sold)])
        for name in self.names:
            appoint = AppointWitness(now, name, f"{key_of(name).n:x}", "office")
            site.run([Submitted(f"office/{name}", appoint)])
        store.close()

    def start_site(self) -> None:
        """Start the site and wait until it answers."""
        self._start(
            "site",
            *("serve", "--store", self.store, "--port", f"{self.port}", "--witnesses", "2"),
            *("--every-seconds", f"{self.every_seconds}", "--slow-seconds", f"{SLOW_SECONDS}"),
            *("--witness-wait-seconds", f"{self.wait_seconds}"),
        )
        until = time.monotonic() + START_SECONDS
        while not self.record():
            assert self.up["site"].poll() is None, (self.folder / "site.log").read_text()[-2000:]
            assert time.monotonic() < until, "the site did not start"
            time.sleep(0.1)

    def start_witness(self, name: str) -> None:
        """Start a witness; the one that is an hour fast as a thread."""
        if name != self.fast:
            path = str(self.folder / name)
            self._start(name, "witness", "run", path, "--site", self.address)
            return
        folder = WitnessFolder.open(self.folder / name)
        folder.lock()
        witness = Witness.of_folder(folder, lambda: time.time() + FAST_SECONDS, time.monotonic)
        self.runner = Runner(witness, self.address)
        self.thread = threading.Thread(target=self.runner.run, daemon=True)
        self.thread.start()

    def _start(self, name: str, *arguments: str) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            command = [sys.executable, "-m", "eyesdown", *arguments]
            self.up[name] = subprocess.Popen(  # noqa: S603 -- this interpreter with our own arguments
                command, stdout=log, stderr=log, cwd=self.folder
            )

    def kill(self, name: str) -> None:
        """End a process without warning."""
        process = self.up.pop(name)
        process.kill()
        process.wait(STOP_SECONDS)

    def cut_off(self, name: str, seconds: float) -> None:
        """Halt a process for a while, as if its cable were out."""
        process = self.up[name]
        process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        process.send_signal(signal.SIGCONT)

    def record(self) -> list[bytes]:
        """The record as the site serves it; empty while it does not answer."""
        try:
            return copy_of(self.address)
        except OSError:
            return []

    def wait_for_next(self, kind: str, seconds: float) -> bool:
        """Wait for the next statement of a kind that is not there yet; whether it came."""
        number, until = len(self.record()), time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                url = f"{self.address}/record?after={number}&wait=5"
                with urlopen(url, timeout=15) as reply:  # noqa: S310 -- our own site
                    lines = [line for line in reply.read().split(b"\n") if line]
            except OSError:
                time.sleep(0.1)
                continue
            if any(json.loads(line)["kind"] == kind for line in lines):
                return True
            number += len(lines)
        return False

    def stop(self) -> None:
        """End every process that was started here."""
        if self.runner is not None:
            self.runner.stopping.set()
        for process in self.up.values():
            process.terminate()
        for process in self.up.values():
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(STOP_SECONDS)
        self.up.clear()
        if self.runner is not None and self.thread is not None:
            self.thread.join(STOP_SECONDS)
            self.runner.witness.folder.close()
