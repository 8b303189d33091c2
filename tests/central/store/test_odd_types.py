"""A SQLite file takes any type in any column: what was changed so is named, and stops a start."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import apsw

from eyesdown.central.site.site import restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import COLUMNS, Store
from eyesdown.central.store.keyed import KeyedStore, check_key, seal
from eyesdown.central.store.keys import KeyMissing, Keyring
from eyesdown.central.store.newest_versions import NewestVersions
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.tables import honest

RING = Keyring((b"a" * 32,))
ODD = {"TEXT": (b"\xff",), "INTEGER": (1.5, "text", b""), "BLOB": ("text", 7, None)}
"""What a column of a SQLite file can hold though it is of another type."""


def test_values_of_another_type_are_named(tmp_path: Path) -> None:
    """No start and no verification may end in an error of ours instead."""
    good, path = tmp_path / "good.db", tmp_path / "site.db"
    with closing(SqliteStore(good)) as store:
        honest().into(store)
        seal(store, RING)
        keyed = KeyedStore(store, RING)
        keyed.put_personal("A0001", {"password": b"a hash"})
        keyed.put_secret("password of Sue", b"a hash")
    with closing(apsw.Connection(str(good))) as db:
        db.pragma("journal_mode", "delete")
        columns = [
            (table, column, value)
            for table in COLUMNS
            for _, column, kind, *_ in db.execute(f"PRAGMA table_info({table})").fetchall()
            for value in ODD[str(kind).upper() or "BLOB"]
        ]
    changed = 0
    for table, column, value in columns:
        shutil.copy(good, path)
        with closing(apsw.Connection(str(path))) as db:
            first = f"SELECT {column} FROM {table} LIMIT 1"
            [(before,)] = db.execute(first).fetchall() or [(None,)]
            with suppress(apsw.ConstraintError, apsw.MismatchError):  # SQLite itself refuses it
                db.execute(f"UPDATE {table} SET {column} = ? WHERE {column} IS ?", (value, before))
                changed += before is not None and before != value
            if db.changes() == 0 or before is None or before == value:
                continue
        with closing(SqliteStore(path)) as store:
            for check in (_verified, _started):
                assert _is_refused(check, store), f"{check.__name__}: {table}.{column}, {value!r}"
    assert changed > 40


def _is_refused(check: Callable[[Store], None], store: Store) -> bool:
    try:
        check(store)
    except (JournalCorrupt, KeyMissing):
        return True
    return False


def _verified(store: Store) -> None:
    verify_journal(KENO, KeyedStore(store, RING), decide_again=True)


def _started(store: Store) -> None:
    check_key(store, RING)
    NewestVersions(store)
    restored(KENO, KeyedStore(store, RING))
