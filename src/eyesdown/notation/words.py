"""Everything that a file about a book may contain: a line a command, then a line a record."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.written import written_name
from eyesdown.notation.context import Context
from eyesdown.notation.shapes import (
    bare_type,
    default_of,
    hints_of,
    is_list,
    is_money,
    is_record,
    members_of,
    parts_of,
)
from eyesdown.notation.vocabulary import vocabulary_of
from eyesdown.notation.writing import write

NAMES: dict[Any, str] = {
    str: "TEXT",
    int: "NUMBER",
    bool: "yes|no",
    Fraction: "FRACTION",
    date: "DATE",
    time: "TIME",
    datetime: "MOMENT",
    Ticket90: "@TICKET",
    Card75: "@CARD",
    type(None): "none",
}


UNSAID = ("at", "kept", "replay_stored")
"""The time is written before the command; the record of a ticket is looked up."""


def words_of(book: str) -> Iterator[str]:
    """What a file about a book may contain; fields in brackets are optional, the default first.

    >>> next(line for line in words_of("family-bingo") if "call disc" in line)
    '> call disc [by=""] disc=NUMBER [letter=""]'
    """
    records: dict[str, Any] = {}
    for verb, record in vocabulary_of(book).commands.items():
        timed = "TIME " if default_of(record, "at", strict=True)[0] else ""
        yield f"> {timed}{verb} {_fields(record, records)}".rstrip()
    listed: set[str] = set()
    while left := [name for name in records if name not in listed]:
        listed.add(left[0])
        yield f"{left[0]}({_fields(records[left[0]], records)})"


def _fields(record: Any, records: dict[str, Any]) -> str:
    parts = []
    for name, hint in hints_of(record).items():
        if name in UNSAID:
            continue
        kind = _kind(hint, name, records)
        must, default = default_of(record, name, strict=True)
        if must:
            parts.append(f"{name}={kind}")
        else:
            shown = write(default, hint, Context(date.min), name)
            if isinstance(default, Enum):
                others = (choice for choice in kind.split("|") if choice != shown)
                shown = "|".join((shown, *others))
            parts.append(f"[{name}={kind if shown in ('none', '[]', '{}') else shown}]")
    return " ".join(parts)


def _kind(hint: Any, name: str, records: dict[str, Any]) -> str:
    """The kind of a value in one word; records it needs are noted for later."""
    kind = bare_type(hint)
    if members_of(kind):
        return "|".join(_kind(part, name, records) for part in members_of(kind))
    if parts_of(kind):
        return f"({' '.join(_kind(part, '', records) for part in parts_of(kind))})"
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return "|".join(str(value) for value in inner)
    if is_list(kind) or origin is frozenset:
        return f"[{_kind(inner[0], name, records)} ...]"
    if origin is not None:
        return f"{{{':'.join(_kind(part, name, records) for part in inner)} ...}}"
    if kind is int and is_money(name):
        return "$AMOUNT"
    if kind in NAMES:
        return NAMES[kind]
    if issubclass(kind, Enum):
        return "|".join(str(member.value) for member in kind)
    name = written_name(kind)
    if not is_record(kind):
        return name
    records.setdefault(name, kind)
    return f"{name}(...)"
