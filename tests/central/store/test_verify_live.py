"""Verifying a PostgreSQL store in one moment, while its site sells on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from click.testing import CliRunner

from eyesdown.central.store.journal import Row
from eyesdown.central.store.postgres import PostgresStore
from eyesdown.cli.site.journal import journal
from eyesdown.kernel.errors import JournalCorrupt
from kit.night import Night


def verify(where: str) -> Any:
    """What was verified, however long it took."""
    result = CliRunner().invoke(journal, ["verify", "--json", where])
    if result.exception:
        raise result.exception
    found = json.loads(result.stdout)
    assert found.pop("seconds") >= 0
    return found


@pytest.fixture
def night(postgres: str) -> Iterator[Night]:
    store = PostgresStore(postgres)
    night = Night(store)
    night.game(5)
    night.work()
    yield night
    store.close()


def test_what_is_sold_meanwhile_is_no_difference(
    night: Night, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows, later = PostgresStore.rows, [night.sell]

    def then_sell(store: PostgresStore, after: int = 0) -> Iterator[Row]:
        yield from rows(store, after)
        while later:
            later.pop()(3)

    before = verify(postgres)
    monkeypatch.setattr(PostgresStore, "rows", then_sell)
    assert verify(postgres) == before
    assert not later
    assert verify(postgres)["rows"] == before["rows"] + 3


def test_a_wrong_place_is_named(night: Night, postgres: str) -> None:
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute("UPDATE lines SET cents = cents + 1 WHERE line = 0")
    with pytest.raises(JournalCorrupt, match="books: row"):
        verify(postgres)
