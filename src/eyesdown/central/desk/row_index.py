"""An index of a journal's rows in a file of its own: by time, command, person, subject, clause."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from time import monotonic
from typing import NamedTuple

import apsw

from eyesdown.central.desk.row_facts import SUBJECTS, RowFacts, row_facts
from eyesdown.central.desk.spans import (
    SPAN_ROWS,
    SPANS_SCHEMA,
    ListName,
    OpenSpan,
    Places,
    as_places,
    meeting,
    read_part,
)
from eyesdown.central.store.base import READ_ROWS, Store
from eyesdown.central.store.journal import Row

IN_MEMORY = ":memory:"
PAGE_ROWS = 50
"""Rows on a page of the desk."""

_VERSION = 5
"""The form of the file; an index of another form is made again."""
_TABLES = ("rows", "subjects", "events", "refusals", "counts", "head", "parts")
_SCHEMA = """
CREATE TABLE IF NOT EXISTS rows (
    seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, latest_us INTEGER NOT NULL,
    command_id TEXT NOT NULL, command TEXT NOT NULL, by TEXT NOT NULL);
CREATE INDEX IF NOT EXISTS rows_latest ON rows (latest_us);
CREATE INDEX IF NOT EXISTS rows_command ON rows (command, seq);
CREATE INDEX IF NOT EXISTS rows_by ON rows (by, seq);
CREATE TABLE IF NOT EXISTS subjects (
    kind TEXT, name TEXT, seq INTEGER, PRIMARY KEY (kind, name, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    event TEXT, seq INTEGER, PRIMARY KEY (event, seq)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS refusals (
    code TEXT, seq INTEGER, clause TEXT, PRIMARY KEY (code, seq, clause)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS refusals_clause ON refusals (clause, seq);
CREATE TABLE IF NOT EXISTS counts (
    what TEXT, name TEXT, detail TEXT, times INTEGER NOT NULL,
    PRIMARY KEY (what, name, detail)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS head (
    seq INTEGER NOT NULL, hash BLOB NOT NULL,
    latest_us INTEGER NOT NULL, behind_us INTEGER NOT NULL);
"""
# `latest_us` is the latest time of a row and all before it. A clock may go back, and so may
# `at_us`; `behind_us` is the most that any row's time is behind `latest_us`. Together they turn a
# span of time into a span of rows.


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
    after: int = 0
    """Only rows with a higher number."""
    without_looks: bool = False
    """Leave out what inspectors looked at: a desk in use soon has little else."""


class RowIndex:
    """The index of one journal. It opens its file, and follows the journal, when it is asked."""

    def __init__(self, path: str = IN_MEMORY) -> None:
        self._path = path
        self._opened: apsw.Connection | None = None
        self._open_span = OpenSpan()

    @property
    def _base(self) -> apsw.Connection:
        if self._opened is None:
            if self._path != IN_MEMORY:
                os.close(os.open(self._path, os.O_CREAT, 0o600))  # as private as the journal
            self._opened = apsw.Connection(self._path)
            # What a power cut takes away is read from the journal again.
            self._opened.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF")
            if self._opened.pragma("user_version") != _VERSION:
                for table in _TABLES:
                    self._opened.execute(f"DROP TABLE IF EXISTS {table}")
                self._opened.pragma("user_version", _VERSION)
            self._opened.execute(_SCHEMA + SPANS_SCHEMA)
        return self._opened

    def close(self) -> None:
        """Close the file."""
        if self._opened is not None:
            self._opened.close()

    @property
    def seq(self) -> int:
        """The newest row that is indexed."""
        return self._head().seq

    def _head(self) -> _Head:
        row = self._base.execute("SELECT seq, hash, latest_us, behind_us FROM head").fetchone()
        return _Head() if row is None else _Head(*row)

    def follow(self, store: Store, seconds: float) -> bool:
        """Read new rows for at most this long; whether the index is up to date then.

        JournalParted if the last row that was read has another hash now.
        """
        until = monotonic() + seconds
        head = self._head()
        rows = store.rows(max(head.seq - 1, 0))
        if head.seq:
            known = next(rows, None)
            if known is None or known.seq != head.seq or known.hash != head.hash:
                raise JournalParted(head.seq)
        if self._open_span.seq != head.seq:
            self._open_span = self._read_again(store, head.seq)
        while batch := list(islice(rows, READ_ROWS)):
            last = batch[-1]
            with self._base:
                latest_us, behind_us = self._add(list(map(row_facts, batch)), head)
                head = _Head(last.seq, last.hash, latest_us, behind_us)
                self._base.execute("DELETE FROM head")
                self._base.execute("INSERT INTO head VALUES (?, ?, ?, ?)", head)
            if monotonic() > until and last.seq < store.head().seq:
                return False
        return True

    def _read_again(self, store: Store, seq: int) -> OpenSpan:
        """The open span until this row, after a start or after a batch that was not written."""
        before = max(seq - (seq + 1) % SPAN_ROWS, 0)
        span = OpenSpan(seq)
        span.add(self._base, map(row_facts, islice(store.rows(before), seq - before)))
        return span

    def _add(self, added: list[RowFacts], head: _Head) -> tuple[int, int]:
        """Index rows after the head; the latest time of all, and the most that one is behind it."""
        latest_us, behind_us = head.latest_us, head.behind_us
        times = []
        for row in added:
            latest_us = max(latest_us, row.at_us)
            behind_us = max(behind_us, latest_us - row.at_us)
            times.append(latest_us)
        execute_many = self._base.executemany
        execute_many(
            "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?)",
            [
                (row.seq, row.at_us, latest, row.command_id, row.command, row.by)
                for row, latest in zip(added, times, strict=True)
            ],
        )
        execute_many(
            "INSERT INTO subjects VALUES (?, ?, ?)",
            [(kind, name, row.seq) for row in added for kind, name in row.subjects],
        )
        execute_many(
            "INSERT INTO events VALUES (?, ?)",
            [(event, row.seq) for row in added for event in row.events],
        )
        execute_many(
            "INSERT INTO refusals VALUES (?, ?, ?)",
            [(code, row.seq, clause) for row in added for code, clause in row.refusals],
        )
        counted = Counter(("command", row.command, "") for row in added)
        counted.update(("event", event, "") for row in added for event in row.events)
        counted.update(("refusal", *refusal) for row in added for refusal in row.refusals)
        execute_many(
            "INSERT INTO counts VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET times = times + ?",
            [(*key, times, times) for key, times in counted.items()],
        )
        self._open_span.add(self._base, added)
        return latest_us, behind_us

    def find(self, store: Store, asked: Asked, most: int = PAGE_ROWS) -> list[Row]:
        """The rows that fit, newest first."""
        return self._rows(store, list(islice(self.ids(asked), most)))

    def all(self, store: Store, asked: Asked) -> Iterator[Row]:
        """All rows that fit, newest first, some at a time."""
        ids = self.ids(asked)
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

    def ids(self, asked: Asked) -> Iterator[str]:
        """The command ids of the rows that fit, newest first."""
        first, last = self._span(asked)
        lists = self._lists(asked)
        if len(lists) > 1:
            return self._meeting(lists, first, last, asked)
        walked = lists[0] if lists else _Rows("rows", (), (), ("", "", ""))
        tests, times = _row_tests(asked)
        where = [*(f"walked.{test}" for test in walked.tests), "walked.seq BETWEEN ? AND ?", *tests]
        # CROSS JOIN keeps the order of the tables: rows come by their number, unsorted.
        question = (
            f"SELECT rows.command_id, rows.seq FROM {walked.table} walked "  # noqa: S608 -- our own words only
            f"CROSS JOIN rows ON rows.seq = walked.seq WHERE {' AND '.join(where)} "
            "ORDER BY walked.seq DESC"
        )
        return _once(self._base.execute(question, (*walked.values, first, last, *times)))

    def _meeting(self, lists: list[_Rows], first: int, last: int, asked: Asked) -> Iterator[str]:
        """The command ids of the rows that are in all lists, newest first, span by span."""
        tests, times = _row_tests(asked)
        where = " AND ".join(("seq = ?", *tests))
        question = f"SELECT command_id FROM rows WHERE {where}"  # noqa: S608 -- our own words only
        for span in range(last // SPAN_ROWS, first // SPAN_ROWS - 1, -1):
            places = self._places(lists[0], span)
            for rows in lists[1:]:
                if places:
                    places = meeting(places, self._places(rows, span))
            for place in reversed(places):
                seq = span * SPAN_ROWS + place
                if first <= seq <= last:
                    yield from (row[0] for row in self._base.execute(question, (seq, *times)))

    def _places(self, rows: _Rows, span: int) -> Places:
        """Where in a span the rows of a list are, ascending."""
        part = read_part(self._base, rows.name, span)
        if part is not None:
            return part
        tests = " AND ".join((*rows.tests, "seq BETWEEN ? AND ?"))
        question = f"SELECT DISTINCT seq FROM {rows.table} WHERE {tests} ORDER BY seq"  # noqa: S608 -- our own words only
        first = span * SPAN_ROWS
        rows_of_span = self._base.execute(question, (*rows.values, first, first + SPAN_ROWS - 1))
        return as_places(seq - first for (seq,) in rows_of_span)

    def _lists(self, asked: Asked) -> list[_Rows]:
        """The lists of rows that the index has for what is asked; rows must be in all of them."""
        refused = {"code": asked.code, "clause": asked.clause}
        kind, name = asked.subject
        lists: tuple[tuple[str, dict[str, str], ListName], ...] = (
            ("subjects", {"kind": kind, "name": name} if name else {}, ("subject", kind, name)),
            (
                "refusals",
                {column: name for column, name in refused.items() if name},
                ("refusal", asked.code, asked.clause),
            ),
            ("rows", {"by": asked.by}, ("by", asked.by, "")),
            ("events", {"event": asked.event}, ("event", asked.event, "")),
            ("rows", {"command": asked.command}, ("command", asked.command, "")),
        )
        return [
            _Rows(table, tuple(f"{column} = ?" for column in columns), tuple(columns.values()), key)
            for table, columns, key in lists
            if any(columns.values())
        ]

    def _span(self, asked: Asked) -> tuple[int, int]:
        """The rows outside of which none fits: by their number, and by the time asked for."""
        head = self._head()
        first = asked.after + 1
        last = min(asked.before - 1, head.seq) if asked.before else head.seq
        if asked.from_us:
            question = "SELECT seq FROM rows WHERE latest_us >= ? ORDER BY latest_us, seq LIMIT 1"
            row = self._base.execute(question, (asked.from_us,)).fetchone()
            first = max(first, head.seq + 1 if row is None else row[0])
        if asked.to_us:
            question = "SELECT seq FROM rows WHERE latest_us < ? ORDER BY latest_us DESC, seq DESC"
            until_us = asked.to_us + head.behind_us
            row = self._base.execute(f"{question} LIMIT 1", (until_us,)).fetchone()
            last = min(last, 0 if row is None else row[0])
        return first, last

    def kinds_of(self, name: str) -> list[str]:
        """What a name may be: a ticket, a card, an account; most specific kinds of the desk."""
        question = "SELECT DISTINCT kind FROM subjects WHERE name = ? AND kind = ?"
        kinds = sorted(set(SUBJECTS.values()))
        return [kind for kind in kinds if self._base.execute(question, (name, kind)).fetchone()]

    def commands(self) -> list[tuple[str, int]]:
        """Every command on record with its number of rows."""
        question = "SELECT name, times FROM counts WHERE what = 'command' ORDER BY 1"
        return list(self._base.execute(question))

    def refusals(self) -> list[tuple[str, str, int]]:
        """Every refusal by code and clause with its number of rows, most frequent first."""
        question = "SELECT name, detail, times FROM counts WHERE what = 'refusal'"
        return list(self._base.execute(f"{question} ORDER BY 3 DESC, 1, 2"))

    def events(self, names: Iterable[str]) -> dict[str, int]:
        """How many rows have each of these events; events without a row are left out."""
        question = "SELECT times FROM counts WHERE what = 'event' AND name = ?"
        counts = ((name, self._base.execute(question, (name,)).fetchone()) for name in names)
        return {name: row[0] for name, row in counts if row is not None}


class _Head(NamedTuple):
    """How far a journal is indexed, and what its clock did; see the schema."""

    seq: int = 0
    hash: bytes = b""
    latest_us: int = 0
    behind_us: int = 0


class _Rows(NamedTuple):
    """A list of rows: the conditions that select it in its table, and its name among the parts."""

    table: str
    tests: tuple[str, ...]
    values: tuple[str, ...]
    name: ListName


def _row_tests(asked: Asked) -> tuple[list[str], list[int]]:
    """The conditions on a row itself, and the values of those on its time."""
    times = {"rows.at_us >= ?": asked.from_us, "rows.at_us < ?": asked.to_us}
    tests = [test for test, at in times.items() if at]
    if asked.without_looks:
        tests.append("rows.command <> 'NoteLook'")
    return tests, [at for at in times.values() if at]


def _once(rows: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Ids in order, each once: a row may have a refusal by several clauses."""
    before = 0
    for command_id, seq in rows:
        if seq != before:
            yield command_id
        before = seq
