"""Each kind of change made many times, and what the verification finds."""

from __future__ import annotations

import re
import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import apsw

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.sqlite_changes import SqliteChange
from eyesdown.proof.tamper.tables import Change, Tables


def place_named(store: Store) -> str:
    """The place that the verification names; empty if it finds nothing wrong."""
    try:
        verify_journal(KENO, store, decide_again=True)
    except JournalCorrupt as wrong:
        return str(wrong)
    return ""


@dataclass(slots=True)
class Tampered:
    """How often a kind of change was made, and what went unnoticed or unplaced."""

    change: str
    made: int = 0
    missed: int = 0
    example: str = ""

    def note(self, place: str, answer: str) -> None:
        """Count a change by whether the verification named its place."""
        self.made += 1
        if not re.search(place, answer):
            self.missed += 1
            self.example = f"expected {place!r}, got {answer!r}"


def tamper(change: Change, day: Tables, each: int, dice: Random) -> Tampered:
    """One kind of change, many times, each time to an honest copy."""
    tampered = Tampered(change.__name__.replace("_", " "))
    for _ in range(each):
        copy = day.copy()
        place = change(copy, dice)
        tampered.note(place, place_named(copy.into(MemoryStore())))
    return tampered


def tamper_sqlite(change: SqliteChange, day: Tables, each: int, dice: Random) -> Tampered:
    """One kind of change to a file, many times, each time to a copy of an honest one."""
    tampered = Tampered(change.__name__.replace("_", " "))
    with TemporaryDirectory() as folder:
        file, copy = Path(folder) / "honest.db", Path(folder) / "site.db"
        day.into(SqliteStore(file)).close()
        for _ in range(each):
            shutil.copy(file, copy)
            with closing(apsw.Connection(str(copy))) as db:
                place = change(db, dice)
            with closing(SqliteStore(copy)) as store:
                tampered.note(place, place_named(store))
    return tampered
