"""A Game of Keno and its draw."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from fractions import Fraction

from eyesdown.keno.words.offers import WinnersAway
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    DrawSite,
)


class GameState(StrEnum):
    """How far a game has come."""

    OPEN = "open"
    CLOSED = "closed"
    DRAWN = "drawn"
    SETTLED = "settled"


class DrawPart(Written, frozen=True):
    """Numbers one device drew, in order; `procedure` names what followed if it failed (T19)."""

    device: str
    numbers: tuple[int, ...]
    at: datetime
    procedure: str = ""
    by: str = ""


class WrongDisplay(Written, frozen=True):
    """A number shown by mistake; the last number shown flashes until all are put right (T18)."""

    position: int
    shown: int
    since: datetime


class Game(Written, frozen=True):
    """One Game of Keno. `game` runs on over all days; a Keno Day and a number name it to people."""

    game: int
    keno_day: date
    number: int
    opened_at: datetime
    closes_at: datetime
    state: GameState = GameState.OPEN
    closed_at: datetime | None = None
    growth: tuple[tuple[str, Fraction], ...] = ()
    reported: tuple[tuple[str, Fraction], ...] = ()  # put into pools elsewhere after its close
    winners_away: tuple[WinnersAway, ...] = ()
    parts: tuple[DrawPart, ...] = ()
    site: DrawSite | None = None
    medium: str = ""
    supervisor: str = ""
    wrong: tuple[WrongDisplay, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers drawn so far, in order."""
        return tuple(number for part in self.parts for number in part.numbers)
