"""Keyed tags: what was not written with the site's key is named, and stops a start."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import pytest
from click.testing import CliRunner

from eyesdown.central.site.site import Site, restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Batch, RecordRow, Snapshot, Store, copy
from eyesdown.central.store.journal import EMPTY, Head, RowContent, linked
from eyesdown.central.store.keyed import KeyedStore, check_key, is_sealed, seal
from eyesdown.central.store.keys import (
    KeyMissing,
    Keyring,
    make_keys,
    of_text,
    read_keys,
    write_keys,
)
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.noted_heads import NotedHeads
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.keys import SiteKeys
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.tables import honest

RING = Keyring((b"a" * 32,))
OTHER = Keyring((b"b" * 32,))
HONEST = honest()
LAST = len(HONEST.journal)


def chain(*names: str, head: Head = EMPTY) -> list[Any]:
    return linked(head, [RowContent(0, name, b"a", b'{"n":1}', b"[]") for name in names])


def filled(store: Store) -> KeyedStore:
    """A keyed store with two rows, a record, a snapshot and a secret."""
    keyed, rows = KeyedStore(store, RING), chain("a", "b")
    keyed.append(Batch(rows=rows, records=[RecordRow("prize", "S/7", 1, b"1200")]))
    keyed.save_snapshot(Snapshot(2, rows[1].hash, b"state", b"sum", b"books"))
    keyed.keep_secret("session key", b"secret")
    keyed.put_personal("A0001", {"password": b"hash", "reset": b"code"})
    return keyed


def test_what_a_key_wrote_it_reads(store: Store) -> None:
    keyed = filled(store)
    assert [row.command_id for row in keyed.rows()] == ["a", "b"]
    assert keyed.find(["b"])["b"].seq == 2
    record, snapshot = keyed.record("prize", "S/7"), keyed.snapshot()
    assert record is not None
    assert record.body == b"1200"
    assert [row.body for row in keyed.records("prize", "S/")] == [b"1200"]
    assert snapshot is not None
    assert snapshot.body == b"state"
    assert keyed.secret("session key") == b"secret"
    assert len(list(keyed.dump("secrets"))) == 1
    assert keyed.personal("A0001") == {"password": b"hash", "reset": b"code"}
    keyed.take_out_personal("A0001", ["reset"])
    assert keyed.personal("A0001") == {"password": b"hash"}
    assert len(list(keyed.dump("personal"))) == 2, "the data and its tag"
    keyed.take_out_personal("A0001")
    assert not list(store.dump("personal"))


def test_a_password_of_another_player_is_refused(store: Store) -> None:
    """A person who may write to the store cannot sign on as a player and draw their money."""
    keyed = filled(store)
    for holder, bodies in (("A0001", {"password": b"mine"}), ("A0002", store.personal("A0001"))):
        store.put_personal(holder, bodies)
        with pytest.raises(JournalCorrupt, match=f"personal: password of {holder} was changed"):
            keyed.personal(holder)
        with pytest.raises(JournalCorrupt, match="personal"):
            keyed.check_everything()
    seal(store, OTHER)
    assert KeyedStore(store, OTHER).personal("A0001")["password"] == b"mine"


READS: dict[str, tuple[Callable[[KeyedStore], Any], str]] = {
    "rows": (lambda keyed: list(keyed.rows()), "row 1 was not written by this site"),
    "find": (lambda keyed: keyed.find(["a"]), "row 1 was not written by this site"),
    "record": (lambda keyed: keyed.record("prize", "S/7"), "records: prize S/7 after row 1"),
    "snapshot": (lambda keyed: keyed.snapshot(), "the snapshot after row 2 was changed"),
    "secret": (lambda keyed: keyed.secret("session key"), "secrets: session key was replaced"),
    "personal": (lambda keyed: keyed.personal("A0001"), "personal: password of A0001 was changed"),
}


@pytest.mark.parametrize("what", READS)
def test_what_another_key_wrote_is_refused(store: Store, what: str) -> None:
    filled(store)
    read, words = READS[what]
    with pytest.raises(JournalCorrupt, match=words):
        read(KeyedStore(store, OTHER))


def test_a_row_of_another_program_is_refused(store: Store) -> None:
    keyed = filled(store)
    store.append(Batch(rows=chain("c", head=keyed.head())))
    with pytest.raises(JournalCorrupt, match="row 3 was not written by this site: it has no keyed"):
        list(keyed.rows())


def test_a_command_that_a_file_forgot_stops_a_start(tmp_path: Path) -> None:
    """Its repeat would be done a second time."""
    with closing(SqliteStore(tmp_path / "site.db")) as store:
        filled(store)
    with closing(apsw.Connection(str(tmp_path / "site.db"))) as db:
        db.execute("DELETE FROM commands_by_id WHERE seq = 1")
    forgotten = pytest.raises(JournalCorrupt, match="commands_by_id lacks a of row 1")
    with closing(SqliteStore(tmp_path / "site.db")) as store, forgotten:
        KeyedStore(store, RING).check_everything()


def test_a_large_store_that_forgot_a_command_does_not_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every row of a large store is read at its start; its ids are counted all the same."""
    monkeypatch.setattr("eyesdown.central.site.site.READ_AGAIN_MAX", 0)
    path = tmp_path / "site.db"
    with closing(SqliteStore(path)) as store:
        HONEST.into(store)
        seal(store, RING)
        assert restored(KENO, KeyedStore(store, RING)).head.seq == LAST
    with closing(apsw.Connection(str(path))) as db:
        db.execute("DELETE FROM commands_by_id WHERE seq = 2")
    forgotten = pytest.raises(JournalCorrupt, match=r"ids: .* commands can be found by their id")
    with closing(SqliteStore(path)) as store, forgotten:
        restored(KENO, KeyedStore(store, RING))


