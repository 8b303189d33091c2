"""What an inspector takes away: rows as JSON Lines, CSV or PDF, each with its SHA-256."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eyesdown.central.desk.row_index import RowIndex
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row, verified
from eyesdown.display.inspector import RowShown
from eyesdown.notation.document import print_script
from eyesdown.notation.exporting import JournalEntry, exported
from eyesdown.notation.vocabulary import is_played, vocabulary_of
from eyesdown.press.reports import table_report
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.problems import Problem
from eyesdown.web.inspector.desk import ask_desk, asked_in, on_the_desk, row_shown

EXPORT_ROWS_MAX = 100_000
"""Larger exports are made by `eyesdown journal export`, which streams."""
PDF_ROWS_MAX = 5_000
COLUMNS = ("row", "when", "what", "by", "about", "came of it", "hash")


def as_json_lines(rows: Sequence[tuple[Row, RowShown]]) -> bytes:
    """Each row with its bytes and hashes, as `journal export` writes it."""
    return b"".join(
        json.dumps(
            {
                "seq": row.seq,
                "at_us": row.at_us,
                "command_id": row.command_id,
                "command": json.loads(row.command),
                "events": json.loads(row.events),
                "prev_hash": row.prev_hash.hex(),
                "hash": row.hash.hex(),
            },
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        + b"\n"
        for row, _ in rows
    )


def _cells(row: Row, words: RowShown) -> tuple[str, ...]:
    about = " ".join(f"{kind} {name}" for kind, name in words.subjects)
    facts = (f"{row.seq}", words.at.isoformat(), words.words, words.by or "the site", about)
    return (*facts, words.outcome, row.hash.hex())


def as_csv(rows: Sequence[tuple[Row, RowShown]]) -> bytes:
    """Each row in plain words."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    writer.writerows(_cells(row, words) for row, words in rows)
    return text.getvalue().encode()


def as_pdf(rows: Sequence[tuple[Row, RowShown]]) -> bytes:
    """The same on paper, with the hash of the newest row; it covers every row before it."""
    cells = [_cells(row, words)[:-1] for row, words in rows[:PDF_ROWS_MAX]]
    newest = max((row for row, _ in rows), default=None, key=lambda row: row.seq)
    under = f"{len(cells):,} of {len(rows):,} rows that were asked for"
    if newest is not None:
        under += f"; row {newest.seq} has the hash {newest.hash.hex()}"
    return table_report("Rows of the journal", COLUMNS[:-1], cells, under=under)


FORMATS: dict[str, tuple[str, Callable[[Sequence[tuple[Row, RowShown]]], bytes]]] = {
    "jsonl": ("application/x-ndjson", as_json_lines),
    "csv": ("text/csv; charset=utf-8", as_csv),
    "pdf": ("application/pdf", as_pdf),
}


@on_the_desk
async def export(request: Request, web: Web[Any]) -> Response:
    """The rows that the address asks for, as a file whose name begins with its SHA-256."""
    known = FORMATS.get(request.path_params["format"])
    if known is None:
        raise Problem(404, "page/unknown", "rows can be had as jsonl, csv or pdf")
    asked = asked_in(request, web)

    def question(index: RowIndex, store: Store) -> list[Row]:
        return list(islice(index.all(store, asked), EXPORT_ROWS_MAX + 1))

    rows = await ask_desk(web, question)
    if len(rows) > EXPORT_ROWS_MAX:
        text = f"more than {EXPORT_ROWS_MAX:,} rows: choose a shorter time, or use journal export"
        raise Problem(413, "input/too_long", text)
    media, write = known
    body = write([(row, row_shown(web, row)) for row in rows])
    return _file(web, body, media, request.path_params["format"])


def _file(web: Web[Any], body: bytes, media: str, ending: str) -> Response:
    digest = sha256(body).hexdigest()
    name = f"{web.tenant.name}-{digest[:16]}.{ending}"
    headers = {"content-disposition": f'attachment; filename="{name}"', "x-sha256": digest}
    return Response(body, media_type=media, headers=headers)


def has_notation(web: Web[Any]) -> bool:
    """Whether sessions of a tenant can be written in the notation."""
    book = web.tenant.book
    return is_played(book) and vocabulary_of(book).settings is not None


@on_the_desk
async def session_in_notation(request: Request, web: Web[Any]) -> Response:
    """A session as a .eyes file, which `eyesdown play --check` plays again."""
    if not has_notation(web):
        raise Problem(404, "page/unknown", "only a hall's sessions are written in the notation")
    session, machine = request.query_params.get("session", ""), web.tenant.machine

    def question(_: RowIndex, store: Store) -> str:
        entries = [
            JournalEntry(
                row.seq, machine.commands.read(row.command), machine.events.read_all(row.events)
            )
            for row in verified(store.rows())
        ]
        return print_script(exported(web.tenant.book, entries, session))

    body = (await ask_desk(web, question)).encode()
    return _file(web, body, "text/plain; charset=utf-8", "eyes")


ROUTES = (
    Route("/inspector/{tenant}/export.{format}", export),
    Route("/inspector/{tenant}/session.eyes", session_in_notation),
)
