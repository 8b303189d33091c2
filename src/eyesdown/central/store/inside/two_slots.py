"""A small file that a power cut does not tear: its text is in two lines, written in turn."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

TURN_DIGITS = 15


class TwoSlots:
    """Text on a disk. A write that was cut off leaves the text before it.

    Each line has a checksum and a number that counts up; the newest line that is whole counts.
    Text of the same length is written over the older line; any other makes a new file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._length = 0
        self._turn = 0

    def read(self) -> str:
        """The newest text; empty if there is no file. ValueError if no line is whole."""
        if not self._path.exists():
            return ""
        raw = self._path.read_bytes()
        if raw.startswith(b"{"):  # of an early version, which wrote the text alone
            return raw.decode()
        whole = [slot for slot in map(_whole, raw.split(b"\n")) if slot is not None]
        if not whole:
            raise ValueError("neither of its lines is whole")
        self._turn, text = max(whole)
        return text

    def write(self, text: str, *, sure: bool) -> None:
        """Write text of one line; if `sure`, it outlasts a power cut from here on."""
        self._turn += 1
        slot = _slot(self._turn, text)
        if len(slot) != self._length or not self._is_there():
            self._make(slot)
            return
        # Over the older of both lines: if this write is torn, the newer one is whole.
        os.pwrite(self._file, slot, self._turn % 2 * len(slot))
        if sure:
            os.fsync(self._file)

    def _is_there(self) -> bool:
        """Whether the open file still has its name; a person may have removed or replaced it."""
        return self._file >= 0 and os.fstat(self._file).st_nlink > 0

    def _make(self, slot: bytes) -> None:
        begun = self._path.with_name(f"{self._path.name}.part")
        try:
            flags = os.O_CREAT | os.O_TRUNC | os.O_WRONLY
            with os.fdopen(os.open(begun, flags, 0o600), "wb") as file:
                # Twice, so that the first write over one of them leaves the other.
                file.write(slot + slot)
                file.flush()
                os.fsync(file.fileno())
            begun.replace(self._path)
        except OSError:
            begun.unlink(missing_ok=True)
            raise
        self.close()
        self._file, self._length = os.open(self._path, os.O_RDWR), len(slot)

    def close(self) -> None:
        """Close the file; the next text opens it again."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __del__(self) -> None:
        self.close()


def _slot(turn: int, text: str) -> bytes:
    content = b"%0*d %b" % (TURN_DIGITS, turn, text.encode())
    return b"%b %b\n" % (sha256(content).hexdigest().encode(), content)


def _whole(line: bytes) -> tuple[int, str] | None:
    """The number and text of a line; None if it was cut off."""
    checksum, _, content = line.partition(b" ")
    if sha256(content).hexdigest().encode() != checksum:
        return None
    turn, _, text = content.partition(b" ")
    return int(turn), text.decode()
