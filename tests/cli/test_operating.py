"""A site as its operator meets it: its file of settings, its log, its end, and a backup cut off."""

from __future__ import annotations

import asyncio
import json
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import apsw
import pytest
from click.testing import CliRunner

from eyesdown.central.keno import tasks as runner
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import RECEIPT_KEY, Serials
from eyesdown.central.store.base import Batch
from eyesdown.central.store.journal import EMPTY, RowContent, linked
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.site.books import books
from eyesdown.cli.site.host import Host
from eyesdown.cli.site.serve import serve
from eyesdown.cli.site.settings import Settings
from eyesdown.demo.keno_load import Ask, sale
from eyesdown.keno.bets.bet import Regular
from eyesdown.kernel.errors import BadInput, DrawSourceError, JournalCorrupt, JournalUnavailable
from eyesdown.web.frame.live import WATCHERS_MAX, watchers_max
from kit.night import PLACES, Night
from kit.sites import Running
from kit.tenants import clockwork, results_step, sales_step

WRITTEN = {
    "store": '"site.db"',
    "host": '"127.0.0.1"',
    "port": "20000",
    "draw_seconds": "20.5",
    "every_seconds": "60",
    "key": '"eyesdown.key"',
    "clock_step_seconds": "30.5",
    "metrics_from": '"10.0.0.9"',
    "people": '"people.toml"',
    "credentials": '"credentials.toml"',
    "snapshot_rows": "1000",
    "cage": "true",
    "second_factor": "false",
    "pool_wait_seconds": "1.5",
    "slow_seconds": "2.5",
    "witness_wait_seconds": "7",
    "witnesses": "3",
    "witness_start_seconds": "9",
    "name": '"A made-up site"',
    "operator": '"A made-up operator"',
    "address": '"https://keno.example"',
    "family": '"family.db"',
    "family_address": '"http://10.0.0.7:8000"',
    "series": '"fair,white"',
    "core": "0",
}
"""Every setting as it is written in a file."""


def configured(tmp_path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Settings:
    seen: list[Settings] = []
    monkeypatch.setattr("eyesdown.cli.site.host.run", seen.append)
    file = tmp_path / "site.toml"
    file.write_text(text)
    result = CliRunner().invoke(serve, ["--config", str(file)])
    if result.exception:
        raise result.exception
    return seen[0]


def test_every_setting_is_taken_from_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert WRITTEN.keys() == {param.name for param in serve.params if param.expose_value}
    text = "".join(f"{name} = {value}\n" for name, value in WRITTEN.items())
    found = configured(tmp_path, text, monkeypatch)
    shown = {name: json.dumps(getattr(found, name)) for name in WRITTEN}
    assert shown == {**WRITTEN, "every_seconds": "60.0"}
    assert not found.with_password, "of a file without a password nobody is warned"
    found = configured(tmp_path, 'store = "postgresql://me:secret@db/site"\n', monkeypatch)
    assert found.with_password == str(tmp_path / "site.toml")


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (
            '"yes"',
            {
                "store",
                "host",
                "key",
                "metrics_from",
                "people",
                "credentials",
                "name",
                "operator",
                "family",
                "family_address",
                "series",
            },
        ),
        (
            "3",
            {
                *(
                    "port",
                    "clock_step_seconds",
                    "draw_seconds",
                    "every_seconds",
                    "snapshot_rows",
                    "pool_wait_seconds",
                    "core",
                ),
                *("slow_seconds", "witness_wait_seconds", "witnesses", "witness_start_seconds"),
            },
        ),
        (
            "80.5",
            {
                "clock_step_seconds",
                "draw_seconds",
                "every_seconds",
                "pool_wait_seconds",
                "slow_seconds",
            },
        ),
        ("true", {"cage", "second_factor"}),
        ("[1]", set()),
        ("2026-11-15", set()),
    ],
)
def test_a_setting_of_another_kind_is_refused_by_its_name(
    value: str, fits: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A port of `true` was port 1, one of 80.5 was 80, and a cage of 1 broke the program."""
    for name in fits:
        configured(tmp_path, f"{name} = {value}\n", monkeypatch)
    for name in WRITTEN.keys() - fits:
        with pytest.raises(BadInput, match=f"--config: {name}: one |--address: write it like"):
            configured(tmp_path, f"{name} = {value}\n", monkeypatch)


def test_a_file_of_settings_does_not_name_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BadInput, match="config: is not a setting; there are store, host, port"):
        configured(tmp_path, 'config = "other.toml"\n', monkeypatch)


@pytest.fixture
def hang_ups_are_heard() -> Iterator[None]:
    """Also where these tests themselves were started with `nohup`, which is handed on."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("hang_ups_are_heard")
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGHUP])
def test_a_site_that_is_told_to_stop_ends_in_order(told: signal.Signals, tmp_path: Path) -> None:
    store = tmp_path / "site.db"
    words = ["-m", "eyesdown", "serve", "--store", str(store), "--port", "0"]
    with subprocess.Popen([sys.executable, *words], stderr=subprocess.PIPE, text=True) as site:
        assert site.stderr
        log = []
        try:
            for line in site.stderr:
                log.append(json.loads(line))
                if log[-1].get("events") == ["GameOpened"]:
                    site.send_signal(told)
        except ValueError:
            site.kill()  # or the test would wait for ever for the end of a healthy site
            raise
    assert site.returncode == 0
    [opened] = [line for line in log if line["says"] == "opened"]
    assert (opened["seq"], opened["level"]) == (1, "INFO")
    assert opened["address"].startswith("http://127.0.0.1:")
    assert not opened["address"].endswith(":0"), "port 0 took whichever was free"
    left = SqliteStore(store)
    kept = left.snapshot()
    assert kept is not None
    assert kept.seq == left.head().seq, "the next start reads nothing twice"
    left.close()


