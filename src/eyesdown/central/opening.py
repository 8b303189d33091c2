"""Which store a text names: a PostgreSQL address, or the path of a SQLite file."""

from __future__ import annotations

from pathlib import Path

from eyesdown.central.store import Store
from eyesdown.kernel.errors import EyesdownError


def open_store(where: str) -> Store:
    """The store at a place; a SQLite file is made if it is not there."""
    extra = "postgres" if where.startswith(("postgresql://", "postgres://")) else "site"
    try:
        if extra == "postgres":
            from eyesdown.central.postgres import PostgresStore

            return PostgresStore(where)
        from eyesdown.central.sqlite import SqliteStore
    except ImportError as missing:
        raise EyesdownError(f"{missing.name} is missing; install eyesdown[{extra}]") from missing
    return SqliteStore(Path(where))
