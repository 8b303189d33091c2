"""Every clause is listed, and every place named for one exists."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from eyesdown.notation.shapes import hints_of, is_record
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.coverage import Covered, read_coverage
from eyesdown.rulebooks import SHELF

CLAUSES = {
    "nz-casino-bingo": 102,
    "vic-bingo": 53,
    "nsw-keno": 599,
    "nsw-casino-bingo": 183,
    "family-bingo": 33,
    "central-site": 72,
    "exampleland-bingo90": 27,
}


def _exists(where: str) -> bool:
    parts = ["eyesdown", *where.split(".")]
    for cut in range(len(parts), 1, -1):
        try:
            thing: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for name in parts[cut:]:
            if is_record(thing) and name in hints_of(thing):
                return name == parts[-1]
            if not hasattr(thing, name):
                return False
            thing = getattr(thing, name)
        return cut < len(parts)
    return False


@pytest.mark.parametrize("book", SHELF.ids)
def test_every_clause_is_listed(book: str) -> None:
    assert len(read_coverage(book)) == CLAUSES[book]


@pytest.mark.parametrize("book", SHELF.ids)
def test_every_place_named_for_a_clause_exists(book: str) -> None:
    missing = [
        f"{row.clause}: {row.where}"
        for row in read_coverage(book)
        if row.where and not _exists(row.where)
    ]
    assert missing == []


@pytest.mark.parametrize("book", SHELF.ids)
def test_every_coded_clause_is_listed_and_not_called_human(book: str) -> None:
    rows: dict[str, Covered] = {row.clause: row for row in read_coverage(book)}
    opened = SHELF.open(book, SHELF.source(book).in_force)
    assert isinstance(opened, Book)
    coded = {
        clause.number for chapter in opened.chapters for clause in (*chapter.checks, *chapter.sums)
    }
    assert coded - rows.keys() == set()
    assert [clause for clause in coded if rows[clause].kind == "human"] == []


def test_a_place_that_is_not_there_is_noticed() -> None:
    assert _exists("kernel.money.share_equally")
    assert _exists("kernel.cite.Refusal.code")
    assert not _exists("kernel.money.share_unequally")
    assert not _exists("kernel.cite.Refusal.excuse")
    assert not _exists("kernel.money")
