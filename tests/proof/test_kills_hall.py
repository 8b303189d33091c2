"""A hall's site killed at every write of a golden night of each book: the same night comes out."""

from __future__ import annotations

import sys
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from eyesdown.central.hall.machine import FixSettings, machine
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import JournalError
from eyesdown.notation.document import Asked, parse
from eyesdown.notation.player import play
from eyesdown.proof.hall import kills
from eyesdown.proof.hall.kills import kill_everywhere
from eyesdown.proof.hall.setting import ZONES

GOLDENS = Path(__file__).parents[1] / "goldens"


@pytest.mark.parametrize("name", ["nz-session", "nz-corrections", "vic-session", "nsw-session"])
def test_whichever_write_the_site_dies_at_the_night_is_the_same(name: str) -> None:
    script = parse((GOLDENS / f"{name}.eyes").read_text("utf-8"))
    commands = [item.command for item in play(script) if isinstance(item, Asked)]
    if script.settings is not None:
        commands.insert(0, FixSettings(at=commands[0].at, settings=script.settings))
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    night = kill_everywhere(hall, commands)
    assert (night.writes, night.kills) == (len(commands), 2 * len(commands))


def test_a_write_that_is_done_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A site that forgets ids would sell, call and pay again after a kill."""
    script = parse((GOLDENS / "vic-session.eyes").read_text("utf-8"))
    commands = [item.command for item in play(script) if isinstance(item, Asked)][:20]
    hall = machine(script.book, ZoneInfo(ZONES[script.book]), own_clock=False)
    monkeypatch.setattr(MemoryStore, "find", lambda *_: {})
    with pytest.raises((AssertionError, JournalError)):
        kill_everywhere(hall, commands)


def test_the_program_counts_its_kills(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(kills, "nights", lambda _: iter(()))
    monkeypatch.setattr(sys, "argv", ["kills", "--seeds=1"])
    assert kills.main() == 0
    assert "0 kills in 1 nights of a hall" in capsys.readouterr().out
