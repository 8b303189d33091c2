"""A thing that is owed, as every page of a hall shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

NO_FIELDS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Thing:
    """One thing that is owed: by whom, in which words, and how a page does it.

    `command` and `fields` are what one key sends; without a command, `href` is where it is done.
    """

    says: str
    who: str
    role: str = ""
    reads: tuple[str, ...] = ()
    """Words to read aloud."""
    clause: str = ""
    book: str = ""
    button: str = ""
    command: str = ""
    fields: Mapping[str, str] = field(default_factory=lambda: NO_FIELDS)
    href: str = ""
    has_key: bool = True
    """Whether the key for what is next does it, where it comes first."""
