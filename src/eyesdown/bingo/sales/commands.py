"""Selling cards, taking fees, issuing scorecards."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import SessionCommand


class ReserveCard(SessionCommand, frozen=True, kw_only=True):
    """A card is held back for someone."""

    serial: str
    card: int
    person: str
    by: str = ""


class SellCards(SessionCommand, frozen=True, kw_only=True):
    """Cards by their numbers, by whole books, or the next `count` of the series.

    Game 0 sells session cards, or what is printed on cards that name their game.
    """

    game: int = 0
    player: str = ""
    serial: str
    cards: tuple[int, ...] = ()
    books: tuple[int, ...] = ()
    count: int = 0
    paid_cents: int
    point: str = ""
    buyer_in_gaming_area: bool = True
    by: str = ""


class DeclineSale(SessionCommand, frozen=True, kw_only=True):
    """A counter does not sell a card to a player."""

    player: str
    serial: str = ""
    card: int = 0
    point: str = ""
    by: str = ""


class WithdrawCard(SessionCommand, frozen=True, kw_only=True):
    """A spoiled card is taken out of the stock."""

    serial: str
    card: int
    reason: str
    by: str = ""


class ChargeAdmission(SessionCommand, frozen=True, kw_only=True):
    """A charge to come in, or the entry fee where the book knows one."""

    player: str
    amount_cents: int
    point: str = ""
    by: str = ""


class IssueScorecards(SessionCommand, frozen=True, kw_only=True):
    """Scorecards for a player, on paper or on a device."""

    player: str
    serial: str
    cards: tuple[int, ...]
    medium: str = "paper"
    point: str = ""
    auto_play: bool = False
    by: str = ""


class EnterSerialRange(SessionCommand, frozen=True, kw_only=True):
    """First and last book (or card) number issued of a series."""

    by: str = ""
    serial: str
    first: int
    last: int


Command: TypeAlias = (
    ReserveCard
    | SellCards
    | DeclineSale
    | WithdrawCard
    | ChargeAdmission
    | IssueScorecards
    | EnterSerialRange
)
