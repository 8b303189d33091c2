"""What only one kind of store keeps is verified, too; and a restore is whole or did not happen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import apsw
import psycopg
import pytest
from click.testing import CliRunner

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store import postgres as postgres_module
from eyesdown.central.store import sqlite as sqlite_module
from eyesdown.central.store.base import COLUMNS, Batch, Store, copy
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.inside.sqlite_filing import sum_up
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.journal import journal
from eyesdown.kernel.errors import JournalConflict, JournalCorrupt, JournalError
from eyesdown.proof.faults.day import KENO, open_site
from eyesdown.proof.tamper.journal_changes import JOURNAL_CHANGES, slip_a_sale_in_and_rehash
from eyesdown.proof.tamper.rounds import place_named, tamper_sqlite
from eyesdown.proof.tamper.sqlite_changes import SQLITE_CHANGES, SqliteChange
from eyesdown.proof.tamper.table_changes import TABLE_CHANGES
from eyesdown.proof.tamper.tables import Change, honest

HONEST = honest()
LAST = len(HONEST.journal)
POSTING = HONEST.lines[-1].seq
"""The last row that posts anything."""


@pytest.fixture
def site_file(tmp_path: Path) -> Path:
    path = tmp_path / "site.db"
    HONEST.into(SqliteStore(path)).close()
    return path


def said_of(path: Path, *changes: str) -> str:
    """What the verification says of a file after some changes to it."""
    with closing(apsw.Connection(str(path))) as db:
        for change in changes:
            db.execute(change)
    with closing(SqliteStore(path)) as store:
        return place_named(store)


def written(store: Store, after: int = 0, upto: int = LAST) -> None:
    """Some rows of the day, one at a time, as a site writes them."""
    for row in HONEST.journal[after:upto]:
        lines = [line for line in HONEST.lines if line.seq == row.seq]
        records = [record for record in HONEST.records if record[2] == row.seq]
        store.append(Batch([row], lines, records))


# --- lines by account, and how far the books go ---------------------------------------------------


@pytest.mark.parametrize("change", SQLITE_CHANGES, ids=lambda change: change.__name__)
def test_a_change_to_what_is_filed_is_caught_and_its_place_named(change: SqliteChange) -> None:
    found = tamper_sqlite(change, HONEST, 5, Random(5))
    assert (found.made, found.missed, found.example) == (5, 0, "")


FIRST = HONEST.lines[0]
ID = HONEST.journal[0].command_id
NAMED = f"{FIRST.account} of row {FIRST.seq}, group 0, line 0; books_upto is row {LAST}"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("DELETE FROM lines_by_account", f"lines_by_account lacks {NAMED}"),
        ("UPDATE lines_by_account SET account = CAST(account AS BLOB)", f"lacks {NAMED}"),
        ("UPDATE lines_by_account SET seq = seq || 'x'", f"lacks {NAMED}"),
        (
            f"INSERT INTO lines_by_account VALUES ('bank', {LAST + 7}, 0, 0)",
            f"lines_by_account has bank of row {LAST + 7}, group 0, line 0;",
        ),
        ("INSERT INTO lines_by_account VALUES ('', -1, 0, 0)", "has  of row -1, group 0, line 0;"),
        ("UPDATE books_upto SET seq = 0", f"has {FIRST.account} of row {FIRST.seq}, group 0"),
        (f"UPDATE books_upto SET seq = {POSTING - 1}", f"of row {POSTING}, group 0, line 0;"),
        (f"UPDATE books_upto SET seq = {LAST + 1}", rf"books_upto holds \[{LAST + 1}\], not one"),
        ("DELETE FROM commands_by_id", f"commands_by_id lacks {ID} of row 1; books_upto is row"),
        ("UPDATE commands_by_id SET seq = seq + 1", f"commands_by_id lacks {ID} of row 1;"),
        (
            "UPDATE commands_by_id SET command_id = CAST(command_id AS BLOB)",
            f"commands_by_id lacks {ID} of row 1;",
        ),
        ("INSERT INTO commands_by_id VALUES ('mine', 3)", "commands_by_id has mine of row 3;"),
        ("UPDATE balances SET part = '1/0'", "balances: .* has .* cents and '1/0' of a cent is no"),
        ("UPDATE balances SET part = x'31'", "balances: .* has .* cents and b'1' of a cent is no"),
        ("UPDATE balances SET cents = 'all'", "balances: .* has 'all' cents and .* is no amount"),
        ("UPDATE books_upto SET seq = -1", r"books_upto holds \[-1\]"),
        ("UPDATE books_upto SET seq = 'all'", r"books_upto holds \['all'\]"),
        ("UPDATE books_upto SET seq = 3.5", r"books_upto holds \[3.5\]"),
        ("DELETE FROM books_upto", r"books_upto holds \[\]"),
        ("INSERT INTO books_upto VALUES (1)", rf"books_upto holds \[{LAST}, 1\]"),
    ],
)
def test_what_is_filed_wrongly_is_named(site_file: Path, change: str, says: str) -> None:
    assert said_of(site_file) == ""
    assert re.search(says, said_of(site_file, change))
    result = CliRunner().invoke(journal, ["verify", str(site_file)])
    assert isinstance(result.exception, JournalCorrupt)
    assert re.search(says, str(result.exception))


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_rows_that_are_not_filed_yet_are_in_order(
    kind: str,
    request: pytest.FixtureRequest,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sqlite_module, "BOOKS_ROWS", POSTING - 3)
    monkeypatch.setattr(postgres_module, "BOOKS_ROWS", POSTING - 3)
    path = tmp_path / "site.db"
    where = str(path) if kind == "sqlite" else request.getfixturevalue("postgres")
    with closing(open_store(where)) as writer:
        for after in range(LAST):
            written(writer, after, after + 1)
            with closing(open_store(where)) as reader:
                assert reader.filed_upto() == (POSTING - 3 if after + 1 >= POSTING - 3 else 0)
        with closing(open_store(where)) as reader:
            assert place_named(reader) == ""
            if kind == "postgres":
                return
        too_far = said_of(path, f"UPDATE books_upto SET seq = {POSTING}")
        assert re.search(rf"lines_by_account lacks .*; books_upto is row {POSTING}$", too_far)
        seq, grp, line, account, *_ = HONEST.lines[-1]
        put_back = f"UPDATE books_upto SET seq = {POSTING - 3}"
        too_early = f"INSERT INTO lines_by_account VALUES ('{account}', {seq}, {grp}, {line})"
        assert f"has {account} of row {POSTING}," in said_of(path, put_back, too_early)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE books_upto SET seq = 0", "balances: .* has .*; books_upto is row 0$"),
        (f"UPDATE books_upto SET seq = {LAST + 1}", rf"books_upto holds \[{LAST + 1}\], not one"),
        ("DELETE FROM books_upto", r"books_upto holds \[\]"),
        ("INSERT INTO books_upto VALUES (1)", rf"books_upto holds \[{LAST}, 1\]"),
        ("UPDATE balances SET cents = cents + 1", "balances: .* has"),
        ("DELETE FROM balances", "balances: .* has None"),
    ],
)
def test_how_far_the_books_of_a_server_go_is_verified(
    postgres: str, change: str, says: str
) -> None:
    with closing(HONEST.into(PostgresStore(postgres))) as store:
        assert store.filed_upto() == LAST
        assert place_named(store) == ""
        with psycopg.connect(postgres) as db:
            db.execute(change.encode())
        assert re.search(says, place_named(store))


@pytest.mark.parametrize("change", ["DELETE FROM books_upto", "UPDATE books_upto SET seq = 9999"])
def test_nothing_is_sold_when_nobody_knows_how_far_the_books_go(
    site_file: Path, postgres: str, change: str
) -> None:
    server = HONEST.into(PostgresStore(postgres))
    with psycopg.connect(postgres) as db, closing(apsw.Connection(str(site_file))) as file:
        db.execute(change.encode())
        file.execute(change)
    for store in (SqliteStore(site_file), server):
        with pytest.raises(JournalCorrupt, match="books_upto holds"):
            store.append(Batch([HONEST.journal[0]._replace(seq=LAST + 1, command_id="new")]))
        assert store.head().seq == LAST
        store.close()


@pytest.mark.parametrize(
    "change", [*JOURNAL_CHANGES, *TABLE_CHANGES], ids=lambda change: change.__name__
)
def test_a_change_is_told_without_deciding_again(change: Change) -> None:
    """Perhaps by another place, but never by a fault of our own."""
    tampered = HONEST.copy()
    place = change(tampered, Random(6))
    with pytest.raises(
        JournalCorrupt, match=r"row|balances|records|books|snapshot|secrets"
    ) as told:
        verify_journal(KENO, tampered.into(MemoryStore()))
    if change is slip_a_sale_in_and_rehash:
        assert re.match(rf"{place.split(':')[0]} cannot have happened", str(told.value))


# --- the file itself ------------------------------------------------------------------------------


def page_of(path: Path, name: str) -> tuple[int, int]:
    """Where the first page of a table or an index is in a file."""
    with closing(apsw.Connection(str(path))) as db:
        size = int(db.pragma("page_size"))
        [(root,)] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,))
    return (root - 1) * size, root * size


STEALS = "CREATE TRIGGER steals AFTER INSERT ON secrets BEGIN DELETE FROM balances; END"


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ([STEALS], "the schema of steals is not as it was made"),
        (["CREATE VIEW mine AS SELECT body FROM secrets"], "the schema of mine is not"),
        (["DROP INDEX records_by_key"], "the schema of records_by_key is not as it was made"),
        (["ALTER TABLE lines_by_account ADD COLUMN note"], "the schema of lines_by_account is"),
        (["ANALYZE"], ""),
    ],
)
def test_what_a_file_does_by_itself_is_only_what_we_made(
    site_file: Path, changes: list[str], says: str
) -> None:
    said = said_of(site_file, *changes)
    assert says in said
    assert bool(says) == bool(said)
    with closing(SqliteStore(site_file)) as store:
        if says:
            with pytest.raises(JournalCorrupt, match=says):  # nor does a site start on it
                store.claim()
        else:
            store.claim()


def test_a_version_that_the_tables_do_not_have_is_named(site_file: Path) -> None:
    with closing(apsw.Connection(str(site_file))) as db:
        db.execute("PRAGMA user_version = 5")
    with pytest.raises(JournalCorrupt, match="says that its schema has version 5, but its tables"):
        SqliteStore(site_file)


@pytest.mark.parametrize("index", ["commands_by_id", "records_by_key"])
def test_a_bit_that_turned_over_in_an_index_is_told(site_file: Path, index: str) -> None:
    """By an index a repeated command and a ticket are found: it must say what its table says."""
    _, end = page_of(site_file, index)
    raw = bytearray(site_file.read_bytes())
    raw[end - 3] ^= 1  # in the cell that was the first to be written
    site_file.write_bytes(raw)
    told = r"SQLite says: |records: \S+ \S+ after row|commands_by_id (lacks|has) \S+ of row"
    assert re.search(told, said_of(site_file))


def test_an_id_that_came_twice_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second row has the right hash and is filed or not: a repeat was done instead of told."""
    first, *_ = HONEST.journal
    for filed in (LAST, 0):
        path = tmp_path / f"{filed}.db"
        with closing(SqliteStore(path)) as store:
            written(store)
            if filed:
                with store.whole():
                    sum_up(store._db)
        with closing(apsw.Connection(str(path))) as db:
            marks = ", ".join("?" * len(first))
            db.execute(f"UPDATE books_upto SET seq = {filed}")
            if not filed:
                db.execute("DELETE FROM commands_by_id")
                db.execute("DELETE FROM lines_by_account")
            db.execute(f"INSERT INTO journal VALUES ({marks})", first._replace(seq=LAST + 1))
            db.execute("SELECT 1")
        with (
            closing(SqliteStore(path)) as store,
            pytest.raises(JournalCorrupt, match=f"row {LAST + 1} has the id {ID} of an earlier"),
        ):
            store.filed_upto()