def test_a_repeat_is_not_answered_with_changed_events() -> None:
    store = MemoryStore()
    keyed = filled(store)
    [row] = keyed.find(["b"]).values()
    store.find = lambda _ids: {"b": row._replace(events=b"[1]")}  # type: ignore[method-assign]  # an insider's edit
    with pytest.raises(JournalCorrupt, match="row 2 was changed"):
        keyed.find(["b"])


def test_a_record_of_another_history_is_refused(store: Store) -> None:
    """The same kind, key, row and body, tagged with the right key for another first row."""
    keyed = filled(store)
    elsewhere = KeyedStore(MemoryStore(), RING)
    elsewhere.append(
        Batch(rows=chain("x"), records=[RecordRow("paid", "S", 1, b""), RecordRow("x", "", 1, b"")])
    )
    foreign = elsewhere.record("paid", "S")
    assert foreign is not None
    store.load("records", [foreign])
    with pytest.raises(JournalCorrupt, match="records: paid S after row 1"):
        keyed.record("paid", "S")


def test_an_older_key_tags_nothing_after_a_newer_one(store: Store) -> None:
    keyed = filled(store)
    newer = Keyring((*RING.keys, b"n" * 32))
    KeyedStore(store, newer).append(Batch(rows=chain("c", head=keyed.head())))
    keyed.append(Batch(rows=chain("d", head=keyed.head())))
    with pytest.raises(JournalCorrupt, match="row 4 was not written by this site"):
        list(KeyedStore(store, newer).rows())


def test_an_older_key_tags_no_row_after_a_snapshot() -> None:
    """A start of a large store reads only what follows the snapshot."""
    store, newer = MemoryStore(), Keyring((*RING.keys, b"n" * 32))
    HONEST.into(store)
    seal(store, newer)
    KeyedStore(store, RING).append(Batch(rows=chain("late", head=store.head())))
    with pytest.raises(JournalCorrupt, match=f"row {LAST + 1} was not written by this site"):
        list(KeyedStore(store, newer).rows(LAST))


