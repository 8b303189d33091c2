"""The store at scale: PostgreSQL, rows written by COPY, the same contract as the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from hashlib import sha256
from typing import Any, LiteralString

import psycopg
from psycopg import sql

from eyesdown.central.store.base import (
    BOOKS_ROWS,
    COLUMNS,
    NAMED_BY,
    OLDEST_SCHEMA,
    READ_ROWS,
    READ_ROWS_FIRST,
    READ_ROWS_GROWTH,
    ROW_MAX,
    TAG_OF,
    Batch,
    LineRow,
    RecordPlace,
    RecordRow,
    SchemaNewer,
    SchemaOlder,
    Snapshot,
    only_upto,
    posted,
    split,
    summed,
    superfluous,
)
from eyesdown.central.store.inside.postgres_schema import check_schema
from eyesdown.central.store.journal import EMPTY, Head, Row
from eyesdown.kernel.errors import (
    BadInput,
    EyesdownError,
    JournalConflict,
    JournalUnavailable,
)
from eyesdown.ledger.books import Amount
from eyesdown.ledger.statement import Posted

MIGRATIONS = (
    """
    CREATE TABLE journal(
      seq BIGINT PRIMARY KEY, at_us BIGINT NOT NULL, command_id TEXT NOT NULL UNIQUE,
      asked BYTEA NOT NULL, command BYTEA NOT NULL, events BYTEA NOT NULL,
      prev_hash BYTEA NOT NULL, hash BYTEA NOT NULL);
    CREATE TABLE lines(
      seq BIGINT NOT NULL, grp INTEGER NOT NULL, line INTEGER NOT NULL, account TEXT NOT NULL,
      cents BIGINT NOT NULL, part TEXT, why TEXT NOT NULL,
      corrects_seq BIGINT, corrects_grp INTEGER, PRIMARY KEY(seq, grp, line));
    CREATE INDEX lines_by_account ON lines(account, seq);
    CREATE TABLE balances(account TEXT PRIMARY KEY, cents BIGINT NOT NULL, part TEXT);
    CREATE TABLE records(
      kind TEXT NOT NULL, key TEXT COLLATE "C" NOT NULL, seq BIGINT NOT NULL, body BYTEA NOT NULL,
      PRIMARY KEY(kind, key, seq));
    CREATE TABLE snapshots(
      seq BIGINT PRIMARY KEY, hash BYTEA NOT NULL, body BYTEA NOT NULL, body_hash BYTEA NOT NULL);
    CREATE TABLE secrets(name TEXT PRIMARY KEY, body BYTEA NOT NULL);
    """,
    """
    CREATE TABLE books_upto(seq BIGINT NOT NULL);
    INSERT INTO books_upto SELECT COALESCE(MAX(seq), 0) FROM journal;
    ALTER TABLE journal SET (toast_tuple_target = 8160);
    ALTER TABLE records SET (toast_tuple_target = 8160);
    """,
    "SELECT 1 -- a ticket that is over left memory: what a row says is not the same",
    "CREATE TABLE prints(sha256 TEXT PRIMARY KEY, body BYTEA NOT NULL)",
    """
    ALTER TABLE journal ADD COLUMN tag BYTEA NOT NULL DEFAULT '';
    ALTER TABLE records ADD COLUMN tag BYTEA NOT NULL DEFAULT '';
    ALTER TABLE snapshots ADD COLUMN books BYTEA NOT NULL DEFAULT '',
      ADD COLUMN tag BYTEA NOT NULL DEFAULT '';
    ALTER TABLE secrets ADD COLUMN tag BYTEA NOT NULL DEFAULT '';
    """,
    """
    CREATE TABLE personal(
      holder TEXT NOT NULL, kind TEXT NOT NULL, body BYTEA NOT NULL, PRIMARY KEY(holder, kind));
    """,
)

_NEWER = "seq > (SELECT seq FROM books_upto)"
_SUMS = (
    "SELECT account, SUM(cents)::BIGINT, part, COUNT(*) FROM lines WHERE {} GROUP BY account, part"
)
_KEPT = "SELECT account, cents, part, 1 FROM balances"

_NOTICED_SOON: Mapping[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""A server whose machine is gone is given up after some ten seconds, not after two hours."""

SCHEMA_LOCK, WRITER_LOCK = 1702458739, 1702458740

