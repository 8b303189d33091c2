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
    """A read-only connection to a copy. What a log next to it holds is no part of it yet."""
    log = path.with_name(f"{path.name}-wal")
    if log.exists() and log.stat().st_size:
        raise JournalUnavailable(f"{path} has a log beside it and cannot be written: copy both")
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    return apsw.Connection(f"{path.absolute().as_uri()}?immutable=1", flags)


def which(*names: str) -> tuple[tuple[int, int] | None, ...]:
    """Which files have these names now, if any; others may have taken them."""
    return tuple(map(_which, names))


def _which(name: str) -> tuple[int, int] | None:
    with suppress(OSError):  # a disk that is unmounted has no files, either
        status = os.stat(name)  # noqa: PTH116 -- of no name a Path makes a folder
        return status.st_dev, status.st_ino
    return None
