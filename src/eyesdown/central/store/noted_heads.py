"""What a site notes outside its stores: of each journal the newest row, the key, and one sum.

A journal that was cut back holds together, keyed tags and all. The note shows that there were later
rows, that a journal was sealed once, which key tags all of it, and whether what is kept beside the
journal is the newest version (see `newest_versions`).
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from apsw import Connection
from apsw import Error as SQLiteError

from eyesdown.central.store.base import Store
from eyesdown.central.store.inside.sqlite_file import locked
from eyesdown.central.store.inside.two_slots import TwoSlots
from eyesdown.central.store.journal import EMPTY, Head
from eyesdown.central.store.newest_versions import SUM_BYTES
from eyesdown.kernel.errors import BadInput, JournalConflict, JournalCorrupt, JournalUnavailable

LOG = logging.getLogger("eyesdown.site")
SUM_DIGITS = 2 * SUM_BYTES


class Noted(NamedTuple):
    """What is noted of one journal."""

    head: Head = EMPTY
    key: str = ""
    """The id of the key that has tagged everything; empty if that is not known."""
    sums: tuple[int, ...] = ()
    """Sums of what is kept beside the journal, one of which is right; none if not known."""

    def plain(self) -> dict[str, Any]:
        # The number is padded, so that the text keeps its length and is written in place.
        return {
            "row": f"{self.head.seq:015d}:{self.head.hash.hex()}",
            "key": self.key,
            "beside": [f"{each:0{SUM_DIGITS}x}" for each in self.sums],
        }

    @classmethod
    def of(cls, plain: Any) -> Noted:
        """What was written, now or by an early version: the row alone, or shorter sums."""
        if isinstance(plain, str):
            plain = {"row": plain}
        seq, _, digits = plain["row"].partition(":")
        beside = [each for each in plain.get("beside", ()) if len(each) == SUM_DIGITS]
        sums = tuple(int(each, 16) for each in beside)
        return cls(Head(int(seq), bytes.fromhex(digits)), str(plain.get("key", "")), sums)


class NotedHeads:
    """The notes of one site, by the name of the journal. Its tenants share them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._slots = TwoSlots(path)
        self._lock = Lock()
        self._written = True
        self._claims = 0
        self._writer: Connection | None = None
        if os.name == "posix" and path.exists() and path.stat().st_mode & 0o022:
            raise BadInput(
                str(path),
                "other users of this machine can change this file, and so put back an older store "
                "unseen; chmod 600 it, then run `eyesdown journal verify` with a --mark of yours",
            )
        try:
            plain: Any = json.loads(self._slots.read() or "{}")
            self._notes = {str(name): Noted.of(note) for name, note in plain.items()}
        except (OSError, ValueError, AttributeError, KeyError, TypeError) as bad:
            raise BadInput(
                str(path),
                f"this file of noted rows cannot be read ({bad}). If the stores are the newest, "
                "remove it and run `eyesdown journal seal STORE --restored` once for each of them: "
                "it verifies them first",
            ) from bad

    def claim(self) -> None:
        """Let no other process note anything here; JournalConflict if one does.

        Stores of one site claim it together, and each releases it.
        """
        with self._lock:
            if not self._claims:
                try:
                    self._writer = locked(self.path)
                except SQLiteError as bad:
                    raise JournalUnavailable(f"{self.path}-writer: {bad}") from bad
                if self._writer is None:
                    raise JournalConflict(
                        f"another site that runs notes its rows in {self.path}. Stop that one. To "
                        "try a copy of a store beside it, give the copy's site another --key: a "
                        "copy of the key file in a folder of its own"
                    )
            self._claims += 1

    def release(self) -> None:
        """Take back one claim; the last one lets other processes note here."""
        with self._lock:
            self._claims -= 1
            if not self._claims and self._writer is not None:
                self._writer.close()
                self._writer = None

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
        """A sum or a key must outlast a power cut that the store outlasts; a row need not."""
        with self._lock:
            self._notes[name] = self.of(name)._replace(**changes)
            plain = {name: note.plain() for name, note in self._notes.items()}
            try:
                self._slots.write(json.dumps(plain), sure=changes.keys() != {"head"})
                self._written = True
            except OSError as bad:
                if self._written:  # once, not with every row
                    more = {"file": str(self.path), "words": str(bad)}
                    LOG.warning("the newest rows cannot be noted outside the store", extra=more)
                self._written = False

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
            f"this site wrote row {noted.seq:,} ({self.path} has its hash), but the journal of "
            f"{name} {has}: an older or another copy is in place. Put the newest one back. If a "
            "backup was restored on purpose, run `eyesdown journal seal --restored` once"
        )
