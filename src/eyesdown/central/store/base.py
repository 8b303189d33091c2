"""What every store offers: memory, SQLite and PostgreSQL pass the same contract tests.

A store keeps the journal, the ledger's lines and balances, the records that pages read, snapshots,
the secrets of draws not yet made, prints (large files that a row names by their hash), and the
personal data of players, which no row names. It decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, Protocol, TypeAlias

from eyesdown.central.store.journal import Head, Row
from eyesdown.kernel.errors import JournalCorrupt, JournalError
from eyesdown.ledger.books import Amount, JournalPlace, PostingGroup, whole
from eyesdown.ledger.statement import Posted

ROW_MAX = 2**62
READ_ROWS = 1000
"""The rows fetched at once when the journal is read from end to end."""
READ_ROWS_FIRST, READ_ROWS_GROWTH = 4, 8
"""The rows fetched first, and the factor of growth after that: many readers want a single row."""

BOOKS_ROWS = 4096
"""After how many rows of the journal a store sums its lines up and files them by account.

Doing so with every commit would touch a page for each account of each sale. Until then the newest
lines are summed when they are asked for.
"""


SNAPSHOTS_MAX = 9
"""Snapshots that a store has at most: the newest for a restart, earlier ones for verification."""
SPARE_BYTES_MAX = 8_000_000
"""An earlier snapshot that is larger than this is not worth its place."""


class SchemaNewer(JournalError):
    """The file was written by a newer program. Retry: never with this one."""

    def __init__(self, version: int, newest: int) -> None:
        super().__init__(
            f"this store has schema version {version}; this program knows up to {newest}: "
            "use the program that wrote it, or a newer one"
        )


OLDEST_SCHEMA = 3
"""The first schema version whose rows this program can go on with."""


class SchemaOlder(JournalError):
    """The rows have another meaning than now. Retry: never with this program."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"this store was begun by an early version (schema {version}) whose rows this program "
            "cannot go on with: keep it with the program that wrote it, and begin a new one"
        )


class LineRow(NamedTuple):
    """A ledger line as it is kept: whole cents, and the part of a cent as 'a/b' if there is one."""

    seq: int
    grp: int
    line: int
    account: str
    cents: int
    part: str | None
    why: str
    corrects_seq: int | None
    corrects_grp: int | None


class RecordRow(NamedTuple):
    """What pages read, by kind and key; a later row of the same key replaces an earlier one."""

    kind: str
    key: str
    seq: int
    body: bytes
    tag: bytes = b""


RecordPlace: TypeAlias = tuple[str, str, int]
"""Kind, key and row of a record."""


class Snapshot(NamedTuple):
    """The state after a row, so that a restart need not read the whole history."""

    seq: int
    hash: bytes
    body: bytes
    body_hash: bytes
    books: bytes = b""
    """Balances after the row and how much was written; see `central.site.upkeep.snapshot_books`."""
    tag: bytes = b""


@dataclass(slots=True)
class Batch:
    """What one transaction writes: all of it or nothing."""

    rows: list[Row] = field(default_factory=list)
    lines: list[LineRow] = field(default_factory=list)
    records: list[RecordRow] = field(default_factory=list)


