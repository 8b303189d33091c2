"""Events of the family game."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.family.house import FamilyCard, House
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.rulebook.facts.family import Square


class SeriesBegun(Written, frozen=True, kw_only=True):
    """The box is open: cards, scoring, and whether called numbers are covered by themselves."""

    cards: tuple[FamilyCard, ...]
    scoring: str
    rounds_agreed: int
    auto_cover: bool
    house: House = House()


class CardDealt(Written, frozen=True, kw_only=True):
    """One card and as many counters as are wanted; a card shown in a round comes with counters."""

    player: str
    card: int
    covered: tuple[Square, ...] = ()


class PlayerLeft(Written, frozen=True, kw_only=True):
    """A person left; their cards are back in the box and their open claims are gone."""

    player: str
    cards: tuple[int, ...]


class BankerNamed(Written, frozen=True, kw_only=True):
    """`card_returned` is the card the new Banker hands back; 0 if they held none."""

    person: str
    chosen_by: tuple[str, ...]
    card_returned: int


class RoundStarted(Written, frozen=True, kw_only=True):
    """All discs lie face down; `free` squares (line and column from 0) are covered (K01)."""

    round: int
    banker: str
    players: tuple[str, ...]
    discs: int
    free: tuple[Square, ...]


class DiscCalled(Written, frozen=True, kw_only=True):
    """`said` is the letter first called where it was wrong: the disc's number governs (K17)."""

    disc: int
    label: str
    said: str
    covered_by: tuple[str, ...]


class DiscTakenBack(Written, frozen=True, kw_only=True):
    """The last disc lies face down again, and its counters are off."""

    disc: int
    label: str
    reason: str


class NumberCovered(Written, frozen=True, kw_only=True):
    """A player put a counter on a number."""

    player: str
    number: int


class BingoCried(Written, frozen=True, kw_only=True):
    """`better` is the row with the highest total the player could read back (K09)."""

    player: str
    disc: int
    better: tuple[int, ...]


class RowReadBack(Written, frozen=True, kw_only=True):
    """The row as read, each number against the chart, and what it comes to."""

    player: str
    numbers: tuple[int, ...]
    checked: tuple[tuple[int, bool], ...]
    right: bool
    total: int


class CountersRemoved(Written, frozen=True, kw_only=True):
    """A wrong row is cleared, Free included (K04)."""

    player: str
    numbers: tuple[int, ...]
    squares: tuple[Square, ...]


class RoundWon(Written, frozen=True, kw_only=True):
    """`totals` of every right row; `winners` have the round, `next_banker` may be asked."""

    round: int
    winners: tuple[str, ...]
    totals: tuple[tuple[str, int], ...]
    next_banker: tuple[str, ...]


class RoundVoided(Written, frozen=True, kw_only=True):
    """A round ended without a winner."""

    round: int


class SeriesTied(Written, frozen=True, kw_only=True):
    """The series goes on: several players have the best score."""

    players: tuple[str, ...]
    score: int


class SeriesWon(Written, frozen=True, kw_only=True):
    """The series is over."""

    player: str
    score: int
    scoring: str


class SeriesEnded(Written, frozen=True, kw_only=True):
    """The players stopped early; no one has won the series."""

    rounds: int


Event: TypeAlias = (
    Refused
    | SeriesBegun
    | CardDealt
    | PlayerLeft
    | BankerNamed
    | RoundStarted
    | DiscCalled
    | DiscTakenBack
    | NumberCovered
    | BingoCried
    | RowReadBack
    | CountersRemoved
    | RoundWon
    | RoundVoided
    | SeriesTied
    | SeriesWon
    | SeriesEnded
)
