"""What is known at the table. `evolve` replaces its fields in place."""

from __future__ import annotations

from msgspec import Struct, field

from eyesdown.bingo.family.house import FamilyCard, House
from eyesdown.rulebook.facts.family import Square


class Cry(Struct, frozen=True):
    """A claim on the last disc; `right` is None until the row has been read back."""

    player: str
    right: bool | None = None
    total: int = 0


class FamilyState(Struct):
    """`phase` is shut, seated, playing, or over; counters are on `covered` squares."""

    phase: str = "shut"
    cards: tuple[FamilyCard, ...] = ()
    scoring: str = "rounds"
    rounds_agreed: int = 1
    auto_cover: bool = True
    house: House = House()
    banker: str = ""
    choices: tuple[str, ...] = ()
    dealt: dict[str, int] = field(default_factory=dict)
    round: int = 0
    rounds_counted: int = 0
    called: tuple[int, ...] = ()
    covered: dict[str, tuple[Square, ...]] = field(default_factory=dict)
    removed: dict[str, tuple[Square, ...]] = field(default_factory=dict)
    cries: tuple[Cry, ...] = ()
    rounds_won: dict[str, int] = field(default_factory=dict)
    points: dict[str, int] = field(default_factory=dict)

    def card_of(self, player: str) -> FamilyCard:
        """The card a player holds."""
        return self.cards[self.dealt[player] - 1]

    @property
    def score(self) -> dict[str, int]:
        """What counts in this series: rounds won, or points."""
        return self.rounds_won if self.scoring == "rounds" else self.points
