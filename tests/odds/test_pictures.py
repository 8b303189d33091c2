"""Charts and fact sheets: well-formed, repeatable, one page, nothing outside its sheet."""

from __future__ import annotations

import io
from datetime import date
from functools import cache
from xml.etree import ElementTree as ET

import pytest

from eyesdown.drawing.marks import Group, Mark, Rect, Stroke, Text
from eyesdown.drawing.picture import Picture
from eyesdown.drawing.svg import picture_svg
from eyesdown.odds.bingo.answers import card75_law
from eyesdown.odds.pictures.charts import Bar, Curve, bars_across, columns, curves, spread
from eyesdown.odds.pictures.fact_sheet import (
    TITLES,
    FactSheet,
    bingo75_sheet,
    bingo90_sheet,
    keno_sheet,
    write_sheet,
)
from eyesdown.odds.pictures.palette import BLUE
from eyesdown.rulebook.patterns import read_patterns
from eyesdown.rulebooks.nsw_keno.book import open_on
from kit.pdf_reader import PdfReader

BOOK = open_on(date(2024, 1, 12))
BARS = [Bar("one & only", 0.75, "75%"), Bar("two", 0.25, "25%", 0.1), Bar("none", 0.0)]

CHARTS = {
    "across": bars_across("Return <1>", "of the stake", BARS, mark=(1.0, "stake")),
    "columns": columns("Matches", "chance of each", BARS, axis="matched"),
    "curves": curves("Within", "balls", [Curve("a", ((0, 0.0), (45, 0.5), (90, 1.0)))]),
    "spread": spread("Balls", "scores", [0.5, -1.0, 3.5, -4.0]),
}
CHARTS["both"] = CHARTS["spread"].above(CHARTS["columns"])


@pytest.mark.parametrize("name", list(CHARTS))
def test_a_chart_is_xml_and_stays_on_its_sheet(name: str) -> None:
    picture = CHARTS[name]
    root = ET.fromstring(picture_svg(picture))
    assert root[0].text == picture.title
    assert len(root) == len(picture.marks) + 1
    for mark in picture.marks:
        for x, y in places(mark):
            assert -1 <= x <= picture.width + 1
            assert -1 <= y <= picture.height + 1


def places(mark: Mark) -> list[tuple[float, float]]:
    match mark:
        case Rect(x, y, width, height):
            return [(x, y), (x + width, y + height)]
        case Stroke(points):
            return list(points)
        case Text(x, y):
            return [(x, y)]
        case Group(left, top, 1, marks):
            return [(left + x, top + y) for inner in marks for x, y in places(inner)]
        case _:
            raise AssertionError(mark)


def test_a_bar_is_as_long_as_its_value() -> None:
    bars = [s for s in CHARTS["across"].marks if isinstance(s, Rect) and s.fill == BLUE]
    wide, narrow = bars[:2]
    assert wide.width == pytest.approx(3 * narrow.width)


@cache
def sheet_of(name: str) -> FactSheet:
    match name:
        case "bingo90":
            return bingo90_sheet(read_patterns("eyesdown.rulebooks.nsw_casino_bingo"))
        case "bingo75":
            return bingo75_sheet(card75_law())
        case _:
            return keno_sheet(BOOK, name)


@pytest.mark.parametrize("name", [*TITLES, "bingo90", "bingo75"])
def test_a_fact_sheet_is_one_repeatable_page(name: str) -> None:
    first, second = io.BytesIO(), io.BytesIO()
    write_sheet(sheet_of(name), first)
    write_sheet(sheet_of(name), second)
    assert first.getvalue() == second.getvalue()
    (page,) = PdfReader(first.getvalue()).pages
    sheet = sheet_of(name)
    assert {sheet.title, sheet.subtitle, sheet.foot} <= set(page.texts)
    cells = {cell for row in sheet.rows for cell in row if cell}
    assert cells <= set(page.texts)
    assert first.getvalue().count(b"/FontFile2") == 2  # both faces are inside


def test_a_fact_sheet_holds_the_exact_figures() -> None:
    row = next(row for row in sheet_of("regular").rows if row[0] == "10 spots")
    assert row == (
        "10 spots",
        "$1",
        "1 in 4.72",
        "$250,000",
        "1 in 8,911,711",
        "56.741%",
        "56.877%",
    )
    forty = next(row for row in sheet_of("regular").rows if row[0] == "40 spots")
    assert forty[4] == "1 in 12,823,377"  # none and all twenty pay the same
    assert len(sheet_of("bingo90").rows) == 29
    assert "with Bonus" not in sheet_of("racing").head


def test_a_sheet_that_would_run_over_says_so() -> None:
    long = sheet_of("bingo90")
    picture = Picture(10, 600, "tall")
    too_long = FactSheet(long.title, long.subtitle, long.head, long.rows, (picture,), (), "")
    with pytest.raises(AssertionError, match="does not fit"):
        write_sheet(too_long, io.BytesIO())
