"""Every clause of a book in our own words, from the book's own list."""

from __future__ import annotations

from collections.abc import Iterator

from eyesdown.rulebook.catalogue import ClauseEntry, entries
from eyesdown.rulebooks import SHELF


def clauses_page(book: str) -> str:
    """The page of a book as Markdown: a heading for each clause, so that the search finds it."""
    source = SHELF.source(book)
    head = (
        f"# {source.title}: {book}\n\n"
        f"{source.authority}; {source.edition}. In force from {source.in_force}. Our own words,"
        f" clause by clause; `eyesdown rules show {book} CLAUSE` adds the figures and the tests,"
        f" and [refusals](../refusals.md#{book}) says what to do next.\n"
    )
    return head + "\n".join(line for entry in entries(SHELF, book) for line in _lines(entry))


def _lines(entry: ClauseEntry) -> Iterator[str]:
    row = entry.covered
    yield f"\n### Clause {row.clause}\n\n{row.says}\n"
    if row.where:
        yield f"*{row.kind}*, `{row.where}`\n"
    else:
        yield f"*for people*: {row.reason}\n"
    if entry.codes:
        yield f"Refuses with {', '.join(f'`{code}`' for code in entry.codes)}.\n"
