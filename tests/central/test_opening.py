"""What is opened as a store, and what is left alone."""

from __future__ import annotations

import sys
from pathlib import Path

import apsw
import psycopg
import pytest

from eyesdown.central import sqlite
from eyesdown.central.opening import open_store
from eyesdown.central.postgres import PostgresStore
from eyesdown.central.sqlite import SqliteStore
from eyesdown.kernel.errors import (
    EyesdownError,
    JournalConflict,
    JournalCorrupt,
    JournalError,
    JournalUnavailable,
)


def test_sqlite_is_durable(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "site.db")
    assert store._db.pragma("journal_mode") == "wal"
    assert store._db.pragma("synchronous") == 2
    store.close()


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "site.db"
    path.write_bytes(b"this is a letter, not a database" * 100)
    with pytest.raises(JournalCorrupt, match="not a database"):
        SqliteStore(path)


@pytest.mark.parametrize("theirs", ["PRAGMA user_version = 1", "CREATE TABLE recipes(name)"])
def test_a_database_of_another_program(tmp_path: Path, theirs: str) -> None:
    path = tmp_path / "site.db"
    with apsw.Connection(str(path)) as db:
        db.execute(theirs)
    before = path.read_bytes()
    with pytest.raises(JournalError, match="other program"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(JournalUnavailable):
        SqliteStore(tmp_path / "nowhere" / "site.db")


def test_a_store_is_opened_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(str(tmp_path / "site.db"))
    assert isinstance(store, SqliteStore)
    store.close()
    monkeypatch.setitem(sys.modules, "eyesdown.central.sqlite", None)
    with pytest.raises(EyesdownError, match=r"install eyesdown\[site\]"):
        open_store(str(tmp_path / "site.db"))
    monkeypatch.setitem(sys.modules, "eyesdown.central.postgres", None)
    with pytest.raises(EyesdownError, match=r"install eyesdown\[postgres\]"):
        open_store("postgresql://somewhere/x")


def test_no_server_at_all() -> None:
    with pytest.raises(JournalUnavailable):
        PostgresStore("postgresql://nobody@127.0.0.1:1/none")


def test_a_file_is_not_changed_under_an_older_program_that_writes_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on without what is new: no id of its commands would be filed."""
    path = tmp_path / "site.db"
    older = SqliteStore(path)
    older.claim()
    newer = (*sqlite.MIGRATIONS, "CREATE TABLE more(seq INTEGER)")
    monkeypatch.setattr(sqlite, "MIGRATIONS", newer)
    with pytest.raises(JournalConflict, match="another site writes"):
        SqliteStore(path)
    older.close()
    store = SqliteStore(path)
    assert list(store._db.execute("SELECT seq FROM more")) == []
    store.claim()
    store.close()


def test_two_may_make_one_file_at_the_same_time(tmp_path: Path) -> None:
    class Slower(SqliteStore):
        def _bring_up_to_date(self) -> None:
            SqliteStore(tmp_path / "site.db").close()
            super()._bring_up_to_date()

    store = Slower(tmp_path / "site.db")
    assert store.filed_upto() == 0
    store.close()


def test_a_postgres_database_that_is_up_to_date_is_opened_without_writing(postgres: str) -> None:
    """Whoever reads beside the writer opens it for every question."""
    PostgresStore(postgres).close()
    with psycopg.connect(postgres, autocommit=True) as db:
        written = db.execute("SELECT xmin, version FROM schema").fetchall()
        PostgresStore(postgres).close()
        assert db.execute("SELECT xmin, version FROM schema").fetchall() == written
