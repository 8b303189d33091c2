"""Cards sold, fees taken, scorecards issued, tills opened and counted.

`point` is the till, `by` the person who worked at it. `change_cents` is what the buyer got back of
`tendered_cents`; both are 0 where it was not noted. `slip` binds the cards to their purchase.
"""

from __future__ import annotations

from datetime import date
from typing import TypeAlias

from eyesdown.bingo.words.events import HallEvent, SessionEvent


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
    by: str = ""
    tender: str = "cash"
    tendered_cents: int = 0
    change_cents: int = 0
    slip: str = ""


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
    """`jackpot_cents` and `administration_cents` are the totals of the session so far (G09).

    A fee has a purchase of its own where it has a slip.
    """

    player: str
    fee_cents: int
    point: str
    pool: str
    session_fees_cents: int
    jackpot_cents: int
    administration_cents: int
    purchase: str = ""
    by: str = ""
    tender: str = "cash"
    tendered_cents: int = 0
    change_cents: int = 0
    slip: str = ""


class ScorecardsIssued(SessionEvent, frozen=True, kw_only=True):
    """Scorecards were handed to a player, as a purchase of its own where there is a slip."""

    player: str
    serial: str
    cards: tuple[int, ...]
    medium: str
    point: str
    auto_play: bool
    purchase: str = ""
    by: str = ""
    slip: str = ""


class SerialRangeEntered(SessionEvent, frozen=True, kw_only=True):
    """The first and last number issued of a series."""

    by: str
    serial: str
    first: int
    last: int


class SaleTakenBack(SessionEvent, frozen=True, kw_only=True):
    """A sale was undone (S05): its cards are spoiled, the money left the till it had gone into.

    `kind` is cards, fee or scorecards. `receipts_cents` are by game, as they were at the sale;
    `jackpot_cents` is what the entry fees that are left give the pool.
    """

    purchase: str
    kind: str
    by: str
    reason: str
    player: str
    serial: str
    cards: tuple[int, ...]
    receipts_cents: tuple[tuple[int, int], ...]
    paid_cents: int
    tender: str
    point: str
    slip: str
    jackpot_cents: int = 0


class TillOpened(HallEvent, frozen=True, kw_only=True):
    """A person took over the till of a sale point, with a float from the safe."""

    point: str
    by: str
    float_cents: int


class TillCounted(HallEvent, frozen=True, kw_only=True):
    """A till was counted and closed: `difference_cents` is what was counted less what it should be.

    `person` had opened it, `by` counted it. `by_person` is the cash that each person took in less
    what they paid out; `card_cents` went through the card machine and is not in the till.
    """

    point: str
    person: str
    by: str
    float_cents: int
    expected_cents: int
    counted_cents: int
    difference_cents: int
    card_cents: int
    by_person: tuple[tuple[str, int], ...]


class RefundPaid(HallEvent, frozen=True, kw_only=True):
    """A till paid a refund that was owed."""

    refund: str
    session: str
    player: str
    amount_cents: int
    point: str
    by: str
    tender: str


Event: TypeAlias = (
    CardReserved
    | CardsSold
    | SaleDeclined
    | CardWithdrawn
    | EntryFeePaid
    | ScorecardsIssued
    | SerialRangeEntered
    | SaleTakenBack
    | TillOpened
    | TillCounted
    | RefundPaid
)
