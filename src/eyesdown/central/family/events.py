"""What happened at the family tables."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.family.events import Event as GameEvent
from eyesdown.central.family.table import Options
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written


class AtTheTable(Written, frozen=True, kw_only=True):
    """Something happened at one table."""

    at: datetime
    table: str


class TableOpened(AtTheTable, frozen=True, kw_only=True):
    """A table with its host, who has the first seat."""

    host: str
    name: str
    language: str
    token: str


class SatDown(AtTheTable, frozen=True, kw_only=True):
    """A person has a seat."""

    seat: str
    name: str
    token: str


class SeatKnocked(AtTheTable, frozen=True, kw_only=True):
    """A second phone asks for a seat."""

    seat: str
    token: str


class KnockAnswered(AtTheTable, frozen=True, kw_only=True):
    """The host answered: the seat is the second phone's from now on, or it is not."""

    seat: str
    is_them: bool


class SeatRenamed(AtTheTable, frozen=True, kw_only=True):
    """A person has another name."""

    seat: str
    name: str


class SeatRemoved(AtTheTable, frozen=True, kw_only=True):
    """A person left."""

    seat: str


class OptionsSet(AtTheTable, frozen=True, kw_only=True):
    """What the next series is played by."""

    options: Options


class PaceSet(AtTheTable, frozen=True, kw_only=True):
    """How many seconds the site waits between two discs; 0 if it waits for a person."""

    seconds: int


class RoundPromised(AtTheTable, frozen=True, kw_only=True):
    """The hash of the secret from which the order of this round's discs follows."""

    promise: str


class TableEvent(AtTheTable, frozen=True, kw_only=True):
    """Something happened in the game at one table; `drawn` if the site drew the disc."""

    event: GameEvent
    drawn: bool = False


class PictureSet(AtTheTable, frozen=True, kw_only=True):
    """A word of the list has a picture; `data` is a small WebP file in base64."""

    word: str
    data: str


class RoundRevealed(AtTheTable, frozen=True, kw_only=True):
    """The secret of the round, for everyone to check."""

    promise: str
    secret: str


class TableClosed(AtTheTable, frozen=True, kw_only=True):
    """The table is removed."""


Event: TypeAlias = (
    Refused
    | TableOpened
    | SatDown
    | SeatKnocked
    | KnockAnswered
    | SeatRenamed
    | SeatRemoved
    | OptionsSet
    | PictureSet
    | PaceSet
    | RoundPromised
    | TableEvent
    | RoundRevealed
    | TableClosed
)
