"""`eyesdown rules`: tables for people, JSON for machines, one clear error for a broken book."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import eyesdown
from eyesdown.cli.main import eyesdown as command
from eyesdown.kernel.errors import BadInput
from eyesdown.rulebooks import REAL_BOOKS


def run(*words: str) -> Result:
    return CliRunner(env={"COLUMNS": "200"}).invoke(command, words)


def test_coverage_has_every_clause_with_words_and_kind() -> None:
    rows = json.loads(run("rules", "coverage", "--json").stdout)
    assert len(rows) == 970
    assert {row["book"] for row in rows} == set(REAL_BOOKS)
    assert all(row["says"] and row["kind"] for row in rows)
    assert all(row.keys() == {"book", "clause", "kind", "says", "where", "tests"} for row in rows)
    assert all(row["where"] and row["tests"] for row in rows if row["kind"] != "human")


def test_show_answers_for_a_clause_by_its_printed_number() -> None:
    rows = json.loads(run("rules", "show", "nsw-keno", "15(k)", "--json").stdout)
    assert [row["clause"] for row in rows] == ["15(k):exact", "15(k):down"]
    assert "15(k):down" in run("rules", "show", "nsw-keno", "15(k)").stdout


@pytest.mark.parametrize("book", REAL_BOOKS)
def test_show_prints_a_whole_book(book: str) -> None:
    done = run("rules", "show", book)
    assert done.exit_code == 0
    assert "enforce" in done.stdout


def test_list_names_every_book_and_its_counts() -> None:
    rows = json.loads(run("rules", "list", "--json").stdout)
    assert {row["book"]: row["clauses"] for row in rows} == {
        "nz-casino-bingo": 102,
        "vic-bingo": 53,
        "nsw-keno": 599,
        "nsw-casino-bingo": 183,
        "family-bingo": 33,
        "central-site": 52,
        "exampleland-bingo90": 10,
    }
    assert run("rules", "list").exit_code == 0


def test_why_joins_clause_figure_code_and_tests() -> None:
    rows = json.loads(
        run("rules", "why", "claim/late", "--book", "exampleland-bingo90", "--json").stdout
    )
    assert [row["clause"] for row in rows] == ["7(2)(b)"]
    assert [value["value"] for value in rows[0]["figures"][0]["values"]] == [1, 0]
    assert rows[0]["where"].endswith("c07_claims.claim_beats_the_next_call")
    assert rows[0]["tests"]


def test_diff_names_what_moved_between_two_days() -> None:
    words = ("rules", "diff", "--from", "2025-12-31", "--to", "2026-01-01")
    rows = json.loads(run(*words, "--json").stdout)
    assert [(row["book"], row["before"], row["after"]) for row in rows] == [
        ("exampleland-bingo90", "1", "0")
    ]
    assert "claim_calls_late_max" in run(*words).stdout.replace("\n", "")
    assert "Nothing changed" in run(*words[:-1], "2025-12-31").stdout


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("show", "nsw-kino"), "book"),
        (("show", "nsw-keno", "99(z)"), "clause"),
        (("why", "claim/never"), "code"),
        (("diff", "--from", "2026-01-01", "--to", "2025-01-01"), "--to"),
    ],
)
def test_bad_input_names_its_field(words: tuple[str, ...], field: str) -> None:
    wrong = run("rules", *words).exception
    assert isinstance(wrong, BadInput)
    assert wrong.field == field


@pytest.mark.parametrize(
    ("code", "known"),
    [
        ("stake/none", "stake/above_maximum, stake/below_minimum, stake/games_differ"),
        ("claims/late", "claim/late"),
        ("zzz", "access/..., account/..., admission/..."),
    ],
)
def test_a_code_nobody_gives_is_answered_with_what_is_near(code: str, known: str) -> None:
    wrong = run("rules", "why", code).exception
    assert f"no clause refuses with {code!r}; known: {known}" in str(wrong)


def test_a_corrupted_data_file_gives_one_clear_error(tmp_path: Path) -> None:
    copy = tmp_path / "eyesdown"
    shutil.copytree(Path(eyesdown.__file__).parent, copy)
    table = copy / "rulebooks" / "nsw_keno" / "prizes_regular.csv"
    table.write_text(table.read_text("utf-8").replace(",44,", ",4x4,", 1), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "eyesdown", "rules", "show", "nsw-keno", "15(k)"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 3
    assert len(done.stderr.splitlines()) == 1
    assert "prizes_regular.csv:5:" in done.stderr
    assert "4x4" in done.stderr


def test_usage_errors_exit_with_two() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "eyesdown", "rules", "frobnicate"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