def test_a_command_that_its_index_forgot_is_told(site_file: Path) -> None:
    """Sent again it would be done again."""
    name = HONEST.journal[5].command_id.encode()
    start, end = page_of(site_file, "commands_by_id")
    raw = site_file.read_bytes()
    page = raw[start:end].replace(name + b"\x06", b"z" * len(name) + b"\x06")
    assert page != raw[start:end]
    site_file.write_bytes(raw[:start] + page + raw[end:])
    with closing(SqliteStore(site_file)) as store:
        assert store.find([name.decode()]) == {}
    assert re.search(f"commands_by_id lacks {name.decode()} of row 6;", said_of(site_file))


@pytest.mark.parametrize(
    ("table", "column"),
    [("journal", "command_id"), ("lines", "why"), ("balances", "account"), ("records", "kind")],
)
def test_a_text_that_is_none_any_more_is_told(site_file: Path, table: str, column: str) -> None:
    """A single bit can make a letter that no text may hold."""
    last = f"(SELECT MAX({column}) FROM {table})"
    change = f"UPDATE {table} SET {column} = CAST(x'76c3' AS TEXT) WHERE {column} = {last}"
    said = said_of(site_file, change)
    if table == "records":  # which are looked for by their names
        assert re.fullmatch(r"records: \S+ \S+ after row \d+ is not as it was", said)
    else:
        assert said == rf"{table}: b'v\xc3' is no longer text"


