"""What people of the office looked at and have not confirmed yet, by the id of the form.

A look has an address of its own, so that going back after confirming finds a page that says what
came of it. What was typed may be personal: it is in memory alone, and in no address.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

LOOKS_MAX = 100
"""The oldest go first; their forms are filled in again."""


@dataclass(slots=True)
class Looks:
    """What was typed into forms that show what they would do.

    >>> looks = Looks()
    >>> looks.keep("ada", "1f", "SetPayoutLimit", {"cents": "500"})
    >>> looks.find("ada", "1f")
    ('SetPayoutLimit', {'cents': '500'})
    >>> looks.find("bea", "1f") is None
    True
    """

    _kept: OrderedDict[tuple[str, str], tuple[str, dict[str, str]]] = field(
        default_factory=OrderedDict
    )

    def keep(self, person: str, slip: str, what: str, typed: Mapping[str, str]) -> None:
        """Keep what a person typed into a form."""
        self._kept[person, slip] = (what, dict(typed))
        self._kept.move_to_end((person, slip))
        if len(self._kept) > LOOKS_MAX:
            self._kept.popitem(last=False)

    def find(self, person: str, slip: str) -> tuple[str, dict[str, str]] | None:
        """What it was and what was typed; None if it is done, too old, or someone else's."""
        return self._kept.get((person, slip))

    def drop(self, person: str, slip: str) -> None:
        """Forget a look that was confirmed."""
        self._kept.pop((person, slip), None)
