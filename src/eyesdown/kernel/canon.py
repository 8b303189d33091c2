"""Canonical bytes: equal values have equal bytes, so that their hashes can be compared."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, datetime, time
from enum import Enum
from fractions import Fraction

import msgspec

from eyesdown.kernel.written import written_name

_ALREADY_PLAIN = frozenset({int, str, bool, type(None)})
_JSON = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def plain(value: object) -> object:
    """A value as JSON has it: a record becomes its name and fields, a Fraction 'a/b'.

    >>> plain({"share": Fraction(1, 3), "on": date(2026, 1, 1), "of": (1, 2)})
    {'share': '1/3', 'on': '2026-01-01', 'of': [1, 2]}
    """
    if value.__class__ in _ALREADY_PLAIN:  # most values are; an enum's member is of another class
        return value
    match value:
        case Enum():
            return plain(value.value)
        case int() | str():
            return value
        case float():
            raise TypeError(f"{value!r}: a float has no canonical bytes; use cents or a Fraction")
        case Fraction():
            return f"{value.numerator}/{value.denominator}"
        case datetime() | date() | time():
            return re.sub(r"\+00:00$", "Z", value.isoformat())  # as RFC 3339 prefers it
        case bytes():
            return value.hex()
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case AbstractSet():
            return sorted((plain(item) for item in value), key=repr)
        case Sequence():
            return [plain(item) for item in value]
    return _record(value)


def _record(value: object) -> dict[str, object]:
    """A dataclass or a struct as its type's name and its fields."""
    if dataclasses.is_dataclass(value):
        names: Iterable[str] = (field.name for field in dataclasses.fields(value))
    elif isinstance(value, msgspec.Struct):
        names = _written_fields(value)
    else:
        raise TypeError(f"{type(value).__name__} has no canonical bytes")
    fields = {name: plain(getattr(value, name)) for name in names}
    return {"type": written_name(type(value)), **fields}


def _written_fields(value: msgspec.Struct) -> Iterable[str]:
    """The fields that are written: without defaults, where the type omits them."""
    names = value.__struct_fields__
    if not value.__struct_config__.omit_defaults:
        return names
    empty = dict(zip(reversed(names), reversed(value.__struct_defaults__), strict=False))
    return [name for name in names if getattr(value, name) != empty.get(name, msgspec.NODEFAULT)]


def canonical(value: object) -> bytes:
    """UTF-8 JSON with sorted keys, no blanks and no floats.

    >>> canonical({"b": 1, "a": (True, None)})
    b'{"a":[true,null],"b":1}'
    """
    return _JSON(plain(value)).encode("utf-8")


def digest(value: object) -> str:
    """SHA-256 of the canonical bytes, in hexadecimal.

    >>> digest([1, 2])[:16]
    '49a64717d5d4cb19'
    """
    return hashlib.sha256(canonical(value)).hexdigest()
