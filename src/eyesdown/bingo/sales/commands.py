"""Selling cards, taking fees, issuing scorecards."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.bingo.words.asked import InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class ReserveCard(InSession):
    serial: str
    card: int
    person: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SellCards(InSession):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclineSale(InSession):
    player: str
    serial: str = ""
    card: int = 0
    point: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawCard(InSession):
    serial: str
    card: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeAdmission(InSession):
    """A charge to come in, or the entry fee where the book knows one."""

    player: str
    amount_cents: int
    point: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueScorecards(InSession):
    player: str
    serial: str
    cards: tuple[int, ...]
    medium: str = "paper"
    point: str = ""
    auto_play: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterSerialRange(InSession):
    """First and last book (or card) number issued of a series."""

    by: str = ""
    serial: str
    first: int
    last: int
