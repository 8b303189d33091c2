"""Stores of every kind for changed tables: in memory, a SQLite file, a PostgreSQL database."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from eyesdown.central.store.base import COLUMNS, RecordRow, Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.proof.tamper.tables import Tables

KINDS = ("memory", "sqlite", "postgres")
Filled: TypeAlias = Callable[[Tables], AbstractContextManager[Store]]
"""A store that holds these tables, while a block lasts."""
Swap: TypeAlias = Callable[[list[RecordRow], list[RecordRow]], None]
"""Takes records out of a running store and puts others in, on a separate connection."""

_OUT = "DELETE FROM records WHERE kind = {0} AND key = {0} AND seq = {0}"
_IN = "INSERT INTO records(kind, key, seq, body, tag) VALUES ({0}, {0}, {0}, {0}, {0})"


@contextmanager
def stores_of(kind: str) -> Iterator[Filled]:
    """How tables become a store of a kind.

    >>> with stores_of("memory") as filled, filled(Tables([], [], [], [], [], [], [], [])) as store:
    ...     store.head().seq
    0
    """
    if kind == "memory":
        yield _in_memory
        return
    with TemporaryDirectory() as folder:
        if kind == "sqlite":
            yield _in_files(Path(folder))
            return
        from eyesdown.proof.crash.postgres import server

        with server(Path(folder)) as started:
            yield _in_database(started.database())


@contextmanager
def _in_memory(tables: Tables) -> Iterator[Store]:
    yield tables.into(MemoryStore())


def _in_files(folder: Path) -> Filled:
    from eyesdown.central.store.sqlite import SqliteStore

    empty, file = folder / "empty.db", folder / "site.db"
    SqliteStore(empty).close()

    @contextmanager
    def filled(tables: Tables) -> Iterator[Store]:
        for old in folder.glob("site.db*"):
            old.unlink()
        shutil.copy(empty, file)
        store = SqliteStore(file)
        try:
            yield tables.into(store)
        finally:
            store.close()

    return filled


def _in_database(address: str) -> Filled:
    import psycopg

    from eyesdown.central.store.postgres import PostgresStore

    PostgresStore(address).close()
    emptied = f"TRUNCATE {', '.join(COLUMNS)}"

    @contextmanager
    def filled(tables: Tables) -> Iterator[Store]:
        with psycopg.connect(address, autocommit=True) as admin:
            admin.execute(emptied.encode())
            admin.execute(b"UPDATE books_upto SET seq = 0")
        store = PostgresStore(address)
        try:
            yield tables.into(store)
        finally:
            store.close()

    return filled


@contextmanager
def live_store(kind: str) -> Iterator[tuple[Store, Swap]]:
    """An empty store of a kind, and how another program changes its records while a site runs."""
    with TemporaryDirectory() as folder:
        if kind == "memory":
            memory = MemoryStore()
            yield memory, _swap_in_memory(memory)
        elif kind == "sqlite":
            from eyesdown.central.store.sqlite import SqliteStore

            file = Path(folder) / "site.db"
            store = SqliteStore(file)
            yield store, _swap_in_file(file)
            store.close()
        else:
            from eyesdown.central.store.postgres import PostgresStore
            from eyesdown.proof.crash.postgres import server

            with server(Path(folder)) as started:
                address = started.database()
                database = PostgresStore(address)
                yield database, _swap_in_database(address)
                database.close()


def _swap_in_memory(store: MemoryStore) -> Swap:
    def swap(out: list[RecordRow], put_in: list[RecordRow]) -> None:
        removed = {row[:3] for row in out}
        rows = [RecordRow(*row) for row in store.dump("records")]
        left = [*(row for row in rows if row[:3] not in removed), *put_in]
        store.load("records", sorted(left, key=attrgetter("seq")))

    return swap


def _swap_in_file(file: Path) -> Swap:
    import apsw

    def swap(out: list[RecordRow], put_in: list[RecordRow]) -> None:
        db = apsw.Connection(str(file))
        with db:
            db.executemany(_OUT.format("?"), [row[:3] for row in out])
            db.executemany(_IN.format("?"), put_in)
        db.close()

    return swap


def _swap_in_database(address: str) -> Swap:
    import psycopg

    def swap(out: list[RecordRow], put_in: list[RecordRow]) -> None:
        with psycopg.connect(address) as db, db.cursor() as cursor:
            cursor.executemany(_OUT.format("%s").encode(), [row[:3] for row in out])
            cursor.executemany(_IN.format("%s").encode(), put_in)

    return swap
