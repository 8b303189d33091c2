"""The default store: one SQLite file, write-ahead log, synchronous FULL."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from itertools import chain, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, TypeVar

import apsw

from eyesdown.central.store.base import (
    BOOKS_ROWS,
    COLUMNS,
    NAMED_BY,
    OLDEST_SCHEMA,
    READ_ROWS,
    READ_ROWS_FIRST,
    READ_ROWS_GROWTH,
    ROW_MAX,
    Batch,
    LineRow,
    RecordPlace,
    RecordRow,
    SchemaNewer,
    SchemaOlder,
    Snapshot,
    blob,
    only_upto,
    posted,
    split,
    summed,
)
from eyesdown.central.store.inside import sqlite_file, sqlite_personal, sqlite_snapshots
from eyesdown.central.store.inside.sqlite_file import may_write, to_look_at, which
from eyesdown.central.store.inside.sqlite_filing import (
    BALANCES,
    OF_ACCOUNT,
    SUMS,
    UPTO,
    check_filed,
    file_newest,
    sum_up,
)
from eyesdown.central.store.inside.sqlite_schema import MIGRATIONS, check_schema, migrate
from eyesdown.central.store.journal import EMPTY, Head, Row
from eyesdown.kernel.errors import JournalConflict, JournalCorrupt, JournalError, JournalUnavailable
from eyesdown.ledger.books import Amount
from eyesdown.ledger.statement import Posted

T = TypeVar("T")

_PLACE = itemgetter(0, 1, 2)

APPLICATION_ID = 0x65796573  # "eyes"
ROWS_A_STATEMENT = (256, 64, 16, 4, 1)
CHECKPOINT_PAGES = 8000
"""How long the write-ahead log grows: a page that is written many times is copied home once."""

_FILED = (
    "SELECT seq FROM commands_by_id WHERE command_id IN (SELECT value FROM json_each(?)) "
    "ORDER BY seq"
)
_JOURNAL = f"SELECT {', '.join(Row._fields)} FROM journal"  # noqa: S608 -- names of our own columns


@cache  # as many as there are tables and sizes
def _insertion(table: str, rows: int) -> str:
    names = COLUMNS[table]
    marks = ", ".join([f"({', '.join('?' * len(names))})"] * rows)
    return f"INSERT INTO {table}({', '.join(names)}) VALUES {marks}"  # noqa: S608 -- names of our own tables


def _parts(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """Rows some hundred at a time, in few different sizes, so that each statement is known."""
    done = 0
    while done < len(rows):
        size = next(size for size in ROWS_A_STATEMENT if size <= len(rows) - done)
        yield rows[done : done + size]
        done += size


@contextmanager
def _translated(where: str) -> Iterator[None]:
    """SQLite's errors as JournalErrors, which say whether a retry can help."""
    try:
        yield
    except apsw.ConstraintError as bad:
        raise JournalConflict(f"{where}: another process wrote first ({bad})") from bad
    except apsw.NotADBError as bad:
        why = "is not a store, or its first bytes are damaged"
        raise JournalCorrupt(f"{where} {why}") from bad
    except apsw.CorruptError as bad:
        raise JournalCorrupt(f"{where}: {bad}") from bad
    except UnicodeDecodeError as bad:
        raise JournalCorrupt(f"{where}: {bad.object!r} is no longer text") from bad
    except (apsw.Error, OSError) as bad:
        raise JournalUnavailable(f"{where}: {bad}") from bad


