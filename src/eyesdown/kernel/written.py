"""What is written to the journal: commands, events, and the values they and a state contain.

A Written value never changes. The journal has its type's name, and reads it back only from text
that has exactly its fields. Values that are not written to the journal are plain dataclasses.
"""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec.structs import replace

__all__ = ["Exact", "Unwritten", "Written", "replace", "written_name"]

if TYPE_CHECKING:
    Exact: TypeAlias = int | Fraction
else:
    Exact = Rational  # one name for both: a decoder of text needs a single type


class Written(
    msgspec.Struct, frozen=True, tag=True, tag_field="type", forbid_unknown_fields=True, gc=False
):
    """A frozen value with a name in the journal; it contains no reference cycle.

    >>> class Paid(Written, frozen=True):
    ...     serial: str
    ...     cents: int = 0
    >>> replace(Paid("T1"), cents=5)
    Paid(serial='T1', cents=5)
    """


def written_name(kind: type) -> str:
    """What journals and the notation call a type: its tag, else the name of its class.

    >>> class EntryRecord(Written, frozen=True, tag="Sold"):
    ...     serial: str
    >>> written_name(EntryRecord), written_name(Fraction)
    ('Sold', 'Fraction')
    """
    tag = kind.__struct_config__.tag if issubclass(kind, msgspec.Struct) else None
    return tag if isinstance(tag, str) else kind.__name__


class Unwritten:
    """Part of a state that is worked out from the rest: neither stored nor compared."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self)

    __hash__ = None  # type: ignore[assignment]
