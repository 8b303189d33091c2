"""The purchases and slips of a file and of a site: the same sales under other names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

_PURCHASE = re.compile(r"purchase [0-9]+")


@dataclass(slots=True)
class Names:
    """Which purchase and slip of the file is which of the site."""

    at_site: dict[str, str] = field(default_factory=dict)
    in_file: dict[str, str] = field(default_factory=dict)

    def learn(self, expected: tuple[Any, ...], given: tuple[Any, ...]) -> None:
        """Note the names of a sale that both have made."""
        for expected_event, event in zip(expected, given, strict=False):
            for name in ("purchase", "slip"):
                ours, theirs = getattr(expected_event, name, ""), getattr(event, name, "")
                if type(expected_event) is type(event) and ours and theirs:
                    self.at_site[ours], self.in_file[theirs] = theirs, ours

    def for_site(self, command: Any) -> Any:
        """A command with the site's names of purchases and slips."""
        return renamed(command, self.at_site)

    def for_file(self, event: Any) -> Any:
        """An event with the file's names of purchases and slips."""
        return renamed(event, self.in_file)


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """A value in which every purchase has its other name.

    >>> renamed(("Tue/1/line/purchase 7", 3), {"purchase 7": "purchase 9"})
    ('Tue/1/line/purchase 9', 3)
    """
    if isinstance(value, str):
        if value in names:
            return names[value]
        return _PURCHASE.sub(lambda match: names.get(match.group(), match.group()), value)
    if isinstance(value, tuple):
        return tuple(renamed(part, names) for part in value)
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        return replace(value, **{name: renamed(part, names) for name, part in fields.items()})
    return value
