"""Read a journal from its first row and compare everything that was derived from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice, zip_longest
from typing import Any, Generic, TypeVar

from eyesdown.central.site import public_record
from eyesdown.central.site.first_row import JournalOpened
from eyesdown.central.site.machine import Machine, RecordBodies, record_rows
from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.site.site import nothing_is_garbage
from eyesdown.central.store.base import READ_ROWS, LineRow, RecordRow, Snapshot, Store, line_rows
from eyesdown.central.store.codec import unlisted
from eyesdown.central.store.journal import Row, verified
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.refused import same_events
from eyesdown.ledger import books
from eyesdown.ledger.books import Amount, PostingGroup

S = TypeVar("S")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Verified:
    """How much was read and is in order."""

    rows: int
    events: int
    lines: int
    records: int


def verify_journal(
    machine: Machine[S],
    store: Store,
    *,
    decide_again: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Chain, replay, audit, books, records, snapshot, secrets; the first that differs is raised.

    With `decide_again` every command is also decided a second time and must give the same events.
    """
    reading = _Reading(machine, store, decide_again=decide_again)
    rows = verified(store.rows(-(2**62)))  # a row before the first would answer for its id, too
    with nothing_is_garbage():
        while page := list(islice(rows, READ_ROWS)):
            reading.page(page)
            progress(page[-1].seq)
        reading.end()
    return Verified(reading.rows, reading.events, reading.lines, reading.records)


