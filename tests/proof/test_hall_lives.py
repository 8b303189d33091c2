"""A little of what `make simulate` does for long with halls, and that it would notice."""

from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any

import pytest

from eyesdown.bingo.claims import forfeits, results
from eyesdown.bingo.claims.events import PrizeForfeitedByMany
from eyesdown.bingo.pools import decide as pools
from eyesdown.central.hall.machine import EVENTS
from eyesdown.kernel.errors import JournalError
from eyesdown.proof.hall import __main__ as program
from eyesdown.proof.hall.life import life

LIVES, IN_PARTS, KINDS_MIN = 100, 10, 30
SEEDS = range(24)


@pytest.mark.parametrize("part", range(IN_PARTS))
def test_control_counts_every_night_alike_and_every_row_is_decided_again(part: int) -> None:
    done, games = Counter[str](), Counter[str]()
    for seed in range(part, LIVES, IN_PARTS):
        alive, night = life(seed)
        done, games = done + night.done, games + alive.games
    assert len(done) >= KINDS_MIN
    assert games["won"]


@pytest.mark.parametrize("seed", range(6))
def test_nights_whose_balls_the_site_draws(seed: int) -> None:
    alive, night = life(seed, ordered=1)
    assert alive.ordered
    assert night.done["EyesDown"]
    assert not alive.site.state.draws.stopped


@pytest.mark.parametrize("seed", [2, 8, 10])
def test_nights_whose_forfeits_are_recorded_by_card(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a hall in which many lose a prize on one call."""
    monkeypatch.setattr(forfeits, "MANY", 1)
    alive, _ = life(seed)
    events = [event for row in alive.store.rows() for event in EVENTS.read_all(row.events)]
    assert any(isinstance(event, PrizeForfeitedByMany) for event in events)


def test_a_seed_plays_the_same_night_again_to_the_byte() -> None:
    heads = [life(seed)[0].site.head for seed in (7, 7, 8)]
    assert heads[0] == heads[1] != heads[2]


def noticed() -> str:
    """What the first life that goes wrong says; nothing if none does."""
    for seed in SEEDS:
        try:
            life(seed)
        except (AssertionError, JournalError) as wrong:
            return str(wrong)
    return ""


def test_a_joint_winner_who_gets_nothing_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = results._winners

    def first_alone(*args: Any) -> dict[str, list[Any]]:
        return {prize: claims[:1] for prize, claims in honest(*args).items()}

    monkeypatch.setattr(results, "_winners", first_alone)
    assert re.search(r"counted \('\w+', '\w+'.*\) on call \d+, recorded \('\w+',\)", noticed())


def test_a_silent_player_who_keeps_the_prize_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    from eyesdown.bingo.play import decide

    monkeypatch.setattr(decide, "missed_on_last_call", lambda *_: ())
    assert "was silent" in noticed()


def test_a_level_that_is_not_met_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "_met", lambda *_: True)
    assert "was not met" in noticed()


def test_a_pool_that_gets_too_little_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fees' part of a jackpot is a cent short."""
    from eyesdown.rulebooks.nsw_casino_bingo import c03_conditions

    monkeypatch.setattr(c03_conditions, "administration", lambda fees, _: fees // 5 + 1)
    assert "for administration" in noticed()


def test_the_program_names_the_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["hall", "--seeds=2", "--first=40"])
    assert program.main() == 0
    assert "2 lives of a hall, " in capsys.readouterr().out
    monkeypatch.setattr("eyesdown.bingo.play.decide.missed_on_last_call", lambda *_: ())
    monkeypatch.setattr(sys, "argv", ["hall", "--seeds=24", "--first=40"])
    assert program.main() == 1
    assert "WRONG: seed " in capsys.readouterr().out
