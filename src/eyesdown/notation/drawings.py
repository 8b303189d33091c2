"""Tickets and cards: drawn once under a name, or written between bars in a line."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from eyesdown.cards.ticket import FREE, LETTERS, Card75, Ticket90
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.notation.context import Context, Drawing
from eyesdown.notation.cursor import NAME, Cursor, EyesError
from eyesdown.notation.scalars import FIGURES_MAX, read_whole

CELL = re.compile(rf"\d{{1,{FIGURES_MAX}}}|\.|FR", re.ASCII)
CODE = re.compile(r"[a-z0-9_]+/[a-z0-9_]+")
CITED = re.compile(r"<([^<>]*)>")
DECISION = re.compile(r"[A-Z]+\d+")
KINDS: dict[str, type[Drawing]] = {"ticket": Ticket90, "card": Card75}


def write_drawing(drawing: Drawing, context: Context) -> str:
    """A name like @T0, or the lines between bars.

    >>> from datetime import date
    >>> write_drawing(Ticket90.of([(7, 0), (0, 12)]), Context(date(2026, 6, 1)))
    '|7 .|. 12|'
    """
    name = context.name_of(drawing)
    if name is not None:
        return f"@{name}"
    blank = "FR" if isinstance(drawing, Card75) else "."
    rows = (" ".join(str(cell) if cell else blank for cell in row) for row in drawing.rows)
    return f"|{'|'.join(rows)}|"


def drawing_ahead(cursor: Cursor, context: Context) -> type[Drawing]:
    """Whether a ticket or a card comes: by its name, or because only a ticket has blanks."""
    text = cursor.text[cursor.at :]
    if text.startswith("@"):
        name = NAME.match(text, 1)
        drawing = context.drawings.get(name.group()) if name else None
        return Card75 if drawing is None else type(drawing)
    cells = re.split(r"[\s|]", text.partition("]")[0].partition("| ")[0])
    return Ticket90 if "." in cells else Card75


def read_drawing(cursor: Cursor, kind: type[Drawing], context: Context) -> Drawing:
    if cursor.took("@"):
        start = cursor.at
        name = cursor.word(NAME, "the name of a drawing")
        drawing = context.drawings.get(name)
        if not isinstance(drawing, kind):
            cursor.at = start
            names = [n for n, drawn in context.drawings.items() if isinstance(drawn, kind)]
            raise cursor.error(f"one of the drawings {', '.join(names) or '(none is drawn)'}")
        return drawing
    cursor.take("|", "a drawing like @T0 or |7 . 12|3 . 14|")
    rows = []
    while True:
        rows.append(_cells(cursor))
        cursor.take("|", "a number, a dot or the bar at the end of a line")
        if cursor.done or not CELL.match(cursor.text, cursor.at):
            return kind.of(rows)


def _cells(cursor: Cursor) -> list[int]:
    cells = []
    while True:
        cell = cursor.word(CELL, "a number, a dot or FR")
        cells.append(FREE if cell in (".", "FR") else int(cell))
        if not cursor.took(" "):
            return cells


def draw_block(kind: str, name: str, drawing: Drawing) -> list[str]:
    """The lines that define a drawing."""
    return [f"{kind} {name}", *(f"  {line}" for line in drawing.drawing().splitlines())]


def read_block(kind: str, lines: Sequence[tuple[int, str]], after: int) -> Drawing:
    """A drawing from its indented lines; `after` is the line of its name."""
    if not lines:
        raise EyesError(after + 1, 1, f"expected the lines of a {kind}, found none")
    rows = []
    for number, line in lines:
        cells = line.split()
        if kind == "card" and cells == list(LETTERS):
            continue
        for cell in cells:
            if not CELL.fullmatch(cell):
                column = line.index(cell) + 1
                raise EyesError(number, column, f"expected a number, a dot or FR, found {cell}")
        rows.append([FREE if cell in (".", "FR") else int(cell) for cell in cells])
    return KINDS[kind].of(rows)


def write_refusal(refusal: Refusal, context: Context) -> str:
    """code <clause> {facts} by decision; the book is named where it is not the file's own."""
    book = "" if refusal.clause.book == context.book else f"{refusal.clause.book} cl. "
    facts = " ".join(f"{name}:{_fact(value)}" for name, value in refusal.facts)
    written_facts = f" {{{facts}}}" if facts else ""
    decided = f" by {refusal.decision}" if refusal.decision else ""
    return f"{refusal.code} <{book}{refusal.clause.number}>{written_facts}{decided}"


def _fact(value: int | str) -> str:
    return str(value) if isinstance(value, int) else json.dumps(value, ensure_ascii=False)


def read_refusal(cursor: Cursor, context: Context) -> Refusal:
    code = cursor.word(CODE, "a code like claim/late")
    cursor.take(" ", "a clause like <5.10>")
    cited = cursor.word(CITED, "a clause like <5.10>")[1:-1]
    book, _, number = cited.rpartition(" cl. ")
    facts: list[tuple[str, int | str]] = []
    if cursor.took(" {"):
        while not cursor.took("}"):
            name = cursor.word(NAME, "the name of a fact or '}'")
            cursor.take(":")
            facts.append((name, cursor.string() if cursor.sees('"') else read_whole(cursor)))
            cursor.took(" ")
    decision = cursor.word(DECISION, "a decision like G21") if cursor.took(" by ") else ""
    return Refusal(code, Clause(book or context.book, number), tuple(facts), decision)
