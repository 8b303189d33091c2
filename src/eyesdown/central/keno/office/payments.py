"""Deciding payments that need a second person: proposed, confirmed, dropped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

from eyesdown.central.keno.office.payment_words import (
    ConfirmPayment,
    DropPayment,
    Payment,
    PaymentConfirmed,
    PaymentDropped,
    PaymentEvent,
    PaymentProposed,
    ProposePayment,
    Raise,
)
from eyesdown.keno.office.commands import Deposit
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.central_site.record import refusal

PAYMENTS: frozenset[type] = frozenset(get_args(Payment)) - frozenset(get_args(Raise))
"""What is never done alone. Whether something is raised is known from the state only."""
DEPOSIT_ALONE_CENTS_MAX = 100_000
"""The largest deposit that one person of the office books alone (12.1)."""


def needs_second(command: Any) -> bool:
    """Whether a command of the office waits for a second person before it is done.

    >>> from datetime import datetime
    >>> alone = Deposit(datetime.min, "A-1", DEPOSIT_ALONE_CENTS_MAX)
    >>> needs_second(alone), needs_second(replace(alone, cents=alone.cents + 1))
    (False, True)
    """
    if isinstance(command, Deposit):
        return command.cents > DEPOSIT_ALONE_CENTS_MAX
    return type(command) in PAYMENTS


def inner_command(waiting: PaymentProposed, command: ConfirmPayment) -> Any:
    """The payment as it is done now, in the name of the person who proposed it."""
    inner: Any = replace(waiting.payment, at=command.at, by=waiting.by)
    return replace(inner, kept=command.kept) if hasattr(inner, "kept") else inner


def decide_payment(
    waiting: Mapping[str, PaymentProposed],
    command: ProposePayment | ConfirmPayment | DropPayment,
    decide: Callable[[Any], tuple[Any, ...]],
) -> tuple[Any, ...]:
    """What comes of a proposal or of its confirmation; `decide` decides the payment itself."""
    proposal = command.proposal
    if isinstance(command, ProposePayment):
        if proposal in waiting or not proposal:
            no = refusal("payment/proposed_already", proposal=proposal)
            return refused(command, (no,), proposal)
        return (PaymentProposed(command.at, proposal, command.payment, command.by),)
    proposed = waiting.get(proposal)
    if proposed is None:
        return refused(command, (refusal("payment/unknown", proposal=proposal),), proposal)
    if isinstance(command, DropPayment):
        return (PaymentDropped(command.at, proposal, command.because, command.by),)
    if command.by == proposed.by:
        return refused(command, (refusal("payment/same_person", by=command.by),), proposal)
    events = decide(inner_command(proposed, command))
    if events and isinstance(events[0], Refused):
        return events
    confirmed = PaymentConfirmed(command.at, proposal, proposed.by, command.by)
    return (confirmed, *events)


def evolve_payment(waiting: dict[str, PaymentProposed], event: PaymentEvent) -> None:
    """Keep what waits, and forget what is done."""
    if isinstance(event, PaymentProposed):
        waiting[event.proposal] = event
    else:
        waiting.pop(event.proposal, None)
