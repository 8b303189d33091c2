"""The personal data of players in a SQLite file, beside the journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import apsw

from eyesdown.central.store.base import TAG_OF


def put(db: apsw.Connection, holder: str, bodies: Mapping[str, bytes]) -> None:
    """Keep data of a holder by kind, in place of what was kept before."""
    rows = [(holder, kind, body) for kind, body in bodies.items()]
    db.executemany("INSERT OR REPLACE INTO personal VALUES (?, ?, ?)", rows)


def of(db: apsw.Connection, holder: str) -> dict[str, bytes]:
    """All data of a holder, by kind."""
    rows = db.execute("SELECT kind, body FROM personal WHERE holder = ?", (holder,))
    return {str(kind): bytes(body) for kind, body in rows}


def tags(db: apsw.Connection) -> Iterator[tuple[str, bytes]]:
    """The tags of all data, each with its holder."""
    query = "SELECT holder, body FROM personal WHERE substr(kind, 1, ?) = ?"
    for holder, tag in db.execute(query, (len(TAG_OF), TAG_OF)):
        yield str(holder), bytes(tag)


def take_out(db: apsw.Connection, holder: str, kinds: Sequence[str] | None) -> None:
    """Remove data of a holder, all of it or some kinds."""
    if kinds is None:
        db.execute("DELETE FROM personal WHERE holder = ?", (holder,))
    else:
        some = "DELETE FROM personal WHERE holder = ? AND kind = ?"
        db.executemany(some, [(holder, kind) for kind in kinds])
