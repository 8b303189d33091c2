"""People, places, print, and the programme of a session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time
from fractions import Fraction

from eyesdown.bingo.commands import OpenSession, PlanSession, RegisterSeries
from eyesdown.bingo.words.happened import Happened, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRegistered(Happened):
    person: str
    role: str
    staff: bool
    member: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingDayFixed(Happened):
    starts: time
    minutes: int
    inspector: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SalePointOpened(Happened):
    point: str
    price_notice: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRegistered(Happened):
    series: RegisterSeries
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolOpened(Happened):
    pool: str
    sequence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A prize of an earlier session that nobody won, and the prize it is added to."""

    game: int
    prize: str
    amount_cents: int
    jackpot: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPlanned(InSession):
    """The programme, with what earlier sessions left for it."""

    plan: PlanSession
    brought_forward_cents: int
    brought_forward_from: str
    brought_forward_date: date | None
    carried: tuple[Carried, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(InSession):
    """`carried` is what came to wait after the session had been planned."""

    checklist: OpenSession
    gaming_day: date
    carried: tuple[Carried, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonAppointed(InSession):
    game: int
    person: str
    duty: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced(InSession):
    """A duty done: who told the players what, how, and the words that were read."""

    game: int
    by: str
    topic: str
    channel: str
    text: str
    details: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingSignShown(InSession):
    closes_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionClosed(InSession):
    by: str
    early: bool
    pool: str
    pool_closing_cents: int
    unreturned: tuple[str, ...]
    outstanding: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnReported(InSession):
    """Prizes against receipts for a game, a session or a sequence."""

    scope: str
    receipts_cents: int
    prizes_cents: int
    least: Fraction | None
    least_cents: int
    met: bool
    forecast: bool
