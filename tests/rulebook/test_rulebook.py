"""What any book is: bad data stops with file, line and what is wrong."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from eyesdown.kernel.errors import BadInput, RulebookDataError
from eyesdown.rulebook import coverage
from eyesdown.rulebook.catalogue import changes, entries, find_clause
from eyesdown.rulebook.chapter import Breach, Chapter, breach
from eyesdown.rulebook.coverage import read_coverage
from eyesdown.rulebook.figures import figures_on
from eyesdown.rulebook.loading import DataFile
from eyesdown.rulebook.patterns import parse_patterns
from eyesdown.rulebook.source import read_source
from eyesdown.rulebooks import SHELF


@dataclass(frozen=True)
class Numbers:
    cards: int
    rate: Fraction
    spots: tuple[int, ...]
    minimum: dict[str, int]


GOOD = """
[cards]
clause = "1"
unit = "cards"
values = [{ from = 2020-01-01, value = 6, source = "p" }]
[rate]
clause = "2"
unit = "of stakes"
values = [{ from = 2020-01-01, value = "153/200", source = "p" }]
[spots]
clause = "3"
unit = "spots"
values = [{ from = 2020-01-01, value = [1, 2], source = "p" }]
[minimum]
clause = "4"
unit = "cents"
values = [{ from = 2020-01-01, value = { row = 100 }, source = "p" }]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An importable book folder that a test may fill."""
    package = tmp_path / ("scratch_" + re.sub(r"\W", "_", tmp_path.name))
    package.mkdir()
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    return package


def figures(folder: Path, text: str) -> Numbers:
    (folder / "figures.toml").write_text(text)
    return figures_on(Numbers, folder.name, date(2020, 1, 1))


def test_figures_become_a_typed_record(folder: Path) -> None:
    assert figures(folder, GOOD) == Numbers(6, Fraction(153, 200), (1, 2), {"row": 100})


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ("value = 6", "value = 6.5", 2, "6.5 is a float"),
        ("value = 6", "value = '6'", 2, "not int"),
        ("value = 6", "value = true", 2, "not int"),
        ('unit = "cards"\n', "", 2, "cards has no unit"),
        ('value = "153/200"', 'value = "a lot"', 6, "not a fraction"),
        ("[cards]", "[kards]", 1, "cards is missing"),
        ("[cards]\n", "[cards]\nnote = 'x'\n", 2, "unknown field 'note'"),
        ("2020-01-01, value = 6", "2021-01-01, value = 6", 2, "no value on 2020-01-01"),
        ("from = 2020-01-01, value = 6", "from = 'soon', value = 6", 2, "not a date"),
        ('clause = "1"', "clause = ", 3, "is not TOML"),
    ],
)
def test_a_wrong_figure_stops_with_file_line_and_problem(
    folder: Path, old: str, new: str, line: int, problem: str
) -> None:
    with pytest.raises(RulebookDataError) as stopped:
        figures(folder, GOOD.replace(old, new, 1))
    assert stopped.value.file == f"{folder.name}/figures.toml"
    assert stopped.value.line == line
    assert problem in str(stopped.value)


def test_a_stray_figure_is_named(folder: Path) -> None:
    stray = GOOD + GOOD[: GOOD.index("[rate]")].replace("[cards]", "[more]")
    with pytest.raises(RulebookDataError, match="more is not a figure of this book"):
        figures(folder, stray)


def test_dates_of_a_figure_must_rise(folder: Path) -> None:
    value = '{ from = 2020-01-01, value = 6, source = "p" }'
    twice = GOOD.replace(value, f"{value}, {value}")
    with pytest.raises(RulebookDataError, match="from-dates do not rise"):
        figures(folder, twice)


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("spots,pays\n1,3\n", 1, "columns are spots,pays"),
        ("spots,caught\n1,3,4\n", 2, "3 fields, not 2"),
        ("spots,caught\n1,x\n", 2, "caught is 'x', not a whole number"),
        ("spots,caught\n1,-2\n", 2, "caught is '-2', not a whole number"),
    ],
)
def test_a_wrong_table_stops_with_line_and_problem(text: str, line: int, problem: str) -> None:
    file = DataFile("eyesdown.somewhere", "pays.csv", text)
    with pytest.raises(RulebookDataError) as stopped:
        [file.whole(line, "caught", row["caught"]) for line, row in file.rows("spots", "caught")]
    assert stopped.value.line == line
    assert problem in str(stopped.value)


def test_thousands_are_read_as_printed() -> None:
    assert DataFile("e.x", "f", "").whole(1, "pays", "250,000") == 250_000


@pytest.mark.parametrize(
    ("wall", "problem"),
    [
        ("corner\nx", "does not end with a colon"),
        ("corner:\nx . . . .\n. . . . .", "2 lines drawn, not 3"),
        ("corner:\nx . . .\n. . . . .\n. . . . .", "14 squares drawn, not 15"),
        ("corner:\no . . . .\n. . . . .\n. . . . .", "drawn with ['o']"),
        ("corner:\nx . . . . | x\n. . . . .\n. . . . .", "different numbers of ways"),
        ("many:\nat least 6\nat least 1\nat least 1", "counts are"),
        (
            "a:\nat least 1\nat least 1\nat least 1\n\na:\nat least 1\nat least 1\nat least 1",
            "twice",
        ),
    ],
)
def test_a_wrong_drawing_is_named(wall: str, problem: str) -> None:
    with pytest.raises(RulebookDataError) as stopped:
        parse_patterns(DataFile("eyesdown.x", "patterns.txt", wall))
    assert problem in str(stopped.value)
    assert stopped.value.line >= 1


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('["1"]\nkind = "human"\nreason = "x"', "has no words"),
        ('["1"]\nsays = "x"\nkind = "magic"\nreason = "x"', "kind is 'magic'"),
        ('["1"]\nsays = "x"\nkind = "enforce"', "either a place or a reason"),
        ('["1"]\nsays = "x"\nkind = "human"\nwhere = "a.b"', "a human clause says why"),
        ('["1"]\nsays = "x"\nkind = "enforce"\nplace = "a"', "unknown field 'place'"),
    ],
)
def test_a_wrong_coverage_row_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, text: str, problem: str
) -> None:
    (folder / "coverage.toml").write_text(text)
    monkeypatch.setattr(coverage, "folder_of", lambda _: folder.name)
    with pytest.raises(RulebookDataError, match=problem):
        read_coverage("scratch")


def test_a_missing_file_and_a_file_that_is_no_text_are_named(folder: Path) -> None:
    with pytest.raises(RulebookDataError, match=r"source.toml:0: the file is missing"):
        read_source(folder.name)
    (folder / "source.toml").write_bytes(b"title = '\n\xff'")
    with pytest.raises(RulebookDataError, match=r"source.toml:2: is not UTF-8"):
        read_source(folder.name)


def test_a_clause_is_bound_once_and_only_declared_codes_may_be_given() -> None:
    chapter: Chapter[int, int] = Chapter("b", "t")

    @chapter.enforces("1", "a/declared")
    def check(_: int, __: int) -> Breach | None:
        return breach("a/other")

    with pytest.raises(AssertionError, match="undeclared a/other"):
        chapter.refusals(0, 0)
    with pytest.raises(AssertionError, match="checked twice"):
        chapter.enforces("1", "a/declared")
    chapter.computes("1")(check)
    with pytest.raises(AssertionError, match="computed twice"):
        chapter.computes("1")


def test_the_shelf_names_its_books_when_asked_for_a_stranger() -> None:
    with pytest.raises(BadInput, match="nsw-keno"):
        SHELF.open("nsw-kino", date(2026, 1, 1))


def test_a_clause_is_found_with_all_that_stands_under_it() -> None:
    known = entries(SHELF, "exampleland-bingo90")
    parts = ["7(2)(a)", "7(2)(b)", "7(2)(c)"]
    assert [entry.covered.clause for entry in find_clause(known, "7(2)")] == parts
    assert [entry.covered.clause for entry in find_clause(known, "7(2)(B)")] == ["7(2)(b)"]
    with pytest.raises(BadInput, match=r"near it: .*7\(6\)"):
        find_clause(known, "7(7)")


def test_changes_between_two_days_name_figure_and_source() -> None:
    book = ("exampleland-bingo90",)
    found = changes(SHELF, book, date(2025, 12, 31), date(2026, 1, 1))
    assert [(row.figure, row.before, row.after) for row in found] == [("sale_cards_max", "4", "6")]
    came = changes(SHELF, book, date(2019, 2, 28), date(2019, 3, 1))
    assert [row.after for row in came] == ["in force"]
    assert changes(SHELF, book, date(2026, 1, 1), date(2027, 1, 1)) == []
