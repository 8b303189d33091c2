"""Payments of the office that wait for a second person: commands, events and what is kept."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.keno.claims.commands import PayClaimForm
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.office.commands import (
    AgreeCommission,
    AppointVenue,
    CorrectDeposit,
    Deposit,
    PayPromotion,
    PayWithdrawal,
    RemitVenue,
    SetPayoutLimit,
)
from eyesdown.keno.words.people import DepositBooked
from eyesdown.keno.words.tickets import StoredEntry
from eyesdown.kernel.written import Written

Raise: TypeAlias = SetCeiling | AgreeCommission | AppointVenue | SetPayoutLimit
"""Commands that wait for a second person only where they raise something (11.8, 11.9)."""

Payment: TypeAlias = (
    RemitVenue | PayClaimForm | PayPromotion | CorrectDeposit | PayWithdrawal | Deposit | Raise
)
"""Commands by which money leaves, or may leave, or comes in on the office's word alone."""


class ProposePayment(Written, frozen=True):
    """Put a payment on record, for another person of the office to confirm."""

    at: datetime
    proposal: str
    payment: Payment
    by: str = ""


class ConfirmPayment(Written, frozen=True):
    """Do a payment that another person proposed; the site puts the facts of its ticket in."""

    at: datetime
    proposal: str
    by: str = ""
    kept: StoredEntry | DepositBooked | None = None


class DropPayment(Written, frozen=True):
    """Take a proposed payment off the list, with the reason."""

    at: datetime
    proposal: str
    because: str
    by: str = ""


class PaymentProposed(Written, frozen=True):
    """A payment waits for a second person."""

    at: datetime
    proposal: str
    payment: Payment
    by: str


class PaymentConfirmed(Written, frozen=True):
    """A second person confirmed a payment; the events after this one are the payment's."""

    at: datetime
    proposal: str
    proposed_by: str
    by: str


class PaymentDropped(Written, frozen=True):
    """A payment that waited was taken off the list."""

    at: datetime
    proposal: str
    because: str
    by: str


PaymentCommand: TypeAlias = ProposePayment | ConfirmPayment | DropPayment
PaymentEvent: TypeAlias = PaymentProposed | PaymentConfirmed | PaymentDropped
