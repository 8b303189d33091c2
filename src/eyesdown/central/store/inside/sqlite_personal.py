"""The personal data of players in a SQLite file, beside the journal.

What was taken out or replaced is in no byte of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import apsw

from eyesdown.central.store.base import TAG_OF, blob

BUSY_MS = 5_000
"""How long a write waits for others."""
LOG_MS = 50
"""How long emptying the log waits for readers; sales wait meanwhile."""


def put(db: apsw.Connection, holder: str, bodies: Mapping[str, bytes]) -> None:
    """Keep data of a holder by kind, in place of what was kept before."""
    rows = [(holder, kind, body) for kind, body in bodies.items()]
    with _wiping(db):
        db.executemany("INSERT OR REPLACE INTO personal VALUES (?, ?, ?)", rows)


def of(db: apsw.Connection, holder: str) -> dict[str, bytes]:
    """All data of a holder, by kind."""
    rows = db.execute("SELECT kind, body FROM personal WHERE holder = ?", (holder,))
    return {str(kind): blob(body) for kind, body in rows}


def tags(db: apsw.Connection) -> Iterator[tuple[str, bytes]]:
    """The tags of all data, each with its holder."""
    query = "SELECT holder, body FROM personal WHERE substr(kind, 1, ?) = ?"
    for holder, tag in db.execute(query, (len(TAG_OF), TAG_OF)):
        yield holder, blob(tag)


def take_out(db: apsw.Connection, holder: str, kinds: Sequence[str] | None) -> None:
    """Remove data of a holder, all of it or some kinds. `empty_log` wipes the log afterwards."""
    chosen = [(holder, kind) for kind in of(db, holder) if kinds is None or kind in kinds]
    with _wiping(db):
        db.executemany("DELETE FROM personal WHERE holder = ? AND kind = ?", chosen)


def empty_log(db: apsw.Connection) -> None:
    """Write the log into the file and empty it; while someone reads, the next call does it."""
    try:
        db.set_busy_timeout(LOG_MS)
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:
        pass
    finally:
        db.set_busy_timeout(BUSY_MS)


@contextmanager
def _wiping(db: apsw.Connection) -> Iterator[None]:
    """What is deleted or replaced here, inside a transaction, is overwritten with zeros."""
    db.pragma("secure_delete", 1)
    try:
        yield
    finally:
        db.pragma("secure_delete", 0)
