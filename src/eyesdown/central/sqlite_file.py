"""The file of a SQLite store: which one it is, and what we may do with it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import apsw

from eyesdown.kernel.errors import JournalUnavailable


def may_write(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def to_look_at(path: Path) -> apsw.Connection:
    """A copy that nobody may write to. What a log beside it holds is no part of it yet."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise JournalUnavailable(f"{path} has a log beside it and cannot be written: copy both")
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags)


def which(path: Path) -> tuple[int, int] | None:
    """Which file has this name now; another one may have taken it."""
    with suppress(FileNotFoundError):
        found = path.stat()
        return found.st_dev, found.st_ino
    return None
