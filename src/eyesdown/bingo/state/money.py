"""What a hall's tills hold and what it owes: purchases, tills, refunds."""

from __future__ import annotations

from datetime import datetime

from msgspec import Struct
from msgspec.structs import replace

from eyesdown.bingo.state.values import joined, put

CASH, CARD = "cash", "card"
TENDERS = (CASH, CARD)
"""How a purchase is paid for."""


class Purchase(Struct, frozen=True, kw_only=True):
    """One sale, with its slip; `kind` is cards, fee or scorecards.

    `games` are those that the sale is for and that had not begun.
    """

    kind: str
    player: str
    games: tuple[int, ...]
    paid_cents: int = 0
    receipts_cents: tuple[tuple[int, int], ...] = ()
    serial: str = ""
    cards: tuple[int, ...] = ()
    tender: str = CASH
    point: str = ""
    by: str = ""
    slip: str = ""
    taken_back: bool = False


class Till(Struct, frozen=True):
    """A till that is open: who took it over, and what went in and out since.

    `by_person` is the cash each person took in less what they paid out; `sessions` are those whose
    money it holds.
    """

    person: str
    opened_at: datetime
    float_cents: int
    cash_cents: int = 0
    card_cents: int = 0
    by_person: dict[str, int] = {}
    sessions: tuple[str, ...] = ()

    @property
    def expected_cents(self) -> int:
        """The cash that must be in the till."""
        return self.float_cents + self.cash_cents

    def moved(self, by: str, tender: str, cents: int, session: str) -> Till:
        """The till after money came in (or, if negative, went out).

        >>> till = Till("kim", datetime(2026, 6, 1), 10000)
        >>> till.moved("kim", CASH, 1500, "mon").expected_cents
        11500
        """
        sessions = joined(self.sessions, (session,)) if session else self.sessions
        if tender == CARD:
            return replace(self, card_cents=self.card_cents + cents, sessions=sessions)
        by_person = put(self.by_person, by, self.by_person.get(by, 0) + cents)
        cash = self.cash_cents + cents
        return replace(self, cash_cents=cash, by_person=by_person, sessions=sessions)


class Refund(Struct, frozen=True):
    """Money that a player gets back and no till has paid yet."""

    session: str
    game: int
    player: str
    amount_cents: int


def refund_id(session: str, game: int, player: str) -> str:
    """The name of what a player gets back for a game, or (0) of an entry fee.

    >>> refund_id("Tue", 0, "ann")
    'Tue/0/ann'
    """
    return f"{session}/{game}/{player}"
