"""Small helpers to change maps and records that are replaced as a whole."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from msgspec import Struct

K = TypeVar("K")
V = TypeVar("V")
P = TypeVar("P", bound=Struct)


def put(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """The mapping with one entry set.

    >>> put({"line": 10}, "house", 50)
    {'line': 10, 'house': 50}
    """
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """The mapping without one entry.

    >>> without({"line": 10, "house": 50}, "line")
    {'house': 50}
    """
    return {name: value for name, value in mapping.items() if name != key}


def joined(values: tuple[V, ...], more: Collection[V]) -> tuple[V, ...]:
    """The values with those of `more` that are not among them yet, each once.

    >>> joined((7, 23), (23, 7, 1))
    (7, 23, 1)
    """
    return tuple(dict.fromkeys((*values, *more)))


def part_of(kind: type[P], record: Struct) -> P:
    """A value of `kind` made of the fields of those names in a larger record.

    >>> from eyesdown.bingo.words.parts import Offer
    >>> class Award(Struct):
    ...     prize: str
    ...     player: str
    ...     amount_cents: int
    >>> part_of(Offer, Award("series", "ann", 5000))
    Offer(prize='series', amount_cents=5000)
    """
    return kind(**{name: getattr(record, name) for name in kind.__struct_fields__})
