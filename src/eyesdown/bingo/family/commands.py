"""Commands of the family game."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.family.house import FamilyCard, House
from eyesdown.kernel.written import Written


class FamilyCommand(Written, frozen=True, kw_only=True):
    """A command at the table. `at` and `by` are empty where no one keeps time or names."""

    at: datetime | None = None
    by: str = ""


class BeginSeries(FamilyCommand, frozen=True, kw_only=True):
    """Open the box. `scoring` is rounds (with how many) or points."""

    cards: tuple[FamilyCard, ...]
    scoring: str = "rounds"
    rounds_agreed: int = 1
    auto_cover: bool = True
    house: House = House()


class DealCard(FamilyCommand, frozen=True, kw_only=True):
    """Deal a card out of the box to a player."""

    player: str
    card: int


class LeaveTable(FamilyCommand, frozen=True, kw_only=True):
    """A person goes home: their cards go back, and what they scored remains on the sheet."""

    player: str


class NameBanker(FamilyCommand, frozen=True, kw_only=True):
    """Name who turns the discs in the next round, and who chose them."""

    person: str
    chosen_by: tuple[str, ...] = ()


class StartRound(FamilyCommand, frozen=True, kw_only=True):
    """Turn all discs face down and begin the round."""


class CallDisc(FamilyCommand, frozen=True, kw_only=True):
    """Turn over a disc; `letter` is what the Banker called, where it was heard."""

    disc: int
    letter: str = ""


class TakeBackDisc(FamilyCommand, frozen=True, kw_only=True):
    """Put the last disc back into the box: it was not the one that was turned over."""

    reason: str


class CoverNumber(FamilyCommand, frozen=True, kw_only=True):
    """Put a counter on a number by hand, at the call or later."""

    player: str
    number: int


class CryBingo(FamilyCommand, frozen=True, kw_only=True):
    """Claim a row on the last disc."""

    player: str


class ReadBack(FamilyCommand, frozen=True, kw_only=True):
    """Read the claimed row to the Banker; Free is 0 or left out."""

    player: str
    numbers: tuple[int, ...]


class AwardRound(FamilyCommand, frozen=True, kw_only=True):
    """Give the round to its winners, once the Banker has heard every claim."""


class VoidRound(FamilyCommand, frozen=True, kw_only=True):
    """End a round without a winner: all discs are out and no one has a row."""


class EndSeries(FamilyCommand, frozen=True, kw_only=True):
    """Stop the series before it is decided."""


Command: TypeAlias = (
    BeginSeries
    | DealCard
    | LeaveTable
    | NameBanker
    | StartRound
    | CallDisc
    | TakeBackDisc
    | CoverNumber
    | CryBingo
    | ReadBack
    | AwardRound
    | VoidRound
    | EndSeries
)
