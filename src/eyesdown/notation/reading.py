"""Any value of the rules core from text, or an error that says what was expected."""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction
from typing import Any, Literal

from eyesdown.cards.ticket import Card75, Ticket90
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.written import written_name
from eyesdown.notation import scalars
from eyesdown.notation.context import Context
from eyesdown.notation.cursor import NAME, Cursor
from eyesdown.notation.drawings import KINDS, drawing_ahead, read_drawing, read_refusal
from eyesdown.notation.shapes import (
    NO,
    NONE,
    SAME,
    YES,
    bare_type,
    default_of,
    hints_of,
    is_money,
    is_record,
    members_of,
    parts_of,
)


def read(cursor: Cursor, kind: Any, context: Context, name: str = "") -> Any:
    """One value of a type, or an error that says what was expected."""
    kind = bare_type(kind)
    if context.command is not None and cursor.sees(SAME):
        return _read_above(cursor, context)
    if members_of(kind):
        return _read_union(cursor, members_of(kind), context, name)
    if parts_of(kind):
        return _read_parts(cursor, kind, context)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is Literal:
        return _read_literal(cursor, inner)
    if origin in (tuple, frozenset):
        return _read_list(cursor, origin, inner[0], context, name)
    if origin is not None and issubclass(origin, Mapping):
        return _read_mapping(cursor, inner, context, name)
    if isinstance(kind, type):
        return _read_class(cursor, kind, context, name)
    raise cursor.error(f"a {kind}")


def _read_above(cursor: Cursor, context: Context) -> Any:
    """^ is the command itself, ^name a field of it."""
    cursor.take(SAME)
    start = cursor.at
    name = cursor.match(NAME)
    if name is None:
        return context.command
    if not hasattr(context.command, name):
        cursor.at = start
        raise cursor.error(f"a field of {type(context.command).__name__}")
    return getattr(context.command, name)


SCALARS: dict[type, Any] = {
    str: Cursor.string,
    date: scalars.read_date,
    time: scalars.read_time,
}


def _read_class(cursor: Cursor, kind: type, context: Context, name: str) -> Any:
    """One value of a plain type: a number, money, a time, an enumeration, a record."""
    if kind is bool:
        return _read_bool(cursor)
    if kind is int:
        return scalars.read_money(cursor) if is_money(name) else scalars.read_whole(cursor)
    if kind is Fraction:
        return scalars.read_fraction(cursor, money=is_money(name))
    if kind is datetime:
        return scalars.read_moment(cursor, context.day)
    if kind in SCALARS:
        return SCALARS[kind](cursor)
    if issubclass(kind, Enum):
        return _read_enum(cursor, kind)
    if issubclass(kind, Ticket90 | Card75):
        return read_drawing(cursor, kind, context)
    if kind is Refusal:
        return read_refusal(cursor, context)
    if is_record(kind):
        name = written_name(kind)
        cursor.take(f"{name}(", f"{name}(...)")
        value = read_fields(cursor, kind, context, end=")")
        cursor.take(")")
        return value
    raise cursor.error(f"a {kind.__name__}")


def _read_bool(cursor: Cursor) -> bool:
    for word, value in ((YES, True), (NO, False)):
        if cursor.took_word(word):
            return value
    raise cursor.error(f"{YES} or {NO}")


def _read_enum(cursor: Cursor, kind: type[Enum]) -> Enum:
    start = cursor.at
    text = cursor.string()
    for member in kind:
        if str(member.value) == text:
            return member
    cursor.at = start
    raise cursor.error(f"one of {', '.join(str(member.value) for member in kind)}")


def _read_literal(cursor: Cursor, allowed: tuple[Any, ...]) -> Any:
    start = cursor.at
    text = cursor.string()
    for value in allowed:
        if str(value) == text:
            return value
    cursor.at = start
    raise cursor.error(f"one of {', '.join(str(value) for value in allowed)}")


def _read_union(cursor: Cursor, kinds: tuple[Any, ...], context: Context, name: str) -> Any:
    others = [kind for kind in kinds if kind is not type(None)]
    if len(others) < len(kinds) and cursor.took_word(NONE):
        return None
    if len(others) == 1:
        return read(cursor, others[0], context, name)
    if set(others) == set(KINDS.values()):
        return read_drawing(cursor, drawing_ahead(cursor, context), context)
    member = _member_ahead(cursor, others)
    if member is None:
        raise cursor.error(f"one of {', '.join(_label(kind) for kind in others)}")
    return read(cursor, member, context, name)


