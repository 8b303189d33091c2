"""The n-th write or sync fails, for every n: no space, or an input/output error."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.proof.faults.day import KENO, Day, Reference, open_site, script
from eyesdown.proof.faults.disk import Disk, under

CODES = (apsw.SQLITE_FULL, apsw.SQLITE_IOERR_WRITE, apsw.SQLITE_IOERR_FSYNC)
FOR_GOOD = 1_000_000
SHORT_DAY = script(games=2, sales=4)


@dataclass(slots=True)
class Failed:
    """What came of every failure."""

    points: int = 0
    went_on: int = 0
    stopped: int = 0


def fail_everywhere(
    every: int,
    progress: Callable[[int, int], object] = lambda _, __: None,
) -> Failed:
    """Each `every`-th write or sync of a day fails: once, and in a second run from there on."""
    reference, outcome = Reference.of(SHORT_DAY), Failed()
    with TemporaryDirectory() as folder, under(Disk()) as quiet:
        _play(Path(folder) / "quiet.db", Day(SHORT_DAY))
    for point in range(1, quiet.tried + 1, every):
        for many in (1, FOR_GOOD):
            with TemporaryDirectory() as folder:
                path = Path(folder) / "site.db"
                disk = Disk(point, many, CODES[point % len(CODES)])
                stopped = _one(path, disk, reference)
            outcome.stopped += stopped
            outcome.went_on += not stopped
        outcome.points += 1
        progress(point, quiet.tried)
    return outcome


def _one(path: Path, disk: Disk, reference: Reference) -> bool:
    """One day on a disk that fails; whether the site had to stop before it was over."""
    day, stopped = Day(SHORT_DAY), False
    with under(disk):
        try:
            _play(path, day)
        except JournalUnavailable:
            stopped = True
    assert disk.failed, "nothing failed"
    store = SqliteStore(path)
    reference.check(store, day.acknowledged)
    day.go_on(open_site(store))
    reference.check(store, day.acknowledged)
    assert store.head().seq == len(reference.rows)
    verify_journal(KENO, store)
    store.close()
    return stopped


def _play(path: Path, day: Day) -> None:
    store = SqliteStore(path)
    try:
        day.go_on(open_site(store))
    finally:
        # What fails while a file is closed SQLite itself keeps quiet about; our shim cannot.
        with suppress(apsw.Error):
            store.close()