def test_a_store_from_before_is_sealed_whole(store: Store) -> None:
    HONEST.into(store)
    assert not is_sealed(store)
    assert seal(store, RING) == LAST
    keyed = KeyedStore(store, RING)
    assert verify_journal(KENO, keyed, decide_again=True).rows == LAST
    assert restored(KENO, keyed).head.seq == LAST
    target = MemoryStore()
    copy(store, target)
    assert restored(KENO, KeyedStore(target, RING)).head.seq == LAST, "tags travel with a backup"


def test_a_start_names_a_wrong_key(store: Store) -> None:
    filled(store)
    check_key(store, RING)
    with pytest.raises(KeyMissing, match=r"which key\.txt does not have"):
        check_key(store, of_text(OTHER.keys[0].hex(), "key.txt"))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE balances SET cents = cents + 100 WHERE account = 'prizes'", "balances: prizes"),
        ("DELETE FROM records WHERE kind = 'ticket'", "records: ticket"),
        ("UPDATE lines SET why = 'Deposited' WHERE seq = 30", "books: row 30 posts"),
        (
            "UPDATE lines SET cents = cents + 1 - 2 * (seq % 2) WHERE line = 0",
            r"books: row \d+ posts",
        ),
        ("UPDATE lines SET corrects_seq = 1 WHERE seq = 30", "books: row 30 posts"),
        ("DELETE FROM lines WHERE seq = (SELECT MIN(seq) FROM lines)", "books: row"),
        ("UPDATE snapshots SET body = replace(body, 'prizes', 'prices')", "the snapshot after row"),
        ("UPDATE snapshots SET books = replace(books, '1', '2')", "the snapshot after row"),
        ("UPDATE journal SET tag = x'' WHERE seq = (SELECT MAX(seq) FROM journal)", "row"),
    ],
)
def test_a_start_of_a_small_store_refuses_what_was_changed(
    tmp_path: Path, change: str, words: str
) -> None:
    path = tmp_path / "site.db"
    with closing(SqliteStore(path)) as store:
        HONEST.into(store)
        seal(store, RING)
    with closing(apsw.Connection(str(path))) as db:
        db.execute(change)
    with closing(SqliteStore(path)) as store, pytest.raises(JournalCorrupt, match=words):
        Site(KENO, KeyedStore(store, RING), lambda: 0)


def test_a_key_file_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "eyesdown.key"
    ring = make_keys(path, os.urandom)
    assert path.stat().st_mode & 0o777 == 0o600
    write_keys(path, (*ring.keys, b"n" * 32))
    assert read_keys(path).keys == (*ring.keys, b"n" * 32)
    path.chmod(0o640)
    with pytest.raises(BadInput, match="other users of this machine can read this key file"):
        read_keys(path)


@pytest.mark.parametrize("text", ["", "# only words", "ab", "xyz", 2 * (64 * "0" + "\n")])
def test_a_key_file_that_is_no_key_file(text: str) -> None:
    with pytest.raises(BadInput, match="key"):
        of_text(text, "key.txt")


def test_a_journal_that_was_cut_back_is_named(tmp_path: Path) -> None:
    store, heads = MemoryStore(), NotedHeads(tmp_path / "heads")
    keyed = filled(store)
    keyed.append(Batch(rows=chain("c", head=keyed.head())))
    heads.note("keno", keyed.head())
    NotedHeads(tmp_path / "heads").check("keno", store)
    older = filled(MemoryStore())
    with pytest.raises(JournalCorrupt, match=r"wrote row 3 .*ends with row 2"):
        NotedHeads(tmp_path / "heads").check("keno", older)
    heads.forget("keno")
    NotedHeads(tmp_path / "heads").check("keno", older)


def test_a_sealed_store_that_lost_its_tags_is_named(tmp_path: Path) -> None:
    keys = SiteKeys(tmp_path / "key")
    assert keys.heads is not None
    keys.heads.note("keno", Head(2, bytes(32)))
    store = MemoryStore()
    store.append(Batch(rows=chain("a")))
    with pytest.raises(JournalCorrupt, match="was sealed and has no tags now"):
        keys.keyed(store, "keno", "site.db")
    assert keys.keyed(store, "hall", "hall.db") is store, "from before keys: with a warning"