def _member_ahead(cursor: Cursor, kinds: list[Any]) -> Any:
    """The member of a union that the coming characters can be."""
    named = NAME.match(cursor.text, cursor.at)
    if named and cursor.text.startswith("(", named.end()):
        word = named.group()
        return next((k for k in kinds if isinstance(k, type) and written_name(k) == word), None)
    if bool in kinds and (cursor.sees(YES) or cursor.sees(NO)):
        return bool
    if cursor.sees('"'):
        return next((k for k in kinds if k is str or typing.get_origin(k) is Literal), None)
    if cursor.sees("["):
        return next((k for k in kinds if typing.get_origin(k) is tuple), None)
    if scalars.EXACT.match(cursor.text, cursor.at):
        return Fraction if Fraction in kinds else None
    if scalars.WHOLE.match(cursor.text, cursor.at) or cursor.sees("$") or cursor.sees("-$"):
        return int if int in kinds else None
    return next((k for k in kinds if isinstance(k, type) and issubclass(k, Enum)), None)


def _label(kind: Any) -> str:
    return str(getattr(kind, "__name__", kind))


def _read_list(cursor: Cursor, origin: Any, inner: Any, context: Context, name: str) -> Any:
    cursor.take("[", "a list like [1 2 3]")
    items: list[Any] = []
    while cursor.took(" "):
        pass
    while not cursor.took("]"):
        items.append(read(cursor, inner, context, name))
        if not cursor.sees("]"):
            cursor.blanks("a blank or ']'")
    return origin(items)


def _read_parts(cursor: Cursor, kind: Any, context: Context) -> Any:
    """A tuple of fixed parts, or a named one."""
    parts = parts_of(kind)
    cursor.take("(", f"{len(parts)} values in round brackets")
    values: list[Any] = []
    for part in parts:
        if values:
            cursor.take(" ", "a blank and the next value")
        values.append(read(cursor, part, context))
    cursor.take(")")
    return kind(*values) if isinstance(kind, type) else tuple(values)


def _read_mapping(
    cursor: Cursor, inner: tuple[Any, ...], context: Context, name: str
) -> dict[Any, Any]:
    cursor.take("{", "pairs like {a:1 b:2}")
    mapping: dict[Any, Any] = {}
    while not cursor.took("}"):
        if mapping:
            cursor.take(" ", "a blank or '}'")
        key = _read_key(cursor, inner[0], context)
        cursor.take(":")
        mapping[key] = read(cursor, inner[1], context, name)
    return mapping


KEY = re.compile(rf"{NAME.pattern}(/\w+)?")  # a name, or one with its part: regular/10


def _read_key(cursor: Cursor, kind: Any, context: Context) -> Any:
    if bare_type(kind) is str and not cursor.sees('"'):
        return cursor.word(KEY, "a key")
    return read(cursor, kind, context)


def read_fields(
    cursor: Cursor,
    record: type,
    context: Context,
    *,
    end: str = "",
    given: Mapping[str, Any] | None = None,
    usual: Mapping[str, Any] | None = None,
    strict: bool = True,
) -> Any:
    """A record from its name=value parts.

    `given` holds what is known beforehand, `usual` what holds unless the text says otherwise.
    """
    hints = hints_of(record)
    fields: dict[str, Any] = {**(usual or {}), **(given or {})}
    written: set[str] = set()
    while not cursor.done and not (end and cursor.sees(end)):
        if written:
            cursor.blanks("a blank and the next field")
        start = cursor.at
        name = cursor.word(NAME, f"a field of {record.__name__}")
        if name not in hints or name in written or (strict and given and name in given):
            cursor.at = start
            taken = {*written, *(given or ())} if strict else written
            left = ", ".join(field for field in hints if field not in taken)
            raise cursor.error(f"one of the fields {left}" if left else "the end of the line")
        cursor.take("=", f"'=' after {name}")
        fields[name] = read(cursor, hints[name], context, name)
        written.add(name)
    for name in hints:
        if name in fields:
            continue
        must, default = default_of(record, name, strict=strict)
        if must:
            raise cursor.error(f"the field {name}")
        fields[name] = default
    return record(**fields)
