"""Joins clauses with their summary, figures, refusal codes and tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from typing import Any

from eyesdown.kernel.errors import BadInput
from eyesdown.rulebook.book import Book
from eyesdown.rulebook.coverage import Covered, read_coverage, read_tests
from eyesdown.rulebook.figures import FigureRow, read_figures
from eyesdown.rulebook.loading import folder_of
from eyesdown.rulebook.shelf import Shelf

NOT_IN_FORCE = "rules/not_in_force"


@dataclass(frozen=True, slots=True)
class ClauseEntry:
    """A clause with its figures, refusal codes and tests."""

    covered: Covered
    figures: tuple[FigureRow, ...]
    codes: tuple[str, ...]
    tests: tuple[str, ...]


def entries(shelf: Shelf, book: str) -> tuple[ClauseEntry, ...]:
    """Every clause of a book in printed order, with figures, codes and tests.

    >>> from eyesdown.rulebooks import SHELF
    >>> len(entries(SHELF, 'family-bingo'))
    33
    """
    covered = read_coverage(shelf.known(book))
    figures = read_figures(folder_of(book))
    tests = read_tests().get(book, {})
    codes = codes_of(_on_first_day(shelf, book))
    return tuple(
        ClauseEntry(
            row,
            tuple(f for f in figures.values() if f.clause == row.clause),
            tuple(code for code, places in codes.items() if row.clause in places),
            tests.get(row.clause, ()),
        )
        for row in covered
    )


def codes_of(book: Book[Any]) -> dict[str, tuple[str, ...]]:
    """Every refusal code of a book and the clauses that may give it.

    >>> from eyesdown.rulebooks import SHELF
    >>> '7(2)(b)' in codes_of(SHELF.open('exampleland-bingo90', date(2026, 1, 1)))
    False
    """
    by_code: dict[str, list[str]] = {NOT_IN_FORCE: [book.source.in_force_clause]}
    for chapter in book.chapters:
        for clause, codes in chapter.codes.items():
            for code in codes:
                by_code.setdefault(code, []).append(clause.number)
    return {code: tuple(places) for code, places in by_code.items()}


def find_clause(entries: Iterable[ClauseEntry], clause: str) -> tuple[ClauseEntry, ...]:
    """The clause with this number, or all clauses under it: 15(k) finds its two halves."""
    rows = tuple(entries)
    exact = tuple(row for row in rows if row.covered.clause.lower() == clause.lower())
    if exact:
        return exact
    under = tuple(row for row in rows if _is_under(row.covered.clause.lower(), clause.lower()))
    if under:
        return under
    near = get_close_matches(clause, [row.covered.clause for row in rows], n=4, cutoff=0.4)
    hint = f"; near it: {', '.join(near)}" if near else ""
    raise BadInput("clause", f"there is no clause {clause!r} in this book{hint}")


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A figure, or a whole book, that differs between two days."""

    book: str
    clause: str
    figure: str
    before: str
    after: str
    source: str


def changes(shelf: Shelf, books: Iterable[str], before: date, after: date) -> list[RuleChange]:
    """What changed from one day to another: books that came into force, figures that changed."""
    changed = []
    for book in books:
        source = shelf.source(book)
        if before < source.in_force <= after:
            changed.append(
                RuleChange(
                    book, source.in_force_clause, "", "not in force", "in force", source.edition
                )
            )
        for row in read_figures(folder_of(book)).values():
            then, now = row.on(before), row.on(after)
            if then is not None and now is not None and then.value != now.value:
                changed.append(
                    RuleChange(
                        book, row.clause, row.name, str(then.value), str(now.value), now.source
                    )
                )
    return changed


def _is_under(clause: str, parent: str) -> bool:
    return clause.startswith(parent) and clause[len(parent) :][:1] in (":", "(", " ", ".")


def _on_first_day(shelf: Shelf, book: str) -> Book[Any]:
    """The book on its first day; opening it also checks all its data."""
    opened = shelf.open(book, shelf.source(book).in_force)
    assert isinstance(opened, Book)
    return opened
