"""What we do where a source is silent or contradicts itself; each decision has an id."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from eyesdown.rulebook.loading import read_text


@dataclass(frozen=True, slots=True)
class Decision:
    """What a source leaves open, and what we decided."""

    about: str
    decided: str


@cache
def decisions(book: str) -> Mapping[str, Decision]:
    """The decisions a book is read by; the bingo books share theirs.

    >>> decisions("nsw-keno")["X05"].decided
    'The software applies 9(h) instead.'
    """
    games = tomllib.loads(read_text("eyesdown.rulebooks", "decisions.toml"))
    shared = games["keno" if book == "nsw-keno" else "bingo"]
    return {name: Decision(**fields) for name, fields in shared.items()}


def in_words(book: str, name: str) -> str:
    """What was decided, after its id; only the id where it is one of our own records in docs/adr.

    >>> in_words("exampleland-bingo90", "ADR 0006")
    'ADR 0006'
    """
    decision = decisions(book).get(name)
    return name if decision is None else f"{name} {decision.about}: {decision.decided}"
