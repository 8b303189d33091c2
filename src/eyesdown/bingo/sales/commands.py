"""Selling cards, taking fees, issuing scorecards, and the tills where the money is.

`point` is the till, `by` the person who works at it. `tender` is cash or card, `tendered_cents`
what the buyer handed over (0: not noted). `slip` is an unguessable serial that the Central Site
puts in.
"""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import HallCommand, SessionCommand


class ReserveCard(SessionCommand, frozen=True, kw_only=True):
    """Hold a card back for someone."""

    serial: str
    card: int
    person: str
    by: str = ""


class SellCards(SessionCommand, frozen=True, kw_only=True):
    """Sell cards by their numbers, by whole books, or the next `count` of the series.

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
    tender: str = "cash"
    tendered_cents: int = 0
    slip: str = ""


class DeclineSale(SessionCommand, frozen=True, kw_only=True):
    """Decline to sell a card to a player."""

    player: str
    serial: str = ""
    card: int = 0
    point: str = ""
    by: str = ""


class WithdrawCard(SessionCommand, frozen=True, kw_only=True):
    """Take a spoiled card out of the stock."""

    serial: str
    card: int
    reason: str
    by: str = ""


class ChargeAdmission(SessionCommand, frozen=True, kw_only=True):
    """Take a charge to come in, or the entry fee where the book has one."""

    player: str
    amount_cents: int
    point: str = ""
    by: str = ""
    tender: str = "cash"
    tendered_cents: int = 0
    slip: str = ""


class IssueScorecards(SessionCommand, frozen=True, kw_only=True):
    """Issue scorecards to a player, on paper or on a device: by numbers, or the next `count`."""

    player: str
    serial: str
    cards: tuple[int, ...] = ()
    count: int = 0
    medium: str = "paper"
    point: str = ""
    auto_play: bool = False
    by: str = ""
    slip: str = ""


class EnterSerialRange(SessionCommand, frozen=True, kw_only=True):
    """Enter the first and last book (or card) number issued of a series."""

    by: str = ""
    serial: str
    first: int
    last: int


class TakeBackSale(SessionCommand, frozen=True, kw_only=True):
    """Undo a sale keyed by mistake: its seller or a supervisor may, before eyes down (S05)."""

    purchase: str
    by: str
    reason: str


class OpenTill(HallCommand, frozen=True, kw_only=True):
    """Take over the till of a sale point, with a float."""

    point: str
    by: str
    float_cents: int = 0


class CountTill(HallCommand, frozen=True, kw_only=True):
    """Cash up: count the cash in a till and close the till."""

    point: str
    by: str
    counted_cents: int


class PayRefund(HallCommand, frozen=True, kw_only=True):
    """Pay a refund that is owed from a till; `refund` is its name, session/game/player."""

    refund: str
    point: str = ""
    by: str = ""
    tender: str = "cash"


Command: TypeAlias = (
    ReserveCard
    | SellCards
    | DeclineSale
    | WithdrawCard
    | ChargeAdmission
    | IssueScorecards
    | EnterSerialRange
    | TakeBackSale
    | OpenTill
    | CountTill
    | PayRefund
)
