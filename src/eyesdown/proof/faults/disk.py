"""What SQLite does to the disk, seen and spoilt on its way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import apsw

BASE = "unix"

D = TypeVar("D", bound="Disk")


class Operation(StrEnum):
    """What may be done to a file."""

    WRITE = "write"
    TRUNCATE = "truncate"
    SYNC = "sync"
    DELETE = "delete"


class Done(NamedTuple):
    """One thing that was done to a file: `offset` is where, or the length that was left."""

    operation: Operation
    file: str
    offset: int = 0
    data: bytes = b""


class Disk:
    """Counts what is done; from `fails_from` on, `fails_many` times, nothing is.

    Nothing is really synced: this machine's own power is not going to be cut.
    """

    def __init__(self, fails_from: int = 0, fails_many: int = 0, code: int = 0) -> None:
        self.tried = 0
        self.failed = 0
        self._fails = range(fails_from, fails_from + fails_many)
        self._code = code

    def allow(self) -> None:
        """Raise if it is this one's turn to fail."""
        self.tried += 1
        if self.tried in self._fails:
            self.failed += 1
            raise apsw.exception_for(self._code)

    def note(self, done: Done) -> None:
        """Note what was done; recorders override this."""


class Recorder(Disk):
    """Keeps everything that is done."""

    def __init__(self) -> None:
        super().__init__()
        self.done: list[Done] = []

    def note(self, done: Done) -> None:
        self.done.append(done)


@contextmanager
def under(disk: D) -> Iterator[D]:
    """Whatever SQLite file is opened meanwhile lies on this disk."""
    shim = _Shim(disk)
    try:
        yield disk
    finally:
        shim.unregister()


class _Shim(apsw.VFS):
    """A file system of SQLite's own kind that asks the disk before everything it does."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        super().__init__("eyesdown-faults", BASE, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802 -- SQLite's name
        return _File(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: FBT001, N802 -- as above
        super().xDelete(filename, syncdir)
        self.disk.note(Done(Operation.DELETE, Path(filename).name))

    def excepthook(self, *_: object) -> bool:
        """Only SQLite needs to know, by the error's code."""
        return True


class _File(apsw.VFSFile):
    """A file on such a disk."""

    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:
        self.disk = disk
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        self.name = Path(path).name
        super().__init__(BASE, name, flags)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802 -- as above
        self.disk.allow()
        super().xWrite(data, offset)
        self.disk.note(Done(Operation.WRITE, self.name, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 -- as above
        self.disk.allow()
        super().xTruncate(newsize)
        self.disk.note(Done(Operation.TRUNCATE, self.name, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 -- as above
        self.disk.allow()
        self.disk.note(Done(Operation.SYNC, self.name))

    def excepthook(self, *_: object) -> bool:
        """As above."""
        return True