def test_a_site_that_is_to_outlive_its_terminal_does(tmp_path: Path) -> None:
    """As `nohup` starts it: a hang-up is not for it, and it ended at the first."""
    words = ["nohup", sys.executable, "-m", "eyesdown", "serve", "--every-seconds", "1"]
    words += ["--store", str(tmp_path / "site.db"), "--port", "0"]
    quiet = subprocess.DEVNULL  # else it says that there is no terminal
    with subprocess.Popen(
        words, stdin=quiet, stdout=quiet, stderr=subprocess.PIPE, text=True
    ) as site:
        assert site.stderr
        done = []
        for line in site.stderr:
            done += json.loads(line).get("events", ())
            if done[-1:] == ["GameOpened"]:
                site.send_signal(signal.SIGHUP)
            elif done[-1:] == ["GameSealed"]:
                site.send_signal(signal.SIGTERM)
    assert "GameSealed" in done
    assert site.returncode == 0


def test_a_question_does_not_make_a_store_that_was_moved_away(tmp_path: Path) -> None:
    """SQLite threw away the log of the one that is gone, and with it what it alone held."""
    store, aside = tmp_path / "site.db", tmp_path / "aside.db"
    host = Host(Settings(str(store), "127.0.0.1", 0, 60.0, "", "", 1, cage=False))
    store.rename(aside)
    with pytest.raises(JournalUnavailable, match="there is no file"):
        host.tenants[0].read_store()
    aside.rename(store)
    beside = host.tenants[0].read_store()
    assert list(beside.dump("secrets")) == list(host.store.dump("secrets")) != []
    beside.close()
    host.store.close()


def test_a_site_whose_receipt_key_is_gone_does_not_start_with_another(tmp_path: Path) -> None:
    """Every ticket that was sold would have been taken for a forgery, without a word."""
    settings = Settings(str(tmp_path / "site.db"), "127.0.0.1", 0, 60.0, "", "", 1, cage=False)
    Host(settings).store.close()
    Host(settings).store.close()  # which has sold nothing yet
    with closing(apsw.Connection(settings.store)) as db:
        db.execute("DELETE FROM secrets")
    with pytest.raises(JournalCorrupt, match="the receipt key is gone"):
        Host(settings)


def test_a_site_does_not_start_with_another_receipt_key_than_its_tickets(tmp_path: Path) -> None:
    settings = Settings(str(tmp_path / "site.db"), "127.0.0.1", 0, 60.0, "", "", 1, cage=False)
    night, key = Night(SqliteStore(tmp_path / "site.db")), b"k" * 32
    night.store.keep_secret(RECEIPT_KEY, key)
    night.work()
    serial = Serials(key, lambda: 10**15).new(lambda size: b"7" * size)
    night.ask(sale(night.now, serial, PLACES[0], Ask((Regular((1, 2), 100),), 1, 100)))
    night.store.close()
    Host(settings).store.close()
    with closing(apsw.Connection(settings.store)) as db:
        db.execute("UPDATE secrets SET body = randomblob(64) WHERE name = 'receipt key'")
    with pytest.raises(JournalCorrupt, match="the receipt key is not the one that ticket"):
        Host(settings)


