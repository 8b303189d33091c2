"""Commands about people, places, print, and the programme of a session."""

from __future__ import annotations

from datetime import datetime, time
from typing import TypeAlias

from eyesdown.bingo.words.commands import HallCommand, SessionCommand
from eyesdown.bingo.words.parts import PlannedGame
from eyesdown.bingo.words.printed import PrintedCard


class RegisterPerson(HallCommand, frozen=True, kw_only=True):
    """Register a person; `role` is the book's own word: player, dealer, machine ..."""

    person: str
    role: str = "player"
    staff: bool = False
    member: bool = False
    by: str = ""


class FixGamingDay(HallCommand, frozen=True, kw_only=True):
    """Fix when the hall's gaming day starts and how long it lasts, as an inspector agreed."""

    starts: time
    minutes: int = 1440
    inspector: str = ""
    by: str = ""


class OpenSalePoint(HallCommand, frozen=True, kw_only=True):
    """Open a counter, or a dealer station; its notice shows the prices or the entry fee."""

    point: str
    in_gaming_area: bool = True
    price_notice: bool = True
    by: str = ""


class RegisterSeries(HallCommand, frozen=True, kw_only=True):
    """Take a printed series into stock, all its cards under one serial number."""

    serial: str
    colour: str = ""
    cards: tuple[PrintedCard, ...]
    serial_words: str = "serial number"
    serial_side: str = "face"
    by: str = ""


class PlanSession(SessionCommand, frozen=True, kw_only=True):
    """Plan a session: its games, prices, prizes and jackpot pool."""

    starts_at: datetime
    place: str = ""
    operator: str = ""
    licence: str = ""
    games: tuple[PlannedGame, ...]
    boxes: int = 1
    entry_fee_cents: int = 0
    session_price_cents: int = 0
    sequence: str = ""
    pool: str = ""
    pool_games: tuple[int, ...] = ()
    pool_method: str = ""
    last_in_sequence: bool = False
    by: str = ""


class AmendProgramme(PlanSession, frozen=True, kw_only=True):
    """Put another programme in place of the planned one, until the first card is sold."""


class OpenSession(SessionCommand, frozen=True, kw_only=True):
    """Open a session with its checklist; a book asks only for its own ticks."""

    by: str = ""
    notice_displayed: bool = False
    terminal: str = ""
    software_approved: bool = False
    display_connected: bool = False


class AppointPerson(SessionCommand, frozen=True, kw_only=True):
    """Appoint a caller or a supervisor, for one game or (0) for every game of the session."""

    game: int = 0
    person: str
    duty: str
    by: str = ""


class Announce(SessionCommand, frozen=True, kw_only=True):
    """Announce something to the players; `details` carries what only the hall can know."""

    game: int = 0
    by: str
    topics: tuple[str, ...]
    channel: str = "announced"
    details: tuple[tuple[str, str], ...] = ()


class ShowClosingSign(SessionCommand, frozen=True, kw_only=True):
    """Put up the sign that says when the session will close."""

    closes_at: datetime
    by: str = ""


class CloseSession(SessionCommand, frozen=True, kw_only=True):
    """Close a session; `early` where games are left that will not be played."""

    by: str = ""
    early: bool = False


class ArchiveSession(SessionCommand, frozen=True, kw_only=True):
    """Take a closed session of which nothing is owed out of memory; its records stay."""

    by: str = ""


Command: TypeAlias = (
    RegisterPerson
    | FixGamingDay
    | OpenSalePoint
    | RegisterSeries
    | PlanSession
    | AmendProgramme
    | OpenSession
    | AppointPerson
    | Announce
    | ShowClosingSign
    | CloseSession
    | ArchiveSession
)
