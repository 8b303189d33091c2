"""What is known round the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from eyesdown.cards.ticket import Card75
from eyesdown.rulebook.facts.family import Square

NOTHING: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Cry:
    """A cry of the last disc; `right` is None until the row has been read back."""

    player: str
    right: bool | None = None
    total: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """`phase` is shut, seated, playing, or over; counters lie on `covered` squares."""

    phase: str = "shut"
    cards: tuple[Card75, ...] = ()
    scoring: str = "rounds"
    rounds_agreed: int = 1
    auto_cover: bool = True
    banker: str = ""
    choices: tuple[str, ...] = ()
    dealt: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    round: int = 0
    rounds_counted: int = 0
    called: tuple[int, ...] = ()
    covered: Mapping[str, frozenset[Square]] = field(default_factory=lambda: NOTHING)
    removed: Mapping[str, frozenset[Square]] = field(default_factory=lambda: NOTHING)
    cries: tuple[Cry, ...] = ()
    rounds_won: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    points: Mapping[str, int] = field(default_factory=lambda: NOTHING)

    def card_of(self, player: str) -> Card75:
        return self.cards[self.dealt[player] - 1]

    @property
    def score(self) -> Mapping[str, int]:
        return self.rounds_won if self.scoring == "rounds" else self.points
