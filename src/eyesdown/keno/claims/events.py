"""What happened to claims, payouts, claim forms and disqualified Entries."""

from __future__ import annotations

from datetime import date, datetime
from typing import TypeAlias

from eyesdown.keno.games.events import InternetPrizeCredited, JackpotPaid
from eyesdown.keno.words.documents import Document
from eyesdown.keno.words.money import Group
from eyesdown.keno.words.tickets import StoredEntry
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import FormReason, Ground, Payout


class ClaimLodged(Written, frozen=True):
    """A ticket was handed in. `kept` is the Entry, if it had left memory."""

    at: datetime
    session: str
    serial: str
    venue: str
    terminal: str
    games: tuple[int, ...]
    cents: int
    kept: StoredEntry | None = None


class PrizeVerified(Written, frozen=True):
    """A win was verified. `kept` is the Entry, if it had left memory."""

    at: datetime
    serial: str
    by: str
    kept: StoredEntry | None = None


class PayoutMade(Written, frozen=True):
    """One line of a payment; a cheque or transfer names its payee."""

    payout: Payout
    cents: int
    payee: str
    document: Document | None


class Continuation(Written, frozen=True):
    """A new ticket for the games that still run; the Venue keeps the old one (T11)."""

    serial: str
    ticket: str


class SessionPaid(Written, frozen=True):
    """Total Prize Money was paid, which ends the session and the liability."""

    at: datetime
    session: str
    venue: str
    claimant: str
    serials: tuple[str, ...]
    total_cents: int
    payouts: tuple[PayoutMade, ...]
    continuations: tuple[Continuation, ...]
    all_from_fund: bool
    anonymous: bool
    money: Group


class PrintPayIssued(Written, frozen=True):
    """A print-out about a paid ticket or receipt was issued."""

    at: datetime
    serial: str


class AnonymityChanged(Written, frozen=True):
    """The holder of a ticket wants to stay unnamed, or not."""

    at: datetime
    serial: str
    anonymous: bool


class PrizesExpired(Written, frozen=True):
    """Prizes and receipts that were not claimed in time went to the unclaimed money (T02).

    `until` is the last Keno Day that the store was searched for, if all of it could be.
    """

    at: datetime
    prizes: tuple[tuple[str, int], ...]
    documents: tuple[str, ...]
    forgotten: tuple[str, ...]
    cents: int
    money: Group
    until: date | None = None


class ClaimFormLodged(Written, frozen=True):
    """A claim form was taken. `in_vain`: nothing is owed on it, nor will be.

    Older journals lack `in_vain`.
    """

    at: datetime
    form: str
    reason: FormReason
    serial: str
    name: str
    card_notice: str
    cents: int
    in_vain: bool = False


class ClaimFormPaid(Written, frozen=True):
    """A claim form was paid. `kept` is the Entry, if it had left memory."""

    at: datetime
    form: str
    payee: str
    satisfied: str
    cents: int
    money: Group
    kept: StoredEntry | None = None


class EntryDisqualified(Written, frozen=True):
    """An Entry was disqualified. `kept` is the Entry, if it had left memory.

    `left` are the open sessions that go on without it. Older journals name none: there a session
    waited, and was paid whole once its Entry was reinstated.
    """

    at: datetime
    serial: str
    ground: Ground
    by: str
    because: str
    kept: StoredEntry | None = None
    left: tuple[str, ...] = ()


class EntryReinstated(Written, frozen=True):
    """An Entry was reinstated: what it would have won is payable.

    `jackpots` give the growth that is still in them, `extras` the Bonus Prizes not won since.
    `credited` are the games whose web prize goes to its account at once; older journals name none.
    """

    at: datetime
    serial: str
    approval: str
    by: str
    cents: int = 0
    money: Group = ()
    jackpots: tuple[JackpotPaid, ...] = ()
    extras: tuple[str, ...] = ()
    credited: tuple[int, ...] = ()


ClaimEvent: TypeAlias = (
    ClaimLodged
    | PrizeVerified
    | SessionPaid
    | PrintPayIssued
    | AnonymityChanged
    | PrizesExpired
    | ClaimFormLodged
    | ClaimFormPaid
    | EntryDisqualified
    | EntryReinstated
)
Events: TypeAlias = tuple[ClaimEvent | InternetPrizeCredited | Refused, ...]
"""What a decision of this sub-room gives."""
