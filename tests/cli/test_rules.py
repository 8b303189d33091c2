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
from eyesdown.library.outside import new_book
from eyesdown.rulebooks import REAL_BOOKS, SHELF


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
    own = {row["book"]: row["clauses"] for row in rows if row["book"] in SHELF.own}
    assert own == {  # another test of this process may have added a book from outside
        "nz-casino-bingo": 102,
        "vic-bingo": 53,
        "nsw-keno": 599,
        "nsw-casino-bingo": 183,
        "family-bingo": 33,
        "central-site": 72,
        "exampleland-bingo90": 27,
    }
    assert run("rules", "list").exit_code == 0


def test_why_joins_clause_figure_code_and_tests() -> None:
    rows = json.loads(
        run("rules", "why", "sale/too_many_cards", "--book", "exampleland-bingo90", "--json").stdout
    )
    assert [row["clause"] for row in rows] == ["4(1)"]
    assert [value["value"] for value in rows[0]["figures"][0]["values"]] == [4, 6]
    assert rows[0]["where"].endswith("c04_sales.not_too_many_cards")
    assert rows[0]["tests"]


def test_the_list_of_books_folds_no_title_in_a_pipe() -> None:
    listed = run("rules", "list").stdout.splitlines()
    assert "Rules for playing the game of Bingo" in listed


def test_diff_names_what_moved_between_two_days() -> None:
    words = ("rules", "diff", "--from", "2025-12-31", "--to", "2026-01-01")
    rows = json.loads(run(*words, "--json").stdout)
    assert [(row["book"], row["before"], row["after"]) for row in rows] == [
        ("exampleland-bingo90", "4", "6")
    ]
    assert "sale_cards_max" in run(*words).stdout.replace("\n", "")
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
    ("code", "hint"),
    [
        ("stake/none", "did you mean stake/"),
        ("claims/late", "did you mean claim/late"),
        ("zzz", "docs/refusals.md lists them all"),
    ],
)
def test_an_unknown_code_is_answered_with_what_is_near(code: str, hint: str) -> None:
    wrong = run("rules", "why", code).exception
    assert f"no clause refuses with {code!r}; {hint}" in str(wrong)


@pytest.mark.parametrize("typed", ["15k", "15 (k)", "15(K)"])
def test_brackets_need_not_be_typed_and_a_part_names_the_book(typed: str) -> None:
    rows = json.loads(run("rules", "show", "keno", typed, "--json").stdout)
    assert [row["clause"] for row in rows] == ["15(k):exact", "15(k):down"]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [("kino", "did you mean nsw-keno?"), ("bingo", "did you mean nz-casino-bingo or vic-bingo")],
)
def test_an_unknown_book_is_answered_with_what_is_near(typed: str, hint: str) -> None:
    assert hint in str(run("rules", "show", typed).exception)


@pytest.mark.parametrize(
    "words", ["check shed-club", "show shed-club", "coverage --book shed_club"]
)
def test_a_book_in_this_folder_is_named_by_its_path(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_book("shed-club", "exampleland-bingo90", tmp_path)
    monkeypatch.chdir(tmp_path)
    refused = run("rules", *words.split()).exception
    assert isinstance(refused, BadInput)
    assert refused.message.endswith("the rulebook in this folder is named ./shed_club")


def test_show_names_the_file_and_line_and_can_show_the_source() -> None:
    shown = run("rules", "show", "nsw-keno", "15(k):down", "--source").stdout
    [place] = [line.split()[-1] for line in shown.splitlines() if line.startswith("file")]
    file, _, line = place.partition(":")
    lines = (Path(eyesdown.__file__).parents[1] / file).read_text("utf-8").splitlines()
    assert lines[int(line) - 1] in shown
    assert "def payable(" in shown


def test_search_finds_clauses_by_word() -> None:
    rows = json.loads(run("rules", "search", "rounding", "--json").stdout)
    assert ("nsw-keno", "15(k):down") in [(row["book"], row["clause"]) for row in rows[:5]]
    found = run("rules", "search", "late", "claim", "--book", "exampleland-bingo90")
    assert found.exit_code == 0
    assert "7(2)(b)" in found.stdout
    assert run("rules", "search", "xyzzy").exit_code == 1


@pytest.mark.parametrize("typed", ["15k", "15(k)", "15 (K)"])
def test_search_finds_a_clause_by_its_number_first(typed: str) -> None:
    rows = json.loads(run("rules", "search", typed, "--json").stdout)
    assert [row["clause"] for row in rows[:2]] == ["15(k):exact", "15(k):down"]


def test_a_figure_is_shown_in_words_and_a_code_is_known_in_capitals() -> None:
    shown = run("rules", "show", "vic", "1.1").stdout
    assert "versions = 1: top line; 2: middle line; 3: bottom line; 4: ticket; 5: any" in shown
    assert run("rules", "why", "Claim/Late").stdout == run("rules", "why", "claim/late").stdout


def test_nothing_is_folded_in_a_pipe() -> None:
    done = CliRunner(env={"COLUMNS": None}).invoke(command, ("rules", "show", "nsw-keno", "15(k)"))
    tests = [line.split()[-1] for line in done.stdout.splitlines() if "tests/" in line]
    assert tests
    assert all(name.partition("::")[2].startswith("test_") for name in tests)
    assert not [line for line in done.stdout.splitlines() if line != line.rstrip()]


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
