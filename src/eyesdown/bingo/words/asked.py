"""When, in which session, in which game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class InSession(Asked):
    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InGame(InSession):
    game: int