def test_a_restored_store_without_its_key(tmp_path: Path) -> None:
    with pytest.raises(KeyMissing, match=r"is sealed, and its key file .* is missing"):
        SiteKeys(tmp_path / "key").keyed(filled(MemoryStore()), "keno", "site.db")


@pytest.mark.parametrize(
    ("missing", "there"), [("eyesdown.key", "site.db.key"), ("site.db.key", "eyesdown.key")]
)
def test_a_key_file_in_the_other_usual_place_is_named(
    tmp_path: Path, missing: str, there: str
) -> None:
    (tmp_path / there).write_text("a key", "utf-8")
    with pytest.raises(KeyMissing, match=rf"There is \S*{there}: name it with `--key"):
        SiteKeys(tmp_path / missing).keyed(filled(MemoryStore()), "keno", str(tmp_path / "site.db"))


@pytest.fixture
def sealed_file(tmp_path: Path) -> Path:
    path = tmp_path / "site.db"
    with closing(SqliteStore(path)) as store:
        HONEST.into(store)
    said = run("seal", str(path))
    assert "rows are sealed with key" in said.output, said.output
    return path


def run(*words: str) -> Any:
    said = CliRunner().invoke(journal, words)
    raised = said.exception if isinstance(said.exception, Exception) else ""
    return SimpleNamespace(code=said.exit_code, output=f"{said.output}{raised}")


def test_seal_verify_and_a_new_key(sealed_file: Path) -> None:
    assert "every keyed tag is right" in run("verify", str(sealed_file)).output
    quick = run("verify", str(sealed_file), "--quick").output
    assert "this was quick: no command was decided again" in quick
    assert "is sealed already" in run("seal", str(sealed_file)).output
    assert "was added" in run("new-key", f"{sealed_file}.key").output
    assert "every keyed tag is right" in run("verify", str(sealed_file)).output
    assert "rows are sealed" in run("seal", str(sealed_file), "--restored").output
    with closing(SqliteStore(sealed_file)) as store:
        assert b"an older copy" in list(store.rows())[-1].events


def test_a_store_whose_tags_were_taken_off_is_not_verified(sealed_file: Path) -> None:
    """Without a tag anyone could have written it, and its site has noted that it had them."""
    run("seal", str(sealed_file), "--restored")
    with closing(apsw.Connection(str(sealed_file))) as db:
        for table in ("journal", "records", "snapshots", "secrets"):
            db.execute(f"UPDATE {table} SET tag = x''")
    assert "was sealed" in run("verify", str(sealed_file)).output
    assert "this store is not sealed" in run("verify", str(sealed_file), "--earlier-copy").output


def test_a_lost_key_is_replaced_on_record(sealed_file: Path) -> None:
    Path(f"{sealed_file}.key").unlink()
    assert "its keyed tags were not checked" in run("verify", str(sealed_file)).output
    assert "rows are sealed" in run("seal", str(sealed_file), "--lost-key").output
    assert "every keyed tag is right" in run("verify", str(sealed_file)).output


def test_a_large_store_starts_from_its_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts what the rows before it left, and reads none of them."""
    monkeypatch.setattr("eyesdown.central.site.site.READ_AGAIN_MAX", 0)
    path = tmp_path / "site.db"
    with closing(SqliteStore(path)) as store:
        HONEST.into(store)
        seal(store, RING)
    with closing(apsw.Connection(str(path))) as db:
        db.execute("UPDATE journal SET tag = x'' WHERE seq = 2")
    with closing(SqliteStore(path)) as store:
        assert restored(KENO, KeyedStore(store, RING)).head.seq == LAST
    monkeypatch.undo()
    stopped = pytest.raises(JournalCorrupt, match="row 2 was not written by this site")
    with closing(SqliteStore(path)) as store, stopped:
        restored(KENO, KeyedStore(store, RING))
