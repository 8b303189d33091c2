"""Any value of the rules core as text, in the form its declared type asks for."""

from __future__ import annotations

import json
import typing
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Any

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import written_name
from eyesdown.notation import scalars
from eyesdown.notation.context import Context
from eyesdown.notation.cursor import NAME, write_string
from eyesdown.notation.drawings import write_drawing, write_refusal
from eyesdown.notation.shapes import (
    NO,
    NONE,
    SAME,
    YES,
    bare_type,
    default_of,
    hints_of,
    is_list,
    is_money,
    is_record,
    members_of,
    parts_of,
)


def write(value: Any, kind: Any, context: Context, name: str = "") -> str:
    """One value of a declared type; `name` is its field."""
    kind = bare_type(kind)
    if value is None:
        return NONE
    if type(value) is type(context.command) and value == context.command:
        return SAME
    if members_of(kind):
        return _write_member(value, members_of(kind), context, name)
    if is_list(kind) or isinstance(value, frozenset):
        inner = typing.get_args(kind)[0]
        items = sorted(value) if isinstance(value, frozenset) else value
        return f"[{_joined(write(item, inner, context, name) for item in items)}]"
    if parts_of(kind):
        pairs = zip(value, parts_of(kind), strict=True)
        return f"({_joined(write(item, part, context) for item, part in pairs)})"
    if isinstance(value, Mapping):
        return "{" + _joined(_pairs(value, typing.get_args(kind), context, name)) + "}"
    return _write_one(value, context, name)


def _joined(texts: Iterable[str]) -> str:
    return " ".join(texts)


def _write_member(value: Any, kinds: tuple[Any, ...], context: Context, name: str) -> str:
    """A member of a union. A string is quoted where a number or a list would be possible."""
    others = [kind for kind in kinds if kind is not type(None)]
    if len(others) == 1:
        return write(value, others[0], context, name)
    if isinstance(value, str) and not isinstance(value, Enum):
        return json.dumps(value, ensure_ascii=False)
    mine = [kind for kind in others if type(value) is (typing.get_origin(kind) or kind)]
    assert mine, f"{value!r} is none of {others}"
    return write(value, mine[0], context, name)


def _pairs(
    value: Mapping[Any, Any], kinds: tuple[Any, ...], context: Context, name: str
) -> Iterable[str]:
    """A key ends at its colon, which a bare text elsewhere may contain."""
    for key, item in value.items():
        plain = isinstance(key, str) and not isinstance(key, Enum) and not NAME.fullmatch(key)
        text = json.dumps(key, ensure_ascii=False) if plain else write(key, kinds[0], context)
        yield f"{text}:{write(item, kinds[1], context, name)}"


def _write_one(value: Any, context: Context, name: str) -> str:
    """One value that is no list or pair, in the form of its own type."""
    match value:
        case bool():
            return YES if value else NO
        case Enum():
            return write_string(str(value.value))
        case int():
            return scalars.write_money(value) if is_money(name) else str(value)
        case str():
            return write_string(value)
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case datetime():
            return scalars.write_moment(value, context.day)
        case date():
            return value.isoformat()
        case time():
            return scalars.write_time(value)
        case Ticket90() | Card75():
            return write_drawing(value, context)
        case Refusal():
            return write_refusal(value, context)
    assert is_record(value), f"{type(value).__name__} has no notation"
    return f"{written_name(type(value))}({write_fields(value, context)})"


def write_fields(
    record: Any,
    context: Context,
    *,
    leave_out: frozenset[str] = frozenset(),
    say: frozenset[str] = frozenset(),
    strict: bool = True,
) -> str:
    """name=value for every field that says something; `strict` as in `default_of`.

    Fields of `say` are written even if empty: a reader would else take them from the command.
    """
    kind: Any = type(record)
    parts = []
    for name, hint in hints_of(kind).items():
        value = getattr(record, name)
        must, default = default_of(kind, name, strict=strict)
        empty = not must and type(value) is type(default) and value == default
        if name in leave_out or (empty and name not in say):
            continue
        text = _name_above(value, name, context) or write(value, hint, context, name)
        parts.append(f"{name}={text}")
    return _joined(parts)


def _name_above(value: Any, name: str, context: Context) -> str:
    """^name for a record, or a list of them, that the command above has under the same name."""
    above = getattr(context.command, name, None)
    first = above[0] if isinstance(above, tuple) and above else above
    if not is_record(first) or isinstance(first, Ticket90 | Card75):
        return ""
    if type(value) is not type(above) or value != above:
        return ""
    return f"{SAME}{name}"
