"""A hall's site is killed at every write of a night, before or after the store has it.

    python -m eyesdown.proof.hall.kills --seeds 9

After each kill another site opens the store, is asked again under the same id, and must have the
row and the state that the night has when nothing fails: so the rest of the night is the same, too.
"""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.central.hall.machine import COMMANDS, machine
from eyesdown.central.hall.state import HallSite
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import COLUMNS, Batch, Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.proof.hall.life import life
from eyesdown.proof.hall.setting import BOOKS, ZONES
from eyesdown.proof.times import times

SNAPSHOT_ROWS = 25


class Killed(Exception):
    """The process ends in the middle of a write."""


class Dying(MemoryStore):
    """A copy of a store that dies at its next write, before or after it is on disk."""

    def __init__(self, store: Store, *, written: bool) -> None:
        super().__init__()
        self.armed = False
        with self.whole():
            for table in COLUMNS:
                self.load(table, list(store.dump(table)))
        self.armed, self.written = True, written

    def append(self, batch: Batch) -> None:
        if not self.armed:
            super().append(batch)
            return
        self.armed = False
        if self.written:
            super().append(batch)
        raise Killed


@dataclass(slots=True)
class Night:
    """How many writes a night had, and at how many of them the site was killed."""

    writes: int = 0
    kills: int = 0


def kill_everywhere(hall: Machine[HallSite], commands: Sequence[Any], every: int = 1) -> Night:
    """Kill the site at each `every`-th write of a night; AssertionError if anything differs."""
    store, night = MemoryStore(), Night()
    site = Site(hall, store, lambda: 1)
    for number, command in enumerate(commands):
        submitted = Submitted(f"asked-{number}", command)
        copies = [Dying(store, written=written) for written in (False, True)]
        _run(site, submitted)
        night.writes += 1
        if number % SNAPSHOT_ROWS == 0:
            site.take_snapshot()
        if number % every:
            continue
        saved = hall.save(site.state)
        for copy in copies:
            again = _killed(hall, copy, submitted)
            assert again.head == site.head, f"write {number + 1}: another row"
            assert hall.save(again.state) == saved, f"write {number + 1}: another state"
            assert again.balances == site.balances, f"write {number + 1}: other books"
            night.kills += 1
    verify_journal(hall, store, decide_again=True)
    return night


def _run(site: Site[HallSite], submitted: Submitted) -> None:
    [reply] = site.run([submitted])
    assert isinstance(reply, Done), reply


def _killed(hall: Machine[HallSite], store: Dying, submitted: Submitted) -> Site[HallSite]:
    """The site that opens the store after the kill, asked for the same once more."""
    dying = Site(hall, store, lambda: 1)
    try:
        _run(dying, submitted)
    except (Killed, JournalUnavailable):
        pass
    else:
        raise AssertionError("the store did not die")
    reopened = Site(hall, store, lambda: 1)
    _run(reopened, submitted)
    return reopened


def nights(seeds: int) -> Iterator[tuple[str, list[Any]]]:
    """Books and the commands of random nights, from their journals."""
    for seed in range(seeds):
        alive, _ = life(seed)
        yield alive.book, [COMMANDS.read(row.command) for row in alive.store.rows()]


def main() -> int:
    import argparse

    parser = argparse.ArgumentParser(description="Kill a hall's site at every write of a night.")
    parser.add_argument("--seeds", type=times, default=len(BOOKS), help="how many nights")
    options = parser.parse_args()
    kills = 0
    for book, commands in nights(options.seeds):
        hall = machine(book, ZoneInfo(ZONES[book]), own_clock=False)
        kills += kill_everywhere(hall, commands).kills
    print(f"{kills:,} kills in {options.seeds} nights of a hall: the same night came out each time")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
