"""Files of another store, of another day or of nothing, put beside a stopped store or in its place.

Each stops the start with its name, or changes nothing at all.
"""

from __future__ import annotations

import logging
import re
import shutil
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import apsw
import pytest

from eyesdown.central.site.people.proofs import put_password
from eyesdown.kernel.errors import BadInput, JournalCorrupt
from eyesdown.proof.faults.day import script
from eyesdown.proof.tamper.tables import Tables, honest
from kit.sealed_file import keys_of, opened, sealed, verified

HONEST, OTHER = honest(), honest(script(games=2, sales=5))
NOT_NOTED = "has no row of it: an older copy would not be noticed"


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a site's store and, sealed with the same key, the store of another site."""
    folder = tmp_path_factory.mktemp("sites")
    site = sealed(folder / "site.db", HONEST)
    shutil.copy(f"{site}.key", folder / "other.db.key")
    sealed(folder / "other.db", OTHER)
    return folder


@pytest.fixture
def site(prepared: Path, tmp_path: Path) -> Path:
    """A copy of both, of which one is opened."""
    shutil.copytree(prepared, tmp_path, dirs_exist_ok=True)
    return tmp_path / "site.db"


def other_of(site: Path) -> Path:
    return site.with_name("other.db")


def changed_file(source: Path, mode: str, ending: str, to: Path, statement: str) -> None:
    """The log that SQLite writes when a statement changes a copy of a store."""
    copy = source.with_name("copy.db")
    shutil.copy(source, copy)
    with closing(apsw.Connection(str(copy))) as db:
        db.pragma("journal_mode", mode)
        db.execute("BEGIN IMMEDIATE")
        db.execute(statement)
        if mode == "wal":
            db.execute("COMMIT")
        else:
            db.cache_flush()
        shutil.copy(f"{copy}{ending}", f"{to}{ending}")
    for left in source.parent.glob("copy.db*"):
        left.unlink()


MORE = "UPDATE balances SET cents = cents + 1000"


def log_of_another_store(site: Path) -> None:
    changed_file(other_of(site), "wal", "-wal", site, MORE)


def log_with_more_money(site: Path) -> None:
    changed_file(site, "wal", "-wal", site, MORE)


def rollback_of_another_mode(site: Path) -> None:
    changed_file(site, "delete", "-journal", site, "DELETE FROM records")


def nothing_in_a_log(site: Path) -> None:
    for ending in ("-wal", "-shm", "-journal"):
        Path(f"{site}{ending}").write_bytes(b"nothing at all" * 1000)


def store_of_another_site(site: Path) -> None:
    """One key is shared by all stores of a site, so its tags are right here, too."""
    shutil.copy(other_of(site), site)


def notes_of_another_site(site: Path) -> None:
    """What is noted of two stores changes names."""
    own, other = keys_of(site).heads, keys_of(other_of(site)).heads
    assert own is not None
    assert other is not None
    own.note("keno", other.of("keno").head)
    own.note_sums("keno", other.of("keno").sums)


def notes_from_before_a_new_password(site: Path) -> None:
    notes = Path(f"{site}.key.heads")
    older = notes.read_bytes()
    with closing(opened(site)) as store:
        put_password(store, "Wanda", "second")
    notes.write_bytes(older)


def notes_cut_to_half(site: Path) -> None:
    notes = Path(f"{site}.key.heads")
    notes.write_bytes(notes.read_bytes()[:70])


REFUSED: dict[str, tuple[Callable[[Path], None], str]] = {
    "log of another store": (log_of_another_store, "database disk image is malformed"),
    "log with more money": (log_with_more_money, r"balances: \S+ has"),
    "store of another site": (store_of_another_site, "an older or another copy is in place"),
    "notes of another site": (notes_of_another_site, "an older or another copy is in place"),
    "notes from before": (notes_from_before_a_new_password, "not those that this site wrote last"),
    "notes cut to half": (notes_cut_to_half, "`eyesdown journal seal STORE --restored` once"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_it_stops_the_start_and_is_named_by_a_verification(site: Path, what: str) -> None:
    put, words = REFUSED[what]
    put(site)
    with pytest.raises((JournalCorrupt, BadInput), match=words):
        opened(site)
    assert re.search(words, verified(site))


@pytest.mark.parametrize("put", [rollback_of_another_mode, nothing_in_a_log])
def test_what_no_database_reads_changes_nothing(site: Path, put: Callable[[Path], None]) -> None:
    before = tables_of(site)
    put(site)
    assert tables_of(site) == before
    assert "every keyed tag is right" in verified(site)


def tables_of(site: Path) -> Tables:
    with closing(opened(site)) as store:
        return Tables.of(store)


def test_notes_of_an_earlier_row_are_of_the_same_journal(site: Path) -> None:
    """They show less, so nothing is refused; the next row brings them up to date."""
    heads = keys_of(site).heads
    assert heads is not None
    with closing(opened(site)) as store:
        early, newest = next(store.rows(3)), store.head()
    heads.note("keno", newest._replace(seq=early.seq, hash=early.hash))
    assert tables_of(site).journal
    assert NOT_NOTED not in verified(site)


def test_notes_that_were_removed_are_named(site: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The store of another site, or an older copy, would pass then."""
    Path(f"{site}.key.heads").unlink()
    assert NOT_NOTED in verified(site)
    with caplog.at_level(logging.WARNING):
        opened(site).close()
    assert "no row of this sealed store was noted outside it" in caplog.text
    caplog.clear()
    opened(site).close()
    assert not caplog.messages, "the start has noted it"
    assert NOT_NOTED not in verified(site)
