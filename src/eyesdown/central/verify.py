"""Read a journal from its first row and compare everything that was derived from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from eyesdown.central.journal import verified
from eyesdown.central.machine import Machine
from eyesdown.central.store import LineRow, RecordRow, Store, line_rows
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.ledger import books
from eyesdown.ledger.books import Amount

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Verified:
    """What was read and found in order."""

    rows: int
    events: int
    lines: int
    records: int


def verify(
    machine: Machine[S],
    store: Store,
    *,
    decide_again: bool = False,
    progress: Callable[[int], None] = lambda _: None,
) -> Verified:
    """Chain, replay, audit, books, records and snapshot; the first that differs is raised by place.

    With `decide_again` every command is also decided a second time and must give the same events.
    """
    state, balances = machine.start(), dict[str, Amount]()
    stored = (LineRow(*row) for row in store.dump("lines"))
    snapshot = store.snapshot()
    rows = events_seen = lines_seen = records_seen = records_sum = 0
    for row in verified(store.rows()):
        events = machine.events.read_all(row.events)
        if decide_again and machine.decide(state, machine.commands.read(row.command)) != events:
            raise JournalCorrupt(f"row {row.seq}: its command does not lead to its events")
        groups = [group for event in events for group in machine.groups(state, event)]
        for group in groups:
            balances |= books.post(balances, group)
        for expected in line_rows(row.seq, groups):
            found = next(stored, None)
            if found != expected:
                raise JournalCorrupt(f"books: row {row.seq} posts {expected}, found is {found}")
            lines_seen += 1
        for event in events:
            wrong = machine.audit(state, event)
            if wrong:
                raise JournalCorrupt(f"row {row.seq}: {wrong}")
        state, kept = machine.advance(state, events)
        if snapshot and snapshot.seq == row.seq and snapshot.body != machine.save(state):
            raise JournalCorrupt(f"the snapshot after row {row.seq} is not what the rows give")
        for (kind, key), body in kept.items():
            records_sum ^= _sum(RecordRow(kind, key, row.seq, body))
        rows, events_seen, records_seen = (
            row.seq,
            events_seen + len(events),
            records_seen + len(kept),
        )
        progress(row.seq)
    extra = next(stored, None)
    if extra is not None:
        raise JournalCorrupt(f"books: no row posts {extra}")
    _compare_balances(store.balances(), balances)
    _compare_records(machine, store, records_sum)
    return Verified(rows, events_seen, lines_seen, records_seen)


def _compare_balances(kept: dict[str, Amount], due: dict[str, Amount]) -> None:
    for account in sorted(kept.keys() | due.keys()):
        if kept.get(account) != due.get(account):
            raise JournalCorrupt(
                f"balances: {account} has {kept.get(account)}, its lines give {due.get(account)}"
            )


def _sum(record: RecordRow) -> int:
    """A number for a record; a set of records is known by the exclusive or of its numbers."""
    kind, key, seq, body = record
    lengths = b"%d %d %d " % (len(kind), len(key), seq)
    made = blake2b(lengths + kind.encode() + key.encode() + body, digest_size=32)
    return int.from_bytes(made.digest(), "big")


def _compare_records(machine: Machine[S], store: Store, due: int) -> None:
    """Records are not kept in the journal's order, so they are compared as a set first."""
    for row in store.dump("records"):
        due ^= _sum(RecordRow(*row))
    if not due:
        return
    kept = {RecordRow(*row) for row in store.dump("records")}
    state = machine.start()
    for row in store.rows():
        state, records = machine.advance(state, machine.events.read_all(row.events))
        for (kind, key), body in records.items():
            record = RecordRow(kind, key, row.seq, body)
            if record not in kept:
                raise JournalCorrupt(f"records: {kind} {key} after row {row.seq} is not as it was")
            kept.remove(record)
    raise JournalCorrupt(f"records: no row leaves {min(kept)[:3]}")
