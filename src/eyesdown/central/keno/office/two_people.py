"""The keno commands that two people give: who is the first of them, and who the second."""

from __future__ import annotations

from datetime import date
from typing import Any, Protocol, get_args

from eyesdown.central.keno.office.payment_words import ConfirmPayment, PaymentProposed, Raise
from eyesdown.central.site.people.second_person import (
    NOT_PEOPLE,
    HasLetIn,
    is_first_day,
    why_not_second,
)
from eyesdown.central.site.sealing import ConfirmBall, Sealing
from eyesdown.keno.claims.commands import PaySession
from eyesdown.keno.desk.ceilings import is_raised
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.games.commands import CorrectGameTime
from eyesdown.keno.office.raised import VenueTerms, is_more, terms_raised
from eyesdown.keno.sales.commands import (
    CancelEntry,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebooks.central_site.book import open_on
from eyesdown.rulebooks.central_site.record import refusal
from eyesdown.rulebooks.nsw_keno.book import open_on as open_keno_on

_APPROVED = frozenset(
    {CancelEntry, IssuePrepaidVoucher, IssueReceipt, RedeemReceipt, RefundVoucher, PaySession}
)
RAISES = frozenset(get_args(Raise))
BY_TWO = frozenset({ConfirmPayment, ConfirmBall, CorrectGameTime}) | RAISES | _APPROVED


class HasPairs(HasLetIn, Protocol):
    """The part of the state that says who was first."""

    keno: KenoState
    draws: Sealing
    payments: dict[str, PaymentProposed]


def why_not_two(site: HasPairs, command: Any) -> Refusal | None:
    """Why the two people of a command in `BY_TWO` do not count as two; None if they do."""
    if command.__class__ in RAISES:
        return why_not_alone(site, command)
    pair = _pair(site, command)
    return None if pair is None else why_not_second(site, *pair, command.at)


def why_not_alone(site: HasPairs, command: Any) -> Refusal | None:
    """Why one person does not do a command alone: it raises something, and this is no first day.

    None for every command that raises nothing. Another person of the office confirms a raise, as
    they confirm a payment.
    """
    if command.__class__ not in RAISES or is_first_day(site.let_in, command.at):
        return None
    day = site.keno.day or command.at.date()
    if isinstance(command, SetCeiling):
        raised = is_raised(site.keno, day, command)
        return refusal("ceiling/raised_alone", what=command.what) if raised else None
    if not _raises_terms(site.keno, day, command):
        return None
    return refusal("venue/raised_alone", **terms_raised(command))


def _raises_terms(keno: KenoState, day: date, command: VenueTerms) -> bool:
    """Whether a person lets a venue keep or pay more, on a day on which that takes two people.

    The set-up file is no person: those who run the machine apply it, and could do more than that.
    No page and no token can give a command under its name: a door puts in the name of the person
    or of the token, and none of these may be one of `NOT_PEOPLE`.
    """
    if command.by in NOT_PEOPLE or open_on(day).figures.venue_raise_people == 1:
        return False
    return is_more(keno, command, open_keno_on(day).figures)


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
