"""What is opened as a store, and what is left alone."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import apsw
import psycopg
import pytest

from eyesdown.central.store import sqlite
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.inside import sqlite_schema
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import (
    BadInput,
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
    with pytest.raises(JournalCorrupt, match="is not a store, or its first bytes are damaged"):
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


def test_a_store_is_opened_by_its_name(tmp_path: Path) -> None:
    store = open_store(str(tmp_path / "site.db"))
    assert isinstance(store, SqliteStore)
    store.close()
    for nothing in ("", ":memory:", "sqlite:///site.db", "mysql://somewhere/x"):
        with pytest.raises(BadInput, match="postgresql:// address"):
            open_store(nothing)


def test_a_place_where_no_file_can_be_is_told(tmp_path: Path) -> None:
    """SQLite says of all of these that it is unable to open a database file."""
    with pytest.raises(JournalUnavailable, match="is a folder"):
        open_store(str(tmp_path))
    with pytest.raises(JournalUnavailable, match=f"no folder {tmp_path}/nowhere; make it"):
        open_store(str(tmp_path / "nowhere" / "site.db"))


def test_a_place_that_is_not_ours_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "site.db"
    monkeypatch.setattr("eyesdown.central.store.connect.os.access", lambda _path, _how: False)
    with pytest.raises(JournalUnavailable, match=f"{tmp_path} may not be written to"):
        open_store(str(path))
    path.touch()
    with pytest.raises(JournalUnavailable, match="may not be read"):
        open_store(str(path))


def test_no_server_at_all() -> None:
    with pytest.raises(JournalUnavailable) as away:
        PostgresStore("postgresql://nobody:secret@127.0.0.1:1/none")
    assert "Connection refused" in str(away.value)
    assert "secret" not in str(away.value)
    assert "\n" not in str(away.value), "a line of the log"


def test_looking_into_a_database_makes_no_journal_in_it(postgres: str) -> None:
    """A backup of a database whose name was mistyped looked like a good one of no rows."""
    with pytest.raises(BadInput, match="holds no journal"):
        open_store(postgres, make=False)
    with psycopg.connect(postgres) as db:
        assert db.execute("SELECT to_regclass('journal'), to_regclass('schema')").fetchone() == (
            None,
            None,
        )
    PostgresStore(postgres).close()
    open_store(postgres, make=False).close()


def test_an_inspector_who_may_only_read_can_read(postgres: str) -> None:
    """A role without rights to write, or a standby that takes no writes at all."""
    PostgresStore(postgres).close()
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"ALTER DATABASE {db.info.dbname} SET default_transaction_read_only = on")
    store = open_store(postgres, make=False)
    with store.frozen():
        assert (store.head().seq, store.filed_upto(), store.records_count()) == (0, 0, 0)
    with pytest.raises(JournalUnavailable, match="read-only transaction"):
        store.keep_secret("receipt key", b"new")
    store.close()


def test_a_file_is_not_changed_under_an_older_program_that_writes_to_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on without what is new: no id of its commands would be filed."""
    path = tmp_path / "site.db"
    older = SqliteStore(path)
    older.claim()
    newer = (*sqlite.MIGRATIONS, "CREATE TABLE more(seq INTEGER)")
    for module in (sqlite, sqlite_schema):
        monkeypatch.setattr(module, "MIGRATIONS", newer)
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


def test_a_file_that_was_replaced_under_a_site_takes_nothing_more(tmp_path: Path) -> None:
    """Whoever puts a backup in its place would lose all that is answered from then on."""
    path, aside = tmp_path / "site.db", tmp_path / "aside.db"
    store = SqliteStore(path)
    path.rename(aside)
    with pytest.raises(JournalUnavailable, match="moved or replaced"):
        store.keep_secret("one", b"1")
    path.write_bytes(aside.read_bytes())
    with pytest.raises(JournalUnavailable, match="moved or replaced"):
        store.keep_secret("one", b"1")
    aside.replace(path)
    assert store.keep_secret("one", b"2") == b"2"
    store.close()


def test_a_log_that_is_gone_takes_nothing_more(tmp_path: Path) -> None:
    """What went there would be lost with the process; a stop brings what it holds into the file."""
    path = tmp_path / "site.db"
    store = SqliteStore(path)
    store.keep_secret("one", b"1")
    (tmp_path / "site.db-wal").unlink()
    with pytest.raises(JournalUnavailable, match="moved or replaced"):
        store.keep_secret("two", b"2")
    store.close()
    again = SqliteStore(path)
    assert list(again.dump("secrets")) == [("one", b"1", b"")]
    again.close()


def test_a_folder_that_is_away_is_a_store_that_is_away(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    folder.mkdir()
    store = SqliteStore(folder / "site.db")
    folder.rename(tmp_path / "aside")
    folder.write_text("no folder any more")
    with pytest.raises(JournalUnavailable, match="moved or replaced"):
        store.keep_secret("one", b"1")
    store.close()


def test_a_second_site_is_refused_through_any_name(tmp_path: Path) -> None:
    path, symlink, link = (tmp_path / name for name in ("site.db", "symlink.db", "link.db"))
    symlink.symlink_to(path)
    with closing(SqliteStore(path)) as store:
        store.claim()
        with (
            closing(SqliteStore(symlink)) as second,
            pytest.raises(JournalConflict, match="another site writes"),
        ):
            second.claim()
        link.hardlink_to(path)
        with (
            closing(SqliteStore(link)) as third,
            pytest.raises(JournalConflict, match="has a second name"),
        ):
            third.claim()


def test_a_second_site_is_refused_where_the_file_is_mounted_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is mounted under another name has one name only in each place."""
    path, mounted = tmp_path / "site.db", tmp_path / "mounted.db"
    with closing(SqliteStore(path)) as store:
        store.claim()
        mounted.hardlink_to(path)
        status = os.stat_result((0o100600, 1, 1, 1, *path.stat()[4:10]))
        with closing(SqliteStore(mounted)) as second, monkeypatch.context() as during:
            during.setattr(Path, "stat", lambda *_, **__: status)
            with pytest.raises(JournalConflict, match="by another name or mount"):
                second.claim()
        mounted.unlink()
    with closing(SqliteStore(path)) as again:
        again.claim()
