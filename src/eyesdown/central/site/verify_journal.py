"""Read a journal from its first row and compare everything that was derived from it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise, takewhile
from typing import Any, TypeVar

from eyesdown.central.site import public_record
from eyesdown.central.site.first_row import JournalOpened
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.site.site import nothing_is_garbage
from eyesdown.central.site.upkeep.replay import Replay, Span, pages
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks, difference
from eyesdown.central.site.upkeep.spans import SpanEnd, digest_of, rows_after, state_after
from eyesdown.central.store.base import READ_ROWS, ROW_MAX, RecordRow, Snapshot, Store
from eyesdown.central.store.codec import listed
from eyesdown.central.store.journal import Row, verified
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.kernel.refused import same_events

S = TypeVar("S")


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
    """Chain, replay, audit, books, records, snapshots, secrets; the first that differs is raised.

    With `decide_again` every command is also decided a second time and must give the same events.
    """
    machine = machine.over(store)
    for row in store.snapshot_rows():
        store.snapshot(row)  # a keyed store checks each of them
    reading: _Verification[S] = _Verification(
        machine, store, machine.start(), SnapshotBooks(), decide=decide_again
    )
    # A row before the first would answer for its id, too.
    rows = verified(store.rows(-ROW_MAX), contents_checked=isinstance(store, KeyedStore))
    with nothing_is_garbage():
        reading.go_on(rows, progress)
        reading.end()
    return Verified(reading.seq, reading.events, reading.filed.lines, reading.filed.records)


def verify_span(
    machine: Machine[S],
    store: Store,
    span: Span,
    *,
    decide_again: bool,
    progress: Callable[[int], None] = lambda _: None,
) -> SpanEnd:
    """The same for some rows in the middle, beginning with the state after the row before them.

    That state is not checked here: the span before this one must end in it. What is kept beside
    the journal is left to `verify_end`.
    """
    machine = machine.over(store)
    with nothing_is_garbage():
        state, filed = state_after(machine, store, span.after)
        began = digest_of(machine, state, filed)
        # Counted anew for this span; `verify_end` adds the spans up.
        filed.lines = filed.records = 0
        first = span if span.after else Span(-ROW_MAX, span.upto)
        reading: _Verification[S] = _Verification(
            machine, store, state, filed, first, decide=decide_again
        )
        checked = isinstance(store, KeyedStore)
        rows = verified(*rows_after(store, span.after), contents_checked=checked)
        reading.go_on(takewhile(lambda row: row.seq <= span.upto, rows), progress)
        reading.end_of_lines()
        if reading.seq != span.upto:
            raise JournalCorrupt(f"row {reading.seq + 1} is missing")
    ended = digest_of(machine, reading.state, filed)
    counted = reading.events, filed.lines, filed.records
    return SpanEnd(began, ended, *counted, machine.save(reading.state), filed.write())


def verify_end(machine: Machine[S], store: Store, spans: Sequence[SpanEnd], upto: int) -> Verified:
    """What is kept beside the journal, once every span holds; JournalCorrupt at a wrong join."""
    # A span may have begun with a forged snapshot; then it does not join the one before.
    for before, after in pairwise(spans):
        if before.ended != after.began:
            raise JournalCorrupt("a snapshot is not what the rows before it give")
    last, machine = spans[-1], machine.over(store)
    filed = SnapshotBooks.read(last.books)
    filed.lines, filed.records = (sum(counts) for counts in zip(*map(_counts, spans), strict=True))
    state = machine.restore(last.state)
    span = Span(upto, ROW_MAX)
    reading: _Verification[S] = _Verification(machine, store, state, filed, span, decide=False)
    reading.end()
    return Verified(upto, sum(each.events for each in spans), filed.lines, filed.records)


def _counts(span: SpanEnd) -> tuple[int, int]:
    return span.lines, span.records


class _Verification(Replay[S]):
    """A replay that also decides again and asks control, from the first row or from a later one."""

    def __init__(self, *of: Any, decide: bool) -> None:
        super().__init__(*of)
        self._decide_again = decide
        self._snapshots = set(self.store.snapshot_rows())

    def go_on(self, rows: Iterable[Row], progress: Callable[[int], None]) -> None:
        """Apply rows page by page."""
        for page in pages(rows, READ_ROWS):
            self.page(page)
            progress(page[-1].seq)

    def read(self, row: Row) -> Any:
        return self.machine.commands.read(row.command) if self._decide_again else super().read(row)

    def happened(self, row: Row, reading: Any) -> tuple[tuple[Any, ...], list[bytes]]:
        """Events that come out to the byte as they are written need not be read at all."""
        if not self._decide_again:
            return super().happened(row, reading)
        again, write = self.machine.decide(self.state, reading), self.machine.events.write
        written = [write(event) for event in again]
        if listed(written) == row.events:
            return again, written
        try:
            events = self.machine.events.read_all(row.events)
        except BadInput as bad:
            raise JournalCorrupt(f"row {row.seq} cannot be read: {bad}") from bad
        if not same_events(again, events):
            raise JournalCorrupt(f"row {row.seq}: its command does not lead to its events")
        return events, []

    def check(self, row: Row, events: tuple[Any, ...]) -> None:
        machine, state = self.machine, self.state
        for event in events:
            if row.seq > 1 and event.__class__ is JournalOpened:
                words = "only the first row may name the journal's owner"
                raise JournalCorrupt(f"row {row.seq}: {words}")
            wrong = machine.audit(state, event)
            if wrong:
                raise JournalCorrupt(f"row {row.seq}: {wrong}")

    def applied(self, row: Row) -> None:
        if row.seq in self._snapshots:
            stored = self.store.snapshot(row.seq)
            assert stored is not None
            self._compare_snapshot(row, stored)

    def _compare_snapshot(self, row: Row, stored: Snapshot) -> None:
        """One that another version has stored is left aside, as a restart leaves it aside, too."""
        holds = stored.hash == row.hash and stored.body_hash == sha256(stored.body).digest()
        if holds:
            try:
                self.machine.restore(stored.body)
            except BadInput:
                return
        if holds and stored.books:
            holds = SnapshotBooks.read(stored.books).balances == self.filed.balances
        if not holds or stored.body != self.machine.save(self.state):
            raise JournalCorrupt(f"the snapshot after row {row.seq} is not what the rows give")

    def end(self) -> None:
        """What is left over, and what is kept beside the journal."""
        self.end_of_lines()
        upto = self.store.filed_upto()
        for seq in sorted(self._snapshots):
            if not 0 < seq <= self.seq:
                raise JournalCorrupt(f"the snapshot after row {seq} is not of this journal")
        moved = difference(self.store.balances(), self.filed.balances, upto)
        if moved:
            raise JournalCorrupt(moved)
        if self.store.records_count() != self.filed.records:
            raise JournalCorrupt(f"records: no row leaves {self._extra_record()}")
        for table in ("secrets", "personal"):
            deque(self.store.dump(table), maxlen=0)  # a keyed store checks all of it
        wrong = self.machine.wrong_secret(self.state, self.store.secret)
        if wrong:
            raise JournalCorrupt(wrong)
        self._check_prints()

    def _check_prints(self) -> None:
        """Every stored file has its hash, and those that the rows name are there."""
        stored = set[str]()
        for name, body in self.store.dump("prints"):
            if sha256(body).hexdigest() != name:
                raise JournalCorrupt(f"prints: {name} is not what was stored under this hash")
            stored.add(name)
        missing = sorted(set(self.machine.prints(self.state)) - stored)
        if missing:
            raise JournalCorrupt(f"prints: {missing[0]} is missing")

    def _extra_record(self) -> tuple[str, str, int]:
        """The first of the records that nothing in the journal leaves; there is one too many."""
        machine, left, state = self.machine, set[tuple[str, str, int]](), self.machine.start()
        record = RecordHead()
        for row in self.store.rows():
            events = machine.events.read_all(row.events)
            state, bodies, spoken = machine.advance(state, row.seq, events)
            record, stated = public_record.linked(record, row, spoken)
            left |= {(kind, key, row.seq) for kind, key in bodies}
            left |= {statement[:3] for statement in stated}
        kept_places = {RecordRow(*row)[:3] for row in self.store.dump("records")}
        return min(kept_places - left)
