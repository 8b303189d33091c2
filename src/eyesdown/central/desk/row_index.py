"""An index of a journal's rows in a file of its own: by time, command, person, subject, clause."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import Any

import apsw

from eyesdown.central.desk.row_facts import SUBJECTS, RowFacts, row_facts
from eyesdown.central.store.base import READ_ROWS, Store
from eyesdown.central.store.journal import Row

IN_MEMORY = ":memory:"
PAGE_ROWS = 50
"""Rows on a page of the desk."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS rows (
    seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, command_id TEXT NOT NULL,
    command TEXT NOT NULL, by TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS rows_at ON rows (at_us);
CREATE INDEX IF NOT EXISTS rows_command ON rows (command, seq);
CREATE INDEX IF NOT EXISTS rows_by ON rows (by, seq);
CREATE TABLE IF NOT EXISTS subjects (
    kind TEXT, name TEXT, seq INTEGER, PRIMARY KEY (kind, name, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    event TEXT, seq INTEGER, PRIMARY KEY (event, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refusals (
    code TEXT, clause TEXT, seq INTEGER, PRIMARY KEY (code, clause, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS head (seq INTEGER NOT NULL, hash BLOB NOT NULL);
"""


def index_path(store: str) -> str:
    """Where the index of a store is: beside its file, and in memory where it has none.

    >>> index_path("site.db"), index_path("postgresql://db/site")
    ('site.db.desk', ':memory:')
    """
    return IN_MEMORY if "://" in store or store == IN_MEMORY else f"{store}.desk"


class JournalParted(Exception):
    """The journal is no longer the one that this index was made from: rows were rewritten."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"row {seq} is not the row that this desk read before")
        self.seq = seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What rows must be: every field that is not empty must fit."""

    command: str = ""
    event: str = ""
    by: str = ""
    subject: tuple[str, str] = ("", "")
    code: str = ""
    clause: str = ""
    from_us: int = 0
    to_us: int = 0
    before: int = 0
    """Only rows with a lower number: the next page."""


class RowIndex:
    """The index of one journal. It opens its file, and follows the journal, when it is asked."""

    def __init__(self, path: str = IN_MEMORY) -> None:
        self._path = path
        self._opened: apsw.Connection | None = None

    @property
    def _base(self) -> apsw.Connection:
        if self._opened is None:
            if self._path != IN_MEMORY:
                os.close(os.open(self._path, os.O_CREAT, 0o600))  # as private as the journal
            self._opened = apsw.Connection(self._path)
            # What a power cut takes away is read from the journal again.
            self._opened.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            self._opened.execute(_SCHEMA)
        return self._opened

    def close(self) -> None:
        """Close the file."""
        if self._opened is not None:
            self._opened.close()

    @property
    def seq(self) -> int:
        """The newest row that is indexed."""
        return self._head()[0]

    def _head(self) -> tuple[int, bytes]:
        row = self._base.execute("SELECT seq, hash FROM head").fetchone()
        return (0, b"") if row is None else (row[0], row[1])

    def follow(self, store: Store, seconds: float) -> bool:
        """Read new rows for at most this long; whether the index is up to date then.

        JournalParted if the last row that was read has another hash now.
        """
        until = monotonic() + seconds
        seq, digest = self._head()
        rows = store.rows(max(seq - 1, 0))
        if seq:
            known = next(rows, None)
            if known is None or known.seq != seq or known.hash != digest:
                raise JournalParted(seq)
        while batch := list(islice(rows, READ_ROWS)):
            last = batch[-1]
            with self._base:
                self._add(map(row_facts, batch))
                self._base.execute("DELETE FROM head")
                self._base.execute("INSERT INTO head VALUES (?, ?)", (last.seq, last.hash))
            if monotonic() > until and last.seq < store.head().seq:
                return False
        return True

    def _add(self, facts: Iterable[RowFacts]) -> None:
        everything = list(facts)
        execute_many = self._base.executemany
        execute_many(
            "INSERT OR REPLACE INTO rows VALUES (?, ?, ?, ?, ?)",
            [(row.seq, row.at_us, row.command_id, row.command, row.by) for row in everything],
        )
        execute_many(
            "INSERT OR IGNORE INTO subjects VALUES (?, ?, ?)",
            [(kind, name, row.seq) for row in everything for kind, name in row.subjects],
        )
        execute_many(
            "INSERT OR IGNORE INTO events VALUES (?, ?)",
            [(event, row.seq) for row in everything for event in row.events],
        )
        execute_many(
            "INSERT OR IGNORE INTO refusals VALUES (?, ?, ?)",
            [(code, clause, row.seq) for row in everything for code, clause in row.refusals],
        )

    def find(self, store: Store, asked: Asked, most: int = PAGE_ROWS) -> list[Row]:
        """The rows that fit, newest first."""
        return self._rows(store, list(islice(self._ids(asked), most)))

    def all(self, store: Store, asked: Asked) -> Iterator[Row]:
        """All rows that fit, newest first, some at a time."""
        ids = self._ids(asked)
        while batch := list(islice(ids, READ_ROWS)):
            yield from self._rows(store, batch)

    def row(self, store: Store, seq: int) -> Row | None:
        """A row by its number."""
        question = "SELECT command_id FROM rows WHERE seq = ?"
        known = self._base.execute(question, (seq,)).fetchone()
        return None if known is None else store.find([known[0]]).get(known[0])

    def _rows(self, store: Store, ids: list[str]) -> list[Row]:
        by_id = store.find(ids)
        return [by_id[command_id] for command_id in ids]

    def _ids(self, asked: Asked) -> Iterator[str]:
        """The command ids of the rows that fit, newest first."""
        tables, where, values = ["rows"], ["1"], list[Any]()
        joins = (
            ("subjects", ("kind", "name"), asked.subject if asked.subject[1] else ()),
            ("events", ("event",), (asked.event,) if asked.event else ()),
            ("refusals", ("code",), (asked.code,) if asked.code else ()),
            ("refusals", ("clause",), (asked.clause,) if asked.clause else ()),
        )
        for table, columns, wanted in joins:
            if wanted:
                if table not in tables:
                    tables.append(table)
                    where.append(f"{table}.seq = rows.seq")
                where += [f"{table}.{column} = ?" for column in columns]
                values += wanted
        for column, value in (("command", asked.command), ("by", asked.by)):
            if value:
                where.append(f"rows.{column} = ?")
                values.append(value)
        for test, number in (
            ("rows.at_us >= ?", asked.from_us),
            ("rows.at_us < ?", asked.to_us),
            ("rows.seq < ?", asked.before),
        ):
            if number:
                where.append(test)
                values.append(number)
        question = (
            f"SELECT DISTINCT rows.command_id, rows.seq FROM {', '.join(tables)} "  # noqa: S608 -- our own words only
            f"WHERE {' AND '.join(where)} ORDER BY rows.seq DESC"
        )
        return (command_id for command_id, _ in self._base.execute(question, values))

    def kinds_of(self, name: str) -> list[str]:
        """What a name may be: a ticket, a card, an account; most specific kinds of the desk."""
        question = "SELECT DISTINCT kind FROM subjects WHERE name = ? AND kind = ?"
        kinds = sorted(set(SUBJECTS.values()))
        return [kind for kind in kinds if self._base.execute(question, (name, kind)).fetchone()]

    def commands(self) -> list[tuple[str, int]]:
        """Every command on record with its number of rows."""
        return list(
            self._base.execute("SELECT command, COUNT(*) FROM rows GROUP BY command ORDER BY 1")
        )

    def refusals(self) -> list[tuple[str, str, int]]:
        """Every refusal by code and clause with its number of rows, most frequent first."""
        return list(
            self._base.execute(
                "SELECT code, clause, COUNT(*) FROM refusals GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2"
            )
        )

    def events(self, names: Iterable[str]) -> dict[str, int]:
        """How many rows have each of these events; events without a row are left out."""
        question = "SELECT COUNT(*) FROM events WHERE event = ?"
        counts = ((name, self._base.execute(question, (name,)).fetchone()) for name in names)
        return {name: row[0] for name, row in counts if row is not None and row[0]}
