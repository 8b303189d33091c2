"""A journal verified in spans comes to the same findings as from its first row to its last."""

from __future__ import annotations

import re
from contextlib import closing
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eyesdown.central.site.upkeep import spans
from eyesdown.central.site.upkeep.replay import Span
from eyesdown.central.site.verify_journal import (
    Verified,
    verify_end,
    verify_journal,
    verify_span,
)
from eyesdown.central.store.base import SNAPSHOTS_MAX, Snapshot, Store
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.cli.site import verify_spans
from eyesdown.cli.site.verify_spans import verify
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.proof.faults.day import KENO, Day, open_site, script
from eyesdown.proof.hall.life import life
from eyesdown.proof.tamper.journal_changes import JOURNAL_CHANGES
from eyesdown.proof.tamper.table_changes import TABLE_CHANGES, edit_a_line
from eyesdown.proof.tamper.tables import Tables, honest

DAY = script(games=2, sales=6)


def in_spans(machine: Any, store: Store, cuts: list[int], upto: int) -> Verified:
    """Verify spans one after the other, as their processes do side by side."""
    ends = [
        verify_span(machine, store, Span(*span), decide_again=True)
        for span in pairwise([0, *cuts, upto])
    ]
    return verify_end(machine, store, ends, upto)


def played(store: Store) -> int:
    """The last row of a keno day on a store, with several snapshots."""
    site = open_site(store)
    Day(DAY).go_on(site)
    assert len(store.snapshot_rows()) > 1
    return site.head.seq


def test_spans_of_keno_come_to_what_the_whole_comes_to(store: Store) -> None:
    upto = played(store)
    whole = verify_journal(KENO, store, decide_again=True)
    snapshots = [row for row in store.snapshot_rows() if row < upto]
    for cuts in ([upto // 2], snapshots, [1, 2, upto - 1]):
        assert in_spans(KENO, store, cuts, upto) == whole


def test_spans_of_a_hall_come_to_what_the_whole_comes_to() -> None:
    lived, _ = life(3)
    upto, machine = lived.site.head.seq, lived.machine
    whole = verify_journal(machine, lived.store, decide_again=True)
    assert in_spans(machine, lived.store, [upto // 3, upto // 2], upto) == whole


def test_a_forged_beginning_of_a_span_is_named() -> None:
    store = MemoryStore()
    upto = played(store)
    middle = store.snapshot_rows()[-1]
    assert middle < upto
    forged = store.snapshot(middle)
    assert forged is not None
    body = re.sub(rb'"approval":"[^"]*"', b'"approval":"mine"', forged.body)
    store.save_snapshot(forged._replace(body=body, body_hash=sha256(body).digest()))
    end = verify_span(KENO, store, Span(middle, upto), decide_again=False)
    with pytest.raises(JournalCorrupt, match=f"the snapshot after row {middle} is not what"):
        verify_span(KENO, store, Span(0, middle), decide_again=True)
    plain = Tables.of(store)
    plain.snapshots.clear()
    begin = verify_span(KENO, plain.into(MemoryStore()), Span(0, middle), decide_again=True)
    with pytest.raises(JournalCorrupt, match="a snapshot is not what the rows before it give"):
        verify_end(KENO, store, [begin, end], upto)
    with pytest.raises(JournalCorrupt, match=f"the snapshot after row {middle} is not what"):
        verify_journal(KENO, store, decide_again=True)


@pytest.mark.parametrize(
    "change", [*JOURNAL_CHANGES[::4], *TABLE_CHANGES[::3]], ids=lambda one: one.__name__
)
def test_spans_notice_whatever_the_whole_notices(change: Any) -> None:
    tables = honest().copy()
    change(tables, Random(5))
    store = tables.into(MemoryStore())
    with pytest.raises(JournalCorrupt):
        verify_journal(KENO, store, decide_again=True)
    upto = store.head().seq
    with pytest.raises(JournalCorrupt):
        in_spans(KENO, store, [upto // 2], upto)


def test_two_processes_verify_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "SPAN_ROWS_MIN", 10)
    where = str(tmp_path / "site.db")
    with closing(open_store(where)) as store:
        upto = played(store)
        seen: list[int] = []
        verified = verify(store, where, workers=2, decide_again=True, progress=seen.append)
        assert verified == verify_journal(KENO, store)
        assert seen[-1] == upto


def test_what_a_process_finds_is_named_in_the_words_of_one_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(spans, "SPAN_ROWS_MIN", 10)

    def find_something(*_: object) -> list[spans.SpanEnd]:
        raise JournalCorrupt("found by a process")

    monkeypatch.setattr(verify_spans, "_done", find_something)
    tables = honest().copy()
    place = edit_a_line(tables, Random(5))
    seen: list[int] = []
    store = tables.into(MemoryStore())
    with pytest.raises(JournalCorrupt, match=place):
        verify(store, "", workers=2, decide_again=True, progress=seen.append)
    store = honest().into(MemoryStore())
    with pytest.raises(JournalCorrupt, match="found by a process"):
        verify(store, "", workers=2, decide_again=True, progress=seen.append)


def test_a_store_keeps_some_snapshots_spread_over_its_journal(store: Store) -> None:
    for row in range(100, 3000, 100):
        store.save_snapshot(Snapshot(row, b"h" * 32, b"{}", b"d" * 32))
    rows = store.snapshot_rows()
    assert len(rows) == SNAPSHOTS_MAX
    assert rows[-1] == 2900
    assert max(after - before for before, after in pairwise([0, *rows])) <= 800
    newest, earlier = store.snapshot(), store.snapshot(rows[0])
    assert newest is not None
    assert earlier is not None
    assert (newest.seq, earlier.seq) == (2900, rows[0])
    store.save_snapshot(newest._replace(body=b"[]"))
    assert store.snapshot_rows() == rows
