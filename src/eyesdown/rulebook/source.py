"""Which document a book was read from, and since when it is in force."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any

from eyesdown.rulebook.loading import DataFile

FILE = "source.toml"


@dataclass(frozen=True, slots=True)
class Source:
    """The facts of a source document. Its wording stays outside the project."""

    book: str
    title: str
    authority: str
    edition: str
    game: str
    in_force: date
    in_force_clause: str
    sha256: str
    note: str


def read_source(package: str) -> Source:
    """The source of a book, checked: every field is there, and no other.

    >>> read_source("eyesdown.rulebooks.nsw_keno").book
    'nsw-keno'
    """
    file = DataFile.open(package, FILE)
    raw: dict[str, Any] = file.toml()
    fields = Source.__dataclass_fields__
    for missing in fields.keys() - raw.keys():
        raise file.wrong(1, f"{missing} is missing")
    for stray in raw.keys() - fields.keys():
        raise file.wrong(1, f"{stray} is not a source fact")
    if not isinstance(raw["in_force"], date):
        raise file.wrong(1, f"in_force is {raw['in_force']!r}, not a date")
    if len(raw["sha256"]) != 64 or set(raw["sha256"]) - set("0123456789abcdef"):
        raise file.wrong(1, "sha256 is not 64 hexadecimal digits")
    return Source(**raw)