_JOURNAL = sql.SQL("SELECT {} FROM journal").format(
    sql.SQL(", ").join(map(sql.Identifier, Row._fields))
)
_FIND = (_JOURNAL + sql.SQL(" WHERE command_id = ANY(%s)")).as_bytes()


class PostgresStore:
    """One database. A connection that was lost is made again at the next call."""

    def __init__(self, conninfo: str, *, make: bool = True) -> None:
        """Without `make` a database that holds no journal is BadInput and stays as it is."""
        self._conninfo = conninfo
        self._db: psycopg.Connection[tuple[Any, ...]] | None = None
        self._claimed = False
        self._upto = -1  # how far the books are summed up; this process has not written yet
        try:
            with self._transaction("open") as db:
                version = _version(db)
                if not (version or make):
                    raise BadInput("store", "this database holds no journal of ours")
                if version != len(MIGRATIONS):
                    self._migrate(db)
        except EyesdownError:
            self.close()
            raise

    @contextmanager
    def _transaction(self, where: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        with self._connected(where) as db, db.transaction():
            yield db

    @contextmanager
    def _connected(self, where: str) -> Iterator[psycopg.Connection[tuple[Any, ...]]]:
        """PostgreSQL's trouble in the journal's words; each statement by itself."""
        try:
            if self._db is None or self._db.closed:
                self._db = psycopg.connect(self._conninfo, autocommit=True, **_NOTICED_SOON)
                if self._claimed:
                    self.claim()
            yield self._db
        except psycopg.errors.IntegrityError as bad:
            raise JournalConflict(
                f"{where}: another process wrote first ({_message(bad)})"
            ) from bad
        except psycopg.DataError as bad:
            raise BadInput(where, _message(bad)) from bad
        except psycopg.Error as bad:
            self.close()
            raise JournalUnavailable(f"{where}: {_message(bad)}") from bad

    def _migrate(self, db: psycopg.Connection[tuple[Any, ...]]) -> None:
        db.execute("SELECT pg_advisory_xact_lock(%s)", (SCHEMA_LOCK,))
        version = _version(db)  # another may have done it meanwhile
        if version > len(MIGRATIONS):
            raise SchemaNewer(version, len(MIGRATIONS))
        if version == len(MIGRATIONS):
            return
        if 0 < version < OLDEST_SCHEMA and db.execute("SELECT 1 FROM journal LIMIT 1").fetchone():
            raise SchemaOlder(version)
        db.execute("CREATE TABLE IF NOT EXISTS schema(version INTEGER NOT NULL)")
        for script in MIGRATIONS[version:]:
            db.execute(script)
        db.execute("DELETE FROM schema")
        db.execute("INSERT INTO schema VALUES (%s)", (len(MIGRATIONS),))

    def head(self) -> Head:
        with self._connected("head") as db:
            newest = db.execute(
                "SELECT seq, hash FROM journal ORDER BY seq DESC LIMIT 1"
            ).fetchone()
            return Head(*newest) if newest else EMPTY

    def append(self, batch: Batch) -> None:
        upto = self._upto
        with self._transaction("append") as db:
            if upto < 0:
                upto = self.filed_upto()
            _copy_in(db, "journal", batch.rows)
            _copy_in(db, "lines", batch.lines)
            _copy_in(db, "records", batch.records)
            if batch.rows and batch.rows[-1].seq - upto >= BOOKS_ROWS:
                upto = _sum_up(db)
        self._upto = upto

    def rows(self, after: int = 0) -> Iterator[Row]:
        most = READ_ROWS_FIRST
        while True:
            with self._connected("journal") as db:
                page = db.execute(
                    _JOURNAL + sql.SQL(" WHERE seq > %s ORDER BY seq LIMIT %s"),
                    (after, most),
                ).fetchall()
            if not page:
                return
            yield from (Row(*row) for row in page)
            after, most = page[-1][0], min(most * READ_ROWS_GROWTH, READ_ROWS)

    def find(self, command_ids: Sequence[str]) -> dict[str, Row]:
        with self._connected("journal") as db:
            rows = db.execute(_FIND, (list(command_ids),))
            return {row[2]: Row(*row) for row in rows}

    def balances(self, at: int | None = None) -> dict[str, Amount]:
        with self._connected("balances") as db:
            if at is not None:
                return summed(db.execute(_SUMS.format("seq <= %(at)s").encode(), {"at": at}))
            return summed(db.execute(f"{_KEPT} UNION ALL {_SUMS.format(_NEWER)}".encode()))

    def balance(self, account: str, at: int) -> Amount:
        with self._connected("balances") as db:
            query = _SUMS.format("account = %s AND seq <= %s").encode()
            return summed(db.execute(query, (account, at))).get(account, 0)

    def lines(self, account: str, after: int = 0, most: int | None = None) -> list[Posted]:
        return self._posted(sql.SQL("account = %s AND seq > %s"), account, after, most=most)

    def row_lines(self, seq: int) -> list[Posted]:
        return self._posted(sql.SQL("seq = %s"), seq)

    def _posted(self, which: sql.SQL, *values: Any, most: int | None = None) -> list[Posted]:
        names = sql.SQL(", ").join(map(sql.Identifier, LineRow._fields))
        query = sql.SQL("SELECT {} FROM lines WHERE {} ORDER BY seq, grp, line LIMIT %s")
        with self._connected("lines") as db:
            rows = db.execute(query.format(names, which), (*values, most))
            return [posted(LineRow(*row)) for row in rows]

    def record(self, kind: str, key: str) -> RecordRow | None:
        with self._connected("records") as db:
            row = db.execute(
                "SELECT kind, key, seq, body, tag FROM records WHERE kind = %s AND key = %s "
                "ORDER BY seq DESC LIMIT 1",
                (kind, key),
            ).fetchone()
            return RecordRow(*row) if row else None

    def records(self, kind: str, prefix: str = "") -> Iterator[RecordRow]:
        with self._connected("records") as db:
            rows = db.execute(
                "SELECT DISTINCT ON (key) kind, key, seq, body, tag FROM records "
                "WHERE kind = %s AND starts_with(key, %s) ORDER BY key, seq DESC",
                (kind, prefix),
            ).fetchall()
        yield from (RecordRow(*row) for row in rows)

    def records_at(self, places: Sequence[RecordPlace]) -> dict[RecordPlace, RecordRow]:
        kinds, keys, seqs = ([place[part] for place in places] for part in range(3))
        with self._connected("records") as db:
            rows = db.execute(
                "SELECT r.kind, r.key, r.seq, r.body, r.tag FROM records r "
                "JOIN unnest(%s::text[], %s::text[], %s::bigint[]) AS asked(kind, key, seq) "
                "USING (kind, key, seq)",
                (kinds, keys, seqs),
            )
            return {row[:3]: RecordRow._make(row) for row in rows}

    def records_count(self) -> int:
        with self._connected("records") as db:
            return _one(db, "SELECT COUNT(*) FROM records")

    def lines_count(self) -> int:
        with self._connected("lines") as db:
            return _one(db, "SELECT COUNT(*) FROM lines")

    def ids_count(self) -> int:
        """As many as there are rows: the server itself keeps the index of ids."""
        return self.head().seq

    def lines_after(self, seq: int, upto: int | None = None) -> Iterator[tuple[Any, ...]]:
        names = sql.SQL(", ").join(map(sql.Identifier, LineRow._fields))
        query = sql.SQL("SELECT {} FROM lines WHERE seq > %s AND seq <= %s ORDER BY seq, grp, line")
        last = ROW_MAX if upto is None else upto
        with self._connected("lines") as db:
            yield from db.execute(query.format(names), (seq, last)).fetchall()

    def row_hashes(self, seqs: Iterable[int]) -> dict[int, bytes]:
        with self._connected("journal") as db:
            query = "SELECT seq, hash FROM journal WHERE seq = ANY(%s)"
            return {seq: bytes(digest) for seq, digest in db.execute(query, (list(seqs),))}

    def filed_upto(self) -> int:
        """Lines are filed by an index of the server's own; its sums are held with the balances."""
        with self._connected("books") as db:
            marks = [seq for (seq,) in db.execute("SELECT seq FROM books_upto")]
        self._check_schema()
        return only_upto(marks, self.head().seq)

    def save_snapshot(self, snapshot: Snapshot) -> None:
        with self._transaction("snapshots") as db:
            db.execute("DELETE FROM snapshots WHERE seq = %s", (snapshot.seq,))
            _copy_in(db, "snapshots", [snapshot])
            sizes = db.execute("SELECT seq, length(body) FROM snapshots ORDER BY seq").fetchall()
            for row in superfluous(sizes):
                db.execute("DELETE FROM snapshots WHERE seq = %s", (row,))

    def snapshot(self, at: int | None = None) -> Snapshot | None:
        query = (
            "SELECT seq, hash, body, body_hash, books, tag FROM snapshots "
            "WHERE seq = COALESCE(%s, (SELECT MAX(seq) FROM snapshots))"
        )
        with self._connected("snapshots") as db:
            row = db.execute(query, (at,)).fetchone()
            return Snapshot(*row) if row else None

    def snapshot_rows(self) -> list[int]:
        with self._connected("snapshots") as db:
            return [row for (row,) in db.execute("SELECT seq FROM snapshots ORDER BY seq")]

    def keep_secret(self, name: str, body: bytes, tag: bytes = b"") -> bytes:
        keep = "INSERT INTO secrets VALUES (%s, %s, %s) ON CONFLICT DO NOTHING"
        with self._transaction("secrets") as db:
            db.execute(keep, (name, body, tag))
        return self.secret(name)

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        put = (
            "INSERT INTO secrets VALUES (%s, %s, %s) "
            "ON CONFLICT (name) DO UPDATE SET body = EXCLUDED.body, tag = EXCLUDED.tag"
        )
        with self._transaction("secrets") as db:
            db.execute(put, (name, body, tag))

    def secret(self, name: str) -> bytes:
        return self._of_secret(name)[0]

    def secret_tag(self, name: str) -> bytes:
        return self._of_secret(name)[1]

    def _of_secret(self, name: str) -> tuple[bytes, bytes]:
        with self._connected("secrets") as db:
            row = db.execute("SELECT body, tag FROM secrets WHERE name = %s", (name,)).fetchone()
            return (bytes(row[0]), bytes(row[1])) if row else (b"", b"")

    def put_tags(self, table: str, tags: Iterable[tuple[Any, ...]]) -> None:
        names = [sql.SQL("{} = %s").format(sql.Identifier(name)) for name in NAMED_BY[table]]
        update = sql.SQL("UPDATE {} SET tag = %s WHERE {}")
        query = update.format(sql.Identifier(table), sql.SQL(" AND ").join(names))
        with self._connected(table) as db, db.cursor() as cursor:
            cursor.executemany(query, tags)

    def keep_print(self, body: bytes) -> str:
        name = sha256(body).hexdigest()
        with self._transaction("prints") as db:
            db.execute("INSERT INTO prints VALUES (%s, %s) ON CONFLICT DO NOTHING", (name, body))
        return name

    def print_of(self, sha256: str) -> bytes:
        with self._connected("prints") as db:
            stored = db.execute("SELECT body FROM prints WHERE sha256 = %s", (sha256,)).fetchone()
            return bytes(stored[0]) if stored else b""

    def put_personal(self, holder: str, bodies: Mapping[str, bytes]) -> None:
        put = (
            "INSERT INTO personal VALUES (%s, %s, %s) "
            "ON CONFLICT (holder, kind) DO UPDATE SET body = EXCLUDED.body"
        )
        with self._transaction("personal") as db, db.cursor() as cursor:
            cursor.executemany(put, [(holder, kind, body) for kind, body in bodies.items()])

    def personal(self, holder: str) -> dict[str, bytes]:
        with self._connected("personal") as db:
            rows = db.execute("SELECT kind, body FROM personal WHERE holder = %s", (holder,))
            return {kind: bytes(body) for kind, body in rows}

    def personal_tags(self) -> Iterator[tuple[str, bytes]]:
        with self._connected("personal") as db:
            tags = "SELECT holder, body FROM personal WHERE starts_with(kind, %s)"
            for holder, tag in db.execute(tags, (TAG_OF,)).fetchall():
                yield str(holder), bytes(tag)

    def take_out_personal(self, holder: str, kinds: Sequence[str] | None = None) -> None:
        with self._transaction("personal") as db:
            if kinds is None:
                db.execute("DELETE FROM personal WHERE holder = %s", (holder,))
            else:
                some = "DELETE FROM personal WHERE holder = %s AND kind = ANY(%s)"
                db.execute(some, (holder, list(kinds)))

    @contextmanager
    def frozen(self) -> Iterator[None]:
        with self._transaction("read") as db:
            db.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield

    def dump(self, table: str) -> Iterator[tuple[Any, ...]]:
        if table == "balances":
            yield from ((name, *split(value)) for name, value in self.balances().items())
            return
        names = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
        query = sql.SQL("SELECT {} FROM {} ORDER BY {}").format(
            names, sql.Identifier(table), sql.SQL("1, 2, 3") if table == "lines" else sql.SQL("1")
        )
        with self._transaction(table) as db, db.cursor(name="dump") as cursor:
            cursor.itersize = READ_ROWS
            cursor.execute(query)
            yield from cursor

    @contextmanager
    def whole(self) -> Iterator[None]:
        with self._transaction("copy"):
            yield

    def load(self, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
        with self._connected(table) as db:
            _copy_in(db, table, rows)
            if table == "balances":
                _now_summed_up(db)

    def claim(self) -> None:
        """A lock of the session's own; a new connection takes it again or is of no use."""
        with self._connected("claim") as db:
            row = db.execute("SELECT pg_try_advisory_lock(%s)", (WRITER_LOCK,)).fetchone()
        if not row or not row[0]:
            self.close()
            raise JournalConflict("another site writes to this database")
        self._claimed = True
        self._check_schema()

    def _check_schema(self) -> None:
        with self._connected("schema") as db:
            check_schema(db)

    def close(self) -> None:
        if self._db is not None:
            with suppress(psycopg.Error):  # otherwise the server releases the lock when it notices
                self._db.execute("SELECT pg_advisory_unlock_all()")
            self._db.close()
            self._db = None


def _message(bad: psycopg.Error) -> str:
    """What the server says, in one line and without what it was sent."""
    return bad.diag.message_primary or " ".join(str(bad).split())


def _version(db: psycopg.Connection[tuple[Any, ...]]) -> int:
    """The schema's version, 0 for none; a role that may only read can ask, too."""
    known = db.execute("SELECT to_regclass('schema')").fetchone()
    row = db.execute("SELECT version FROM schema").fetchone() if known and known[0] else None
    return int(row[0]) if row else 0


def _one(db: psycopg.Connection[tuple[Any, ...]], query: LiteralString) -> int:
    row = db.execute(query).fetchone()
    assert row
    return int(row[0])


def _sum_up(db: psycopg.Connection[tuple[Any, ...]]) -> int:
    """Bring the balances up to the last row."""
    changed = summed(db.execute(_SUMS.format(_NEWER).encode()))
    theirs = f"{_KEPT} WHERE account = ANY(%s)".encode()
    before = summed(db.execute(theirs, (list(changed),)))
    with db.cursor() as cursor:
        cursor.executemany(
            "INSERT INTO balances VALUES (%s, %s, %s) ON CONFLICT (account) "
            "DO UPDATE SET cents = excluded.cents, part = excluded.part",
            [(name, *split(before.get(name, 0) + more)) for name, more in changed.items()],
        )
    return _now_summed_up(db)


def _now_summed_up(db: psycopg.Connection[tuple[Any, ...]]) -> int:
    return _one(
        db, "UPDATE books_upto SET seq = (SELECT COALESCE(MAX(seq), 0) FROM journal) RETURNING seq"
    )


def _copy_in(
    db: psycopg.Connection[tuple[Any, ...]], table: str, rows: Iterable[tuple[Any, ...]]
) -> None:
    """COPY, several times faster than INSERT for a batch."""
    with db.cursor() as cursor, cursor.copy(_copying(table)) as copy:
        copy.set_types(_TYPES[table])
        for row in rows:
            copy.write_row(row)


@cache  # as many as there are tables
def _copying(table: str) -> bytes:
    names = sql.SQL(", ").join(map(sql.Identifier, COLUMNS[table]))
    query = sql.SQL("COPY {}({}) FROM STDIN (FORMAT BINARY)")
    return query.format(sql.Identifier(table), names).as_bytes()


_TYPES: Mapping[str, tuple[str, ...]] = {
    "journal": ("int8", "int8", "text", "bytea", "bytea", "bytea", "bytea", "bytea", "bytea"),
    "lines": ("int8", "int4", "int4", "text", "int8", "text", "text", "int8", "int4"),
    "balances": ("text", "int8", "text"),
    "records": ("text", "text", "int8", "bytea", "bytea"),
    "snapshots": ("int8", "bytea", "bytea", "bytea", "bytea", "bytea"),
    "secrets": ("text", "bytea", "bytea"),
    "prints": ("text", "bytea"),
    "personal": ("text", "text", "bytea"),
}
