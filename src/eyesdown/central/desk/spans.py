"""Long lists of rows, cut into spans of the journal, so that two lists intersect quickly.

A list is all rows of one command, one person, one venue and so on. Where a list has many rows in
a finished span, the span's part of it is one blob of 16-bit places. A part with few rows is not
written: it is read from the list's own table.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

import apsw

from eyesdown.central.desk.row_facts import RowFacts

SPAN_ROWS = 8_192
PART_ROWS_MIN = 16
"""From this many rows in a span on, the part of a list is written."""

SPANS_SCHEMA = """
CREATE TABLE IF NOT EXISTS parts (
    field TEXT, name TEXT, detail TEXT, span INTEGER, places BLOB NOT NULL,
    PRIMARY KEY (field, name, detail, span));
"""

ListName: TypeAlias = tuple[str, str, str]
"""A field, a name in it, and a second name where it takes two."""
Places: TypeAlias = "array[int]"
"""Where in a span the rows of a list are, ascending, in 16 bits each."""


def list_names(row: RowFacts) -> Iterator[ListName]:
    """The lists that a row is in, each once."""
    yield "command", row.command, ""
    if row.by:
        yield "by", row.by, ""
    for event in row.events:
        yield "event", event, ""
    for kind, name in row.subjects:
        yield "subject", kind, name
    if row.refusals:
        codes, clauses = zip(*row.refusals, strict=True)
        yield from {("refusal", code, "") for code in codes}
        yield from {("refusal", "", clause) for clause in clauses}
        yield from (("refusal", code, clause) for code, clause in row.refusals)


class OpenSpan:
    """The parts of the lists in the span that is not finished yet, until row `seq`."""

    def __init__(self, seq: int = 0) -> None:
        self.seq = seq
        self._parts: defaultdict[ListName, list[int]] = defaultdict(list)

    def add(self, base: apsw.Connection, rows: Iterable[RowFacts]) -> None:
        """Take the next rows of the journal; write the parts of each span that they finish."""
        for row in rows:
            span, place = divmod(row.seq, SPAN_ROWS)
            for name in list_names(row):
                self._parts[name].append(place)
            self.seq = row.seq
            if place == SPAN_ROWS - 1:
                base.executemany("INSERT INTO parts VALUES (?, ?, ?, ?, ?)", self._written(span))
                self._parts.clear()

    def _written(self, span: int) -> Iterator[tuple[str, str, str, int, bytes]]:
        for name, places in self._parts.items():
            if len(places) >= PART_ROWS_MIN:
                yield *name, span, as_places(places).tobytes()


def as_places(places: Iterable[int]) -> Places:
    """Places of a span as they are kept."""
    return array("H", places)


def read_part(base: apsw.Connection, name: ListName, span: int) -> Places | None:
    """The places of a list in a span; None where its part was not written."""
    question = "SELECT places FROM parts WHERE (field, name, detail, span) = (?, ?, ?, ?)"
    row = base.execute(question, (*name, span)).fetchone()
    return None if row is None else array("H", row[0])


def meeting(first: Places, second: Places) -> Places:
    """The places that are in both, in the order of the first."""
    import numpy as np  # loaded with the first such question: a family's table never asks one

    if not (first and second):
        return as_places(())
    inside = np.zeros(SPAN_ROWS, np.bool_)
    inside[np.frombuffer(second, np.uint16)] = True
    places = np.frombuffer(first, np.uint16)
    return array("H", places[inside[places]].tobytes())