class _Reading(Generic[S]):
    """How far a journal has been read. A page at a time, one kind of work after the other."""

    def __init__(self, machine: Machine[S], store: Store, *, decide_again: bool) -> None:
        self._machine, self._store, self._decide_again = machine.over(store), store, decide_again
        self._state = self._machine.start()
        self._balances: dict[str, Amount] = {}
        self._stored = store.dump("lines")
        self._snapshot = store.snapshot()
        self._record = RecordHead()
        self.rows = self.events = self.lines = self.records = 0

    def page(self, rows: list[Row]) -> None:
        """Read some rows on; JournalCorrupt at the first that does not hold."""
        events = self._read_all(rows)
        posted: list[tuple[int, list[PostingGroup]]] = []
        left: list[RecordRow] = []
        for row, happened in zip(rows, events, strict=True):
            try:
                groups, kept, stated = self._replay(row, happened)
            except JournalCorrupt:
                raise
            except Exception as bug:  # a row that was slipped in lets asserts of our own fail
                words = f"row {row.seq} cannot have happened ({type(bug).__name__}: {bug})"
                raise JournalCorrupt(words) from bug
            posted.append((row.seq, groups))
            written = [row.events[1:-1]] if len(happened) == 1 else unlisted(row.events)
            left += [*record_rows(row.seq, kept, written), *stated]
        self._compare_lines(line_rows(posted))
        self._compare_records(left)
        self.rows = rows[-1].seq
        self.events += sum(map(len, events))

    def _read_all(self, rows: list[Row]) -> list[tuple[Any, ...]]:
        read = self._machine.events.read_all
        try:
            return [read(row.events) for row in rows]
        except BadInput:
            return [_read(row, read, row.events) for row in rows]  # which says where

    def _replay(
        self, row: Row, events: tuple[Any, ...]
    ) -> tuple[list[PostingGroup], RecordBodies, list[RecordRow]]:
        machine, state = self._machine, self._state
        if row.seq > 1 and any(event.__class__ is JournalOpened for event in events):
            raise JournalCorrupt(f"row {row.seq}: only the first row may name the journal's owner")
        if self._decide_again:
            again = machine.decide(state, _read(row, machine.commands.read, row.command))
            if not same_events(again, events):
                raise JournalCorrupt(f"row {row.seq}: its command does not lead to its events")
        groups: list[PostingGroup] = []
        for event in events:
            groups += machine.groups(state, event)
            wrong = machine.audit(state, event)
            if wrong:
                raise JournalCorrupt(f"row {row.seq}: {wrong}")
        if groups:
            self._balances.update(books.post(self._balances, *groups))
        self._state, kept, spoken = machine.advance(state, row.seq, events)
        self._record, stated = public_record.linked(self._record, row, spoken)
        if self._snapshot and self._snapshot.seq == row.seq:
            self._compare_snapshot(row, self._snapshot)
        return groups, kept, stated

    def _compare_snapshot(self, row: Row, kept: Snapshot) -> None:
        """One that another version has kept is left aside, as a restart leaves it aside, too."""
        holds = kept.hash == row.hash and kept.body_hash == sha256(kept.body).digest()
        if holds:
            try:
                self._machine.restore(kept.body)
            except BadInput:
                return
        if not holds or kept.body != self._machine.save(self._state):
            raise JournalCorrupt(f"the snapshot after row {row.seq} is not what the rows give")

    def _compare_lines(self, expected: list[LineRow]) -> None:
        found = list(islice(self._stored, len(expected)))
        self.lines += len(found)
        if found == expected:
            return
        for due, line in zip_longest(expected, found):
            if line != due:
                shown = None if line is None else LineRow(*line)
                raise JournalCorrupt(f"books: row {due.seq} posts {due}, found is {shown}")

    def _compare_records(self, expected: list[RecordRow]) -> None:
        found = self._store.bodies([record[:3] for record in expected])
        self.records += len(expected)
        for kind, key, seq, body in expected:
            if found.get((kind, key, seq)) != body:
                raise JournalCorrupt(f"records: {kind} {key} after row {seq} is not as it was")

    def end(self) -> None:
        """What is left over, and what is kept beside the journal."""
        extra = next(self._stored, None)
        if extra is not None:
            raise JournalCorrupt(f"books: no row posts {LineRow(*extra)}")
        upto = self._store.filed_upto()
        if self._snapshot and not 0 < self._snapshot.seq <= self.rows:
            seq = self._snapshot.seq
            raise JournalCorrupt(f"the snapshot after row {seq} is not of this journal")
        _compare_balances(self._store.balances(), self._balances, upto)
        if self._store.records_count() != self.records:
            raise JournalCorrupt(f"records: no row leaves {self._extra_record()}")
        wrong = self._machine.wrong_secret(self._state, self._store.secret)
        if wrong:
            raise JournalCorrupt(wrong)
        self._check_prints()

    def _check_prints(self) -> None:
        """Every stored file has its hash, and those that the rows name are there."""
        stored = set[str]()
        for name, body in self._store.dump("prints"):
            if sha256(body).hexdigest() != name:
                raise JournalCorrupt(f"prints: {name} is not what was stored under this hash")
            stored.add(name)
        missing = sorted(set(self._machine.prints(self._state)) - stored)
        if missing:
            raise JournalCorrupt(f"prints: {missing[0]} is missing")

    def _extra_record(self) -> tuple[str, str, int]:
        """The first of the records that nothing in the journal leaves; there is one too many."""
        machine, left, state = self._machine, set[tuple[str, str, int]](), self._machine.start()
        record = RecordHead()
        for row in self._store.rows():
            events = machine.events.read_all(row.events)
            state, kept, spoken = machine.advance(state, row.seq, events)
            record, stated = public_record.linked(record, row, spoken)
            left |= {(kind, key, row.seq) for kind, key in kept}
            left |= {made[:3] for made in stated}
        kept_places = {RecordRow(*row)[:3] for row in self._store.dump("records")}
        return min(kept_places - left)


def _read(row: Row, read: Callable[[bytes], T], raw: bytes) -> T:
    """What a row says; a row with a right hash may still be unreadable."""
    try:
        return read(raw)
    except BadInput as bad:
        raise JournalCorrupt(f"row {row.seq} cannot be read: {bad}") from bad


def _compare_balances(kept: dict[str, Amount], due: dict[str, Amount], upto: int) -> None:
    """JournalCorrupt at the first difference, also where the sums are those of another row."""
    for account in sorted(kept.keys() | due.keys()):
        if kept.get(account) != due.get(account):
            raise JournalCorrupt(
                f"balances: {account} has {kept.get(account)}, its lines give {due.get(account)}; "
                f"books_upto is row {upto}"
            )
