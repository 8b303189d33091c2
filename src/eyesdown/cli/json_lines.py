"""JSON in which each field occurs once. Readers differ on which of two they take; we refuse both.

Lines come by the million, so colons are counted first: a document has at least one for each field,
and as many as fields where none is there twice and no text holds one. Else it is read again.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from eyesdown.kernel.strict_json import strict_json


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
