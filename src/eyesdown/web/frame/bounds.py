"""Limits of what a client may send: how large a number, how long a string, which characters."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eyesdown.kernel.errors import BadInput

TEXT_BYTES_MAX = 2000
"""Names become keys of the store, and PostgreSQL indexes none that is much longer."""

PRINTABLE = r"^[^\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]*$"
"""The strings without control characters and invisible ones, as a pattern for other programs."""

FAR_YEARS = re.compile(r"(?!19|20|21)[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9:.,]*([Zz]|[-+][0-9:]+)?")
"""Times that no hall has: near the ends of the calendar they cannot be reckoned with."""

_EXACT = re.compile(r"-?([0-9]+)/([0-9]+)")  # as rates and parts of a cent are written


def bounded(value: object, most: int, text_bytes_max: int = TEXT_BYTES_MAX) -> None:
    """BadInput if plain JSON holds, at any depth, a number, string or time that is out of range.

    >>> bounded({"tenders": [{"cents": 100}], "location": "bar"}, 1000)
    """
    for leaf in _leaves(value):
        if isinstance(leaf, str):
            if len(leaf.encode("utf-8", "surrogatepass")) > text_bytes_max or "\0" in leaf:
                why = f"must be a string of at most {text_bytes_max:,} bytes"
                raise BadInput(_place_of(leaf, value), why)
            if FAR_YEARS.fullmatch(leaf):
                raise BadInput(_place_of(leaf, value), "must be in the years 1900 to 2199")
            exact = _EXACT.fullmatch(leaf) if "/" in leaf and len(leaf) <= TEXT_BYTES_MAX else None
            if exact and (int(exact[2]) > most or int(exact[1]) > most * int(exact[2])):
                raise BadInput(_place_of(leaf, value), "is out of range")
        elif isinstance(leaf, int) and not -most <= leaf <= most:
            raise BadInput(_place_of(leaf, value), "is out of range")


def printable(value: object, *, lines: bool = False) -> None:
    """BadInput if a string of plain JSON holds characters that cannot be printed.

    A terminal on which the journal is read would obey some of them. With `lines`, line breaks are
    allowed.
    """
    for leaf in _leaves(value):
        if isinstance(leaf, str) and not ("".join(leaf.split()) if lines else leaf).isprintable():
            raise BadInput(_place_of(leaf, value), "holds characters that cannot be printed")


def _leaves(value: object) -> Iterator[object]:
    """The values in lists and objects, at any depth."""
    waiting = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            waiting += node.values()
        elif isinstance(node, list):
            waiting += node
        else:
            yield node


def _place_of(leaf: object, value: object) -> str:
    """The names of the fields on the way to a leaf; worked out only for an error message.

    >>> _place_of(7, {"games": 1, "entry": {"lines": [{"spots": [5, 7]}]}})
    'entry.lines.spots'
    """
    waiting = [("", value)]
    while waiting:
        place, node = waiting.pop()
        if node is leaf:
            return place
        if isinstance(node, dict):
            waiting += [(f"{place}.{name}" if place else name, more) for name, more in node.items()]
        elif isinstance(node, list):
            waiting += [(place, more) for more in node]
    return ""
