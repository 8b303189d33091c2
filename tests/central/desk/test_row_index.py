"""The desk's index: rows by ticket, person, clause and time, and a journal that was rewritten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from eyesdown.central.desk import row_index, spans
from eyesdown.central.desk.row_facts import row_facts
from eyesdown.central.desk.row_index import Asked, JournalParted, RowIndex
from eyesdown.central.store.base import Batch
from eyesdown.central.store.journal import EMPTY, RowContent, linked
from eyesdown.central.store.memory import MemoryStore

SOLD = b'{"type":"AcceptEntry","by":"walt","entry":{"serial":"K1","venue":"V0001"}}'
REFUSED = (
    b'[{"type":"Refused","refusals":[{"code":"ticket/paid",'
    b'"clause":{"book":"nsw-keno","number":"15(j)"}}]}]'
)


def store_of(*contents: tuple[bytes, bytes]) -> MemoryStore:
    store = MemoryStore()
    rows = linked(
        EMPTY,
        [
            RowContent(1_000 * at, f"till/{at}", b"", command, events)
            for at, (command, events) in enumerate(contents, start=1)
        ],
    )
    store.append(Batch(rows=rows))
    return store


@pytest.fixture
def store() -> MemoryStore:
    return store_of(
        (SOLD, b'[{"type":"EntryAccepted","first_game":3}]'),
        (b'{"type":"ClaimPrize","by":"wanda","serial":"K1"}', REFUSED),
        (b'{"type":"CloseGame","game":3}', b'[{"type":"GameClosed","game":3}]'),
    )


@pytest.fixture
def index(store: MemoryStore) -> RowIndex:
    index = RowIndex()
    assert index.follow(store, seconds=60)
    return index


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        (Asked(), [3, 2, 1]),
        (Asked(subject=("ticket", "K1")), [2, 1]),
        (Asked(subject=("venue", "V0001")), [1]),
        (Asked(subject=("game", "3")), [3, 1]),  # sold for it, closed
        (Asked(by="wanda"), [2]),
        (Asked(command="CloseGame"), [3]),
        (Asked(event="EntryAccepted"), [1]),
        (Asked(code="ticket/paid"), [2]),
        (Asked(clause="nsw-keno 15(j)"), [2]),
        (Asked(code="ticket/paid", clause="nsw-keno 1"), []),
        (Asked(before=3), [2, 1]),
        (Asked(from_us=2_000), [3, 2]),
        (Asked(to_us=2_000), [1]),
        (Asked(subject=("ticket", "K2")), []),
        (Asked(subject=("ticket", "")), [3, 2, 1]),
        (Asked(subject=("ticket", "K1"), by="wanda", from_us=2_000, to_us=3_000), [2]),
        (Asked(subject=("ticket", "K1"), event="GameClosed"), []),
        (Asked(command="ClaimPrize", code="ticket/paid", before=2), []),
        (Asked(from_us=9_000), []),
        (Asked(to_us=1_000), []),
    ],
)
def test_rows_are_found_by_what_they_are_about(
    index: RowIndex, store: MemoryStore, asked: Asked, rows: list[int]
) -> None:
    assert [row.seq for row in index.find(store, asked)] == rows
    assert [row.seq for row in index.all(store, asked)] == rows


def test_a_row_by_its_number(index: RowIndex, store: MemoryStore) -> None:
    row = index.row(store, 2)
    assert row is not None
    assert row_facts(row).refusals == (("ticket/paid", "nsw-keno 15(j)"),)
    assert index.row(store, 4) is None


def test_new_rows_are_read_and_a_rewritten_journal_is_noticed(
    index: RowIndex, store: MemoryStore
) -> None:
    more = linked(store.head(), [RowContent(4_000, "till/4", b"", b'{"type":"OpenGame"}', b"[]")])
    store.append(Batch(rows=more))
    assert index.follow(store, seconds=60)
    assert index.seq == 4
    with pytest.raises(JournalParted, match="row 4"):
        index.follow(store_of((SOLD, b"[]")), seconds=60)


@pytest.mark.parametrize(
    ("span", "rows"),
    [((0, 0), [4, 3, 2, 1]), ((5_000, 0), [2]), ((2_500, 4_500), [4]), ((0, 2_500), [3, 1])],
)
def test_rows_are_found_by_time_though_the_clock_went_back(
    span: tuple[int, int], rows: list[int]
) -> None:
    times = (1_000, 5_000, 2_000, 4_000)
    contents = [
        RowContent(at_us, f"till/{at_us}", b"", b'{"type":"OpenGame"}', b"[]") for at_us in times
    ]
    store, index = MemoryStore(), RowIndex()
    store.append(Batch(rows=linked(EMPTY, contents)))
    index.follow(store, seconds=60)
    asked = Asked(from_us=span[0], to_us=span[1])
    assert [row.seq for row in index.find(store, asked)] == rows


def test_a_row_refused_by_two_clauses_is_found_once() -> None:
    clauses = (b'{"code":"a/b","clause":{"book":"x","number":"%d"}}' % number for number in (1, 2))
    events = b'[{"type":"Refused","refusals":[' + b",".join(clauses) + b"]}]"
    store, index = store_of((SOLD, events)), RowIndex()
    index.follow(store, seconds=60)
    assert [row.seq for row in index.find(store, Asked(code="a/b"))] == [1]


def test_an_index_of_another_form_is_made_again(store: MemoryStore, tmp_path: Path) -> None:
    path = str(tmp_path / "site.desk")
    with closing(apsw.Connection(path)) as old:
        old.execute("CREATE TABLE head (seq INTEGER, hash BLOB); INSERT INTO head VALUES (9, x'')")
        old.execute("CREATE TABLE rows (seq INTEGER)")
    index = RowIndex(path)
    assert index.follow(store, seconds=60)
    assert [row.seq for row in index.find(store, Asked(by="walt"))] == [1]


def test_the_index_is_kept_in_its_file(store: MemoryStore, tmp_path: Path) -> None:
    path = str(tmp_path / "site.desk")
    first = RowIndex(path)
    first.follow(store, seconds=60)
    first.close()
    again = RowIndex(path)
    assert again.seq == 3
    assert [row.seq for row in again.find(store, Asked(by="walt"))] == [1]


def test_a_name_says_what_it_may_be_and_refusals_are_counted(index: RowIndex) -> None:
    assert index.kinds_of("K1") == ["ticket"]
    assert index.kinds_of("3") == ["game"]
    assert index.refusals() == [("ticket/paid", "nsw-keno 15(j)", 1)]
    assert index.commands() == [("AcceptEntry", 1), ("ClaimPrize", 1), ("CloseGame", 1)]
    assert index.events(["GameClosed", "GameOpened"]) == {"GameClosed": 1}


def kinds_of_row(seq: int) -> tuple[bytes, bytes]:
    """A row whose lists are long, short, and of every length between, and meet now and then."""
    person = b"ann" if seq % 2 else b"bob"
    venue = b"V1" if seq % 3 == 0 else b"V2" if seq % 97 == 0 else b"V3"
    command = b'{"type":"%s","by":"%s","venue":"%s"}' % (
        b"CancelEntry" if seq % 5 == 0 else b"AcceptEntry",
        person,
        venue,
    )
    return command, REFUSED if seq % 7 == 0 else b"[]"


PAIRS = [
    (Asked(command="CancelEntry", by="ann"), lambda seq: seq % 5 == 0 and seq % 2),
    (
        Asked(by="bob", subject=("venue", "V2")),
        lambda seq: seq % 2 == 0 and seq % 97 == 0 and seq % 3,
    ),
    (Asked(command="CloseGame", by="ann"), lambda seq: False),
    (Asked(code="ticket/paid", by="ann"), lambda seq: seq % 7 == 0 and seq % 2),
    (
        Asked(command="CancelEntry", by="bob", subject=("venue", "V1"), after=30, before=300),
        lambda seq: seq % 30 == 0 and 30 < seq < 300,
    ),
    (
        Asked(command="CancelEntry", by="ann", from_us=100_000, to_us=350_000),
        lambda seq: seq % 10 == 5 and 100 <= seq < 350,
    ),
]


@pytest.mark.parametrize("rows_at_once", [1, 64, 65, 1_000])
@pytest.mark.parametrize(("asked", "fits"), PAIRS)
def test_lists_meet_in_finished_spans_and_in_the_open_one(
    monkeypatch: pytest.MonkeyPatch, asked: Asked, fits: Callable[[int], bool], rows_at_once: int
) -> None:
    for module in (spans, row_index):
        monkeypatch.setattr(module, "SPAN_ROWS", 64)
    monkeypatch.setattr(row_index, "READ_ROWS", rows_at_once)
    store, index = store_of(*map(kinds_of_row, range(1, 400))), RowIndex()
    assert index.follow(store, seconds=60)
    found = [row.seq for row in index.all(store, asked)]
    assert found == [seq for seq in range(399, 0, -1) if fits(seq)]


@pytest.mark.parametrize("read_before", [1, 62, 63, 64, 65, 130])
def test_a_span_that_a_stop_cut_in_two_is_whole(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, read_before: int
) -> None:
    for module in (spans, row_index):
        monkeypatch.setattr(module, "SPAN_ROWS", 64)
    path = str(tmp_path / "site.desk")
    contents = [kinds_of_row(seq) for seq in range(1, 200)]
    first, again = RowIndex(path), RowIndex(path)
    first.follow(store_of(*contents[:read_before]), seconds=60)
    first.close()
    whole = store_of(*contents)
    again.follow(whole, seconds=60)
    asked = Asked(command="AcceptEntry", by="ann")
    assert [row.seq for row in again.all(whole, asked)] == [
        seq for seq in range(199, 0, -1) if seq % 2 and seq % 5
    ]
    again.close()
