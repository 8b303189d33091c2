"""What is to be done next, by the person who looks and by others, in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType
from typing import Any

from eyesdown.central.hall.state import HallSite
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.people import HallPerson


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
    fields: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    href: str = ""


def next_things(
    book: BingoBook[Any], state: HallSite, person: HallPerson, now: datetime
) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """What this person must do next, first things first; and what others owe."""
    del book, state, person, now
    return (), ()
