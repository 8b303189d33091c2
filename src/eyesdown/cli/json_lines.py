"""JSON that says each field once. Readers differ on which of two they take; we take neither.

Lines come by the million, so colons are counted first: a document has at least one for each field,
and as many as fields where none is there twice and no text holds one. Else it is read again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from eyesdown.kernel.errors import BadInput


def strict_json(text: bytes | str, field: str = "", whole: Callable[[str], object] = int) -> Any:
    """The value of a JSON document; BadInput if an object in it has a field twice.

    `whole` makes a whole number of its digits, of which Python reads 4,300.

    >>> strict_json('{"rows": [], "rows": [[1]]}')
    Traceback (most recent call last):
    eyesdown.kernel.errors.BadInput: rows: is there twice; give it once
    """

    def read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        read: dict[str, Any] = {}
        for name, value in pairs:
            if name in read:
                place = f"{field}.{name}" if field else name
                raise BadInput(place, "is there twice; give it once")
            read[name] = value
        return read

    return json.loads(text, object_pairs_hook=read_object, parse_int=whole, strict=False)


def refuse_repeated_fields(line: bytes, fields: Mapping[str, msgspec.Raw]) -> None:
    """BadInput if a line has one of its own fields twice; `fields` are what was read of it."""
    inside = sum(bytes(value).count(b":") for value in fields.values())
    if line.count(b":") != len(fields) + inside:
        strict_json(line, whole=str)


def refuse_repeats_inside(field: str, text: msgspec.Raw, value: object) -> None:
    """BadInput if an object in this field's value is ambiguous; `value` is what was read of it."""
    colons = bytes(text).count(b":")
    if not colons:
        return
    objects = value if isinstance(value, list) else [value]
    if colons != sum(len(each) for each in objects if isinstance(each, dict)):
        strict_json(bytes(text), field, whole=str)
