"""Kill the site under load, again and again, and compare it with what a client wrote down.

    python -m eyesdown.testing.crash --rounds 100 [site.db]

A child process runs a keno site; this process is its client. It sells entries, now and then closes
a game, notes each answer, and kills the child without warning at a random moment. At the next start
it sends again whatever was not answered, under the same ids. In the end every answer that was given
must be in the journal at the place it named, nothing may be there twice, and each venue's till must
hold what the client paid into it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from eyesdown.central.keno import SYDNEY, machine
from eyesdown.central.opening import open_store
from eyesdown.central.sequencer import Sequencer
from eyesdown.central.site import Done, Site
from eyesdown.central.verify import verify
from eyesdown.keno.commands import AcceptEntry, CloseGame, OpenDay, OpenGame
from eyesdown.testing.keno_load import anything, places, sale, set_up

WAITING_MAX = 200
ANSWERS_A_ROUND_MAX = 1000
SALES_A_GAME = 400

PLACES = places(20)
NOON = datetime(2026, 11, 15, 12, 0, tzinfo=SYDNEY)
LATER = NOON + timedelta(minutes=3)
BEGIN = (*set_up(NOON, PLACES), OpenDay(NOON), OpenGame(NOON, LATER))
KENO = machine(own_clock=False)


async def child(where: str) -> None:
    """The site: a command a line in, an answer a line out, until it is killed or the input ends."""
    site = Site(KENO, open_store(where), time.time_ns)
    if site.head.seq:
        site.take_snapshot()
    sequencer = Sequencer(site)
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print("ready", flush=True)  # noqa: T201 -- the parent reads it

    async def answer(name: str, command: Any) -> None:
        reply = await sequencer.submit(name, command)
        assert isinstance(reply, Done), reply
        refused = [event for event in reply.events if getattr(event, "refusals", ())]
        assert not refused, refused
        print(name, reply.seq, flush=True)  # noqa: T201 -- the parent reads it

    async with asyncio.TaskGroup() as tasks:
        while line := await reader.readline():
            message = json.loads(line)
            command = KENO.commands.of_plain(message["command"])
            tasks.create_task(answer(message["id"], command))
    await sequencer.stop()


@dataclass(slots=True)
class Client:
    """What the client knows: what it asked, what was answered, and how long starts took."""

    where: str
    dice: random.Random
    answers_max: int = ANSWERS_A_ROUND_MAX
    asked: dict[str, Any] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)
    starts_s: list[float] = field(default_factory=list)

    def round(self, *, kill: bool) -> None:
        """One life of the site: what was left open first, then new commands until it is killed."""
        began = time.perf_counter()
        site = subprocess.Popen(  # noqa: S603 -- our own module
            [sys.executable, "-m", __spec__.name, "--child", self.where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert site.stdin
        assert site.stdout
        assert site.stdout.readline() == "ready\n", "the site did not start"
        self.starts_s.append(time.perf_counter() - began)
        target = len(self.answered) + self.dice.randrange(self.answers_max)
        waiting = [name for name in self.asked if name not in self.answered]
        for name in waiting:
            self._send(site.stdin.write, name)
        open_count = len(waiting)
        while open_count or (kill and len(self.answered) < target):
            while kill and open_count < WAITING_MAX:
                self._send(site.stdin.write, self._new())
                open_count += 1
            site.stdin.flush()
            name, seq = site.stdout.readline().split()
            assert self.answered.setdefault(name, int(seq)) == int(seq)
            open_count -= 1
            if kill and len(self.answered) >= target:
                break
        if kill:
            site.send_signal(signal.SIGKILL)
        site.stdin.close()
        for line in site.stdout:  # answers that were on their way count as given
            if line.endswith("\n"):
                self.answered[line.split()[0]] = int(line.split()[1])
        site.stdout.close()
        site.wait()

    def _new(self) -> str:
        """The next thing to ask for: first what a site needs, then sales, then a game's end."""
        number = len(self.asked)
        name = f"client/{number}"
        if number < len(BEGIN):
            self.asked[name] = BEGIN[number]
        elif number % SALES_A_GAME == 0:
            self.asked[name] = CloseGame(NOON, LATER)
        else:
            place = self.dice.choice(PLACES)
            self.asked[name] = sale(NOON, f"T{number:07d}", place, anything(self.dice))
        return name

    def _send(self, write: Callable[[str], object], name: str) -> None:
        command = KENO.commands.plain(self.asked[name])
        write(json.dumps({"id": name, "command": command}) + "\n")


def check(client: Client) -> None:
    """The journal against the client's own record, to the last answer and the last cent."""
    store = open_store(client.where)
    rows = {row.command_id: row for row in store.rows()}
    assert len(rows) == store.head().seq, "a command is in the journal twice"
    assert rows.keys() == client.asked.keys() == client.answered.keys()
    tills = dict.fromkeys((place.venue for place in PLACES), 0)
    for name, row in rows.items():
        assert row.seq == client.answered[name], f"{name} was answered {client.answered[name]}"
        command = client.asked[name]
        if isinstance(command, AcceptEntry):
            tills[command.entry.venue] += sum(paid.cents for paid in command.tenders)
    balances = store.balances()
    assert sum(balances.values()) == 0
    assert {venue: balances.get(f"venue_cash/{venue}", 0) for venue in tills} == tills
    verify(KENO, store)
    store.close()


def run(where: str, rounds: int, seed: int, answers_max: int = ANSWERS_A_ROUND_MAX) -> Client:
    """So many lives, each ended without warning, then one that ends in peace; then the check."""
    client = Client(where, random.Random(seed), answers_max)  # noqa: S311 -- a script, not a draw
    for _ in range(rounds):
        client.round(kill=True)
    client.round(kill=False)
    check(client)
    return client


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    where = "a SQLite file or a postgresql:// address, empty so far; a temporary file if left out"
    parser.add_argument("where", nargs="?", help=where)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        asyncio.run(child(options.where))
        return
    with tempfile.TemporaryDirectory() as folder:
        client = run(options.where or f"{folder}/site.db", options.rounds, options.seed)
    print(  # noqa: T201 -- a program of its own
        f"{options.rounds} kills, {len(client.answered):,} answers: none lost, none doubled, books "
        f"balanced; slowest restart {max(client.starts_s):.2f} s"
    )


if __name__ == "__main__":
    main()
