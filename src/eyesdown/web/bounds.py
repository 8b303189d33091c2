"""Nothing from outside is larger than anything we count or longer than any name we keep."""

from __future__ import annotations

from eyesdown.kernel.errors import BadInput

TEXT_BYTES_MAX = 2000
"""Names become keys of the store, and PostgreSQL files none that is much longer."""


def bounded(value: object, most: int, text_bytes_max: int = TEXT_BYTES_MAX) -> None:
    """BadInput if plain JSON has a number or a text beyond that, wherever it stands.

    >>> bounded({"tenders": [{"cents": 100}], "location": "bar"}, 1000)
    """
    if isinstance(value, dict):
        for inner in value.values():
            bounded(inner, most, text_bytes_max)
    elif isinstance(value, list):
        for inner in value:
            bounded(inner, most, text_bytes_max)
    elif isinstance(value, str):
        if len(value.encode("utf-8", "surrogatepass")) > text_bytes_max or "\0" in value:
            raise BadInput("text", f"is not a text of at most {text_bytes_max:,} bytes")
    elif isinstance(value, int) and abs(value) > most:
        raise BadInput("number", "is larger than anything we count")
