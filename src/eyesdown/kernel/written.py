"""What is written down: commands, events, and whatever they and a state are made of.

What is Written never changes, says its type's name where it stands in the journal, and is read back
only from text that has exactly its fields. Values that nobody writes down stay plain dataclasses.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

__all__ = ["Exact", "Unwritten", "Written", "replace"]

if TYPE_CHECKING:
    Exact: TypeAlias = int | Fraction
else:
    Exact = Rational  # one name for both, because a reader of text must be told which to make


class Written(
    msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True, gc=False
):
    """A frozen value with a name in the journal; it holds nothing that could lead back to it.

    >>> class Paid(Written, frozen=True):
    ...     serial: str
    ...     cents: int = 0
    >>> replace(Paid("T1"), cents=5)
    Paid(serial='T1', cents=5)
    """


class Unwritten:
    """Part of a state that is worked out from the rest: neither kept nor compared."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    __hash__ = None  # type: ignore[assignment]
