"""People, places, print, and the programme of a session."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time

from eyesdown.bingo.words.asked import Asked, InSession
from eyesdown.bingo.words.printed import PrintedCard


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterPerson(Asked):
    """`role` is the book's own word: player, dealer, gaming services host, machine ..."""

    person: str
    role: str = "player"
    staff: bool = False
    member: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FixGamingDay(Asked):
    starts: time
    minutes: int = 1440
    inspector: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSalePoint(Asked):
    """A counter, or a dealer station; its notice shows the prices or the entry fee."""

    point: str
    in_gaming_area: bool = True
    price_notice: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisterSeries(Asked):
    serial: str
    colour: str = ""
    cards: tuple[PrintedCard, ...]
    serial_words: str = "serial number"
    serial_side: str = "face"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPool(Asked):
    """A jackpot pool; a named sequence makes it a rolling one."""

    pool: str
    sequence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A prize on offer. Main prizes carry the book's word, minor ones the name of their pattern."""

    prize: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """A jackpot on offer. A condition of 0 numbers is none; the best level is named first."""

    level: str = "jackpot"
    amount_cents: int = 0
    numbers_max: int = 0
    on_jackpot_number: bool = False
    whole_pool: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedGame:
    game: int
    versions: tuple[int, ...] = ()
    price_cents: int = 0
    prizes: tuple[Offer, ...] = ()
    colour: str = ""
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSession(InSession):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSession(InSession):
    """The opening checklist; a book asks only for its own ticks."""

    by: str = ""
    notice_displayed: bool = False
    terminal: str = ""
    software_approved: bool = False
    display_connected: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AppointPerson(InSession):
    """A caller or a supervisor, for one game or (0) for every game of the session."""

    game: int = 0
    person: str
    duty: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce(InSession):
    """Something told to the players; `details` carries what only the hall can know."""

    game: int = 0
    by: str
    topics: tuple[str, ...]
    channel: str = "announced"
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowClosingSign(InSession):
    closes_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseSession(InSession):
    by: str = ""
    early: bool = False
