"""Rows of a journal applied to the state, and compared with what they left in the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any, Generic, NamedTuple, TypeVar

from eyesdown.central.site import public_record
from eyesdown.central.site.machine import Machine, RecordBodies, record_rows
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks
from eyesdown.central.store.base import ROW_MAX, LineRow, RecordRow, Store, line_rows
from eyesdown.central.store.codec import unlisted
from eyesdown.central.store.journal import Row
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.ledger import books
from eyesdown.ledger.books import PostingGroup

S = TypeVar("S")


class Span(NamedTuple):
    """The rows after one row, up to and with another."""

    after: int
    upto: int


WHOLE = Span(0, ROW_MAX)


class Replay(Generic[S]):
    """How far a journal has been applied. A page at a time, one kind of work after the other."""

    def __init__(
        self,
        machine: Machine[S],
        store: Store,
        state: S,
        filed: SnapshotBooks,
        span: Span = WHOLE,
    ) -> None:
        """`state` and `filed` are those before the span's first row."""
        self.machine, self.store, self.state, self.filed = machine, store, state, filed
        self.seq = span.after
        self.events = 0
        self._lines: Iterator[tuple[Any, ...]] = (
            store.dump("lines") if span == WHOLE else store.lines_after(*span)
        )

    def page(self, rows: list[Row]) -> None:
        """Apply some rows; JournalCorrupt at the first that does not hold."""
        posted: list[tuple[int, list[PostingGroup]]] = []
        left: list[RecordRow] = []
        for row, reading in zip(rows, self._read_all(rows), strict=True):
            if isinstance(reading, JournalCorrupt):
                raise reading
            try:
                events, written = self.happened(row, reading)
                groups, bodies, stated = self._apply(row, events)
            except JournalCorrupt:
                raise
            except Exception as bug:  # a row that was slipped in lets asserts of our own fail
                words = f"row {row.seq} cannot have happened ({type(bug).__name__}: {bug})"
                raise JournalCorrupt(words) from bug
            posted.append((row.seq, groups))
            if bodies:
                left += record_rows(row.seq, bodies, written or _written(row, len(events)))
            left += stated
            self.events += len(events)
        self._compare_lines(line_rows(posted))
        self._compare_records(left)
        self.seq = rows[-1].seq

    def read(self, row: Row) -> Any:
        """What `happened` needs of a row: its events, if they are believed."""
        return self.machine.events.read_all(row.events)

    def happened(self, row: Row, reading: Any) -> tuple[tuple[Any, ...], list[bytes]]:
        """A row's events, and their bytes one by one if they are known."""
        return reading, []

    def _read_all(self, rows: list[Row]) -> list[Any]:
        """What was read of each row; a JournalCorrupt in place of one that cannot be read."""
        try:
            return [self.read(row) for row in rows]
        except BadInput:
            return [self._read_or_why_not(row) for row in rows]

    def _read_or_why_not(self, row: Row) -> Any:
        try:
            return self.read(row)
        except BadInput as bad:
            return JournalCorrupt(f"row {row.seq} cannot be read: {bad}")

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


def _written(row: Row, events: int) -> list[bytes]:
    """The bytes of a row's events, one by one."""
    return [row.events[1:-1]] if events == 1 else unlisted(row.events)


def pages(rows: Iterable[Row], size: int) -> Iterator[list[Row]]:
    """Rows some at a time.

    >>> [len(page) for page in pages([], 2)]
    []
    """
    source = iter(rows)
    while page := list(islice(source, size)):
        yield page
