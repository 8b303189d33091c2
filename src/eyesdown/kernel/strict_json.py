"""JSON that says each field once. Readers differ on which of two they take; we take neither."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

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
