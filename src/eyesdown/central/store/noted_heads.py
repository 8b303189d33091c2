"""What a site notes outside its stores: of each journal the newest row, the key, and one sum.

A journal that was cut back holds together, keyed tags and all. The note shows that there were later
rows, that a journal was sealed once, which key tags all of it, and whether what is kept beside the
journal is the newest version (see `newest_versions`).
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import EMPTY, Head
from eyesdown.kernel.errors import BadInput, JournalCorrupt


class Noted(NamedTuple):
    """What is noted of one journal."""

    head: Head = EMPTY
    key: str = ""
    """The id of the key that has tagged everything; empty if that is not known."""
    sums: tuple[int, ...] = ()
    """Sums of what is kept beside the journal, one of which is right; none if not known."""

    def plain(self) -> dict[str, Any]:
        # The number is padded, so that the file keeps its length and is written in place.
        return {
            "row": f"{self.head.seq:015d}:{self.head.hash.hex()}",
            "key": self.key,
            "beside": [f"{each:040x}" for each in self.sums],
        }

    @classmethod
    def of(cls, plain: Any) -> Noted:
        """What was written, now or by an early version, which noted the row alone."""
        if isinstance(plain, str):
            plain = {"row": plain}
        seq, _, digits = plain["row"].partition(":")
        sums = tuple(int(each, 16) for each in plain.get("beside", ()))
        return cls(Head(int(seq), bytes.fromhex(digits)), str(plain.get("key", "")), sums)


class NotedHeads:
    """The notes of one site, by the name of the journal. Its tenants share them."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = -1
        self._length = 0
        self._lock = Lock()
        try:
            plain: Any = json.loads(path.read_text("utf-8")) if path.exists() else {}
            self._notes = {str(name): Noted.of(note) for name, note in plain.items()}
        except (OSError, ValueError, AttributeError, KeyError, TypeError) as bad:
            words = "this file of noted rows cannot be read; remove it only if you know why"
            raise BadInput(str(path), f"{words} ({bad})") from bad

    def __contains__(self, name: str) -> bool:
        return name in self._notes

    def of(self, name: str) -> Noted:
        """What is noted of a journal."""
        return self._notes.get(name, Noted())

    def note(self, name: str, head: Head) -> None:
        """Write down the newest row of a journal. A disk that is full stops no sale."""
        self._put(name, head=head)

    def note_key(self, name: str, key: str) -> None:
        """Write down which key has tagged everything in a journal's store."""
        self._put(name, key=key)

    def note_sums(self, name: str, sums: tuple[int, ...]) -> None:
        """Write down the sum of what is kept beside a journal; before a change, both sums."""
        self._put(name, sums=sums)

    def forget(self, name: str) -> None:
        """Take back the note of a journal, before an older copy of it goes on."""
        if name in self._notes:
            self._put(name, **Noted()._asdict())

    def _put(self, name: str, **changes: Any) -> None:
        with self._lock:
            self._notes[name] = self.of(name)._replace(**changes)
            plain = {name: note.plain() for name, note in self._notes.items()}
            self._write(json.dumps(plain, indent=1).encode())

    def _write(self, text: bytes) -> None:
        """Over the file where its length stays the same, else as a new file in its place."""
        try:
            if self._file >= 0 and len(text) == self._length:
                os.pwrite(self._file, text, 0)
                return
            begun = self._path.with_name(f"{self._path.name}.part")
            begun.write_bytes(text)
            begun.replace(self._path)
            self.close()
            self._file, self._length = os.open(self._path, os.O_RDWR), len(text)
        except OSError:
            self._path.with_name(f"{self._path.name}.part").unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; the next note opens it again."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __del__(self) -> None:
        self.close()

    def check(self, name: str, store: Store) -> None:
        """JournalCorrupt if a journal has not got the row that was noted."""
        noted = self.of(name).head
        if noted == EMPTY:
            return
        row = next(store.rows(noted.seq - 1), None)
        if row is not None and (row.seq, row.hash) == noted:
            return
        has = f"ends with row {store.head().seq:,}" if row is None else "has another row there"
        raise JournalCorrupt(
            f"this site wrote row {noted.seq:,} ({self._path} has its hash), but the journal of "
            f"{name} {has}: an older or another copy is in place. Put the newest one back. If a "
            "backup was restored on purpose, run `eyesdown journal seal --restored` once"
        )
