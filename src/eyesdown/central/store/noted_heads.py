"""The newest row of each journal, noted in a small file outside the stores.

A journal that was cut back holds together, keyed tags and all. The note shows that there were later
rows. It also shows that a journal was sealed once.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import EMPTY, Head
from eyesdown.kernel.errors import BadInput, JournalCorrupt


class NotedHeads:
    """The notes of one site, by the name of the journal."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            plain: Any = json.loads(path.read_text("utf-8")) if path.exists() else {}
            pairs = ((name, text.partition(":")) for name, text in plain.items())
            self._heads = {
                str(name): Head(int(seq), bytes.fromhex(digits)) for name, (seq, _, digits) in pairs
            }
        except (OSError, ValueError, AttributeError) as bad:
            words = "this file of noted rows cannot be read; remove it only if you know why"
            raise BadInput(str(path), f"{words} ({bad})") from bad

    def __contains__(self, name: str) -> bool:
        return name in self._heads

    def note(self, name: str, head: Head) -> None:
        """Write down the newest row of a journal. A disk that is full stops no sale."""
        self._heads[name] = head
        plain = {name: f"{head.seq}:{head.hash.hex()}" for name, head in self._heads.items()}
        begun = self._path.with_name(f"{self._path.name}.part")
        try:
            begun.write_text(json.dumps(plain, indent=1), "utf-8")
            begun.replace(self._path)
        except OSError:
            begun.unlink(missing_ok=True)

    def forget(self, name: str) -> None:
        """Take back the note of a journal, before an older copy of it goes on."""
        if self._heads.pop(name, None) is not None:
            self.note(name, EMPTY)

    def check(self, name: str, store: Store) -> None:
        """JournalCorrupt if a journal has not got the row that was noted."""
        noted = self._heads.get(name, EMPTY)
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
