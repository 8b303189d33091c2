"""What the people round the table ask for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.cards.ticket import Card75


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginSeries:
    """Open the box. `scoring` is rounds (with how many) or points."""

    cards: tuple[Card75, ...]
    scoring: str = "rounds"
    rounds_agreed: int = 1
    auto_cover: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DealCard:
    player: str
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NameBanker:
    person: str
    chosen_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRound:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class CallDisc:
    """A disc is turned over; `letter` is what the Banker said, where it was heard."""

    disc: int
    letter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverNumber:
    """A counter put on by hand, at the call or later."""

    player: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CryBingo:
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadBack:
    """The claimant reads a row to the Banker; Free is 0 or left out."""

    player: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class AwardRound:
    """The Banker has heard every cry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidRound:
    """All discs are out and nobody has a row."""


Command: TypeAlias = (
    BeginSeries
    | DealCard
    | NameBanker
    | StartRound
    | CallDisc
    | CoverNumber
    | CryBingo
    | ReadBack
    | AwardRound
    | VoidRound
)
