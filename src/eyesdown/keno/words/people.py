"""Subscriber Accounts and Keno Player Cards."""

from __future__ import annotations

from datetime import date, datetime

from eyesdown.keno.bets.bet import Bet
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    PersonKind,
)


class Account(Written, frozen=True):
    """A Subscriber Account; `prize_cents` is the part of the balance that was won."""

    account: str
    holder: str
    born: date
    role: PersonKind
    terms: str = ""
    identified_by: str = ""
    logged_in: bool = False
    balance_cents: int = 0
    prize_cents: int = 0


class Card(Written, frozen=True):
    """A Keno Player Card with its holder's favourite picks."""

    card: str
    holder: str
    born: date
    approval: str
    role: PersonKind
    favourites: tuple[Bet, ...]


class DepositBooked(Written, frozen=True):
    """A deposit as its row of the journal has it."""

    at: datetime
    account: str
    cents: int
