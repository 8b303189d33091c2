"""Which store a text names: a PostgreSQL address, or the path of a SQLite file."""

from __future__ import annotations

from pathlib import Path

from eyesdown.central.store import Store


def open_store(where: str) -> Store:
    """The store at a place; a SQLite file is made if it is not there."""
    if where.startswith(("postgresql://", "postgres://")):
        from eyesdown.central.postgres import PostgresStore

        return PostgresStore(where)
    from eyesdown.central.sqlite import SqliteStore

    return SqliteStore(Path(where))
