"""Ceilings on what one person gives: checked before a command, and noted after it.

A site without ceilings decides as before. The refusals are of the site's own book, Part 11.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from eyesdown.keno.claims.commands import PaySession
from eyesdown.keno.desk.events import AmountGiven
from eyesdown.keno.sales.commands import (
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.desk import Ceiling, Given
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.keno_words import VENUE_PAYS
from eyesdown.rulebooks.central_site.record import refusal

CEILED = frozenset({IssuePrepaidVoucher, IssueReceipt, RedeemReceipt, RefundVoucher, PaySession})


class Wanted(NamedTuple):
    """What a command would give away, where, and whether a self-service terminal gives it."""

    what: Given
    venue: str
    cents: int
    self_service: bool = False


def wanted(state: KenoState, command: Any) -> Wanted | None:
    """What a command would give; None for any other command and for unknown papers."""
    match command:
        case IssuePrepaidVoucher():
            return Wanted(Given.PREPAID_VOUCHER, command.venue, command.face_cents)
        case IssueReceipt():
            terminal = state.terminals.get(command.terminal)
            venue = terminal.venue if terminal else ""
            alone = bool(terminal and terminal.self_service)
            return Wanted(Given.RECEIPT, venue, command.cents, alone)
        case RedeemReceipt(serial=serial) | RefundVoucher(serial=serial):
            document = state.documents.get(serial)
            what = Given.REDEMPTION if isinstance(command, RedeemReceipt) else Given.REFUND
            return Wanted(what, command.venue, document.face_cents) if document else None
        case PaySession():
            cents = sum(paid.cents for paid in command.payouts if paid.payout in VENUE_PAYS)
            return Wanted(Given.PAYOUT, command.venue, cents)
        case _:
            return None


def ceiling_of(state: KenoState, asked: Wanted) -> Ceiling | None:
    """The ceiling for what is asked: the venue's own, else that of all venues."""
    for venue in (asked.venue, ""):
        ceiling = state.ceilings.get(ceiling_key(asked.what, asked.self_service, venue))
        if ceiling is not None:
            return ceiling
    return None


def ceiling_key(what: Given, self_service: bool, venue: str) -> str:  # noqa: FBT001  # a key's part
    """Under which name a state keeps a ceiling."""
    return f"{what}/{'self_service' if self_service else 'writer'}/{venue}"


def given_key(what: Given, person: str) -> str:
    """Under which name a state counts what a person gave in the Keno Day."""
    return f"{what}/{person}"


def over_ceiling(state: KenoState, command: Any) -> Refusal | None:
    """Why a person may not give this; None where no ceiling is in the way."""
    asked = wanted(state, command)
    ceiling = None if asked is None else ceiling_of(state, asked)
    if asked is None or ceiling is None:
        return None
    cents = asked.cents
    if cents > ceiling.most_cents:
        return refusal("ceiling/above_most", cents=cents, most_cents=ceiling.most_cents)
    given = state.given.get(given_key(asked.what, command.by), 0)
    if given + cents > ceiling.day_cents:
        return refusal(
            "ceiling/above_day", cents=cents, given_cents=given, day_cents=ceiling.day_cents
        )
    if cents > ceiling.reason_cents and not command.because.strip():
        return refusal("ceiling/no_reason", cents=cents, reason_cents=ceiling.reason_cents)
    if cents > ceiling.alone_cents:
        return _not_approved(state, asked, ceiling, command)
    return None


def _not_approved(
    state: KenoState, asked: Wanted, ceiling: Ceiling, command: Any
) -> Refusal | None:
    approval = state.approvals.get(command.approval)
    if approval is None:
        return refusal("ceiling/second_person", cents=asked.cents, alone_cents=ceiling.alone_cents)
    if approval.by == command.by:
        return refusal("ceiling/same_person", by=command.by)
    same = (approval.what, approval.venue) == (asked.what, asked.venue)
    if not same or approval.cents < asked.cents:
        return refusal("ceiling/other_amount", cents=asked.cents, approved_cents=approval.cents)
    return None


def noted(state: KenoState, command: Any, events: tuple[Any, ...]) -> tuple[AmountGiven, ...]:
    """The event that notes an amount with a ceiling, where the command was not refused."""
    asked = wanted(state, command)
    if asked is None or ceiling_of(state, asked) is None or not events:
        return ()
    if isinstance(events[0], Refused):
        return ()
    return (
        AmountGiven(
            command.at,
            asked.what,
            asked.venue,
            asked.cents,
            command.by,
            command.because,
            command.approval,
        ),
    )
