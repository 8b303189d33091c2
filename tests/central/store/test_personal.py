"""Personal data beside the journal: kept by holder and kind, copied with backups, taken out."""

from __future__ import annotations

from collections.abc import Callable

from eyesdown.central.store.base import Store, copy
from eyesdown.central.store.memory import MemoryStore


def test_personal_data_is_kept_replaced_copied_and_taken_out(reopen: Callable[[], Store]) -> None:
    reopen().put_personal("A1", {"details": b"ann", "password": b"hash"})
    reopen().put_personal("A2", {"details": b"bea"})
    reopen().put_personal("A1", {"details": b"anna", "paper/1": bytes(100_000)})
    everything = {"details": b"anna", "password": b"hash", "paper/1": bytes(100_000)}
    assert reopen().personal("A1") == everything
    assert reopen().personal("A") == {}
    backup, without = MemoryStore(), MemoryStore()
    copy(reopen(), backup)
    copy(reopen(), without, without=("secrets", "personal"))
    assert backup.personal("A1") == everything
    assert without.personal("A1") == {}
    reopen().take_out_personal("A1", ["paper/1", "none"])
    assert reopen().personal("A1") == {"details": b"anna", "password": b"hash"}
    reopen().take_out_personal("A1")
    assert (reopen().personal("A1"), reopen().personal("A2")) == ({}, {"details": b"bea"})
