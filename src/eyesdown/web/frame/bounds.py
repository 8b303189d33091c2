"""Nothing from outside is larger than anything we count or longer than any name we keep."""

from __future__ import annotations

import re
from collections.abc import Iterator

from eyesdown.kernel.errors import BadInput

TEXT_BYTES_MAX = 2000
"""Names become keys of the store, and PostgreSQL files none that is much longer."""

_EXACT = re.compile(r"-?([0-9]+)/([0-9]+)")  # as rates and parts of a cent are written


def bounded(value: object, most: int, text_bytes_max: int = TEXT_BYTES_MAX) -> None:
    """BadInput if plain JSON has a number or a text beyond that, wherever it stands.

    >>> bounded({"tenders": [{"cents": 100}], "location": "bar"}, 1000)
    """
    for one in _leaves(value):
        if isinstance(one, str):
            if len(one.encode("utf-8", "surrogatepass")) > text_bytes_max or "\0" in one:
                why = f"is not a text of at most {text_bytes_max:,} bytes"
                raise BadInput(_place_of(one, value), why)
            exact = _EXACT.fullmatch(one) if len(one) <= TEXT_BYTES_MAX else None
            if exact and (int(exact[2]) > most or int(exact[1]) > most * int(exact[2])):
                raise BadInput(_place_of(one, value), "is larger than anything we count, or finer")
        elif isinstance(one, int) and abs(one) > most:
            raise BadInput(_place_of(one, value), "is larger than anything we count")


def printable(value: object, *, lines: bool = False) -> None:
    """BadInput if a text of plain JSON has signs that no paper prints; with `lines`, of several.

    A terminal on which somebody reads the journal would obey some of them.
    """
    for one in _leaves(value):
        if isinstance(one, str) and not ("".join(one.split()) if lines else one).isprintable():
            raise BadInput(_place_of(one, value), "holds signs that cannot be printed")


def _leaves(value: object) -> Iterator[object]:
    """What stands in lists and objects, however deep."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
        else:
            yield one


def _place_of(leaf: object, value: object) -> str:
    """The fields on the way to a leaf; looked for only when there is something to say of it.

    >>> _place_of(7, {"games": 1, "entry": {"lines": [{"spots": [5, 7]}]}})
    'entry.lines.spots'
    """
    waiting = [("", value)]
    while waiting:
        place, one = waiting.pop()
        if one is leaf:
            return place
        if isinstance(one, dict):
            waiting += [(f"{place}.{name}" if place else name, more) for name, more in one.items()]
        elif isinstance(one, list):
            waiting += [(place, more) for more in one]
    return ""
