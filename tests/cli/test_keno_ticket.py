"""`eyesdown keno check --spots`: a ticket without JSON."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

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


@pytest.mark.parametrize("spots", ["4,4", "81", "1,2,3,4,5,6,7,8,9,10,11"])
def test_a_bet_that_cannot_exist_is_refused(spots: str) -> None:
    done = CliRunner().invoke(keno, ["check", "--spots", spots, "--drawn", DRAWN])
    assert done.exit_code == 1
    assert "no such bet" in done.stdout
    assert "wins" not in done.stdout
