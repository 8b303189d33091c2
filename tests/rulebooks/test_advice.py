"""Every code that any door can give is explained, with what to do next, and no other is."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import eyesdown
from eyesdown.cli.main import eyesdown as command
from eyesdown.rulebook.advice import advice
from eyesdown.rulebook.catalogue import entries
from eyesdown.rulebook.decisions import decisions
from eyesdown.rulebooks import REAL_BOOKS, SHELF

HOME = Path(eyesdown.__file__).parent
CODE = re.compile(r"[a-z_]+/[a-z_]+")


def _of_the_books() -> set[str]:
    return {code for book in SHELF.ids for entry in entries(SHELF, book) for code in entry.codes}


def _of_the_site() -> set[str]:
    """Codes in the rooms that refuse without a book, known by their nouns."""
    nouns = {code.partition("/")[0] for code in advice()}
    files = [file for room in ("web", "central", "draw") for file in (HOME / room).rglob("*.py")]
    texts = {
        node.value
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if CODE.fullmatch(text) and text.partition("/")[0] in nouns}


def test_every_code_of_every_book_and_door_has_its_next_step() -> None:
    given = _of_the_books() | _of_the_site()
    assert sorted(given - advice().keys()) == []
    assert sorted(advice().keys() - given) == []


def test_every_code_is_of_a_book() -> None:
    """A code of the site itself belongs into rulebooks/central_site/record.py, with a clause."""
    assert sorted(advice().keys() - _of_the_books()) == []


def test_each_is_one_whole_sentence_that_fits_a_line() -> None:
    for code, says in advice().items():
        assert re.fullmatch(r"[A-Z].*\.", says), code
        assert len(says) < 130, code


@pytest.mark.parametrize("code", ["claim/late", "door/not_your_role", "game/stopped"])
def test_why_tells_what_to_do(code: str) -> None:
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(command, ["rules", "why", code])
    assert shown.stdout.splitlines()[-1] == f"next     {advice()[code]}"
    rows = json.loads(CliRunner().invoke(command, ["rules", "why", code, "--json"]).stdout)
    assert {row["next"] for row in rows} == {advice()[code]}
    assert {code in row["codes"] for row in rows} == {True}


def test_every_decision_that_is_named_can_be_read() -> None:
    """By whoever sees its id on a page, in an answer or in the code."""
    named = {
        (book, name)
        for book in REAL_BOOKS
        for entry in entries(SHELF, book)
        for name in entry.covered.decisions
    }
    assert [one for one in sorted(named) if one[1] not in decisions(one[0])] == []
    assert (len(decisions("nsw-keno")), len(decisions("vic-bingo"))) == (125, 162)
    shown = CliRunner(env={"COLUMNS": "200"}).invoke(command, ["rules", "show", "nsw-keno", "9(f)"])
    assert decisions("nsw-keno")["X05"].decided in shown.stdout
