"""A series delivered into the store of a hall by the command line, and then taken in."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from click.testing import CliRunner

from eyesdown.cards.series import SeriesPlan
from eyesdown.central.hall.machine import COMMANDS, machine
from eyesdown.central.hall.stock import SeriesTakenIn
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.cli.main import eyesdown
from kit.series import delivered

PLAN = SeriesPlan("382558", "blue", books=12, up="single")
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def test_files_are_delivered_while_the_hall_is_open_and_then_taken_in(tmp_path: Path) -> None:
    files = delivered(PLAN)
    base = tmp_path / "series"
    for ending, body in ((".json", files.manifest), (".csv", files.table), (".index", files.index)):
        base.with_suffix(ending).write_bytes(body)
    path = tmp_path / "hall.db"
    store = SqliteStore(path)
    store.claim()
    book = machine("nz-casino-bingo", ZoneInfo("Pacific/Auckland"))
    site = Site(book, store, lambda: int(NOON.timestamp() * 1_000_000))
    done = CliRunner().invoke(eyesdown, ["cards", "deliver", str(base), "--store", str(path)])
    assert done.exit_code == 0, done.output
    stock = json.loads(done.stdout)
    sent = {"type": "TakeInSeries", "at": NOON.isoformat(), "stock": stock}
    [reply] = site.run([Submitted("take in", COMMANDS.of_plain(sent))])
    assert isinstance(reply, Done), reply
    assert isinstance(reply.events[0], SeriesTakenIn), reply.events
    assert len(site.state.hall.series["382558"].cards) == 12
    store.close()


def test_altered_files_are_not_delivered(tmp_path: Path) -> None:
    files = delivered(PLAN)
    base = tmp_path / "series"
    for ending, body in ((".json", files.manifest), (".csv", files.table), (".index", files.index)):
        base.with_suffix(ending).write_bytes(body[:-1] + b"9" if ending == ".index" else body)
    path = tmp_path / "hall.db"
    SqliteStore(path).close()
    done = CliRunner().invoke(eyesdown, ["cards", "deliver", str(base), "--store", str(path)])
    assert done.exit_code != 0
    store = SqliteStore(path)
    assert list(store.dump("prints")) == []
    store.close()
