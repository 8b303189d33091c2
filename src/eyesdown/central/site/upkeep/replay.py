"""Rows of a journal applied to the state, and compared with what they left in the tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any, Generic, TypeVar

from eyesdown.central.site import public_record
from eyesdown.central.site.machine import Machine, RecordBodies, record_rows
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks
from eyesdown.central.store.base import LineRow, RecordRow, Store, line_rows
from eyesdown.central.store.codec import unlisted
from eyesdown.central.store.journal import Row
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.ledger import books
from eyesdown.ledger.books import PostingGroup

S = TypeVar("S")
T = TypeVar("T")


class Replay(Generic[S]):
    """How far a journal has been applied. A page at a time, one kind of work after the other."""

    def __init__(
        self, machine: Machine[S], store: Store, state: S, filed: SnapshotBooks, after: int = 0
    ) -> None:
        """`state` and `filed` are those after a row; the next page begins with the row after it."""
        self.machine, self.store, self.state, self.filed = machine, store, state, filed
        self.seq = after
        self.events = 0
        self._lines: Iterator[tuple[Any, ...]] = (
            store.lines_after(after) if after else store.dump("lines")
        )

    def page(self, rows: list[Row]) -> None:
        """Apply some rows; JournalCorrupt at the first that does not hold."""
        events = self._read_all(rows)
        posted: list[tuple[int, list[PostingGroup]]] = []
        left: list[RecordRow] = []
        for row, happened in zip(rows, events, strict=True):
            try:
                groups, bodies, stated = self._apply(row, happened)
            except JournalCorrupt:
                raise
            except Exception as bug:  # a row that was slipped in lets asserts of our own fail
                words = f"row {row.seq} cannot have happened ({type(bug).__name__}: {bug})"
                raise JournalCorrupt(words) from bug
            posted.append((row.seq, groups))
            written = [row.events[1:-1]] if len(happened) == 1 else unlisted(row.events)
            left += [*record_rows(row.seq, bodies, written), *stated]
        self._compare_lines(line_rows(posted))
        self._compare_records(left)
        self.seq = rows[-1].seq
        self.events += sum(map(len, events))

    def _read_all(self, rows: list[Row]) -> list[tuple[Any, ...]]:
        read = self.machine.events.read_all
        try:
            return [read(row.events) for row in rows]
        except BadInput:
            return [read_in(row, read, row.events) for row in rows]  # which says where

    def check(self, row: Row, events: tuple[Any, ...]) -> None:
        """What a verification checks of a row before its events are applied."""

    def applied(self, row: Row) -> None:
        """What a verification checks of the state after a row."""

    def _apply(
        self, row: Row, events: tuple[Any, ...]
    ) -> tuple[list[PostingGroup], RecordBodies, list[RecordRow]]:
        machine, state = self.machine, self.state
        self.check(row, events)
        groups = [group for event in events for group in machine.groups(state, event)]
        if groups:
            self.filed.balances.update(books.post(self.filed.balances, *groups))
        self.state, bodies, spoken = machine.advance(state, row.seq, events)
        self.filed.record, stated = public_record.linked(self.filed.record, row, spoken)
        self.applied(row)
        return groups, bodies, stated

    def _compare_lines(self, expected: list[LineRow]) -> None:
        stored = list(islice(self._lines, len(expected)))
        self.filed.lines += len(stored)
        if stored == expected:
            return
        for due, line in zip_longest(expected, stored):
            if line != due:
                shown = None if line is None else LineRow(*line)
                raise JournalCorrupt(f"books: row {due.seq} posts {due}, found is {shown}")

    def _compare_records(self, expected: list[RecordRow]) -> None:
        stored = self.store.records_at([record[:3] for record in expected])
        self.filed.records += len(expected)
        for kind, key, seq, body, _ in expected:
            record = stored.get((kind, key, seq))
            if record is None or record.body != body:
                raise JournalCorrupt(f"records: {kind} {key} after row {seq} is not as it was")

    def end_of_lines(self) -> None:
        """JournalCorrupt if there is a ledger line that no row posts."""
        extra = next(self._lines, None)
        if extra is not None:
            raise JournalCorrupt(f"books: no row posts {LineRow(*extra)}")


def read_in(row: Row, read: Callable[[bytes], T], raw: bytes) -> T:
    """What a row says; a row with a right hash may still be unreadable."""
    try:
        return read(raw)
    except BadInput as bad:
        raise JournalCorrupt(f"row {row.seq} cannot be read: {bad}") from bad


def pages(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Rows some at a time.

    >>> [len(page) for page in pages([], 2)]
    []
    """
    source = iter(rows)
    while page := list(islice(source, size)):
        yield page
