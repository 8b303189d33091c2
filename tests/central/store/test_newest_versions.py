"""What is kept beside the journal: older versions and versions of other stores are refused."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest
from click.testing import CliRunner

from eyesdown.central.site.people.proofs import password_hash, put_password
from eyesdown.central.site.serials import RECEIPT_KEY
from eyesdown.central.store.base import Store
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.keys import KeyMissing, Keyring, read_keys, write_keys
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.newest_versions import NewestVersions
from eyesdown.central.store.noted_heads import NotedHeads
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.keys import SiteKeys
from eyesdown.kernel.errors import JournalConflict, JournalCorrupt, JournalUnavailable
from eyesdown.proof.tamper.tables import honest
from kit.sealed_file import keys_of, opened, sealed, verified

RING = Keyring((b"a" * 32,))
HONEST = honest()
NOT_LAST = "is not what this site wrote last: an older version is in place"


def people(store: Store, **noted: Any) -> KeyedStore:
    """A store with the passwords of staff and players."""
    keyed = KeyedStore(store, RING, newest=NewestVersions(store, **noted))
    put_password(keyed, "Wanda", "first")
    keyed.put_personal("A0001", {"password": b"first", "reset": b"code"})
    return keyed


def test_a_password_of_earlier_is_refused(store: Store) -> None:
    """Its tag is right: this site wrote it, and the person has another password since."""
    keyed = people(store)
    stolen, of_player = list(store.dump("secrets")), store.personal("A0001")
    put_password(keyed, "Wanda", "second")
    keyed.put_personal("A0001", {"password": b"second"})
    keyed.take_out_personal("A0001", ["reset"])
    assert password_hash(keyed, "Wanda") == "second"
    assert keyed.personal("A0001") == {"password": b"second"}
    store.put_secret(*stolen[0])
    store.put_personal("A0001", of_player)
    with pytest.raises(JournalCorrupt, match=f"secrets: password of Wanda {NOT_LAST}"):
        password_hash(keyed, "Wanda")
    with pytest.raises(JournalCorrupt, match=f"personal: the data of A0001 {NOT_LAST}"):
        keyed.personal("A0001")
    with pytest.raises(JournalCorrupt, match="personal"):
        keyed.put_personal("A0001", {"address": b"here"})


def test_a_password_of_another_store_of_the_site_is_refused(store: Store) -> None:
    """The office of a hall could give a hall's Wanda a password and copy it to keno's."""
    keyed, hall = people(store), MemoryStore()
    put_password(KeyedStore(hall, RING), "Wanda", "mine")
    [copied] = hall.dump("secrets")
    store.put_secret(*copied)
    with pytest.raises(JournalCorrupt, match=NOT_LAST):
        password_hash(keyed, "Wanda")


def test_what_was_taken_out_of_the_store_is_refused(store: Store) -> None:
    keyed = people(store)
    store.take_out_personal("A0001")
    with pytest.raises(JournalCorrupt, match=NOT_LAST):
        keyed.personal("A0001")
    keyed = KeyedStore(store, RING, newest=NewestVersions(store))
    assert keyed.personal("A0001") == {}
    put_password(keyed, "Wanda", "")
    assert password_hash(keyed, "Wanda") == "", "a person who was barred has no password"
    keyed.keep_secret("session key", b"secret")
    store.put_secret("session key", b"")
    with pytest.raises(JournalCorrupt, match=NOT_LAST):
        keyed.keep_secret("session key", b"another")


def test_a_start_holds_what_is_there_against_the_note(store: Store) -> None:
    noted: list[tuple[int, ...]] = []
    keyed = people(store, note=noted.append)
    older = list(store.dump("secrets"))
    put_password(keyed, "Wanda", "second")
    assert [len(sums) for sums in noted[-2:]] == [2, 1], "a crash may come before the write"
    NewestVersions(store, noted[-1])
    NewestVersions(store, noted[-2])
    keyed.put_personal("A0002", {"password": b"second"})
    NewestVersions(store, noted[-1])
    store.put_secret(*older[0])
    with pytest.raises(JournalCorrupt, match="are not those that this site wrote last"):
        NewestVersions(store, noted[-1])


class Failing(MemoryStore):
    """A store that fails once, after it has written or before."""

    fails = ""

    def put_secret(self, name: str, body: bytes, tag: bytes = b"") -> None:
        if self.fails != "before":
            super().put_secret(name, body, tag)
        if self.fails:
            self.fails = ""
            raise JournalUnavailable("the connection was lost")


@pytest.mark.parametrize(("when", "now"), [("before", "first"), ("after", "second")])
def test_a_write_whose_answer_was_lost_is_looked_up(when: str, now: str) -> None:
    store = Failing()
    keyed = people(store)
    store.fails = when
    with pytest.raises(JournalUnavailable):
        put_password(keyed, "Wanda", "second")
    assert password_hash(keyed, "Wanda") == now
    put_password(keyed, "Wanda", "third")
    assert password_hash(keyed, "Wanda") == "third"


@pytest.fixture
def site_file(tmp_path: Path) -> Path:
    """A sealed store with a password, as a site left it."""
    return sealed(tmp_path / "site.db", HONEST)


def secrets_put_back(path: Path, secrets: list[Any]) -> None:
    with closing(apsw.Connection(str(path))) as db:
        db.executemany("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", secrets)


def test_a_start_and_a_verification_name_an_older_password(site_file: Path) -> None:
    with closing(apsw.Connection(str(site_file))) as db:
        older: list[Any] = db.execute("SELECT * FROM secrets WHERE name LIKE 'pass%'").fetchall()
    with closing(opened(site_file)) as store:
        put_password(store, "Wanda", "second")
    assert "every keyed tag is right" in verified(site_file)
    secrets_put_back(site_file, older)
    with pytest.raises(JournalCorrupt, match="passwords, codes or personal data are not those"):
        opened(site_file)
    assert "are not those that this site wrote last" in verified(site_file)
    with closing(apsw.Connection(str(site_file))) as db:
        db.execute("DELETE FROM secrets WHERE name = ?", (RECEIPT_KEY,))
    with pytest.raises(JournalCorrupt, match="the receipt key is gone"):
        opened(site_file)


def test_a_verification_names_rows_that_were_taken_off_the_end(site_file: Path) -> None:
    before = site_file.with_name("yesterday.db")
    before.write_bytes(site_file.read_bytes())
    keys = SiteKeys(site_file.with_name("site.db.key"))
    assert keys.heads is not None
    head = keys.heads.of("keno").head
    keys.heads.note("keno", head._replace(seq=head.seq + 1))
    assert "an older or another copy is in place" in verified(site_file)
    assert "every keyed tag is right" in verified(site_file, "--earlier-copy")


def test_every_row_is_noted_outside_the_store(site_file: Path) -> None:
    """A row that was answered cannot be cut off, however soon the site is killed."""
    store = opened(site_file)
    [row] = list(store.rows(store.head().seq - 1))
    assert NotedHeads(Path(f"{site_file}.key.heads")).of("keno").head == (row.seq, row.hash)


def add_key(path: Path) -> Keyring:
    """A new key in the key file, which the site takes at its next start."""
    key_file = Path(f"{path}.key")
    write_keys(key_file, (*read_keys(key_file).keys, b"n" * 32))
    return read_keys(key_file)


def test_a_new_key_tags_everything_and_older_keys_count_no_more(site_file: Path) -> None:
    """Whoever left with the old key can write no password, record or row any more."""
    old = read_keys(Path(f"{site_file}.key"))
    ring = add_key(site_file)
    with closing(opened(site_file)) as store:
        assert {ring.age(row.tag) for row in store.rows()} == {1}
        assert b"JournalKeyed" in list(store.rows())[-1].events
        assert password_hash(store, "Wanda") == "first"
    assert "every keyed tag is right" in verified(site_file)
    with closing(SqliteStore(site_file)) as plain:
        put_password(KeyedStore(plain, old), "Wanda", "mine")
    with pytest.raises(JournalCorrupt, match=r"password of Wanda .* replaced by a newer one"):
        opened(site_file)


@pytest.mark.parametrize("crash", ["before", "tags", "sum"])
def test_a_crash_while_a_new_key_is_taken(
    site_file: Path, monkeypatch: pytest.MonkeyPatch, crash: str
) -> None:
    """Before the tags, between them and their sum, or before the note: the next start goes on."""
    add_key(site_file)
    at = {
        "before": (KeyedStore, "tag_again"),
        "tags": (KeyedStore, "go_on_with_newest_key"),
        "sum": (NotedHeads, "note_key"),
    }[crash]

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as during:
        during.setattr(*at, killed)
        with pytest.raises(KeyboardInterrupt):
            opened(site_file)
    with closing(opened(site_file)) as store:
        assert {store.keys.age(row.tag) for row in store.rows()} == {1}
        assert sum(b"JournalKeyed" in row.events for row in store.rows()) == 2
        assert password_hash(store, "Wanda") == "first"
    assert "every keyed tag is right" in verified(site_file)


def test_a_key_file_from_before_the_newest_key_is_named(site_file: Path) -> None:
    key_file = Path(f"{site_file}.key")
    before = key_file.read_text("utf-8")
    add_key(site_file)
    opened(site_file).close()
    key_file.write_text(before, "utf-8")
    with pytest.raises(KeyMissing, match="does not have"):
        opened(site_file)


def test_notes_of_an_early_version_are_read(tmp_path: Path) -> None:
    path = tmp_path / "heads"
    path.write_text('{"keno": "7:' + 32 * "ab" + '"}', "utf-8")
    heads = NotedHeads(path)
    assert heads.of("keno").head.seq == 7
    assert (heads.of("keno").key, heads.of("keno").sums) == ("", ())
    heads.note_sums("keno", (5, 1 << 159))
    heads.note_key("dome", "ab12")
    assert NotedHeads(path).of("keno") == heads.of("keno")
    assert NotedHeads(path).of("dome").key == "ab12"


def test_a_copy_of_a_store_does_not_run_beside_its_site(site_file: Path) -> None:
    """It would draw the same games, and note its rows over those of the site."""
    copy = site_file.with_name("copy.db")
    copy.write_bytes(site_file.read_bytes())
    with closing(opened(site_file)):
        with (
            closing(SqliteStore(copy)) as second,
            pytest.raises(JournalConflict, match="another site that runs"),
        ):
            keys_of(site_file).keyed(second, "keno", str(copy))
        arguments = ["seal", str(copy), "--restored", "--key", f"{site_file}.key"]
        assert "another site that runs" in str(CliRunner().invoke(journal, arguments).exception)
    with closing(opened(site_file)) as again:
        assert again.head().seq