class SqliteStore:
    """One file. Opening it brings an older one up to date and refuses a newer one.

    One that we may not write to, an inspector's copy say, can be read as it is.
    """

    def __init__(self, path: Path) -> None:
        path = path.resolve()
        self._path = path
        self._lock: apsw.Connection | None = None
        self._file_lock: int | None = None
        self._upto = -1  # how far the books are summed up; this process has not written yet
        self._at_hand: dict[str, int] = {}
        self._at_hand_of: tuple[Any, ...] = ()
        self._free: set[str] = set()  # ids that were looked up since the last row, and not found
        self._files: tuple[str, ...] = ()
        self._files_are: tuple[Any, ...] = ()
        fixed = path.is_file() and not may_write(path)
        with _translated(str(path)):
            self._db = to_look_at(path) if fixed else apsw.Connection(str(path))
        try:
            with _translated(str(path)):
                self._db.set_busy_timeout(sqlite_personal.BUSY_MS)
                self._migrate()
                if not fixed:
                    self._db.pragma("journal_mode", "wal")
                self._db.pragma("synchronous", "full")
                self._db.pragma("cache_size", -64_000)
                self._db.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)
                self._db.pragma("user_version")  # the first read makes the log, which stays
                self._files = str(path), self._db.filename_wal  # what is new is in the log alone
                self._files_are = which(*self._files)
        except JournalError:
            self.close()
            raise

    def _migrate(self) -> None:
        version = int(self._db.pragma("user_version"))
        ours = self._db.pragma("application_id") == APPLICATION_ID
        if not ours and (version or self._one("SELECT 1 FROM sqlite_schema")):
            raise JournalError(f"{self._path} is a database of some other program")
        if version > len(MIGRATIONS):
            raise SchemaNewer(version, len(MIGRATIONS))
        if version == len(MIGRATIONS):
            return
        if 0 < version < OLDEST_SCHEMA and self.head().seq:
            raise SchemaOlder(version)
        if self._db.readonly("main"):
            raise JournalUnavailable(f"{self._path} is of an older version and cannot be written")
        if version:  # an older program that goes on writing would leave out what is new
            self._take_lock()
        self._bring_up_to_date()
        self._release()

    def _bring_up_to_date(self) -> None:
        with self._transaction("schema"):
            version = int(self._db.pragma("user_version"))  # another may have done it meanwhile
            migrate(self._db, version)
            self._db.pragma("application_id", APPLICATION_ID)
            self._db.pragma("user_version", len(MIGRATIONS))

    @contextmanager
    def _transaction(self, where: str) -> Iterator[None]:
        """All or nothing. A full disk has already undone everything when we hear of it."""
        if which(*self._files) != self._files_are:
            # Otherwise it goes into a file that no one reads.
            words = "or its log was moved or replaced under a site: put it back, or stop the site"
            raise JournalUnavailable(f"{self._path} {words}")
        with _translated(where):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def head(self) -> Head:
        with _translated("head"):
            newest = self._one("SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1")
            return Head(*newest) if newest else EMPTY

    def append(self, batch: Batch) -> None:
        upto, new = self._upto, {row.command_id: row.seq for row in batch.rows}
        with self._transaction("append"):
            if upto < 0:
                upto = self._books_upto()
            # An id is unique over the whole journal, and no index of SQLite
            # says so: ids are filed in batches.
            if len(new) < len(batch.rows) or self._any_taken(new.keys()):
                raise JournalConflict("append: an id of these was taken before")
            self._insert("journal", batch.rows)
            self._insert("lines", batch.lines)
            self._insert("records", batch.records)
            if batch.rows and batch.rows[-1].seq - upto >= BOOKS_ROWS:
                upto = sum_up(self._db)
        # Noted once it is on disk: an error above leaves what is known as it was.
        self._upto, self._free = upto, set()
        if batch.rows and upto < batch.rows[-1].seq:
            self._at_hand |= new
            self._at_hand_of = upto, batch.rows[-1].seq

    def _any_taken(self, command_ids: AbstractSet[str]) -> bool:
        self._ids_at_hand()  # another process may have taken a free id
        # `find` looked most of them up a moment ago; only ids that it did not see cost a search.
        unsure = command_ids - self._free
        return bool(unsure and self._seqs(unsure))

    def _seqs(self, command_ids: Collection[str]) -> list[int]:
        """The rows of these commands, as far as there are any."""
        at_hand = self._ids_at_hand()
        seqs = [at_hand[name] for name in command_ids if name in at_hand]
        asked = json.dumps(list(command_ids))
        return seqs + [seq for (seq,) in self._db.execute(_FILED, (asked,))]

    def _ids_at_hand(self) -> dict[str, int]:
        """The commands that are not filed by their id yet: few enough to keep them in memory."""
        [now] = self._db.execute(f"SELECT {UPTO}, (SELECT MAX(seq) FROM journal)")  # noqa: S608 -- our own words
        # Also after another process has written: its rows are not in our memory.
        if now != self._at_hand_of:
            newer = self._db.execute(f"SELECT command_id, seq FROM journal WHERE seq > {UPTO}")  # noqa: S608 -- our own words
            self._at_hand, self._at_hand_of, self._free = dict(newer), now, set()
        return self._at_hand

    def _books_upto(self) -> int:
        marks = [seq for (seq,) in self._db.execute("SELECT seq FROM books_upto")]
        return only_upto(marks, self.head().seq)

    def _insert(self, table: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Many rows a statement: a statement lets other threads work while it runs."""
        for part in _parts(rows):
            self._db.execute(_insertion(table, len(part)), list(chain.from_iterable(part)))

    def _one(self, sql: str, values: Sequence[Any] = ()) -> tuple[Any, ...] | None:
        return next(iter(self._db.execute(sql, values)), None)

    def rows(self, after: int = 0) -> Iterator[Row]:
        most = READ_ROWS_FIRST
        while True:
            with _translated("journal"):
                page: list[Any] = self._db.execute(
                    _JOURNAL + " WHERE seq > ? ORDER BY seq LIMIT ?",
                    (after, most),
                ).fetchall()
            if not page:
                return
            yield from map(Row._make, page)
            after, most = page[-1][0], min(most * READ_ROWS_GROWTH, READ_ROWS)

    def find(self, command_ids: Sequence[str]) -> dict[str, Row]:
        with _translated("journal"):
            rows = [
                self._one(_JOURNAL + " WHERE seq = ?", (seq,)) for seq in self._seqs(command_ids)
            ]
        answered = {row[2]: Row(*row) for row in rows if row}
        # `append` follows with the same ids, and need not look them up again.
        self._free = set(command_ids) - answered.keys()
        return answered

    def balances(self, at: int | None = None) -> dict[str, Amount]:
        with _translated("balances"):
            if at is not None:
                return summed(self._db.execute(SUMS.format("seq <= :at"), {"at": at}))
            newer = SUMS.format(f"seq > {UPTO}")
            return summed(self._db.execute(f"{BALANCES} UNION ALL {newer}"))

    def balance(self, account: str, at: int) -> Amount:
        newer = f"seq > {UPTO} AND seq <= :at AND account = :account"
        parts = map(SUMS.format, (OF_ACCOUNT.format("seq <= :at"), newer))
        with _translated("balances"):
            asked = {"account": account, "at": at}
            return summed(self._db.execute(" UNION ALL ".join(parts), asked)).get(account, 0)

    def lines(self, account: str, after: int = 0, most: int | None = None) -> list[Posted]:
        filed = OF_ACCOUNT.format("seq > :after ORDER BY seq, grp, line LIMIT :most")
        newer = f"seq > MAX(:after, {UPTO}) AND account = :account"
        return self._posted(filed, newer, most=most, account=account, after=after)

    def row_lines(self, seq: int) -> list[Posted]:
        return self._posted("seq = :seq", seq=seq)

    def _posted(self, *which: str, most: int | None = None, **values: Any) -> list[Posted]:
        names = ", ".join(LineRow._fields)
        parts = [f"SELECT {names} FROM lines WHERE {condition}" for condition in which]  # noqa: S608 -- our own words
        with _translated("lines"):
            rows = self._db.execute(
                " UNION ALL ".join(parts) + " ORDER BY seq, grp, line LIMIT :most",
                {**values, "most": -1 if most is None else most},
            )
            return [posted(LineRow(*row)) for row in rows]

    def record(self, kind: str, key: str) -> RecordRow | None:
        with _translated("records"):
            row = self._one(
                "SELECT kind, key, seq, body, tag FROM records WHERE kind = ? AND key = ? "
                "ORDER BY seq DESC LIMIT 1",
                (kind, key),
            )
            return RecordRow(*row) if row else None

    def records(self, kind: str, prefix: str = "") -> Iterator[RecordRow]:
        with _translated("records"):
            rows: list[Any] = self._db.execute(
                # SQLite takes the other columns from the row that has the maximum.
                "SELECT kind, key, MAX(seq), body, tag FROM records "
                "WHERE kind = ? AND key >= ? AND key < ? GROUP BY key ORDER BY key",
                (kind, prefix, prefix + "\U0010ffff"),
            ).fetchall()
        yield from (RecordRow(*row) for row in rows)

    def records_at(self, places: Sequence[RecordPlace]) -> dict[RecordPlace, RecordRow]:
        stored: dict[RecordPlace, RecordRow] = {}
        with _translated("records"):
            for part in _parts(places):
                these = f"(kind, key, seq) IN (VALUES {', '.join(['(?, ?, ?)'] * len(part))})"
                query = f"SELECT kind, key, seq, body, tag FROM records WHERE {these}"  # noqa: S608 -- our own words
                places_ = list(chain.from_iterable(part))
                rows: list[Any] = self._db.execute(query, places_).fetchall()
                stored.update(zip(map(_PLACE, rows), map(RecordRow._make, rows), strict=True))
        return stored

    def records_count(self) -> int:
        return self._count("records")

    def lines_count(self) -> int:
        return self._count("lines")

    def _count(self, table: str) -> int:
        with _translated(table):
            [(count,)] = self._db.execute(f"SELECT COUNT(*) FROM {table}")  # noqa: S608 -- our own words
        return int(count)

    def ids_count(self) -> int:
        return self._count("commands_by_id") + len(self._ids_at_hand())

    def lines_after(self, seq: int, upto: int | None = None) -> Iterator[tuple[Any, ...]]:
        names = ", ".join(LineRow._fields)
        with _translated("lines"):
            yield from self._db.execute(
                f"SELECT {names} FROM lines WHERE seq > ? AND seq <= ? ORDER BY seq, grp, line",  # noqa: S608 -- our own words
                (seq, ROW_MAX if upto is None else upto),
            )

    def row_hashes(self, seqs: Iterable[int]) -> dict[int, bytes]:
        query = "SELECT seq, hash FROM journal WHERE seq IN (SELECT value FROM json_each(?))"
        with _translated("journal"):
            return dict(self._db.execute(query, (json.dumps(list(seqs)),)))

    def filed_upto(self) -> int:
        with _translated("books"):
            check_schema(self._db)
            upto = self._books_upto()
            check_filed(self._db, upto)
            [(message,)] = self._db.execute("PRAGMA integrity_check(1)")
            if message != "ok":
                raise JournalCorrupt(f"SQLite says: {message}")
        return upto

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._transaction("snapshots"):
            sqlite_snapshots.save(self._db, snapshot)

    def snapshot(self, at: int | None = None) -> Snapshot | None:
        with _translated("snapshots"):
            return sqlite_snapshots.stored(self._db, at)

    def snapshot_rows(self) -> list[int]:
        with _translated("snapshots"):
            return sqlite_snapshots.rows(self._db)

    def keep_secret(self, name: str, body: bytes, tag: bytes = b"") -> bytes:
        with self._transaction("secrets"):
            self._db.execute("INSERT OR IGNORE INTO secrets VALUES (?, ?, ?)", (name, body, tag))
        return self.secret(name)

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        with self._transaction("secrets"):
            self._db.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", (name, body, tag))

    def secret(self, name: str) -> bytes:
        return self._of_secret("body", name)

    def secret_tag(self, name: str) -> bytes:
        return self._of_secret("tag", name)

    def _of_secret(self, column: str, name: str) -> bytes:
        with _translated("secrets"):
            stored = self._one(f"SELECT {column} FROM secrets WHERE name = ?", (name,))  # noqa: S608 -- our own words
            return blob(stored[0]) if stored else b""

    def put_tags(self, table: str, tags: Iterable[tuple[Any, ...]]) -> None:
        where = " AND ".join(f"{name} = ?" for name in NAMED_BY[table])
        with _translated(table):
            self._db.executemany(f"UPDATE {table} SET tag = ? WHERE {where}", tags)  # noqa: S608 -- our own words

    def keep_print(self, body: bytes) -> str:
        name = sha256(body).hexdigest()
        with self._transaction("prints"):
            self._db.execute("INSERT OR IGNORE INTO prints VALUES (?, ?)", (name, body))
        return name

    def print_of(self, sha256: str) -> bytes:
        with _translated("prints"):
            stored = self._one("SELECT body FROM prints WHERE sha256 = ?", (sha256,))
            return blob(stored[0]) if stored else b""

    def put_personal(self, holder: str, bodies: Mapping[str, bytes]) -> None:
        with self._transaction("personal"):
            sqlite_personal.put(self._db, holder, bodies)

    def personal(self, holder: str) -> dict[str, bytes]:
        with _translated("personal"):
            return sqlite_personal.of(self._db, holder)

    def personal_tags(self) -> Iterator[tuple[str, bytes]]:
        with _translated("personal"):
            yield from sqlite_personal.tags(self._db)

    def take_out_personal(self, holder: str, kinds: Sequence[str] | None = None) -> None:
        with self._transaction("personal"):
            sqlite_personal.take_out(self._db, holder, kinds)
        sqlite_personal.empty_log(self._db)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        with _translated("read"):
            self._db.execute("BEGIN")
            try:
                yield
            finally:
                self._db.execute("COMMIT")

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        if table == "balances":
            yield from ((name, *split(value)) for name, value in self.balances().items())
            return
        with _translated(table):
            yield from self._db.execute(f"SELECT {', '.join(COLUMNS[table])} FROM {table}")  # noqa: S608 -- names of our own tables

    @contextmanager
    def whole(self) -> Iterator[None]:
        with self._transaction("copy"):
            yield

    def load(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        source = iter(rows)
        with _translated(table):
            while page := list(islice(source, READ_ROWS)):
                self._insert(table, page)
            if table == "balances":
                file_newest(self._db)

    def claim(self) -> None:
        self._take_lock()
        self._file_lock = sqlite_file.locked_file(self._path)
        if self._file_lock is None:
            self._release()
            raise JournalConflict(f"another site writes to {self._path}, by another name or mount")
        check_schema(self._db)

    def _take_lock(self) -> None:
        """The lock is found by the file's real name.

        A second name would have a log of its own, and is refused.
        """
        if self._path.exists() and self._path.stat().st_nlink > 1:
            raise JournalConflict(
                f"{self._path} has a second name (a hard link), and SQLite would keep two logs of "
                "it: remove the other name, or copy the store with `eyesdown serve backup`"
            )
        with _translated(f"{self._path}-writer, which a site must be able to write"):
            self._lock = sqlite_file.locked(self._path)
        if self._lock is None:
            raise JournalConflict(f"another site writes to {self._path}")

    def close(self) -> None:
        if self._upto >= 0:
            with suppress(JournalError), self._transaction("books"):  # else the next writer does it
                sum_up(self._db)
        self._db.close()
        self._release()

    def _release(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        if self._file_lock is not None:
            sqlite_file.unlock(self._file_lock)
            self._file_lock = None
