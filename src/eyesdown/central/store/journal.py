"""The journal's rows and their chain: each row carries the hash of the one before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import NamedTuple

from eyesdown.kernel.errors import JournalCorrupt

GENESIS = bytes(32)
"""The hash before the first row."""


class Row(NamedTuple):
    """One command and what came of it. `at_us` is when it was sequenced, in microseconds UTC.

    `asked` is the hash of what the client sent, by which a repeat is known; `command` is what was
    decided on, with the time and the serial that the site put in.
    """

    seq: int
    at_us: int
    command_id: str
    asked: bytes
    command: bytes
    events: bytes
    prev_hash: bytes
    hash: bytes
    tag: bytes = b""
    """The keyed tag of the row, made by a key outside the store; see `keyed`."""


class Head(NamedTuple):
    """Where the journal ends."""

    seq: int
    hash: bytes


EMPTY = Head(0, GENESIS)


class RowContent(NamedTuple):
    """The fields of a row before it is linked into the chain."""

    at_us: int
    command_id: str
    asked: bytes
    command: bytes
    events: bytes


def linked(head: Head, contents: Iterable[RowContent]) -> list[Row]:
    """The next rows after a head.

    >>> contents = [RowContent(0, f"till-1/{n}", b"", b"{}", b"[]") for n in (1, 2)]
    >>> first, second = linked(EMPTY, contents)
    >>> second.seq, second.prev_hash == first.hash
    (2, True)
    """
    (seq, prev_hash), rows, make = head, [], Row._make
    for content in contents:
        seq += 1
        digest = row_hash(seq, content, prev_hash)
        rows.append(make((seq, *content, prev_hash, digest, b"")))
        prev_hash = digest
    return rows


def row_hash(seq: int, content: tuple[int, str, bytes, bytes, bytes], prev_hash: bytes) -> bytes:
    """SHA-256 over every field; lengths go in, so that no byte can change fields unseen."""
    at_us, command_id, asked, command, events = content
    name = command_id.encode("utf-8")
    sizes = b"%d %d %d %d %d %d " % (seq, at_us, len(name), len(asked), len(command), len(events))
    return sha256(b"".join((prev_hash, sizes, name, asked, command, events))).digest()


def verified(
    rows: Iterable[Row], head: Head = EMPTY, *, contents_checked: bool = False
) -> Iterator[Row]:
    """The same rows, each only if it follows the one before; else JournalCorrupt with its place.

    A keyed store has checked the content of each row that it gives.
    """
    seq, prev_hash = head
    for row in rows:
        if row.seq != seq + 1:
            raise JournalCorrupt(f"row {seq + 1} is missing; row {row.seq} is in its place")
        if row.prev_hash != prev_hash:
            raise JournalCorrupt(f"row {row.seq} does not follow row {seq}")
        if not contents_checked:
            check_content(row)
        seq, prev_hash = row.seq, row.hash
        yield row


def check_content(row: Row) -> None:
    """JournalCorrupt if a row's hash is not that of its content."""
    try:
        # Formatting cuts a fraction off, so a time that is no whole number could pass.
        is_whole = isinstance(row.at_us, int)
        holds = is_whole and row_hash(row.seq, row[1:6], row.prev_hash) == row.hash
    except (TypeError, AttributeError):
        holds = False  # not even of the type that was written
    if not holds:
        raise JournalCorrupt(f"row {row.seq} was changed after it was written")
