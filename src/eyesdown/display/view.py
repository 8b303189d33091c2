"""What every view is: a frozen record that says its name wherever it is written as JSON."""

from __future__ import annotations

import msgspec


class View(msgspec.Struct, frozen=True, tag=True, tag_field="type"):
    """A record that a door shows; as JSON it has its name as `type` and all of its fields.

    >>> class Clock(View, frozen=True):
    ...     seconds: int
    >>> msgspec.json.encode(Clock(30))
    b'{"type":"Clock","seconds":30}'
    """