def test_a_copy_that_nobody_may_write_to_is_verified(
    site_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_module, "may_write", lambda _: False)
    with closing(SqliteStore(site_file)) as store:
        assert place_named(store) == ""


def test_a_snapshot_that_is_a_text_was_changed(site_file: Path) -> None:
    """Though its letters are the same, no program of ours would have written it so."""
    change = f"UPDATE snapshots SET body = CAST(body AS TEXT) WHERE seq = {LAST}"
    assert said_of(site_file, change) == f"the snapshot after row {LAST} was changed"
    with (
        closing(SqliteStore(site_file)) as store,
        pytest.raises(JournalCorrupt, match=f"the snapshot after row {LAST} was changed"),
    ):
        open_site(store)


# --- a restore that is broken off -----------------------------------------------------------------


class BreaksOff(MemoryStore):
    """A backup on a disk that fails, in the middle of one table."""

    def __init__(self, table: str, how: BaseException) -> None:
        super().__init__()
        HONEST.into(self)
        self._table, self._how = table, how

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        rows = list(super().dump(table))
        if table != self._table:
            yield from rows
            return
        yield from rows[: len(rows) // 2]
        raise self._how


def is_as_new(store: Store) -> bool:
    return not any(list(store.dump(table)) for table in COLUMNS) and store.filed_upto() == 0


@pytest.mark.parametrize("table", COLUMNS)
def test_a_restore_that_is_broken_off_leaves_nothing(
    reopen: Callable[[], Store], table: str
) -> None:
    target = reopen()
    for how in (JournalCorrupt("the disk is broken"), KeyboardInterrupt()):
        with pytest.raises(type(how)):
            copy(BreaksOff(table, how), target)
        for store in (target, reopen()):
            assert is_as_new(store)
            assert open_site(store).balances == {}
    copy(HONEST.into(MemoryStore()), target)
    assert place_named(reopen()) == ""


def test_a_restore_over_a_site_that_has_its_keys_leaves_the_site_alone(
    reopen: Callable[[], Store],
) -> None:
    """It was started, and nothing was sold yet: its keys are not those of the backup."""
    target = reopen()
    if isinstance(target, MemoryStore):
        return
    source = HONEST.into(MemoryStore())
    name = "receipt key"
    source.keep_secret(name, b"theirs")
    target.keep_secret(name, b"ours")
    with pytest.raises(JournalConflict, match="secrets"):
        copy(source, target)
    assert reopen().head().seq == 0
    assert reopen().balances() == {}
    assert list(target.dump("secrets")) == [(name, b"ours", b"")]


def test_a_copy_that_ends_early_is_none(reopen: Callable[[], Store]) -> None:
    class EndsEarly(MemoryStore):
        def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
            rows = list(super().dump(table))
            yield from rows[:-1] if table == "journal" else rows

    target = reopen()
    with pytest.raises(JournalError, match="does not end where the original ends"):
        copy(HONEST.into(EndsEarly()), target)
    assert is_as_new(target)
