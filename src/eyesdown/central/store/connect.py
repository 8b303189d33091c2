"""Opens the store that a setting names: a PostgreSQL address or the path of a SQLite file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from eyesdown.central.store.base import Store
from eyesdown.kernel.errors import BadInput, JournalUnavailable


def open_store(where: str, *, make: bool = True) -> Store:
    """The store at an address or path, made if missing; BadInput instead without `make`."""
    if where.startswith(("postgresql://", "postgres://")):
        from eyesdown.central.store.postgres import PostgresStore

        return PostgresStore(where, make=make)
    if not names_a_file(where):
        raise BadInput("store", "the path of a file or a postgresql:// address is needed")
    path = Path(where)
    if not make and not path.is_file():
        folder = f"{where} is a folder; name a file in it"
        raise BadInput("store", folder if path.is_dir() else f"there is no file {where}")
    if not make and _could_become_one(path):
        raise BadInput("store", f"{where} holds no journal of ours")
    from eyesdown.central.store.sqlite import SqliteStore

    why_not = _why_not(path)
    if why_not:  # SQLite says the same of all of these
        raise JournalUnavailable(why_not)
    return SqliteStore(path)


def names_a_file(where: str) -> bool:
    """Whether this is a path; SQLite takes `:memory:` for a database that is lost with the process.

    >>> names_a_file("site.db"), names_a_file(":memory:"), names_a_file("mysql://here/site")
    (True, False, False)
    """
    return where not in ("", ":memory:") and "://" not in where


def _could_become_one(path: Path) -> bool:
    """Whether this is an empty file, or a database without our mark in its header."""
    with suppress(OSError), path.open("rb") as file:
        header = file.read(72)
        return not header or (header.startswith(b"SQLite format 3\0") and header[68:] != b"eyes")
    return False


def _why_not(path: Path) -> str:
    folder = path.absolute().parent
    if path.is_dir():
        return f"{path} is a folder; name a file in it"
    if not folder.is_dir():
        return f"there is no folder {folder}; make it first"
    if path.exists():
        return "" if os.access(path, os.R_OK) else f"{path} may not be read by this user"
    return "" if os.access(folder, os.W_OK) else f"{folder} may not be written to by this user"
