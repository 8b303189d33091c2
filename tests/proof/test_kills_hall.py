"""A hall's site killed at every write of a golden night of each book: the same night comes out."""

from __future__ import annotations

import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from eyesdown.central.hall.machine import machine
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalError
from eyesdown.proof.hall import disk_kills, kills
from eyesdown.proof.hall.disk_kills import golden_night, kill_on_disk
from eyesdown.proof.hall.kills import Night, kill_everywhere
from eyesdown.proof.hall.setting import ZONES

GOLDENS = Path(__file__).parents[1] / "goldens"


@pytest.mark.parametrize("name", ["nz-session", "nz-corrections", "vic-session", "nsw-session"])
def test_whichever_write_the_site_dies_at_the_night_is_the_same(name: str) -> None:
    script, commands = golden_night(GOLDENS / f"{name}.eyes")
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    night = kill_everywhere(hall, commands)
    assert (night.writes, night.kills) == (len(commands), 2 * len(commands))


def test_a_write_that_is_done_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that forgets ids would sell, call and pay again after a kill."""
    script, commands = golden_night(GOLDENS / "vic-session.eyes")
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    monkeypatch.setattr(MemoryStore, "find", lambda *_: {})
    with pytest.raises((AssertionError, JournalError)):
        kill_everywhere(hall, commands[:20])


@pytest.mark.parametrize("name", ["nz-session", "vic-session", "nsw-session"])
def test_a_process_killed_at_each_write_to_its_file(name: str, tmp_path: Path) -> None:
    script, commands = golden_night(GOLDENS / f"{name}.eyes")
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    night = kill_on_disk(hall, commands, tmp_path, every=len(commands) // 2 + 1)
    assert night.writes == len(commands)
    assert night.kills > 5


def test_a_file_that_is_not_as_before_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store that forgets ids does a command again that was on disk before the kill."""
    script, commands = golden_night(GOLDENS / "vic-session.eyes")
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    monkeypatch.setattr(SqliteStore, "find", lambda *_: {})
    with pytest.raises((AssertionError, JournalError)):
        kill_on_disk(hall, commands[:6], tmp_path, every=2)


def test_the_program_for_files_counts_its_kills(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    night = str(GOLDENS / "vic-session.eyes")
    monkeypatch.setattr(disk_kills, "kill_on_disk", lambda *_: Night(writes=88, kills=7))
    monkeypatch.setattr(sys, "argv", ["disk_kills", night])
    assert disk_kills.main() == 0
    assert "vic-session: 88 commands, 7 times kill -9" in capsys.readouterr().out


def test_the_program_counts_its_kills(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kills, "nights", lambda _: iter(()))
    monkeypatch.setattr(sys, "argv", ["kills", "--seeds=1"])
    assert kills.main() == 0
    assert "0 kills in 1 nights of a hall" in capsys.readouterr().out
