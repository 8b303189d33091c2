"""The keno commands that two people give: who is the first of them, and who the second."""

from __future__ import annotations

from typing import Any, Protocol

from eyesdown.central.keno.office.payment_words import ConfirmPayment, PaymentProposed
from eyesdown.central.site.people.second_person import HasLetIn, is_first_day, why_not_second
from eyesdown.central.site.sealing import ConfirmBall, Sealing
from eyesdown.keno.claims.commands import PaySession
from eyesdown.keno.desk.ceilings import is_raised
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.games.commands import CorrectGameTime
from eyesdown.keno.sales.commands import (
    CancelEntry,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebooks.central_site.record import refusal

_APPROVED = frozenset(
    {CancelEntry, IssuePrepaidVoucher, IssueReceipt, RedeemReceipt, RefundVoucher, PaySession}
)
BY_TWO = frozenset({ConfirmPayment, ConfirmBall, CorrectGameTime, SetCeiling, *_APPROVED})


class HasPairs(HasLetIn, Protocol):
    """The part of the state that says who was first."""

    keno: KenoState
    draws: Sealing
    payments: dict[str, PaymentProposed]


def why_not_two(site: HasPairs, command: Any) -> Refusal | None:
    """Why the two people of a command in `BY_TWO` do not count as two; None if they do."""
    if isinstance(command, SetCeiling):
        return why_not_raised(site, command)
    pair = _pair(site, command)
    return None if pair is None else why_not_second(site, *pair, command.at)


def why_not_raised(site: HasPairs, command: SetCeiling) -> Refusal | None:
    """Why one person does not set a ceiling alone: it is higher, and this is no first day."""
    day = site.keno.day or command.at.date()
    if is_first_day(site.let_in, command.at) or not is_raised(site.keno, day, command):
        return None
    return refusal("ceiling/raised_alone", what=command.what)


def _pair(site: HasPairs, command: Any) -> tuple[str, str] | None:
    """The two who give a command together; None if one gives it, or what they gave is unknown."""
    match command:
        case ConfirmPayment():
            proposed = site.payments.get(command.proposal)
            return None if proposed is None else (proposed.by, command.by)
        case ConfirmBall():
            cage = site.draws.cages.get(command.game)
            waiting = None if cage is None else cage.waiting
            return None if waiting is None else (waiting[1], command.by)
        case CorrectGameTime():
            return command.by, command.second
        case _:
            approval = site.keno.approvals.get(command.approval)
            return None if approval is None else (command.by, approval.by)
