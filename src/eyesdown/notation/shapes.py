"""What the types of the rules core say about a field: its members, its default, its money."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Union

import msgspec

from eyesdown.kernel.written import Exact

YES, NO, NONE = "yes", "no", "none"
_NONE_GIVEN = (dataclasses.MISSING, msgspec.NODEFAULT)
SAME = "^"
"""The command above."""


@cache
def hints_of(record: Any) -> Mapping[str, Any]:
    """The types of a record's fields, in their order."""
    hints = typing.get_type_hints(record)
    return {name: hints[name] for name in _fields(record)} if is_record(record) else hints


def is_record(kind: Any) -> bool:
    """Whether a type, or a value of it, is made of named fields.

    >>> is_record(int)
    False
    """
    return dataclasses.is_dataclass(kind) or hasattr(kind, "__struct_fields__")


def bare_type(kind: Any) -> Any:
    """The type under a NewType; an exact amount of cents is a union.

    >>> bare_type(int | None)
    int | None
    """
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return int | Fraction if kind is Exact else kind


def members_of(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or () for any other type.

    >>> members_of(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    if typing.get_origin(kind) in (Union, types.UnionType):
        return tuple(bare_type(part) for part in typing.get_args(kind))
    return ()


def is_list(kind: Any) -> bool:
    """A tuple of any length, as against one of fixed parts.

    >>> is_list(tuple[int, ...]), is_list(int)
    (True, False)
    """
    inner = typing.get_args(kind)
    return typing.get_origin(kind) is tuple and len(inner) == 2 and inner[1] is Ellipsis


def parts_of(kind: Any) -> tuple[Any, ...]:
    """The types inside a tuple of fixed parts, named or not; () for any other type."""
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return tuple(hints_of(kind).values())
    if typing.get_origin(kind) is tuple and not is_list(kind):
        return typing.get_args(kind)
    return ()


def is_money(name: str) -> bool:
    return name == "cents" or name.endswith("_cents")


@cache
def _fields(record: Any) -> Mapping[str, Any]:
    fields: Iterable[Any] = (
        dataclasses.fields(record)
        if dataclasses.is_dataclass(record)
        else msgspec.structs.fields(record)
    )
    return {field.name: field for field in fields}


def default_of(record: Any, name: str, *, strict: bool) -> tuple[bool, Any]:
    """Whether a field is required, and its value where it is left out.

    If not `strict`, a string, a list or an optional value is empty where it is left out.
    """
    field = _fields(record)[name]
    if field.default not in _NONE_GIVEN:
        return False, field.default
    if field.default_factory not in _NONE_GIVEN:
        return False, field.default_factory()
    kind = bare_type(hints_of(record)[name])
    if strict:
        return True, None
    if kind is str:
        return False, ""
    if is_list(kind):
        return False, ()
    return type(None) not in members_of(kind), None
