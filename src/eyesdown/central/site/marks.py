"""Rows and hashes that an outsider noted down, held against the journal.

Anyone who may write to the store can rewrite everything from some row on, with all hashes, and
nothing inside the store shows it. A row's hash covers every row before it, so one noted hash does.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from eyesdown.central.store.base import Store
from eyesdown.kernel.errors import BadInput, JournalCorrupt


class Mark(NamedTuple):
    """A row and its hash, as an outsider noted them."""

    seq: int
    hash: bytes

    @classmethod
    def of_text(cls, text: str) -> Mark:
        """A mark as it is printed.

        >>> Mark.of_text("7:" + 32 * "ab").seq
        7
        """
        seq, _, digits = text.partition(":")
        try:
            mark = cls(int(seq), bytes.fromhex(digits))
        except ValueError as bad:
            raise BadInput("mark", f"{text!r} is not a row and its hash, as in 7:ab12...") from bad
        if mark.seq < 1 or len(mark.hash) != 32:
            raise BadInput("mark", f"{text!r} is not a row and its hash of 64 digits")
        return mark


def check_marks(store: Store, marks: Iterable[Mark]) -> None:
    """JournalCorrupt if a row that was noted is no longer the same."""
    for mark in marks:
        row = next(store.rows(mark.seq - 1), None)
        if row is None or (row.seq, row.hash) != mark:
            raise JournalCorrupt(f"row {mark.seq} is not the one that was noted")
