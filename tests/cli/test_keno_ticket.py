"""`eyesdown keno check --spots`: a ticket without JSON."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from eyesdown.cli.bench import keno as bench
from eyesdown.cli.keno.command import keno
from eyesdown.kernel.errors import BadInput

DRAWN = "48 28 4 17 60 10 42 8 14 46 74 15 61 9 40 33 25 16 51 71"


def test_a_typed_ticket_is_checked() -> None:
    words = ["check", "--spots", "4,8,15,16", "--stake", "2", "--drawn", DRAWN]
    done = CliRunner().invoke(keno, words)
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1] == "wins $240.00"
    assert CliRunner().invoke(keno, [*words, "--bonus"]).stdout.endswith("wins $480.00\n")


@pytest.mark.parametrize(
    ("spots", "stake", "drawn", "field"),
    [
        ("4,x", "1", DRAWN, "--spots"),
        ("4", "1.005", DRAWN, "--stake"),
        ("4", "nan", DRAWN, "--stake"),
        ("4", "0", DRAWN, "--stake"),
        ("4", "1", DRAWN.replace("48", "99"), "--drawn"),
        ("4", "1", DRAWN.replace("48", "28"), "--drawn"),
        ("4", "1", "", "--drawn"),
    ],
)
def test_a_typing_mistake_names_its_option(spots: str, stake: str, drawn: str, field: str) -> None:
    words = ["check", "--spots", spots, "--stake", stake, "--drawn", drawn]
    wrong = CliRunner().invoke(keno, words).exception
    assert isinstance(wrong, BadInput)
    assert wrong.field == field


@pytest.mark.parametrize(
    ("spots", "happened"),
    [
        ("4,4", "Number 4 was chosen twice. Choose each number once."),
        ("81", "There is no number 81"),
        ("1,2,3,4,5,6,7,8,9,10,11", "There is no game with 11 numbers."),
    ],
)
def test_a_bet_that_cannot_exist_is_refused(spots: str, happened: str) -> None:
    done = CliRunner().invoke(keno, ["check", "--spots", spots, "--drawn", DRAWN])
    assert done.exit_code == 1
    assert f"no such bet: {happened}" in done.stdout
    assert "wins" not in done.stdout


def test_a_stake_that_cannot_be_sold_is_checked_and_named() -> None:
    words = ["check", "--spots", "4,8,15,16", "--drawn", DRAWN, "--stake"]
    lines = CliRunner().invoke(keno, [*words, "1.5"]).stdout.splitlines()
    assert lines[-2] == "wins $180.00"
    assert lines[-1].startswith("not for sale: A stake of $1.50 can’t be sold")
    assert "not for sale" not in CliRunner().invoke(keno, [*words, "3"]).stdout
    wrong = CliRunner().invoke(keno, [*words, "9" * 30]).exception
    assert str(wrong).endswith("is more than $10,000,000.00")


def test_a_typed_ticket_is_answered_as_json_like_a_line() -> None:
    words = ["check", "--spots", "4,8,15,16", "--stake", "2", "--drawn", DRAWN, "--json"]
    typed = json.loads(CliRunner().invoke(keno, words).stdout)
    line = json.dumps({name: typed[name] for name in ("bet", "drawn")})
    assert json.loads(CliRunner().invoke(keno, ["check"], input=line).stdout) == typed
    words[2] = "4,4"
    refused = CliRunner().invoke(keno, words)
    assert refused.exit_code == 1
    assert json.loads(refused.stdout)["answer"]["refused"][0]["code"] == "spots/number_twice"


def test_the_benchmark_of_the_check_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "LINES", 5)
    assert bench._check_lines(1).work == 5
