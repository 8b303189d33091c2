"""Reading the public record: the statements after a number, however many are wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from eyesdown.central.site.public_record import STATEMENT, TOGETHER, key_of, lines_after
from eyesdown.central.store.base import Batch, RecordRow, Store
from eyesdown.central.store.journal import EMPTY, RowContent, linked
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore

NEWEST = 2 * TOGETHER + 7


@pytest.fixture(params=["memory", "sqlite"], scope="module")
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A store with the statements 1 to NEWEST, each with its number as its line."""
    path: Path = tmp_path_factory.mktemp("record") / "site.db"
    made = MemoryStore() if request.param == "memory" else SqliteStore(path)
    numbers = range(1, NEWEST + 1)
    records = [RecordRow(STATEMENT, key_of(number), 1, b"%d" % number) for number in numbers]
    rows = linked(EMPTY, [RowContent(0, "1", b"", b"{}", b"[]")])
    made.append(Batch(rows=rows, records=records))
    return made


@pytest.mark.parametrize("after", [0, 1, TOGETHER - 2, TOGETHER - 1, TOGETHER, NEWEST - 1, NEWEST])
@pytest.mark.parametrize("most", [0, 1, 20, TOGETHER, TOGETHER + 1, 10 * TOGETHER])
def test_the_statements_after_a_number_come_in_order(store: Store, after: int, most: int) -> None:
    wanted = range(after + 1, min(after + most, NEWEST) + 1)
    assert lines_after(store, after, most) == [b"%d" % number for number in wanted]
