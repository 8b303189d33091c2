"""Cards sold, fees taken, scorecards issued."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.bingo.words.happened import InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReserved(InSession):
    serial: str
    card: int
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsSold(InSession):
    """`receipts_cents` is the price split over the games it is for, earliest first (B03)."""

    purchase: str
    scope: str
    games: tuple[int, ...]
    player: str
    serial: str
    cards: tuple[int, ...]
    paid_cents: int
    receipts_cents: tuple[tuple[int, int], ...]
    point: str
    gaming_day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class SaleDeclined(InSession):
    player: str
    serial: str
    card: int
    point: str
    during_play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWithdrawn(InSession):
    serial: str
    card: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFeePaid(InSession):
    """`jackpot_cents` and `administration_cents` are the totals of the session so far (G09)."""

    player: str
    fee_cents: int
    point: str
    pool: str
    session_fees_cents: int
    jackpot_cents: int
    administration_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorecardsIssued(InSession):
    player: str
    serial: str
    cards: tuple[int, ...]
    medium: str
    point: str
    auto_play: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SerialRangeEntered(InSession):
    by: str
    serial: str
    first: int
    last: int
