"""Every clause of a book: our summary, its kind, and where it is coded or why it is not."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.loading import DataFile, folder_of, read_text

FILE = "coverage.toml"
KINDS = ("compute", "enforce", "record", "display", "human")


@dataclass(frozen=True, slots=True)
class Covered:
    """A clause. `where` is a dotted path inside eyesdown; `reason` says why there is none."""

    book: str
    clause: str
    kind: str
    says: str
    where: str
    reason: str
    decisions: tuple[str, ...]


def read_coverage(book: str) -> tuple[Covered, ...]:
    """All clauses of a book in printed order.

    >>> len(read_coverage('family-bingo'))
    33
    """
    file = DataFile.open(folder_of(book), FILE)
    return tuple(_row(file, book, clause, raw) for clause, raw in file.toml().items())


@cache
def printed_order(book: str) -> Mapping[str, int]:
    """The position of every clause in the printed book, from 0.

    >>> printed_order('vic-bingo')['1.3']
    13
    """
    file = DataFile.open(folder_of(book), FILE)
    return {clause: place for place, clause in enumerate(file.toml())}


def in_order(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """Refusals in the order in which their book prints the clauses.

    >>> from eyesdown.kernel.cite import Clause
    >>> later, first = (Refusal('x/y', Clause('vic-bingo', n), ()) for n in ('3.5', '1.3'))
    >>> [refusal.clause.number for refusal in in_order([later, first])]
    ['1.3', '3.5']
    """
    unordered = tuple(refusals)
    if len(unordered) < 2:
        return unordered
    places = printed_order(unordered[0].clause.book)
    return tuple(sorted(unordered, key=lambda refusal: places[refusal.clause.number]))


def read_tests() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The ids of the tests of every clause, by book and clause; the test run writes the table."""
    raw = json.loads(read_text("eyesdown.rulebooks", "tests.json"))
    return {
        book: {clause: tuple(ids) for clause, ids in clauses.items()}
        for book, clauses in raw.items()
    }


def _row(file: DataFile, book: str, clause: str, raw: Any) -> Covered:
    line = file.line_of(clause)
    if not isinstance(raw, dict):
        raise file.wrong(line, f"{clause} is not a table")
    stray = raw.keys() - {"says", "kind", "where", "reason", "decisions"}
    if stray:
        raise file.wrong(line, f"{clause}: unknown field {min(stray)!r}")
    if not raw.get("says"):
        raise file.wrong(line, f"{clause} has no words")
    kind = raw.get("kind")
    if kind not in KINDS:
        raise file.wrong(line, f"{clause}: kind is {kind!r}, not one of {', '.join(KINDS)}")
    where, reason = raw.get("where", ""), raw.get("reason", "")
    if bool(where) == bool(reason):
        raise file.wrong(line, f"{clause} needs either a place or a reason")
    if kind == "human" and not reason:
        raise file.wrong(line, f"{clause}: a human clause says why software has no part in it")
    if where.startswith("."):
        where = folder_of(book).removeprefix("eyesdown.") + where
    decisions = tuple(raw.get("decisions", ()))
    return Covered(book, clause, kind, raw["says"], where, reason, decisions)
