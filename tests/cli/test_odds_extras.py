"""Odds with one's own pay table, all patterns of a 75-ball card, and few draws with their power."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from eyesdown.cli.main import eyesdown
from eyesdown.kernel.errors import BadInput
from eyesdown.odds.bingo.answers import bingo_laws
from eyesdown.odds.randomness import examine

TABLE = "matched,2,4\n0,,\n1,,\n2,12,1\n3,,4\n4,,150\n"


def run(words: str, given: str | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(eyesdown, words.split(), input=given)
    if isinstance(done.exception, BadInput):
        return done.exception.exit_code, f"{done.exception.field}: {done.exception.message}"
    return done.exit_code, done.stdout


def test_an_own_pay_table_gives_its_exact_return(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("\ufeff" + TABLE, "utf-8")
    code, text = run(f"odds keno --table {tmp_path}/mine.csv --json")
    assert code == 0
    bets = json.loads(text)["bets"]
    assert set(bets) == {"regular/2", "regular/4"}
    four = sum(
        prize * Fraction(comb(20, hits) * comb(60, 4 - hits), comb(80, 4))
        for hits, prize in ((2, 1), (3, 4), (4, 150))
    )
    assert Fraction(bets["regular/4"]["rtp"]) == four
    assert Fraction(bets["regular/4"]["house_edge"]) == 1 - four


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (TABLE.replace("12", "x"), "'x', not a whole number"),
        ("", "the first line is matched"),
        ("matched,11\n", "the first line is matched"),
        (TABLE.replace("\n2,", "\n5,"), "matched is 5, not 2"),
        (TABLE.replace("150", "1"), "a prize falls"),
    ],
)
def test_a_wrong_pay_table_is_named_by_its_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine.csv").write_text(text, "utf-8")
    code, words = run(f"odds keno --table {tmp_path}/mine.csv")
    assert code == 2
    assert message in words


def test_a_zero_where_nothing_can_be_won_is_no_prize(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("matched,1,2\n0,0,0\n1,3,0\n2,0,12\n", "utf-8")
    code, text = run(f"odds keno --table {tmp_path}/mine.csv --json")
    assert code == 0
    assert json.loads(text)["bets"]["regular/1"]["rtp"] == "3/4"
    (tmp_path / "mine.csv").write_text("matched,1,2\n0,0,0\n1,3,0\n2,1,12\n", "utf-8")
    assert "2 matched of 1 spots" in run(f"odds keno --table {tmp_path}/mine.csv")[1]
    code, words = run(f"odds keno --table {tmp_path}/none.csv")
    assert (code, words[:7], "cannot be read" in words) == (2, "--table", True)


def test_a_pay_table_is_read_from_standard_input(tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text(TABLE, "utf-8")
    from_a_file = run(f"odds keno --table {tmp_path}/mine.csv --json")
    given = "\ufeff" + TABLE.replace("\n", "\r\n")
    assert run("odds keno --table - --json", given) == from_a_file
    code, words = run("odds keno --table -", "matched,11\n")
    assert (code, words.partition(",")[0]) == (
        2,
        "--table: standard input: the first line is matched",
    )


def test_every_pattern_of_a_75_ball_card() -> None:
    laws = bingo_laws(card75=True)
    assert laws["blackout"].on(24) == Fraction(1, comb(75, 24))
    assert laws["four corners"].on(4) == Fraction(1, comb(75, 4))
    assert laws["X"].on(8) == Fraction(1, comb(75, 8))
    assert laws["row across"].within == laws["row down"].within
    for name in ("row across", "row down", "diagonal"):
        assert laws["row"].mean < laws[name].mean
    with pytest.raises(BadInput, match="there are row"):
        bingo_laws(["whist"], card75=True)
    with pytest.raises(BadInput, match="did you mean blackout"):
        bingo_laws(["blakout"], card75=True)
    assert "did you mean regular/10" in run("odds keno --bet regulr/10")[1]
    assert run("odds bingo --card75 --pattern X --tickets 5")[0] == 2


def test_few_draws_get_fewer_checks_and_are_right_as_often_as_they_say() -> None:
    """Of a thousand fair samples of 60 draws about one in a hundred is called suspicious."""
    chance = np.random.default_rng(7)
    alarms = 0
    for _ in range(1_000):
        draws = np.argsort(chance.random((60, 80)), axis=1)[:, :20].astype(np.uint8) + 1
        report = examine(draws, 80)
        alarms += not report.fair
    assert report.few
    assert {check.name for check in report.checks} == {"frequency", "heads", "overlap", "runs"}
    assert alarms <= 25
    assert report.bias_seen is not None
    assert report.bias_seen > 1


def test_a_line_that_is_no_draw_is_named_with_its_file(tmp_path: Path) -> None:
    file = tmp_path / "draws.csv"
    file.write_text("4,8,15\n16,x,23\n", "utf-8")
    says = f"{file}, line 2: 'x' is not the number of a ball"
    assert run(f"odds randomness {file} --pool 90 --drawn 5") == (2, says)
    file.write_text("nothing\n", "utf-8")
    assert run(f"odds ticket {file}")[1].startswith(f"{file}, line 1: is not a JSON object")


def test_the_answer_says_which_draws_it_is_about(tmp_path: Path) -> None:
    rows = "\n".join(",".join(str((n * 7 + at) % 90 + 1) for at in range(5)) for n in range(60))
    file = tmp_path / "draws.csv"
    file.write_text(rows, "utf-8")
    small = "--games 60 --pool 90 --drawn 5"
    for given, origin in ((str(file), str(file)), ("-", "standard input"), ("", "the live gen")):
        done = CliRunner().invoke(eyesdown, f"odds randomness {given} {small}".split(), input=rows)
        says = "".join(done.stdout.split())  # a long path is folded
        assert f"60 draws of 5 from 90, {origin}".replace(" ", "") in says
    answer = json.loads(run(f"odds randomness {file} {small} --json")[1])
    assert answer["draws_of"] == str(file)


def test_an_empty_seed_is_no_seed() -> None:
    code, says = run("odds randomness --games 50 --seed=")
    assert (code, says) == (2, "--seed: is empty; leave it out for fresh entropy")


def test_too_few_draws_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="49 draws are too few"):
        examine(np.tile(np.arange(1, 21, dtype=np.uint8), (49, 1)), 80)
    with pytest.raises(BadInput, match="whole orders need 1000"):
        examine(np.tile(np.arange(1, 76, dtype=np.uint8), (60, 1)), 75)