def test_a_backup_that_breaks_off_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a full disk half a file, keys and all, stayed behind."""
    source, target = tmp_path / "site.db", tmp_path / "backup.db"
    store = SqliteStore(source)
    store.append(Batch(rows=linked(EMPTY, [RowContent(1, "one", b"1" * 32, b"{}", b"[]")])))
    store.close()

    def full(_store: Any, _table: str, _rows: Any) -> None:
        raise JournalUnavailable("journal: database or disk is full")

    monkeypatch.setattr(SqliteStore, "load", full)
    result = CliRunner().invoke(serve, ["backup", str(source), str(target)])
    assert isinstance(result.exception, JournalUnavailable)
    assert [path.name for path in tmp_path.iterdir()] == ["site.db"]


def test_a_store_without_rows_is_not_backed_up(tmp_path: Path) -> None:
    """What was copied without its log looked like a good backup, night after night."""
    source, target = tmp_path / "site.db", tmp_path / "backup.db"
    SqliteStore(source).close()
    result = CliRunner().invoke(serve, ["backup", str(source), str(target)])
    assert isinstance(result.exception, BadInput)
    assert not target.exists()


def test_a_statement_is_of_one_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sale while it was read stood on one account of the venue and not on the others."""
    path, read = tmp_path / "site.db", SqliteStore.lines
    night = Night(SqliteStore(path))
    night.game(1)

    def sell_meanwhile(store: SqliteStore, name: str, *more: Any) -> Any:
        monkeypatch.undo()
        found = read(store, name, *more)
        night.game(9)
        return found

    def told() -> Any:
        words = ["statement", str(path), f"venue/{PLACES[0].venue}", "--json"]
        return [one["closing"] for one in json.loads(CliRunner().invoke(books, words).output)]

    first = told()
    monkeypatch.setattr(SqliteStore, "lines", sell_meanwhile)
    assert told() == first != told()
    night.store.close()


def test_a_backup_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It said that there was no folder `postgresql:`, and kept one in nobody's memory."""
    monkeypatch.chdir(tmp_path)
    for target in ("postgresql://me:secret@here/site", ":memory:", ""):
        result = CliRunner().invoke(serve, ["backup", "site.db", target])
        assert isinstance(result.exception, BadInput)
        assert (result.exception.field, "secret" in str(result.exception)) == ("target", False)
    assert not list(tmp_path.iterdir())


def test_what_needs_a_person_is_an_error_in_the_log(
    running: Running, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stopped game was one of many lines that all say that something was done."""
    monkeypatch.setattr(runner, "count_sales", lambda _tally, _game: "counted 300, booked 400")
    running.now += timedelta(minutes=3)

    async def story() -> None:
        sequencer = Sequencer(running.site)
        work = clockwork(sequencer, runner.Plan(running.read), running.clock_us)
        await sales_step(work)
        while await results_step(work) == 0.0:
            pass
        await sequencer.stop()

    asyncio.run(story())
    [said] = [record for record in caplog.records if record.levelname == "ERROR"]
    assert (said.getMessage(), said.game, said.count) == ("control stopped a game", 0, "sales")  # type: ignore[attr-defined]


def test_a_device_that_fails_is_told_in_one_line_a_second(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> list[float]:
        work = clockwork(Sequencer(running.site), runner.Plan(running.read), running.clock_us)
        waits: list[float] = []

        async def once() -> float:
            if waits:
                raise asyncio.CancelledError
            waits.append(0.0)
            raise DrawSourceError("the entropy source gave fewer bytes than were asked for")

        with pytest.raises(asyncio.CancelledError):
            await work._repeat(once)
        await work.sequencer.stop()
        return waits

    asyncio.run(story())
    [said] = caplog.records
    assert (said.levelname, said.getMessage()) == ("ERROR", "a game cannot be drawn")
    assert said.exc_info is None


def test_a_restored_site_is_told_of_secrets_that_may_be_out(tmp_path: Path) -> None:
    SqliteStore(tmp_path / "backup.db").close()
    words = ["restore", str(tmp_path / "backup.db"), str(tmp_path / "site.db")]
    assert "start with --cage" in CliRunner().invoke(serve, words).output


def test_displays_leave_lines_for_those_who_sell(monkeypatch: pytest.MonkeyPatch) -> None:
    """When all were taken a till that came anew was cut off, and nothing was said."""
    limit = [1024]
    monkeypatch.setattr(resource, "getrlimit", lambda _which: (limit[0], limit[0]))
    assert watchers_max() == 512
    for limit[0] in (10**6, resource.RLIM_INFINITY):
        assert watchers_max() == WATCHERS_MAX
