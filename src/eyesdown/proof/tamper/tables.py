"""The tables of an honest day, as lists that an insider may change."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, TypeAlias

from eyesdown.central.site.public_record import NEWEST, STATEMENT
from eyesdown.central.store.base import COLUMNS, RecordRow, Store
from eyesdown.central.store.journal import EMPTY, Head, Row, RowContent, linked
from eyesdown.central.store.memory import MemoryStore
from eyesdown.draw.statements import NOTHING_BEFORE, hash_of, line_of
from eyesdown.proof.faults.day import Day, Script, open_site, script

DAY = script(games=2, sales=6)


class Tables(NamedTuple):
    """Everything that is stored, as lists that an insider may change."""

    journal: list[Any]
    lines: list[Any]
    balances: list[Any]
    records: list[Any]
    snapshots: list[Any]
    secrets: list[Any]
    prints: list[Any]
    personal: list[Any]

    @classmethod
    def of(cls, store: Store) -> Tables:
        return cls(*(list(store.dump(table)) for table in COLUMNS))

    def copy(self) -> Tables:
        return Tables(*map(list, self))

    def into(self, store: Store) -> Store:
        with store.whole():
            for table, rows in zip(COLUMNS, self, strict=True):
                store.load(table, rows)
        return store


def honest(played: Script = DAY) -> Tables:
    """A day with nothing wrong, and a snapshot at its end."""
    site = open_site(MemoryStore())
    Day(played).go_on(site)
    site.take_snapshot()
    return Tables.of(site.store)


Change: TypeAlias = Callable[[Tables, Random], str]
"""Changes a copy; returns a pattern of the place that the verification must name."""


def flip(raw: bytes, dice: Random) -> bytes:
    """The bytes with one bit flipped."""
    changed = bytearray(raw)
    bit = dice.randrange(8 * len(raw))
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def any_place(of: list[Any], dice: Random) -> int:
    """Any index of a list."""
    return dice.randrange(len(of))


def dearer(raw: bytes, dice: Random) -> bytes:
    """The same JSON with one amount of money changed."""
    amounts = [match.span(1) for match in re.finditer(rb'cents":(\d+)', raw)]
    start, end = dice.choice(amounts)
    return raw[:start] + b"%d" % (int(raw[start:end]) + dice.randrange(1, 1000)) + raw[end:]


def reprice_a_sale(tables: Tables, dice: Random, field: str) -> int:
    """Change an amount in the command or the events of a sale; its index."""
    sales = [n for n, row in enumerate(tables.journal) if b'"AcceptEntry"' in row.command]
    place = dice.choice(sales)
    row = tables.journal[place]
    tables.journal[place] = row._replace(**{field: dearer(getattr(row, field), dice)})
    return place


def restate(tables: Tables) -> None:
    """Link the statements of the public record anew to the rows, as an insider can."""
    rows = {row.seq: row.hash.hex() for row in tables.journal}
    places = [n for n, row in enumerate(tables.records) if RecordRow(*row).kind == STATEMENT]
    head, heads = NOTHING_BEFORE, dict[int, str]()
    for n in sorted(places, key=lambda n: RecordRow(*tables.records[n]).key):
        record = RecordRow(*tables.records[n])
        journal = f"{record.seq}:{rows[record.seq]}"
        statement = {**json.loads(record.body), "prev": head, "journal": journal}
        head = hash_of(statement)
        heads[statement["n"]] = head
        tables.records[n] = record._replace(body=line_of(statement))
    for n, row in enumerate(tables.records):
        record = RecordRow(*row)
        if record.kind == NEWEST:
            number = int(record.body.partition(b":")[0])
            body = f"{number}:{heads[number]}".encode()
            tables.records[n] = record._replace(body=body)


def rehash(rows: list[Row], start: int, end: int | None = None) -> None:
    """Number and link rows again from an index on, as an insider who knows the chain can."""
    head = Head(rows[start - 1].seq, rows[start - 1].hash) if start else EMPTY
    for n in range(start, len(rows) if end is None else end):
        [rows[n]] = linked(head, [RowContent(*rows[n][1:6])])
        head = Head(rows[n].seq, rows[n].hash)
