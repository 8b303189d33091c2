"""A PostgreSQL connection that breaks: what was not acknowledged is sent again, once."""

from __future__ import annotations

import psycopg
import pytest

from eyesdown.central.store.postgres import PostgresStore
from eyesdown.kernel.errors import JournalConflict, JournalUnavailable

from .test_stores import batch, chain


def test_a_postgres_connection_that_was_cut_is_made_again(postgres: str) -> None:
    store = PostgresStore(postgres)
    store.claim()
    rows = chain("a", "b")
    store.append(batch(rows[:1]))
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
    with pytest.raises(JournalUnavailable):
        store.append(batch(rows[1:]))
    store.append(batch(rows[1:]))
    assert [row.command_id for row in store.rows()] == ["a", "b"]
    other = PostgresStore(postgres)
    with pytest.raises(JournalConflict):
        other.claim()
    other.close()
    store.close()