class Store(Protocol):
    """One ordered writer's disk. Trouble is a JournalError that says whether to try again."""

    def head(self) -> Head: ...

    def append(self, batch: Batch) -> None:
        """Write a batch after the head, durably; JournalConflict if another process wrote."""

    def rows(self, after: int = 0) -> Iterator[Row]: ...

    def find(self, command_ids: Sequence[str]) -> dict[str, Row]: ...

    def balances(self, at: int | None = None) -> dict[str, Amount]:
        """Every account's balance, now or after a row of the journal."""

    def balance(self, account: str, at: int) -> Amount:
        """One account's balance after a row of the journal, without reading the others."""

    def lines(self, account: str, after: int = 0, most: int | None = None) -> list[Posted]:
        """What was posted to an account after a row, in order; at most `most` of them."""

    def row_lines(self, seq: int) -> list[Posted]:
        """Everything that one row of the journal posted."""

    def record(self, kind: str, key: str) -> RecordRow | None: ...

    def records(self, kind: str, prefix: str = "") -> Iterator[RecordRow]:
        """The newest record of every key that begins so, in order of keys."""

    def records_at(self, places: Sequence[RecordPlace]) -> dict[RecordPlace, RecordRow]:
        """Records by kind, key and row, however old; what is not there is left out."""

    def records_count(self) -> int: ...

    def lines_count(self) -> int: ...

    def ids_count(self) -> int:
        """How many commands can be found by their id; one that cannot would be done again."""

    def lines_after(self, seq: int, upto: int | None = None) -> Iterator[tuple[Any, ...]]:
        """Every ledger line of the rows after a row, in order; up to another row if given."""

    def row_hashes(self, seqs: Iterable[int]) -> dict[int, bytes]:
        """The hashes of some rows; what is not there is left out."""

    def filed_upto(self) -> int:
        """The row up to which lines are summed up and filed; JournalCorrupt where that is wrong.

        It reads what nothing else would: whatever this store has besides the tables of `COLUMNS`.
        """

    def save_snapshot(self, snapshot: Snapshot) -> None:
        """Add a snapshot; some earlier ones stay, spread over the journal (`superfluous`)."""

    def snapshot(self, at: int | None = None) -> Snapshot | None:
        """The newest snapshot, or the one after a row."""

    def snapshot_rows(self) -> list[int]:
        """The rows after which there is a snapshot, oldest first."""

    def keep_secret(self, name: str, body: bytes, tag: bytes = b"") -> bytes:
        """Keep a secret under a name, once; whichever was kept first is the one given back."""

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        """Keep a secret that may change, such as the hash of a password, in place of the last."""

    def secret(self, name: str) -> bytes:
        """The secret that was kept under a name; nothing if there is none."""

    def secret_tag(self, name: str) -> bytes:
        """The tag that was kept with a secret."""

    def put_tags(self, table: str, tags: Iterable[tuple[Any, ...]]) -> None:
        """Replace tags of a table: each the tag, then what names its row there (`NAMED_BY`)."""

    def keep_print(self, body: bytes) -> str:
        """Keep a file under its SHA-256, which is returned; a second time changes nothing."""

    def print_of(self, sha256: str) -> bytes:
        """The file with this hash; nothing if there is none."""

    def put_personal(self, holder: str, bodies: Mapping[str, bytes]) -> None:
        """Keep personal data of a holder by kind, in place of what was kept before; all or none.

        No row of the journal depends on it, so that it can be taken out.
        """

    def personal(self, holder: str) -> dict[str, bytes]:
        """All personal data of a holder, by kind."""

    def personal_tags(self) -> Iterator[tuple[str, bytes]]:
        """The tags of all personal data, each with its holder."""

    def take_out_personal(self, holder: str, kinds: Sequence[str] | None = None) -> None:
        """Remove personal data of a holder, all of it or some kinds."""

    def frozen(self) -> AbstractContextManager[None]:
        """While this lasts, everything read is of one moment, whatever is written meanwhile."""

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]: ...

    def whole(self) -> AbstractContextManager[None]:
        """All that is loaded while this lasts stays, or nothing of it."""

    def load(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None: ...

    def claim(self) -> None:
        """Be the one writer until closed; JournalConflict while another process is."""

    def close(self) -> None: ...


COLUMNS: Mapping[str, tuple[str, ...]] = {
    "journal": Row._fields,
    "lines": LineRow._fields,
    "balances": ("account", "cents", "part"),
    "records": RecordRow._fields,
    "snapshots": Snapshot._fields,
    "secrets": ("name", "body", "tag"),
    "prints": ("sha256", "body"),
    "personal": ("holder", "kind", "body"),
}

TAG_OF = "tag of "
"""The tag of personal data of a kind is kept as a kind of its own, so that it goes with it."""

NAMED_BY: Mapping[str, tuple[str, ...]] = {
    "journal": ("seq",),
    "records": ("kind", "key", "seq"),
    "snapshots": ("seq",),
    "secrets": ("name",),
}
"""The tables whose rows have a tag, and the columns that name a row there."""


def split(amount: Amount) -> tuple[int, str | None]:
    """An amount as it is kept.

    >>> split(100), split(Fraction(517, 25)), split(Fraction(-1, 3))
    ((100, None), (20, '17/25'), (-1, '2/3'))
    """
    if isinstance(amount, int):
        return amount, None
    cents, part = divmod(amount, 1)
    return cents, f"{part.numerator}/{part.denominator}" if part else None


def join(cents: int, part: str | None, many: int = 1) -> Amount:
    """The amount that was split, `many` times its part; JournalCorrupt if it is no amount.

    >>> join(-300, None), join(7, "1/3", 3)
    (-300, Fraction(8, 1))
    """
    words = f"{cents!r} cents and {part!r} of a cent is no amount"
    if not isinstance(cents, int):
        raise JournalCorrupt(words)
    try:
        return cents + (0 if part is None else many * Fraction(part))
    except (TypeError, ValueError, ZeroDivisionError) as bad:
        raise JournalCorrupt(words) from bad


def blob(value: object) -> bytes:
    """The bytes of a column. In a SQLite file that was changed it may hold any other type.

    >>> blob(b"tag"), blob("tag"), blob(7)
    (b'tag', b"'tag'", b'7')
    """
    return value if isinstance(value, bytes) else repr(value).encode()


def line_rows(posted: Iterable[tuple[int, Iterable[PostingGroup]]]) -> list[LineRow]:
    """The lines of what rows of the journal post, each by its number and groups."""
    make = LineRow._make
    return [
        make((seq, number) + rest)  # noqa: RUF005 -- a third of the time
        for seq, groups in posted
        for number, group in enumerate(groups)
        for rest in _rest_of_lines(group)
    ]


@lru_cache(maxsize=1 << 11)  # sales of one kind post the same again and again
def _rest_of_lines(group: PostingGroup) -> list[tuple[Any, ...]]:
    """A group's lines as they are kept, but for their place."""
    corrects = group.corrects or (None, None)
    return [
        (line, account, *split(amount), group.why, *corrects)
        for line, (account, amount) in enumerate(group.lines)
    ]


def summed(rows: Iterable[tuple[str, int, str | None, int]]) -> dict[str, Amount]:
    """Amounts added up by account: cents, the part of a cent, and how many have that."""
    sums: dict[str, Amount] = {}
    for name, cents, part, many in rows:
        if not isinstance(name, str):
            raise JournalCorrupt(f"balances: {name!r} is no name of an account")
        try:
            sums[name] = whole(sums.get(name, 0) + join(cents, part, many))
        except JournalCorrupt as bad:
            raise JournalCorrupt(f"balances: {name} has {bad}") from bad
    return sums


def posted(row: LineRow) -> Posted:
    return Posted(JournalPlace(row.seq, row.grp), row.why, row.account, join(row.cents, row.part))


def superfluous(snapshots: Sequence[tuple[int, int]]) -> list[int]:
    """Of snapshots by row and size, oldest first: those that a store drops after the newest.

    A verification works from several snapshots at once, so those that stay are spread evenly.

    >>> superfluous([(row, 100) for row in range(1000, 12000, 1000)])
    [1000, 3000]
    >>> superfluous([(1000, SPARE_BYTES_MAX + 1), (2000, SPARE_BYTES_MAX + 1)])
    [1000]
    """
    newest = snapshots[-1][0]
    rows = [row for row, size in snapshots if size <= SPARE_BYTES_MAX or row == newest]
    while len(rows) > SNAPSHOTS_MAX:
        gaps = zip([0, *rows], rows[1:], strict=False)
        spans = [after - before for before, after in gaps]
        del rows[spans.index(min(spans))]
    return [row for row, _ in snapshots if row not in rows]


def only_upto(stored: list[Any], last: int) -> int:
    """The row up to which the books are summed, as the store has it; JournalCorrupt if wrong.

    >>> only_upto([7], last=9)
    7
    """
    match stored:
        case [int(upto)] if 0 <= upto <= last:
            return upto
    raise JournalCorrupt(f"books_upto holds {stored}, not one row of a journal of {last}")


def copy(source: Store, target: Store, *, without: Sequence[str] = ()) -> None:
    """Everything of one store into an empty one: backup and restore, whatever the two are.

    The tables in `without` stay empty. A copy that is broken off leaves the target empty: no site
    may go on with half of its books.
    """
    with source.frozen(), target.whole():
        if target.head().seq:
            raise JournalError("the target already holds a journal; restore into an empty store")
        for table in (table for table in COLUMNS if table not in without):
            target.load(table, source.dump(table))
        if target.head() != source.head():
            raise JournalError("the copy does not end where the original ends")
