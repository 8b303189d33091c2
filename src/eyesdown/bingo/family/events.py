"""What happened round the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from eyesdown.cards.ticket import Card75
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.facts.family import Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    asked: str
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesBegun:
    cards: tuple[Card75, ...]
    scoring: str
    rounds_agreed: int
    auto_cover: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDealt:
    """One card and as many counters as are wanted."""

    player: str
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BankerNamed:
    """`card_returned` is the card the new Banker hands back; 0 if he held none."""

    person: str
    chosen_by: tuple[str, ...]
    card_returned: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted:
    """All discs lie face down; `free` squares (line and column from 0) are covered (K01)."""

    round: int
    banker: str
    players: tuple[str, ...]
    discs: int
    free: tuple[Square, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscCalled:
    """`said` is the letter first said where it was wrong: the disc's number governs (K17)."""

    disc: int
    label: str
    said: str
    covered_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCovered:
    player: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BingoCried:
    """`better` is the row with the highest total the player could read back (K09)."""

    player: str
    disc: int
    better: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowReadBack:
    """The row as read, each number against the chart, and what it comes to."""

    player: str
    numbers: tuple[int, ...]
    checked: tuple[tuple[int, bool], ...]
    right: bool
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountersRemoved:
    """A wrong row is cleared, Free included (K04)."""

    player: str
    numbers: tuple[int, ...]
    squares: tuple[Square, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon:
    """`totals` of every right row; `winners` have the round, `next_banker` may be asked."""

    round: int
    winners: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]
    next_banker: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVoided:
    round: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesTied:
    players: tuple[str, ...]
    score: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesWon:
    player: str
    score: int
    scoring: str


Event: TypeAlias = (
    Refused
    | SeriesBegun
    | CardDealt
    | BankerNamed
    | RoundStarted
    | DiscCalled
    | NumberCovered
    | BingoCried
    | RowReadBack
    | CountersRemoved
    | RoundWon
    | RoundVoided
    | SeriesTied
    | SeriesWon
)
