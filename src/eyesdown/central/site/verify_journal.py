"""Read a journal from its first row and compare everything that was derived from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from eyesdown.central.site import public_record
from eyesdown.central.site.first_row import JournalOpened
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.site.site import nothing_is_garbage
from eyesdown.central.site.upkeep.replay import Replay, pages, read_in
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks, difference
from eyesdown.central.store.base import READ_ROWS, RecordRow, Snapshot, Store
from eyesdown.central.store.journal import Row, verified
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
    """Chain, replay, audit, books, records, snapshot, secrets; the first that differs is raised.

    With `decide_again` every command is also decided a second time and must give the same events.
    """
    reading = _Verification(machine, store, decide_again=decide_again)
    rows = verified(store.rows(-(2**62)))  # a row before the first would answer for its id, too
    with nothing_is_garbage():
        for page in pages(rows, READ_ROWS):
            reading.page(page)
            progress(page[-1].seq)
        reading.end()
    return Verified(reading.seq, reading.events, reading.filed.lines, reading.filed.records)


class _Verification(Replay[S]):
    """A replay that also decides again and asks control, from the first row or from a later one."""

    def __init__(self, machine: Machine[S], store: Store, *, decide_again: bool) -> None:
        machine = machine.over(store)
        super().__init__(machine, store, machine.start(), SnapshotBooks())
        self._decide_again = decide_again
        self._snapshot = store.snapshot()

    def check(self, row: Row, events: tuple[Any, ...]) -> None:
        machine, state = self.machine, self.state
        if row.seq > 1 and any(event.__class__ is JournalOpened for event in events):
            raise JournalCorrupt(f"row {row.seq}: only the first row may name the journal's owner")
        if self._decide_again:
            again = machine.decide(state, read_in(row, machine.commands.read, row.command))
            if not same_events(again, events):
                raise JournalCorrupt(f"row {row.seq}: its command does not lead to its events")
        for event in events:
            wrong = machine.audit(state, event)
            if wrong:
                raise JournalCorrupt(f"row {row.seq}: {wrong}")

    def applied(self, row: Row) -> None:
        if self._snapshot and self._snapshot.seq == row.seq:
            self._compare_snapshot(row, self._snapshot)

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
        if self._snapshot and not 0 < self._snapshot.seq <= self.seq:
            seq = self._snapshot.seq
            raise JournalCorrupt(f"the snapshot after row {seq} is not of this journal")
        moved = difference(self.store.balances(), self.filed.balances, upto)
        if moved:
            raise JournalCorrupt(moved)
        if self.store.records_count() != self.filed.records:
            raise JournalCorrupt(f"records: no row leaves {self._extra_record()}")
        for _ in self.store.dump("secrets"):
            pass  # a keyed store checks each of them
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
            state, kept, spoken = machine.advance(state, row.seq, events)
            record, stated = public_record.linked(record, row, spoken)
            left |= {(kind, key, row.seq) for kind, key in kept}
            left |= {made[:3] for made in stated}
        kept_places = {RecordRow(*row)[:3] for row in self.store.dump("records")}
        return min(kept_places - left)
