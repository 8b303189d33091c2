"""Reports on paper: as many pages as the rows need, every word on it, a chart on the first."""

from __future__ import annotations

import pytest

from eyesdown.press.reports import SIZE, Bar, table_report
from kit.pdf_reader import PdfReader


def rows(count: int) -> list[list[str]]:
    return [[f"{n}", f"Venue {n}", "words " * 12] for n in range(count)]


@pytest.mark.parametrize("count", [0, 1, 33, 200])
def test_every_row_is_on_some_page_and_none_runs_off_it(count: int) -> None:
    pages = PdfReader(table_report("Sales", ["row", "venue", "about"], rows(count))).pages
    words = [word for page in pages for word in page.words]
    assert {f"Venue {n}" for n in range(count)} <= {word.words for word in words}
    assert all(36 <= word.y <= SIZE.height - 36 for word in words)
    assert all("venue" in page.texts for page in pages)  # the heads of the columns


def test_the_chart_is_on_the_first_page_with_its_figures() -> None:
    bars = [Bar("Pretend Club", 500, "$5.00"), Bar("Empty Club", 0, "$0.00")]
    [page] = PdfReader(
        table_report("Sales", ["venue"], [["Pretend Club"]], under="Monday", bars=bars)
    ).pages
    assert {"$5.00", "$0.00", "Monday", "Pretend Club"} <= set(page.texts)
