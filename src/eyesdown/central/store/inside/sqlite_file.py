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


def locked(path: Path) -> apsw.Connection | None:
    """A lock of SQLite's own on a small file beside one; None if another process has it.

    It ends with the connection, or with the process.
    """
    lock = apsw.Connection(f"{path}-writer")
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except apsw.BusyError:
        lock.close()
        return None
    return lock


def locked_file(path: Path) -> int | None:
    """A lock on the file itself, which a file that is mounted twice has once; None if it is taken.

    SQLite's own locks are of another kind. Where there is no such lock, -1. It is given back after
    SQLite has closed the file: closing any descriptor of a file ends SQLite's locks on it.
    """
    try:
        import fcntl
    except ImportError:  # not on this system
        return -1
    descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError:  # a file system without such locks
        os.close(descriptor)
        return -1
    return descriptor


def unlock(descriptor: int) -> None:
    """Give back what `locked_file` took."""
    if descriptor >= 0:
        os.close(descriptor)


def which(*names: str) -> tuple[tuple[int, int] | None, ...]:
    """Which files have these names now, if any; others may have taken them."""
    return tuple(map(_which, names))


def _which(name: str) -> tuple[int, int] | None:
    with suppress(OSError):  # a disk that is unmounted has no files, either
        status = os.stat(name)  # noqa: PTH116 -- of no name a Path makes a folder
        return status.st_dev, status.st_ino
    return None
