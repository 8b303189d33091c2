"""Cards sold, fees taken, scorecards issued."""

from __future__ import annotations

from datetime import date
from typing import TypeAlias

from eyesdown.bingo.words.events import SessionEvent


class CardReserved(SessionEvent, frozen=True, kw_only=True):
    """A card is held back for someone."""

    serial: str
    card: int
    person: str


class CardsSold(SessionEvent, frozen=True, kw_only=True):
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


class SaleDeclined(SessionEvent, frozen=True, kw_only=True):
    """A counter did not sell a card to a player."""

    player: str
    serial: str
    card: int
    point: str
    during_play: bool


class CardWithdrawn(SessionEvent, frozen=True, kw_only=True):
    """A spoiled card was taken out of the stock."""

    serial: str
    card: int
    reason: str


class EntryFeePaid(SessionEvent, frozen=True, kw_only=True):
    """`jackpot_cents` and `administration_cents` are the totals of the session so far (G09)."""

    player: str
    fee_cents: int
    point: str
    pool: str
    session_fees_cents: int
    jackpot_cents: int
    administration_cents: int


class ScorecardsIssued(SessionEvent, frozen=True, kw_only=True):
    """Scorecards were handed to a player."""

    player: str
    serial: str
    cards: tuple[int, ...]
    medium: str
    point: str
    auto_play: bool


class SerialRangeEntered(SessionEvent, frozen=True, kw_only=True):
    """The first and last number issued of a series."""

    by: str
    serial: str
    first: int
    last: int


Event: TypeAlias = (
    CardReserved
    | CardsSold
    | SaleDeclined
    | CardWithdrawn
    | EntryFeePaid
    | ScorecardsIssued
    | SerialRangeEntered
)
