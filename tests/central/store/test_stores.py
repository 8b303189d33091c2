"""One contract, three stores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path

import apsw
import psycopg
import pytest

from eyesdown.central.store import postgres as postgres_module
from eyesdown.central.store import sqlite as sqlite_module
from eyesdown.central.store.base import (
    COLUMNS,
    Batch,
    RecordRow,
    SchemaNewer,
    SchemaOlder,
    Snapshot,
    Store,
    copy,
    line_rows,
)
from eyesdown.central.store.inside import sqlite_schema
from eyesdown.central.store.journal import EMPTY, Head, Row, RowContent, linked
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import BadInput, JournalConflict, JournalError, JournalUnavailable
from eyesdown.ledger.books import JournalPlace, LedgerLine, PostingGroup, credit, debit, group

THIRD = Fraction(1, 3)


def chain(*names: str, head: Head = EMPTY) -> list[Row]:
    at_us, events = 1_700_000_000_000_000, b'["\xc3\xa9"]'
    return linked(head, [RowContent(at_us, name, b"a", b'{"n":1}', events) for name in names])


def batch(rows: list[Row], groups: Iterable[tuple[int, PostingGroup]] = ()) -> Batch:
    made = Batch(rows=rows)
    for seq, one in groups:
        made.lines += line_rows([(seq, [one])])
    return made


SALE = group(
    "sale", debit("bank", 100), credit("licensees", 100 - THIRD), credit("jackpot/x", THIRD)
)
UNDO = PostingGroup(
    "undo",
    (
        LedgerLine("bank", -100),
        LedgerLine("licensees", 100 - THIRD),
        LedgerLine("jackpot/x", THIRD),
    ),
    JournalPlace(1, 0),
)


def test_an_empty_store(store: Store) -> None:
    assert store.head() == EMPTY
    assert list(store.rows()) == []
    assert store.find(["a"]) == {}
    assert store.balances() == {}
    assert store.balances(at=5) == {}
    assert store.snapshot() is None
    assert store.record("game", "7") is None


def test_rows_come_back_as_they_went_in(reopen: Callable[[], Store]) -> None:
    rows = chain("a", "b", "c")
    store = reopen()
    store.append(batch(rows[:2]))
    store.append(batch(rows[2:]))
    store.close()
    again = reopen()
    assert list(again.rows()) == rows
    assert list(again.rows(after=2)) == rows[2:]
    assert again.head() == Head(3, rows[2].hash)
    assert again.find(["c", "x", "a"]) == {"a": rows[0], "c": rows[2]}


def test_many_rows_are_read_in_order(store: Store) -> None:
    rows = chain(*(f"n{number}" for number in range(2500)))
    for start in range(0, len(rows), 1000):
        store.append(batch(rows[start : start + 1000]))
    assert [row.seq for row in store.rows(after=10)] == list(range(11, 2501))


def test_a_second_writer_is_told(reopen: Callable[[], Store]) -> None:
    one, other = reopen(), reopen()
    one.append(batch(chain("a")))
    with pytest.raises(JournalConflict):
        other.append(batch(chain("b")))
    with pytest.raises(JournalConflict):
        other.append(batch(chain("a", head=one.head())))
    assert [row.command_id for row in other.rows()] == ["a"]


def test_one_process_at_a_time_is_the_writer(reopen: Callable[[], Store]) -> None:
    one, other = reopen(), reopen()
    one.claim()
    if not isinstance(one, MemoryStore):
        with pytest.raises(JournalConflict, match="another site writes"):
            other.claim()
    assert other.head() == EMPTY, "reading is free"
    one.append(batch(chain("a")))
    one.close()
    other.claim()


def test_a_batch_is_all_or_nothing(store: Store) -> None:
    rows = chain("a", "b")
    store.append(batch(rows[:1], [(1, SALE)]))
    before = store.balances(), list(store.rows())
    twice = batch([*chain("b", "b", head=store.head())], [(2, SALE)])
    twice.records.append(RecordRow("game", "7", 2, b"x"))
    if isinstance(store, MemoryStore):
        twice.rows[0] = twice.rows[0]._replace(command_id="a")
    with pytest.raises(JournalConflict):
        store.append(twice)
    assert (store.balances(), list(store.rows())) == before
    assert store.record("game", "7") is None
    assert [line.place.seq for line in store.lines("bank")] == [1]


def test_balances_now_and_then(store: Store) -> None:
    rows = chain("a", "b", "c")
    store.append(batch(rows[:1], [(1, SALE)]))
    store.append(batch(rows[1:2], [(2, SALE)]))
    assert store.balances() == {
        "bank": 200,
        "licensees": -200 + 2 * THIRD,
        "jackpot/x": -2 * THIRD,
    }
    assert store.balances(at=1) == {"bank": 100, "licensees": -100 + THIRD, "jackpot/x": -THIRD}
    assert store.balances(at=2) == store.balances()
    assert store.balances(at=0) == {}


def test_lines_of_an_account(store: Store) -> None:
    rows = chain("a", "b")
    store.append(batch(rows, [(1, SALE), (2, UNDO)]))
    lines = store.lines("jackpot/x")
    assert [(line.place, line.why, line.amount) for line in lines] == [
        ((1, 0), "sale", -THIRD),
        ((2, 0), "undo", THIRD),
    ]
    assert [line.place for line in store.lines("jackpot/x", after=1)] == [(2, 0)]
    assert store.lines("bank/other") == []
    assert [line.account for line in store.row_lines(2)] == ["bank", "licensees", "jackpot/x"]
    assert store.row_lines(3) == []
    corrects = [row[-2:] for row in store.dump("lines")]
    assert corrects == [(None, None)] * 3 + [(1, 0)] * 3


@pytest.mark.parametrize("every", [1, 2, 3])
def test_books_are_the_same_however_often_they_are_summed_up(
    reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(sqlite_module, "BOOKS_ROWS", every)
    monkeypatch.setattr(postgres_module, "BOOKS_ROWS", every)
    store = reopen()
    for row in chain(*"abcdefg"):
        store.append(batch([row], [(row.seq, UNDO if row.seq % 3 == 0 else SALE)]))
    for one in (store, reopen()):  # the other has not closed: what was not summed up is there, too
        assert one.balances() == one.balances(at=7) != {}
        assert sum(one.balances().values()) == 0
        places = [line.place.seq for line in one.lines("jackpot/x")]
        assert places == [1, 2, 3, 4, 5, 6, 7]
        assert [line.place.seq for line in one.lines("bank", after=5)] == [6, 7]
        some = [line.place.seq for line in one.lines("jackpot/x", after=1, most=4)]
        assert some == [2, 3, 4, 5]
        assert one.lines("bank", most=0) == []
        for at in range(9):
            told = {name: one.balance(name, at) for name in one.balances()}
            assert told == dict.fromkeys(told, 0) | one.balances(at)
        assert one.balance("bank/other", 7) == 0


@pytest.mark.parametrize("every", [1, 2, 3, 100])
def test_a_command_is_found_by_its_id_whether_it_is_filed_or_not(
    reopen: Callable[[], Store], monkeypatch: pytest.MonkeyPatch, every: int
) -> None:
    monkeypatch.setattr(sqlite_module, "BOOKS_ROWS", every)
    rows = chain(*"gfedcba")
    store, reader = reopen(), reopen()
    for done, row in enumerate(rows):
        store.append(batch([row]))
        for one in (store, reader, reopen()):
            assert one.find([*"abcdefgx"]) == {row.command_id: row for row in rows[: done + 1]}
        for one in (store, reader):
            again = batch(chain("g", head=store.head()))
            with pytest.raises(JournalConflict):
                one.append(again)
        assert store.head().seq == row.seq


def test_an_id_that_was_free_is_not_when_somebody_else_took_it(tmp_path: Path) -> None:
    one, other = (SqliteStore(tmp_path / "site.db") for _ in range(2))
    assert one.find(["a"]) == {}
    other.append(batch(chain("a")))
    with pytest.raises(JournalConflict, match="taken before"):
        one.append(batch(chain("a", head=other.head())))
    other.close()  # which files it
    with pytest.raises(JournalConflict, match="taken before"):
        one.append(batch(chain("a", head=one.head())))


EARLY_COLUMNS = 8
"""A row of the journal before rows had tags."""
EARLY_ROW = f"INSERT INTO journal VALUES ({', '.join('?' * EARLY_COLUMNS)})"


def early_file(path: Path, version: int = 1) -> apsw.Connection:
    db = apsw.Connection(str(path))
    for script in sqlite_module.MIGRATIONS[:version]:
        db.execute(script)
    db.pragma("application_id", sqlite_module.APPLICATION_ID)
    db.pragma("user_version", version)
    return db


def test_an_early_file_that_holds_nothing_is_brought_up_to_date(tmp_path: Path) -> None:
    early_file(tmp_path / "site.db").close()
    store = filled(SqliteStore(tmp_path / "site.db"))
    assert store.balances() == store.balances(at=2) != {}
    assert [line.place.seq for line in store.lines("bank")] == [1]


def test_records_of_an_early_file_are_kept(tmp_path: Path) -> None:
    """They stood in an index once, with their bodies."""
    rows = chain("a", "b")
    records = [RecordRow("game", "7", 2, b"newer"), RecordRow("game", "7", 1, b"first")]
    with early_file(tmp_path / "site.db", 3) as db:
        db.executemany(EARLY_ROW, (row[:EARLY_COLUMNS] for row in rows))
        without_tags = (record[:4] for record in records)
        db.executemany("INSERT INTO records VALUES (?, ?, ?, ?)", without_tags)
    store = SqliteStore(tmp_path / "site.db")
    assert store.head().seq == 2
    assert store.record("game", "7") == records[0]
    assert sorted(store.dump("records")) == sorted(records)
    with pytest.raises(JournalConflict):
        store.load("records", records[:1])


def test_the_commands_of_an_early_file_are_found(tmp_path: Path) -> None:
    """The journal once had an index of its ids."""
    rows = chain("b", "a", "c")
    with early_file(tmp_path / "site.db", 4) as db:
        db.executemany(EARLY_ROW, (row[:EARLY_COLUMNS] for row in rows))
        db.execute("UPDATE books_upto SET seq = 2")
    for _ in range(2):
        store = SqliteStore(tmp_path / "site.db")
        assert list(store.rows()) == rows
        assert store.find(["a", "b", "c", "d"]) == {row.command_id: row for row in rows}
        with pytest.raises(JournalConflict, match="taken before"):
            store.append(batch(chain("c", head=store.head())))
        assert store.filed_upto() == 2
        store.close()


def test_early_rows_are_not_gone_on_with(tmp_path: Path, postgres: str) -> None:
    with early_file(tmp_path / "site.db") as db:
        db.execute(EARLY_ROW, chain("a")[0][:EARLY_COLUMNS])
    with pytest.raises(SchemaOlder, match=r"schema 1.*begin a new one"):
        SqliteStore(tmp_path / "site.db")
    filled(PostgresStore(postgres)).close()
    with psycopg.connect(postgres) as other:
        other.execute("UPDATE schema SET version = 2")
    with pytest.raises(SchemaOlder, match="schema 2"):
        PostgresStore(postgres)


def test_records_replace_by_key_and_come_in_order(store: Store) -> None:
    rows = chain("a", "b")
    first = batch(rows[:1])
    first.records = [RecordRow("game", key, 1, key.encode()) for key in ("7", "70", "Z", "a", "8")]
    first.records.append(RecordRow("ticket", "7", 1, b"other"))
    store.append(first)
    second = batch(rows[1:])
    second.records = [RecordRow("game", "7", 2, b"newer")]
    store.append(second)
    assert store.record("game", "7") == RecordRow("game", "7", 2, b"newer")
    assert store.record("game", "77") is None
    assert [(record.key, record.body) for record in store.records("game")] == [
        ("7", b"newer"),
        ("70", b"70"),
        ("8", b"8"),
        ("Z", b"Z"),
        ("a", b"a"),
    ]
    assert [record.key for record in store.records("game", "7")] == ["7", "70"]
    places = [("game", "7", 1), ("game", "7", 2), ("game", "7", 3), ("ticket", "7", 1)]
    bodies = {place: record.body for place, record in store.records_at(places).items()}
    assert bodies == dict(
        zip([places[0], places[1], places[3]], (b"7", b"newer", b"other"), strict=True)
    )
    assert store.records_at([]) == {}
    assert store.records_count() == 7


def test_the_newest_snapshot_is_kept(reopen: Callable[[], Store]) -> None:
    store = reopen()
    store.save_snapshot(Snapshot(1, b"h", b"one", b"s"))
    store.save_snapshot(Snapshot(2, b"h", b"two", b"s"))
    assert reopen().snapshot() == Snapshot(2, b"h", b"two", b"s")


def test_the_first_secret_of_a_name_stays(reopen: Callable[[], Store]) -> None:
    assert reopen().keep_secret("game 7", b"first") == b"first"
    assert reopen().keep_secret("game 7", b"second") == b"first"
    assert (reopen().secret("game 7"), reopen().secret("game 8")) == (b"first", b"")


def filled(store: Store) -> Store:
    rows = chain("a", "b")
    full = batch(rows, [(1, SALE)])
    full.records = [RecordRow("game", "7", 1, b"\x00x")]
    store.append(full)
    store.save_snapshot(Snapshot(2, rows[1].hash, b"state", b"sum"))
    store.keep_secret("game 7", b"secret")
    store.keep_print(b"a printed series")
    store.put_personal("acc-1", {"details": b"ann"})
    return store


def test_a_copy_holds_everything(store: Store, tmp_path: Path) -> None:
    """Backup into a file and restore out of it, whatever the store is."""
    filled(store)
    backup = SqliteStore(tmp_path / "backup.db")
    copy(store, backup)
    restored = MemoryStore()
    copy(backup, restored)
    for table in COLUMNS:
        assert (
            sorted(store.dump(table)) == sorted(backup.dump(table)) == sorted(restored.dump(table))
        )
        assert list(store.dump(table))
    backup.close()


def test_a_copy_can_be_restored_into_every_store(store: Store) -> None:
    source = filled(MemoryStore())
    copy(source, store)
    for table in COLUMNS:
        assert sorted(source.dump(table)) == sorted(store.dump(table))
    assert store.balances() == source.balances()


def test_a_copy_is_of_one_moment_though_somebody_writes_on(
    reopen: Callable[[], Store], tmp_path: Path
) -> None:
    writer = filled(reopen())
    if isinstance(writer, MemoryStore):
        return
    reader = reopen()
    with reader.frozen():
        before = list(reader.rows()), reader.balances()
        writer.append(batch(chain("later", head=writer.head()), [(3, SALE)]))
        assert (list(reader.rows()), reader.balances()) == before
    assert reader.head().seq == 3
    backup = SqliteStore(tmp_path / "backup.db")
    copy(reader, backup)
    assert backup.head() == writer.head()
    backup.close()


def test_nothing_is_restored_over_a_journal(store: Store) -> None:
    filled(store)
    with pytest.raises(JournalError, match="empty store"):
        copy(MemoryStore(), store)


# --- what only files and servers can do -----------------------------------------------------------


def test_a_newer_sqlite_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "site.db"
    filled(SqliteStore(path)).close()
    with apsw.Connection(str(path)) as db:
        db.pragma("user_version", 99)
    with pytest.raises(SchemaNewer, match=r"version 99.*up to 8"):
        SqliteStore(path)


def test_a_key_that_postgres_cannot_keep_is_told_from_a_store_that_is_away(postgres: str) -> None:
    store = filled(PostgresStore(postgres))
    before = store._db
    with pytest.raises(BadInput, match="NUL"):
        store.record("ticket", "a\0b")
    assert store.head().seq == 2
    assert store._db is before, "the connection is as good as it was"
    store.close()


def test_a_newer_postgres_database_is_refused(postgres: str) -> None:
    filled(PostgresStore(postgres)).close()
    with psycopg.connect(postgres) as db:
        db.execute("UPDATE schema SET version = 99")
    with pytest.raises(SchemaNewer, match=r"version 99.*up to 6"):
        PostgresStore(postgres)


def test_an_older_sqlite_file_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "site.db"
    filled(SqliteStore(path)).close()
    newer = (*sqlite_module.MIGRATIONS, "ALTER TABLE records ADD COLUMN note TEXT DEFAULT 'kept'")
    for module in (sqlite_module, sqlite_schema):
        monkeypatch.setattr(module, "MIGRATIONS", newer)
    for _ in range(2):
        store = SqliteStore(path)
        assert list(store._db.execute("SELECT body, note FROM records")) == [(b"\x00x", "kept")]
        assert store.head().seq == 2
        store.close()


def test_an_older_postgres_database_is_brought_up_to_date(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(PostgresStore(postgres)).close()
    newer = (*postgres_module.MIGRATIONS, "ALTER TABLE records ADD COLUMN note TEXT DEFAULT 'kept'")
    monkeypatch.setattr(postgres_module, "MIGRATIONS", newer)
    for _ in range(2):
        PostgresStore(postgres).close()
    with psycopg.connect(postgres) as db:
        assert db.execute("SELECT body, note FROM records").fetchall() == [(b"\x00x", "kept")]


def test_a_copy_that_nobody_may_write_to_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "site.db"
    filled(SqliteStore(path)).close()
    before = path.read_bytes()
    monkeypatch.setattr(sqlite_module, "may_write", lambda _: False)
    store = SqliteStore(path)
    assert store.head().seq == 2
    with store.frozen():
        assert [row.command_id for row in store.rows()] == ["a", "b"]
    with pytest.raises(JournalUnavailable, match="readonly"):
        store.append(batch(chain("c", head=store.head())))
    store.close()
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["site.db"]


def test_a_fixed_copy_without_the_end_of_its_journal_is_not_taken_for_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = filled(SqliteStore(tmp_path / "site.db"))
    monkeypatch.setattr(sqlite_module, "may_write", lambda _: False)
    with pytest.raises(JournalUnavailable, match="copy both"):
        SqliteStore(tmp_path / "site.db")
    store.close()


def test_a_fixed_copy_of_an_early_version_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    early_file(tmp_path / "site.db", 3).close()
    monkeypatch.setattr(sqlite_module, "may_write", lambda _: False)
    with pytest.raises(JournalUnavailable, match="older version"):
        SqliteStore(tmp_path / "site.db")


def test_a_full_disk_takes_nothing_and_goes_on_later(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "site.db")
    rows = chain("a", "b")
    store.append(batch(rows[:1]))
    store._db.pragma("max_page_count", store._db.pragma("page_count"))
    big = batch(rows[1:])
    big.records = [RecordRow("game", "7", 2, bytes(100_000))]
    with pytest.raises(JournalUnavailable, match="full"):
        store.append(big)
    assert store.head() == Head(1, rows[0].hash)
    store._db.pragma("max_page_count", 1_000_000)
    store.append(big)
    assert store.head() == Head(2, rows[1].hash)
    store.close()
