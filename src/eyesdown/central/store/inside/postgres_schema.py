"""Whether the tables of a PostgreSQL store are as they were made, and nothing acts on them.

A view in the place of a table, a policy that hides rows, a table that inherits from one of ours, a
generated column or a partial index would change what the site reads without changing a row of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import psycopg

from eyesdown.kernel.errors import JournalCorrupt

_KEYS: Mapping[str, tuple[str, ...]] = {
    "journal": ("seq", "command_id"),
    "lines": ("seq,grp,line",),
    "balances": ("account",),
    "records": ("kind,key,seq",),
    "snapshots": ("seq",),
    "secrets": ("name",),
    "prints": ("sha256",),
    "personal": ("holder,kind",),
    "books_upto": (),
    "schema": (),
}
"""Every table, and the columns of each of its unique indexes."""

_ACTING = """
    SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal UNION
    SELECT rulename::text FROM pg_rules WHERE schemaname = current_schema() ORDER BY 1
"""
_TABLES = """
    SELECT relname, relkind <> 'r', relrowsecurity, relpersistence <> 'p',
      EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhparent, inhrelid)),
      EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attgenerated <> '')
    FROM pg_class c
    WHERE relname = ANY(%s) AND relkind NOT IN ('i', 'I', 'S', 't')
      AND relnamespace = current_schema()::regnamespace
"""
_WRONG = (
    "is no table of its own",
    "hides rows by a policy",
    "is not kept over a crash",
    "inherits, or is inherited from",
    "has a generated column",
)
_UNIQUE = """
    SELECT t.relname, (SELECT string_agg(a.attname, ',' ORDER BY k.n)
      FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(attnum, n)
      JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.attnum)
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relname = ANY(%s) AND t.relnamespace = current_schema()::regnamespace
      AND i.indisunique AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
"""
_PARTIAL = """
    SELECT x.relname FROM pg_index i
    JOIN pg_class t ON t.oid = i.indrelid JOIN pg_class x ON x.oid = i.indexrelid
    WHERE t.relname = ANY(%s) AND t.relnamespace = current_schema()::regnamespace
      AND (NOT i.indisvalid OR i.indpred IS NOT NULL OR i.indexprs IS NOT NULL) ORDER BY 1
"""


def check_schema(db: psycopg.Connection[Any]) -> None:
    """JournalCorrupt if a table is not as it was made, or something acts on the tables by itself.

    Older stores may still lack the tables of newer versions; those that are there are looked at.
    """
    names = list(_KEYS)
    acting = db.execute(_ACTING).fetchone() or db.execute(_PARTIAL, (names,)).fetchone()
    if acting:
        raise JournalCorrupt(f"the schema has {acting[0]}, which this site did not make")
    there = db.execute(_TABLES, (names,)).fetchall()
    for name, *wrong in sorted(there):
        for is_wrong, words in zip(wrong, _WRONG, strict=True):
            if is_wrong:
                raise JournalCorrupt(f"the schema of {name} is not as it was made: it {words}")
    unique = set(db.execute(_UNIQUE, (names,)).fetchall())
    for name in sorted(row[0] for row in there):
        for columns in _KEYS[name]:
            if (name, columns) not in unique:
                raise JournalCorrupt(f"the schema of {name} lacks its unique index on {columns}")
