"""When, in which session, in which game; and the no of a rule."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.kernel.cite import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class InSession(Happened):
    session: str


@dataclass(frozen=True, slots=True, kw_only=True)
class InGame(InSession):
    game: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(Happened):
    """A rule said no to a command; the first refusal is the answer, the others are notes."""

    asked: str
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BreachLogged(InGame):
    """A rule was broken that nothing can now prevent; it is on the record."""

    refusals: tuple[Refusal, ...]
