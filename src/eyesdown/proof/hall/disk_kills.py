"""A hall's site on a SQLite file, killed with `kill -9` at every write to the disk of a night.

    python -m eyesdown.proof.hall.disk_kills tests/goldens/nz-session.eyes

A process of its own does one command and is killed at its first, second, third … write. Then the
file is opened again, the command is given again under its id, and row, state and books must be
those of the night in which nothing failed. So the rest of the night is the same, too.
"""

# ruff: noqa: T201 -- a program of its own, which prints what it found

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.words import FixSettings
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.notation.document import Asked, Script, parse
from eyesdown.notation.player import play
from eyesdown.proof.faults.disk import Disk, under
from eyesdown.proof.hall.kills import SNAPSHOT_ROWS, Night
from eyesdown.proof.hall.setting import ZONES
from eyesdown.proof.times import times

SURVIVED, FAILED = 0, 9
BESIDE = ("-wal", "-shm")
"""The files that SQLite has beside the one with the data."""


class Deadly(Disk):
    """A disk at whose n-th write the process is killed; a sync kills as well."""

    def __init__(self, kills_at: int) -> None:
        super().__init__()
        self._kills_at = kills_at

    def allow(self) -> None:
        super().allow()
        if self.tried == self._kills_at:
            os.kill(os.getpid(), signal.SIGKILL)


def golden_night(path: Path) -> tuple[Script, list[Any]]:
    """A file of the notation and its commands, the hall's settings first."""
    script = parse(path.read_text("utf-8"))
    commands = [item.command for item in play(script) if isinstance(item, Asked)]
    if script.settings is not None:
        commands.insert(0, FixSettings(at=commands[0].at, settings=script.settings))
    return script, commands


def kill_on_disk(
    hall: Machine[HallSite], commands: Sequence[Any], folder: Path, every: int = 1
) -> Night:
    """Kill a process at each write of every n-th command; AssertionError if a night differs."""
    whole, copy, night = folder / "whole.db", folder / "copy.db", Night()
    for number, command in enumerate(commands):
        submitted = Submitted(f"asked-{number}", command)
        before = folder / "before.db"
        if whole.exists():
            copyfile(whole, before)
        site = _opened(hall, whole)
        _run(site, submitted)
        night.writes += 1
        if number % SNAPSHOT_ROWS == 0:
            site.take_snapshot()
        if number and number % every == 0:
            night.kills += _kill_at_every_write(hall, before, copy, submitted, site)
        site.store.close()
    store = SqliteStore(whole)
    verify_journal(hall, store, decide_again=True)
    store.close()
    return night


def _kill_at_every_write(
    hall: Machine[HallSite], before: Path, copy: Path, submitted: Submitted, site: Site[HallSite]
) -> int:
    """How many writes a command has; after a kill at each, another process ends the same."""
    saved, kills = hall.save(site.state), 0
    while True:
        for beside in BESIDE:
            Path(f"{copy}{beside}").unlink(missing_ok=True)
        copyfile(before, copy)
        if not _dies_at(kills + 1, hall, copy, submitted):
            return kills
        kills += 1
        again = _opened(hall, copy)
        _run(again, submitted)
        words = f"{submitted.command_id}, killed at write {kills}"
        assert again.head == site.head, f"{words}: another row"
        assert hall.save(again.state) == saved, f"{words}: another state"
        assert again.balances == site.balances, f"{words}: other books"
        again.store.close()


def _dies_at(write: int, hall: Machine[HallSite], path: Path, submitted: Submitted) -> bool:
    """Whether a process of its own was killed at this write; False if it had fewer."""
    child = os.fork()
    if not child:
        try:
            with under(Deadly(write)):
                _run(_opened(hall, path), submitted)
        except BaseException:  # noqa: BLE001 -- the parent reads the exit code alone
            os._exit(FAILED)
        os._exit(SURVIVED)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (SURVIVED, -signal.SIGKILL), f"{submitted.command_id}: the process failed"
    return code != SURVIVED


def _opened(hall: Machine[HallSite], path: Path) -> Site[HallSite]:
    return Site(hall, SqliteStore(path), lambda: 1)


def _run(site: Site[HallSite], submitted: Submitted) -> None:
    [reply] = site.run([submitted])
    assert isinstance(reply, Done), reply


def main() -> int:
    import argparse

    parser = argparse.ArgumentParser(description="kill -9 a hall at every write of golden nights.")
    parser.add_argument("night", nargs="+", type=Path, help="files in the notation")
    parser.add_argument("--every", type=times, default=1, help="only every n-th command")
    options = parser.parse_args()
    for path in options.night:
        script, commands = golden_night(path)
        hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
        with TemporaryDirectory() as folder:
            night = kill_on_disk(hall, commands, Path(folder), options.every)
        print(
            f"{path.stem}: {night.writes} commands, {night.kills:,} times kill -9 at a write "
            "to the file: the same night came out each time"
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
