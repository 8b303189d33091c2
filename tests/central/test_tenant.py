"""Whose journal a store holds: its first row says so, and no other tenant may write to it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from hashlib import shake_256
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.central.keno.machine import SYDNEY, machine
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.keno.tenant import KENO, open_keno
from eyesdown.central.site.first_row import (
    AnotherTenant,
    JournalOpened,
    OpenJournal,
    Owner,
    owner_of,
)
from eyesdown.central.site.serials import RECEIPT_KEY
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import COLUMNS, Store
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.tenant import open_site
from eyesdown.cli.site.books import books
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.journal import journal
from eyesdown.cli.site.settings import Settings
from eyesdown.cli.site.tenants import machine_of
from eyesdown.kernel.errors import JournalCorrupt
from kit.night import Night
from kit.tenants import keno

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
SOMEONE_ELSE = Owner("lotto", "corner shop", "corner-lotto", "Europe/Dublin")


def chance() -> Callable[[int], bytes]:
    """Bytes that every run gets again."""
    turns = count()
    return lambda size: shake_256(b"%d" % next(turns)).digest(size)


@pytest.fixture
def night() -> Night:
    """A site whose journal names no owner, as the first release wrote it."""
    return Night(MemoryStore())


def clock_us() -> int:
    return int(START.timestamp() * 1_000_000)


def everything(store: Store) -> dict[str, list[Any]]:
    """All that a store holds."""
    return {table: list(store.dump(table)) for table in COLUMNS}


def opened_by(owner: Owner, store: Store) -> Store:
    """A store whose first row names an owner."""
    site = Site(machine(), store, clock_us)
    [reply] = site.run([Submitted("site/0/open-journal", OpenJournal(START, *owner))])
    assert isinstance(reply, Done)
    return store


@pytest.fixture
def plan() -> Plan:
    return Plan(chance())


def test_the_first_start_writes_whose_journal_it_is(plan: Plan) -> None:
    store = MemoryStore()
    assert owner_of(store) is None
    opened = open_keno(store, plan, clock_us, chance())
    assert owner_of(store) == KENO == opened.tenant.owner
    [row] = store.rows()
    assert json.loads(row.events) == [
        {
            "type": "JournalOpened",
            "at": "2026-11-15T10:00:00+11:00",
            "kind": "keno",
            "name": "keno",
            "book": "nsw-keno",
            "zone": "Australia/Sydney",
        }
    ]
    again = open_keno(store, plan, clock_us, chance())
    assert again.site.head == opened.site.head
    assert verify_journal(machine_of(store), store, decide_again=True).rows == 1


def test_a_journal_without_that_row_is_kenos(plan: Plan, night: Night) -> None:
    before = night.site.head
    assert owner_of(night.store) is None
    night.store.keep_secret(RECEIPT_KEY, b"k" * 32)
    opened = open_site(keno(plan), night.store, clock_us)
    assert opened.head == before
    assert (
        verify_journal(machine_of(night.store), night.store, decide_again=True).rows == before.seq
    )


@pytest.mark.parametrize(
    "owner",
    [
        SOMEONE_ELSE,
        KENO._replace(book="nsw-lotto"),
        KENO._replace(name="another club"),
        KENO._replace(zone="Pacific/Auckland"),
    ],
)
def test_a_journal_of_another_tenant_or_book_is_not_written_to(plan: Plan, owner: Owner) -> None:
    store = opened_by(owner, MemoryStore())
    before = everything(store)
    with pytest.raises(AnotherTenant, match="holds the journal of"):
        open_keno(store, plan, clock_us, chance())
    assert everything(store) == before


def test_an_unnamed_journal_is_no_other_tenants(plan: Plan, night: Night) -> None:
    before = everything(night.store)
    with pytest.raises(AnotherTenant, match="does not name its owner"):
        open_site(replace(keno(plan), takes_unnamed=False), night.store, clock_us)
    assert everything(night.store) == before


@pytest.fixture
def another(tmp_path: Path) -> Path:
    """A file that holds the journal of a tenant this program does not know."""
    path = tmp_path / "another.db"
    opened_by(SOMEONE_ELSE, open_store(str(path))).close()
    return path


@pytest.mark.parametrize("command", [["verify"], ["replay"]])
def test_journal_commands_name_the_tenant_they_do_not_know(
    another: Path, command: list[str]
) -> None:
    result = CliRunner().invoke(journal, [*command, str(another)])
    assert isinstance(result.exception, AnotherTenant)
    assert "corner-lotto" in str(result.exception)


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (journal, ["proof", "STORE", "JV2R2R-100410-6105T4-JMPRE3"]),
        (books, ["day", "STORE", "2026-11-15"]),
        (books, ["game", "STORE", "2026-11-15/001"]),
        (books, ["winners", "STORE", "2026-11-15/001"]),
    ],
)
def test_what_only_keno_has_is_not_looked_for_elsewhere(
    another: Path, group: Any, words: list[str]
) -> None:
    asked = [str(another) if word == "STORE" else word for word in words]
    assert isinstance(CliRunner().invoke(group, asked).exception, AnotherTenant)


def test_serve_leaves_another_tenants_store_as_it_is(another: Path) -> None:
    before = another.read_bytes()
    settings = Settings(str(another), "127.0.0.1", 0, 180.0, "", "", 1000, cage=False)
    with pytest.raises(AnotherTenant, match="corner shop"):
        Host(settings)
    assert another.read_bytes() == before


def test_only_the_first_row_may_name_an_owner(plan: Plan) -> None:
    opened = open_keno(MemoryStore(), plan, clock_us, chance())
    opened.site.run([Submitted("again", OpenJournal(START, *KENO))])
    with pytest.raises(JournalCorrupt, match="row 2: only the first row"):
        verify_journal(machine(), opened.site.store)


def test_a_first_row_that_cannot_be_read_is_named(plan: Plan) -> None:
    store = opened_by(KENO, MemoryStore())
    store._rows[0] = store._rows[0]._replace(events=b'[{"type":"JournalOpened"}]')
    with pytest.raises(JournalCorrupt, match="does not say whose journal"):
        open_keno(store, plan, clock_us, chance())


def test_the_first_row_posts_nothing_and_leaves_no_record(plan: Plan) -> None:
    opened = open_keno(MemoryStore(), plan, clock_us, chance())
    held = everything(opened.site.store)
    assert held["lines"] == held["records"] == held["balances"] == []
    assert isinstance(
        machine().events.read_all(next(opened.site.store.rows()).events)[0], JournalOpened
    )
