"""The snapshots of a SQLite file: the newest, and some earlier ones for verification."""

from __future__ import annotations

from typing import Any

import apsw

from eyesdown.central.store.base import Snapshot, superfluous
from eyesdown.kernel.errors import JournalCorrupt

_NAMES = ", ".join(Snapshot._fields)
_PUT = f"INSERT OR REPLACE INTO snapshots({_NAMES}) VALUES (?, ?, ?, ?, ?, ?)"  # noqa: S608 -- our own words


def save(db: apsw.Connection, snapshot: Snapshot) -> None:
    """Add a snapshot, and drop those that are not worth their place any more."""
    db.execute(_PUT, snapshot)
    sizes: list[Any] = db.execute("SELECT seq, length(body) FROM snapshots ORDER BY seq").fetchall()
    drop = [(row,) for row in superfluous(sizes)]
    db.executemany("DELETE FROM snapshots WHERE seq = ?", drop)


def stored(db: apsw.Connection, at: int | None) -> Snapshot | None:
    """The newest snapshot, or the one after a row."""
    where = "seq = COALESCE(?, (SELECT MAX(seq) FROM snapshots))"
    query = f"SELECT {_NAMES} FROM snapshots WHERE {where}"  # noqa: S608 -- our own words
    row: Any = next(iter(db.execute(query, (at,))), None)
    if row and not isinstance(row[2], bytes):  # a column takes what it is given
        raise JournalCorrupt(f"the snapshot after row {row[0]} was changed")
    return Snapshot(*row) if row else None


def rows(db: apsw.Connection) -> list[int]:
    """The rows after which there is a snapshot, oldest first."""
    stored_rows: Any = db.execute("SELECT seq FROM snapshots ORDER BY seq")
    return [row for (row,) in stored_rows]
