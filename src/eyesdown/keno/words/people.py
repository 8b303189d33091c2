"""Subscriber Accounts and Keno Player Cards."""

from __future__ import annotations

from datetime import date, datetime

from eyesdown.keno.bets.bet import Bet
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import (
    PersonKind,
)


class Account(Written, frozen=True):
    """A Subscriber Account; `prize_cents` is the part of the balance that was won.

    Name and birth date are only in old journals. Since then `person` is a keyed hash of both, and
    `age_checked_by` says who has checked the holder's age.
    """

    account: str
    holder: str
    born: date | None
    role: PersonKind
    terms: str = ""
    identified_by: str = ""
    logged_in: bool = False
    balance_cents: int = 0
    prize_cents: int = 0
    person: str = ""
    age_checked_by: str = ""
    released_by: str = ""

    @property
    def age_known(self) -> bool:
        """Whether the holder's age is known: from a paper, or from an old journal."""
        return bool(self.born or self.age_checked_by or self.identified_by)


class Withdrawal(Written, frozen=True):
    """Money that its holder asked to be paid out and that no longer is in the account.

    `prize_cents` is the part of it that was won.
    """

    number: int
    account: str
    at: datetime
    cents: int
    prize_cents: int


class Card(Written, frozen=True):
    """A Keno Player Card with its holder's favourite picks."""

    card: str
    holder: str
    born: date | None
    approval: str
    role: PersonKind
    favourites: tuple[Bet, ...]
    person: str = ""


class DepositBooked(Written, frozen=True):
    """A deposit as its row of the journal has it."""

    at: datetime
    account: str
    cents: int
