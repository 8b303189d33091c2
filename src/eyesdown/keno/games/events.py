"""What happened to Keno Days and games."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction
from typing import TypeAlias

from eyesdown.keno.words.games import DrawPart
from eyesdown.keno.words.money import Group
from eyesdown.keno.words.prizes import BarredGrowth, Prize
from eyesdown.keno.words.tickets import Carry
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Exact, Written
from eyesdown.rulebook.keno_words import Category, DrawSite


class DayOpened(Written, frozen=True):
    """A Keno Day was opened."""

    at: datetime
    keno_day: date


class DayClosed(Written, frozen=True):
    """A Keno Day was closed."""

    at: datetime
    keno_day: date


class GameOpened(Written, frozen=True):
    """A game was opened for sales."""

    at: datetime
    game: int
    keno_day: date
    number: int
    closes_at: datetime
    rules_from: date  # since when the rules that settle it are in force (T23)


class GameTimeCorrected(Written, frozen=True):
    """Two people put a game right that was opened in the future: it closes at `at`.

    Games go on under `keno_day`; the game itself keeps the Keno Day that its tickets name.
    """

    at: datetime
    game: int
    closes_at_was: datetime
    keno_day: date
    keno_day_was: date
    by: str
    second: str
    because: str


class GrowthAdded(Written, frozen=True):
    """What one game's Subscriptions add to a jackpot or its pool."""

    jackpot: str
    gross_cents: int
    cents: Fraction
    pooled: bool


class FundFed(Written, frozen=True):
    """What one category of a game brings to the Keno Prize Fund and the sub-account."""

    category: Category
    gross_cents: int
    main_cents: Fraction
    promotion_cents: Fraction


class GameClosed(Written, frozen=True):
    """Sales have ended: contributions and growth are booked, undelivered Entries excluded."""

    at: datetime
    game: int
    funds: tuple[FundFed, ...]
    growth: tuple[GrowthAdded, ...]
    excluded: tuple[str, ...]
    money: Group


class DrawInterrupted(Written, frozen=True):
    """A device failed; what it drew counts and the rest follows the named procedure (T19)."""

    at: datetime
    game: int
    part: DrawPart
    site: DrawSite


class NumbersDrawn(Written, frozen=True):
    """All numbers of a game in the order drawn (T20), by which devices, where, on what medium."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    part: DrawPart
    site: DrawSite
    medium: str
    supervisor: str


class WrongNumberShown(Written, frozen=True):
    """A screen showed another number than was drawn at a position."""

    at: datetime
    game: int
    position: int
    shown: int


class DisplayCorrected(Written, frozen=True):
    """A wrongly shown number was put right."""

    at: datetime
    game: int
    position: int
    number: int


class JackpotPaid(Written, frozen=True):
    """What a won jackpot gave to winners here and elsewhere, and a guarantee's top-up."""

    jackpot: str
    cents: Fraction
    elsewhere_cents: Fraction
    pooled: bool
    guarantee_cents: Fraction
    guarantee_from: str  # the purse that pays it
    elsewhere_staked_cents: int = 0  # what a pool was shared by; older journals lack it


class Carried(Written, frozen=True):
    """A Let it Run prize staked again; with `refusals` it is paid and the series ends (G29)."""

    serial: str
    game: int
    carry: Carry
    refusals: tuple[Refusal, ...] = ()


class GameSettled(Written, frozen=True):
    """Every winner of a game with the prize; Entries that are not named won nothing."""

    at: datetime
    game: int
    prizes: tuple[Prize, ...]
    carried: tuple[Carried, ...]
    jackpots: tuple[JackpotPaid, ...]
    extras: tuple[str, ...]
    ended: tuple[str, ...]  # Entries whose Let it Run is over
    major_cents: Exact
    money: Group
    # Given where a prize is barred; older journals lack it even then.
    barred: tuple[BarredGrowth, ...] | None = None


class InternetPrizeCredited(Written, frozen=True):
    """A web prize was credited to its Subscriber Account."""

    at: datetime
    account: str
    serial: str
    game: int
    cents: int
    money: Group


GameEvent: TypeAlias = (
    DayOpened
    | DayClosed
    | GameOpened
    | GameTimeCorrected
    | GameClosed
    | DrawInterrupted
    | NumbersDrawn
    | WrongNumberShown
    | DisplayCorrected
    | GameSettled
    | InternetPrizeCredited
)
Events: TypeAlias = tuple[GameEvent | Refused, ...]
"""What a decision of this sub-room gives."""
