"""The demonstration plays a whole game through the real rules."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from eyesdown.cli.demo.hall import HASTY, PRIZES, play_night
from eyesdown.cli.main import eyesdown
from eyesdown.kernel.errors import BadInput


@pytest.mark.parametrize("seed", [b"tonight", b"a", b"b", b"c", b"d", b"e"])
def test_a_night_ends_with_both_prizes_won_and_paid(seed: bytes) -> None:
    *_, night = play_night(seed)
    assert set(night.won) == set(PRIZES)
    assert len(set(night.calls)) == len(night.calls) <= 90
    said = [line.plain for line in night.log]
    assert any(line.startswith(f"✗ {HASTY}: no, claim/incomplete") for line in said)
    paid = sum(1 for line in said if line.startswith("$ paid"))
    assert paid >= len(PRIZES)
    assert not any("no, draw" in line for line in said)


def test_the_board_counts_the_cards_that_lack_one_number() -> None:
    for night in play_night(b"tonight"):
        called = set(night.calls)
        lacking = {
            player: [len(set(line) - called) for line in ticket.lines]
            for player, ticket in night.tickets.items()
        }
        line_open = "part series" not in night.won
        waiting = [
            player
            for player, lines in lacking.items()
            if ((1 in lines and 0 not in lines) if line_open else sum(lines) == 1)
        ]
        assert night.one_to_go == len(waiting)


def test_the_same_seed_gives_the_same_night() -> None:
    first = CliRunner().invoke(eyesdown, ["demo", "bingo", "--seed", "again"])
    second = CliRunner().invoke(eyesdown, ["demo", "bingo", "--seed", "again"])
    assert first.exit_code == 0
    assert first.stdout == second.stdout
    assert "Won by" in first.stdout


@pytest.mark.parametrize(("option", "value"), [("--seed", "\udcff"), ("--pace", "nan")])
def test_a_seed_that_is_no_text_or_a_pace_that_is_none_is_told(option: str, value: str) -> None:
    told = CliRunner().invoke(eyesdown, ["demo", "bingo", option, value]).exception
    assert isinstance(told, BadInput)
    assert told.field == option


def test_without_a_seed_every_night_is_another() -> None:
    nights = {CliRunner().invoke(eyesdown, ["demo", "bingo"]).stdout for _ in range(2)}
    assert len(nights) == 2
