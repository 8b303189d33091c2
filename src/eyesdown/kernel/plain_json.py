"""Canonical JSON of plain values: one value, one sequence of bytes.

Standard library only: a witness's program and the public record use it as it is.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

_ENCODER = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
)


def json_bytes(value: Any) -> bytes:
    """UTF-8 JSON with sorted keys and no blanks; a float has no canonical form.

    >>> json_bytes({"b": 1, "a": [True, None, "é"]})
    b'{"a":[true,null,"\\xc3\\xa9"],"b":1}'
    """
    return _ENCODER.encode(value).encode("utf-8")


def json_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON, in hex.

    >>> json_hash([])[:16]
    '4f53cda18c2baa0c'
    """
    return sha256(json_bytes(value)).hexdigest()
