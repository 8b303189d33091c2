"""Personal data beside the journal: kept by holder and kind, copied with backups, taken out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from eyesdown.central.store.base import Store, copy
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore


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


def test_what_was_taken_out_or_replaced_is_in_no_byte_of_the_files(tmp_path: Path) -> None:
    path = tmp_path / "site.db"
    store = SqliteStore(path)
    paper = b"jacaranda paper " * 5_000
    for holder in range(40):
        store.put_personal(f"A{holder}", {"details": b"neighbour %d" % holder, "paper/0": paper})
    store.put_personal("A7", {"details": b"17 Jacaranda Crescent", "password": b"hash of seven"})
    store.put_personal("A7", {"details": b"2 Other Street"})
    for holder in range(40):
        if holder != 3:
            store.take_out_personal(f"A{holder}")
    store.take_out_personal("A3", ["paper/0"])
    everything = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for words in (b"acaranda", b"hash of seven", b"2 Other Street", b"neighbour 1"):
        assert words not in everything, words
    assert store.personal("A3") == {"details": b"neighbour 3"}
    store.close()


def test_someone_who_reads_holds_up_no_one_whose_data_is_taken_out(tmp_path: Path) -> None:
    path = tmp_path / "site.db"
    store = SqliteStore(path)
    store.put_personal("A1", {"details": b"ann"})
    reader = SqliteStore(path)
    with reader.frozen():
        assert reader.personal("A1")
        store.take_out_personal("A1")
    assert store.personal("A1") == {}
    for each in (reader, store):
        each.close()
