"""The tables of a store in SQLite, version by version."""

from __future__ import annotations

from contextlib import closing
from typing import Any

import apsw

from eyesdown.kernel.errors import JournalCorrupt

# One script a version; a file at version n gets the scripts after it, in one transaction.
MIGRATIONS = (
    """
    CREATE TABLE journal(
      seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, command_id TEXT NOT NULL UNIQUE,
      asked BLOB NOT NULL, command BLOB NOT NULL, events BLOB NOT NULL,
      prev_hash BLOB NOT NULL, hash BLOB NOT NULL);
    CREATE TABLE lines(
      seq INTEGER NOT NULL, grp INTEGER NOT NULL, line INTEGER NOT NULL, account TEXT NOT NULL,
      cents INTEGER NOT NULL, part TEXT, why TEXT NOT NULL,
      corrects_seq INTEGER, corrects_grp INTEGER,
      PRIMARY KEY(seq, grp, line)) WITHOUT ROWID;
    CREATE INDEX lines_by_account ON lines(account, seq);
    CREATE TABLE balances(
      account TEXT PRIMARY KEY, cents INTEGER NOT NULL, part TEXT) WITHOUT ROWID;
    CREATE TABLE records(
      kind TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY(kind, key, seq)) WITHOUT ROWID;
    CREATE TABLE snapshots(
      seq INTEGER PRIMARY KEY, hash BLOB NOT NULL, body BLOB NOT NULL, body_hash BLOB NOT NULL);
    CREATE TABLE secrets(name TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
    """,
    """
    DROP INDEX lines_by_account;
    CREATE TABLE lines_by_account(
      account TEXT NOT NULL, seq INTEGER NOT NULL, grp INTEGER NOT NULL, line INTEGER NOT NULL,
      PRIMARY KEY(account, seq, grp, line)) WITHOUT ROWID;
    INSERT INTO lines_by_account SELECT account, seq, grp, line FROM lines;
    CREATE TABLE books_upto(seq INTEGER NOT NULL);
    INSERT INTO books_upto SELECT COALESCE(MAX(seq), 0) FROM journal;
    """,
    "-- a ticket that is over left memory: the tables are the same, what a row says is not",
    # A table without rowids is an index, where a body of a thousand bytes takes a page of its own.
    """
    ALTER TABLE records RENAME TO records_as_index;
    CREATE TABLE records(
      kind TEXT NOT NULL, key TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL);
    INSERT INTO records SELECT kind, key, seq, body FROM records_as_index ORDER BY seq;
    DROP TABLE records_as_index;
    CREATE UNIQUE INDEX records_by_key ON records(kind, key, seq);
    """,
    # Ids come in no order: with an index of its own every command of a batch took a page of it.
    """
    ALTER TABLE journal RENAME TO journal_by_id;
    CREATE TABLE journal(
      seq INTEGER PRIMARY KEY, at_us INTEGER NOT NULL, command_id TEXT NOT NULL,
      asked BLOB NOT NULL, command BLOB NOT NULL, events BLOB NOT NULL,
      prev_hash BLOB NOT NULL, hash BLOB NOT NULL);
    INSERT INTO journal SELECT * FROM journal_by_id ORDER BY seq;
    DROP TABLE journal_by_id;
    CREATE TABLE commands_by_id(command_id TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO commands_by_id
      SELECT command_id, seq FROM journal WHERE seq <= (SELECT seq FROM books_upto) ORDER BY 1;
    """,
    "CREATE TABLE prints(sha256 TEXT PRIMARY KEY, body BLOB NOT NULL)",
    # Keyed tags: one that is empty is of a store that has not been sealed yet.
    """
    ALTER TABLE journal ADD COLUMN tag BLOB NOT NULL DEFAULT x'';
    ALTER TABLE records ADD COLUMN tag BLOB NOT NULL DEFAULT x'';
    ALTER TABLE snapshots ADD COLUMN books BLOB NOT NULL DEFAULT x'';
    ALTER TABLE snapshots ADD COLUMN tag BLOB NOT NULL DEFAULT x'';
    ALTER TABLE secrets ADD COLUMN tag BLOB NOT NULL DEFAULT x'';
    """,
    """
    CREATE TABLE personal(
      holder TEXT NOT NULL, kind TEXT NOT NULL, body BLOB NOT NULL, PRIMARY KEY(holder, kind));
    """,
)


def migrate(db: apsw.Connection, version: int) -> None:
    """Bring the tables from a version to the newest; JournalCorrupt if they are not of it."""
    for script in MIGRATIONS[version:]:
        try:
            db.execute(script)
        except apsw.SQLError as bad:
            raise JournalCorrupt(
                f"the file says that its schema has version {version}, but its tables have not "
                f"({bad}): another program changed user_version. Put the newest copy back"
            ) from bad


def schema_of(db: apsw.Connection) -> set[tuple[Any, ...]]:
    """Tables, indexes and whatever acts on them by itself, but for SQLite's own statistics."""
    named = "SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    return set(db.execute(f"{named} AND name NOT LIKE 'sqlite_stat%'"))


def schema_made() -> set[tuple[Any, ...]]:
    """The same of a new store."""
    with closing(apsw.Connection(":memory:")) as new:
        for script in MIGRATIONS:
            new.execute(script)
        return schema_of(new)


def check_schema(db: apsw.Connection) -> None:
    """JournalCorrupt if a table or index is another, or something acts on them by itself.

    A trigger of another program could hide what was paid each time the site writes.
    """
    changed = schema_of(db) ^ schema_made()
    if changed:
        raise JournalCorrupt(f"the schema of {min(changed)[0]} is not as it was made")
