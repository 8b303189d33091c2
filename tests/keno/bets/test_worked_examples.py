"""Worked examples made by an independent plain implementation, through the command itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from eyesdown.cli.keno.command import keno
from eyesdown.rulebooks.nsw_keno.book import NswKeno

HERE = Path(__file__).parent
CHECKS = (HERE / "check.jsonl").read_text().splitlines()
SETTLES = (HERE / "settle.jsonl").read_text().splitlines()


def test_every_check(book: NswKeno) -> None:
    result = CliRunner().invoke(keno, ["check"], input="\n".join(CHECKS))
    assert result.exit_code == 0
    answered = [json.loads(line) for line in result.stdout.splitlines()]
    assert len(answered) == len(CHECKS)
    for line, asked in zip(answered, map(json.loads, CHECKS), strict=True):
        answer = line.pop("answer")
        assert line == asked  # all other fields come back unchanged
        for field, value in asked["expected"].items():
            assert answer[field] == value, (asked["id"], field)


@pytest.mark.parametrize(
    ("kind", "flags"), [("game", []), ("pro_rate", ["--pro-rate"]), ("share", ["--share"])]
)
def test_every_settlement(kind: Any, flags: Any) -> None:
    asked = [line for line in SETTLES if json.loads(line)["kind"] == kind]
    result = CliRunner().invoke(keno, ["settle", *flags], input="\n".join(asked))
    assert result.exit_code == 0
    for line in map(json.loads, result.stdout.splitlines()):
        for field, value in line["expected"].items():
            assert line[field] == value


def test_every_reason_and_refusal_cites_a_clause_of_the_book(book: NswKeno) -> None:
    from eyesdown.rulebook.loading import DataFile

    known = DataFile.open("eyesdown.rulebooks.nsw_keno", "coverage.toml").toml()
    result = CliRunner().invoke(keno, ["check"], input="\n".join(CHECKS))
    for line in map(json.loads, result.stdout.splitlines()):
        answer = line["answer"]
        assert answer["because"]
        for step in answer["because"]:
            assert step["clause"] in known
            assert step["says"]
        for refusal in answer["not_for_sale"]:
            assert refusal["clause"] in known
