"""A journal cut into spans of rows that are verified at the same time, each in its own process.

A span begins with the state after the row before it: from a snapshot, or by applying rows without
checking them. The span before must end in the same state, so a forged beginning does not help.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import TypeVar

from msgspec import Struct

from eyesdown.central.site import public_record
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.upkeep.replay import Span
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks
from eyesdown.central.store.base import ROW_MAX, Store
from eyesdown.central.store.journal import EMPTY, Head, Row
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.ledger import books

S = TypeVar("S")

SPAN_ROWS_MIN = 5_000
"""A span with fewer rows is not worth a process."""
APPLIED_COST = 0.35
"""What it costs to apply a row, in relation to verifying it."""
CUTS = 64
"""Between this many parts of equal length a journal may be cut, besides at its snapshots."""
SEARCH_STEPS = 40


class SpanEnd(Struct):
    """What a span came to: digests of the states at both ends, counts, and its last state."""

    began: bytes
    ended: bytes
    events: int
    lines: int
    records: int
    state: bytes
    books: bytes


def spans_of(rows: int, snapshots: Sequence[int], workers: int) -> list[Span]:
    """A journal in at most `workers` spans that take about equally long.

    >>> spans_of(100_000, [51_000, 100_000], 2)
    [Span(after=0, upto=51000), Span(after=51000, upto=100000)]
    >>> spans_of(100_000, [100_000], 2)
    [Span(after=0, upto=60937), Span(after=60937, upto=100000)]
    >>> spans_of(900, [], 2)
    [Span(after=0, upto=900)]
    """
    workers = max(1, min(workers, rows // SPAN_ROWS_MIN))
    bases = sorted({0, *(row for row in snapshots if 0 < row < rows)})
    starts = sorted({*bases, *(rows * part // CUTS for part in range(1, CUTS))})
    # Bisection on the longest time that a span may take; the cuts follow from it.
    least, most = 0.0, float(rows)
    for _ in range(SEARCH_STEPS):
        longest = (least + most) / 2
        if len(_cut(rows, bases, starts, longest)) <= workers:
            most = longest
        else:
            least = longest
    cuts = _cut(rows, bases, starts, most)
    return [Span(*ends) for ends in pairwise([*cuts, rows])]


def _cut(rows: int, bases: list[int], starts: list[int], longest: float) -> list[int]:
    """Where spans begin if none may take longer than this; too many if that cannot be."""
    cuts = [0]
    while True:
        start = cuts[-1]
        base = bases[bisect_right(bases, start) - 1]
        # Rows between the snapshot and the start are applied first, and
        # that time is lost to the span.
        reach = start + longest - APPLIED_COST * (start - base)
        if reach >= rows:
            return cuts
        after = starts[bisect_right(starts, reach) - 1]
        # Nothing fits: more cuts than workers tell the search to allow longer spans.
        if after <= start or len(cuts) > len(starts):
            return starts
        cuts.append(after)


def rows_after(store: Store, seq: int) -> tuple[Iterator[Row], Head]:
    """The rows after a row, and that row as the head that they must follow.

    >>> from eyesdown.central.store.memory import MemoryStore
    >>> rows_after(MemoryStore(), 0)[1].seq
    0
    """
    if not seq:
        return store.rows(-ROW_MAX), EMPTY
    rows = store.rows(seq - 1)
    before = next(rows, None)
    if before is None or before.seq != seq:
        raise JournalCorrupt(f"row {seq} is missing")
    return rows, Head(seq, before.hash)


def state_after(machine: Machine[S], store: Store, seq: int) -> tuple[S, SnapshotBooks]:
    """State and balances after a row: from the nearest snapshot, then by applying rows.

    >>> from types import SimpleNamespace
    >>> from eyesdown.central.store.memory import MemoryStore
    >>> state_after(SimpleNamespace(start=dict), MemoryStore(), 0)[1].balances
    {}
    """
    state, filed, after = _base(machine, store, seq)
    rows = rows_after(store, after)[0] if after < seq else iter(())
    for row in rows:
        events = machine.events.read_all(row.events)
        groups = [group for event in events for group in machine.groups(state, event)]
        if groups:
            filed.balances.update(books.post(filed.balances, *groups))
        state, _, spoken = machine.advance(state, row.seq, events)
        filed.record, _ = public_record.linked(filed.record, row, spoken)
        if row.seq == seq:
            break
    return state, filed


def _base(machine: Machine[S], store: Store, seq: int) -> tuple[S, SnapshotBooks, int]:
    for at in sorted((row for row in store.snapshot_rows() if 0 < row <= seq), reverse=True):
        snapshot = store.snapshot(at)
        assert snapshot is not None
        try:
            return machine.restore(snapshot.body), SnapshotBooks.read(snapshot.books), at
        except BadInput:
            continue  # another version has stored it
    return machine.start(), SnapshotBooks(), 0


def digest_of(machine: Machine[S], state: S, filed: SnapshotBooks) -> bytes:
    """A hash of a state, its balances and its newest public statement.

    >>> from types import SimpleNamespace
    >>> machine, paid = SimpleNamespace(save=bytes), SnapshotBooks({"bank": 5})
    >>> digest_of(machine, b"state", paid) == digest_of(machine, b"state", SnapshotBooks())
    False
    """
    amounts = sorted((name, str(amount)) for name, amount in filed.balances.items())
    beside = repr((amounts, tuple(filed.record))).encode()
    return sha256(sha256(machine.save(state)).digest() + beside).digest()
