"""No number from outside is larger than anything we count; books and journals hold 64 bits."""

from __future__ import annotations

from eyesdown.kernel.errors import BadInput


def bounded(value: object, most: int) -> None:
    """BadInput if plain JSON has a number beyond `most`, wherever it stands.

    >>> bounded({"tenders": [{"cents": 100}]}, 1000)
    """
    if isinstance(value, dict):
        for inner in value.values():
            bounded(inner, most)
    elif isinstance(value, list):
        for inner in value:
            bounded(inner, most)
    elif isinstance(value, int) and abs(value) > most:
        raise BadInput("number", "is larger than anything we count")
