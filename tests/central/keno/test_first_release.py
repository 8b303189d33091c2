"""A store that the first release wrote: it opens, sells on and verifies.

`first_release.db.zlib` is a SQLite file of 0.1.0, compressed: 83 rows with sales, a refused stake,
three refusals of a draw's order (events `SealingRefused`), two draws, claims, and a snapshot.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import shake_256
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from eyesdown.central.keno.machine import EVENTS, SYDNEY, machine
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.keno.tenant import open_keno
from eyesdown.central.site.first_row import owner_of
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.connect import open_store
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.journal import journal
from eyesdown.demo.keno_load import Ask, places, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.refused import Refused

ROWS = 83
ASK = Ask((Regular((1, 2, 3), 100),), 1, 100)
NOW = datetime(2026, 11, 15, 10, 7, tzinfo=SYDNEY)


def chance() -> Callable[[int], bytes]:
    """Bytes that every run gets again."""
    turns = count()
    return lambda size: shake_256(b"%d" % next(turns)).digest(size)


def clock_us() -> int:
    return int(NOW.timestamp() * 1_000_000)


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    """The store as the first release left it."""
    path = tmp_path / "site.db"
    packed = Path(__file__).with_name("first_release.db.zlib").read_bytes()
    path.write_bytes(zlib.decompress(packed))
    return path


@pytest.mark.parametrize("options", [[], ["--decide-again"]])
def test_it_verifies(old_file: Path, options: list[str]) -> None:
    result = CliRunner().invoke(journal, ["verify", str(old_file), "--json", *options])
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["rows"] == ROWS


def test_it_opens_sells_draws_and_verifies_again(
    old_file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = SqliteStore(old_file)
    plan = Plan(chance())
    opened = open_keno(store, plan, clock_us, chance())
    assert opened.site.head.seq == ROWS, "an old journal gets no first row"
    assert owner_of(store) is None
    assert "the snapshot is not used; the journal is read from its start" in caplog.text
    [place, *_] = places(1)
    command = sale(NOW, opened.serials.new(chance()), place, ASK)
    [reply] = opened.site.run([Submitted("till/new", command)])
    assert isinstance(reply, Done)
    assert not isinstance(reply.events[0], Refused)
    published = opened.site.state.draws.published_max
    while make := next_step(opened.site, plan, NOW + timedelta(minutes=3)):
        opened.site.run([make()])
    assert opened.site.state.draws.published_max > published
    opened.site.take_snapshot()
    held = verify_journal(machine(), store, decide_again=True)
    assert held.rows == opened.site.head.seq > ROWS
    caplog.clear()
    assert Site(machine(), store, clock_us).head == opened.site.head
    assert caplog.text == "", "the new snapshot is of this version"
    store.close()


@pytest.mark.clause("central-site", "1.1", "1.2", "1.5")
def test_its_refusals_of_a_draws_order_cite_the_sites_own_book(old_file: Path) -> None:
    store = open_store(str(old_file))
    refusals = [
        (refusal.code, str(refusal.clause))
        for row in store.rows()
        if b"SealingRefused" in row.events
        for event in EVENTS.read_all(row.events)
        for refusal in event.refusals
    ]
    store.close()
    assert refusals == [
        ("draw/promised_already", "central-site cl. 1.2"),
        ("game/not_stopped", "central-site cl. 1.5"),
        ("game/published_already", "central-site cl. 1.1"),
    ]
