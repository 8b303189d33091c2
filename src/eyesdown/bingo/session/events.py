"""Events about people, places, print, and the programme of a session."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction
from typing import TypeAlias

from eyesdown.bingo.session.commands import AmendProgramme, OpenSession, PlanSession, RegisterSeries
from eyesdown.bingo.words.events import HallEvent, SessionEvent
from eyesdown.bingo.words.parts import Carried


class PersonRegistered(HallEvent, frozen=True, kw_only=True):
    """A person is known to the hall, with their role."""

    person: str
    role: str
    staff: bool
    member: bool


class GamingDayFixed(HallEvent, frozen=True, kw_only=True):
    """The hall's gaming day was fixed."""

    starts: time
    minutes: int
    inspector: str


class SalePointOpened(HallEvent, frozen=True, kw_only=True):
    """A counter or dealer station may sell."""

    point: str
    price_notice: bool


class SeriesRegistered(HallEvent, frozen=True, kw_only=True):
    """A series is in stock; `warnings` are about print that no rule forbids."""

    series: RegisterSeries
    warnings: tuple[str, ...]


class SessionPlanned(SessionEvent, frozen=True, kw_only=True):
    """The programme, with what earlier sessions left for it."""

    plan: PlanSession
    brought_forward_cents: int
    brought_forward_from: str
    brought_forward_date: date | None
    carried: tuple[Carried, ...]


class ProgrammeAmended(SessionEvent, frozen=True, kw_only=True):
    """Another programme, with what earlier sessions left for it; nothing had been sold."""

    plan: AmendProgramme
    brought_forward_cents: int
    brought_forward_from: str
    brought_forward_date: date | None
    carried: tuple[Carried, ...]


class SessionOpened(SessionEvent, frozen=True, kw_only=True):
    """`carried` is what came to wait after the session had been planned."""

    checklist: OpenSession
    gaming_day: date
    carried: tuple[Carried, ...] = ()


class PersonAppointed(SessionEvent, frozen=True, kw_only=True):
    """Someone calls or supervises a game, or (0) every game of the session."""

    game: int
    person: str
    duty: str


class Announced(SessionEvent, frozen=True, kw_only=True):
    """A duty done: who announced what to the players, how, and the words that were read."""

    game: int
    by: str
    topic: str
    channel: str
    text: str
    details: tuple[tuple[str, str], ...]


class ClosingSignShown(SessionEvent, frozen=True, kw_only=True):
    """The sign that says when the session will close was put up."""

    closes_at: datetime


class SessionClosed(SessionEvent, frozen=True, kw_only=True):
    """A session ended: devices not handed back, and awards won and not yet paid."""

    by: str
    early: bool
    pool: str
    pool_closing_cents: int
    unreturned: tuple[str, ...]
    outstanding: tuple[str, ...]


class SessionArchived(SessionEvent, frozen=True, kw_only=True):
    """A session left the state; `receipts_cents` and `prizes_cents` count for its sequence.

    `games` and `supervisors` are for a dispute that is raised about it later.
    """

    by: str
    sequence: str
    receipts_cents: int
    prizes_cents: int
    games: tuple[int, ...] = ()
    supervisors: tuple[str, ...] = ()


class ReturnReported(SessionEvent, frozen=True, kw_only=True):
    """Prizes against receipts for a game, a session or a sequence.

    `kept_cents` are those of a session's receipts that its invalidated games kept (S13).
    """

    scope: str
    receipts_cents: int
    prizes_cents: int
    least: Fraction | None
    least_cents: int
    met: bool
    forecast: bool
    kept_cents: int = 0


Event: TypeAlias = (
    PersonRegistered
    | GamingDayFixed
    | SalePointOpened
    | SeriesRegistered
    | SessionPlanned
    | ProgrammeAmended
    | SessionOpened
    | PersonAppointed
    | Announced
    | ClosingSignShown
    | SessionClosed
    | SessionArchived
    | ReturnReported
)
