"""A disk that fails and power that is cut, a sample; every write of it by `make faults`."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from eyesdown.central.store.base import Batch
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.proof.faults import cut_everywhere, cuts, fail_everywhere, failures


def test_whichever_write_fails_nothing_acknowledged_is_lost() -> None:
    found = fail_everywhere(every=41)
    assert found.went_on + found.stopped == 2 * found.points
    assert found.went_on >= found.points - 1, "a single failure is survived, but for the first"
    assert found.stopped >= found.points - 1


def test_whenever_the_power_is_cut_nothing_acknowledged_is_lost() -> None:
    found = cut_everywhere(every=53)
    assert found.cuts > found.points > 50


class Careless(SqliteStore):
    """Says that it is on disk when it is not."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._db.pragma("synchronous", "off")


class Deaf(SqliteStore):
    """Does not hear that the disk is full."""

    def append(self, batch: Batch) -> None:
        with suppress(JournalUnavailable):
            super().append(batch)


def test_a_store_that_does_not_sync_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuts, "SqliteStore", Careless)
    with pytest.raises(AssertionError, match="were acknowledged"):
        cut_everywhere(every=61)


def test_a_store_that_swallows_failures_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failures, "SqliteStore", Deaf)
    with pytest.raises(AssertionError, match="not a beginning of the day"):
        fail_everywhere(every=41)
