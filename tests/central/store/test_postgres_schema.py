"""A PostgreSQL store whose tables are not as they were made stops a start and is named."""

from __future__ import annotations

from contextlib import closing

import psycopg
import pytest

from eyesdown.central.store.postgres import PostgresStore
from eyesdown.kernel.errors import JournalCorrupt

from .test_stores import batch, chain

STEALS = """
    CREATE FUNCTION f() RETURNS trigger AS $$ BEGIN RETURN NULL; END $$ LANGUAGE plpgsql;
    CREATE TRIGGER steals BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION f()
"""
HIDES = """
    ALTER TABLE records ENABLE ROW LEVEL SECURITY;
    CREATE POLICY hides ON records USING (kind <> 'paid')
"""
CHANGES = {
    "a trigger": (
        STEALS,
        "the schema has steals",
    ),
    "a rule": (
        "CREATE RULE loses AS ON INSERT TO lines DO INSTEAD NOTHING",
        "the schema has loses",
    ),
    "a view in place of a table": (
        "ALTER TABLE secrets RENAME TO own; CREATE VIEW secrets AS SELECT * FROM own",
        "secrets is not as it was made: it is no table of its own|the schema has _RETURN",
    ),
    "a policy": (
        HIDES,
        "records is not as it was made: it hides rows",
    ),
    "an heir": (
        "CREATE TABLE more() INHERITS (records)",
        "records is not as it was made: it inherits",
    ),
    "a generated column": (
        "ALTER TABLE personal ADD COLUMN note TEXT GENERATED ALWAYS AS (kind) STORED",
        "personal is not as it was made: it has a generated column",
    ),
    "an unlogged table": (
        "ALTER TABLE snapshots SET UNLOGGED",
        "snapshots is not as it was made: it is not kept over a crash",
    ),
    "ids that may come twice": (
        "ALTER TABLE journal DROP CONSTRAINT journal_command_id_key",
        "journal lacks its unique index on command_id",
    ),
    "an index of some rows": (
        "CREATE INDEX a_part ON records(kind, key) WHERE kind <> 'paid'",
        "the schema has a_part",
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_schema_stops_a_start(postgres: str, change: str) -> None:
    with closing(PostgresStore(postgres)) as store:
        store.append(batch(chain("a")))
        store.claim()
    sql, words = CHANGES[change]
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(sql.encode())
    with closing(PostgresStore(postgres)) as store:
        with pytest.raises(JournalCorrupt, match=words):
            store.claim()
        with pytest.raises(JournalCorrupt, match=words):
            store.filed_upto()
