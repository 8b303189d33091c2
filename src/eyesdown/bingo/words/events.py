"""What the events of a hall have in common: when, in which session, in which game."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written


class HallEvent(Written, frozen=True, kw_only=True):
    """Something happened in a hall, at a time."""

    at: datetime


class SessionEvent(HallEvent, frozen=True, kw_only=True):
    """Something happened in one session."""

    session: str


class GameEvent(SessionEvent, frozen=True, kw_only=True):
    """Something happened in one game of a session."""

    game: int


class BreachLogged(GameEvent, frozen=True, kw_only=True):
    """A rule was broken that nothing can now prevent; it is on the record. Game 0: none."""

    refusals: tuple[Refusal, ...]


Events: TypeAlias = tuple[HallEvent | Refused, ...]
"""What a command leads to."""
