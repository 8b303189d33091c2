"""What the types of the rules core say about a field: its members, its default, its money."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, Union

YES, NO, NONE = "yes", "no", "none"
SAME = "^"
"""The command above."""


@cache
def hints_of(record: Any) -> Mapping[str, Any]:
    """The types of a record's fields, in their order."""
    hints = typing.get_type_hints(record)
    if dataclasses.is_dataclass(record):
        return {field.name: hints[field.name] for field in dataclasses.fields(record)}
    return hints


def bare_type(kind: Any) -> Any:
    """A type without its NewType clothes."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    return kind


def members_of(kind: Any) -> tuple[Any, ...]:
    """The members of a union, or () for any other type.

    >>> members_of(int | None)
    (<class 'int'>, <class 'NoneType'>)
    """
    if typing.get_origin(kind) in (Union, types.UnionType):
        return tuple(bare_type(part) for part in typing.get_args(kind))
    return ()


def is_list(kind: Any) -> bool:
    """A tuple of any length, as against one of fixed parts."""
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
    return {field.name: field for field in dataclasses.fields(record)}


def default_of(record: Any, name: str, *, strict: bool) -> tuple[bool, Any]:
    """Whether a field must be said, and what it is if it is not.

    Where we are not `strict`, a text, a list or a value that may be none is empty if left out.
    """
    field = _fields(record)[name]
    if field.default is not dataclasses.MISSING:
        return False, field.default
    if field.default_factory is not dataclasses.MISSING:
        return False, field.default_factory()
    kind = bare_type(hints_of(record)[name])
    if strict:
        return True, None
    if kind is str:
        return False, ""
    if is_list(kind):
        return False, ()
    return type(None) not in members_of(kind), None
