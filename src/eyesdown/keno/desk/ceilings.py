"""Ceilings on what one person gives: checked before a command, and noted after it.

The office sets ceilings; where it has set none, those of the site's own book on the day hold for
people at a counter. The refusals are of that book, Part 11.
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple

from eyesdown.keno.claims.commands import PaySession
from eyesdown.keno.desk.commands import SetCeiling
from eyesdown.keno.desk.events import AmountGiven
from eyesdown.keno.sales.commands import (
    CancelEntry,
    IssuePrepaidVoucher,
    IssueReceipt,
    RedeemReceipt,
    RefundVoucher,
)
from eyesdown.keno.sales.events import EntryCancelled
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.desk import Ceiling, Given
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.keno_words import VENUE_PAYS
from eyesdown.rulebooks.central_site.book import open_on
from eyesdown.rulebooks.central_site.record import refusal

CEILED = frozenset({IssuePrepaidVoucher, IssueReceipt, RedeemReceipt, RefundVoucher, PaySession})
"""Commands whose amount is known before they are decided."""


class Wanted(NamedTuple):
    """What a command would give away, where, and whether a self-service terminal gives it."""

    what: Given
    venue: str
    cents: int
    self_service: bool = False


def wanted(state: KenoState, command: Any, events: tuple[Any, ...] = ()) -> Wanted | None:
    """What a command would give; None for any other command and for unknown papers.

    What a cancellation gives back at a counter is known from its events only. On the internet the
    money goes to the player's account, and no person gives it.
    """
    match command:
        case CancelEntry():
            return _given_back(command, events)
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


def _given_back(command: CancelEntry, events: tuple[Any, ...]) -> Wanted | None:
    cancelled = events[0] if events else None
    if not isinstance(cancelled, EntryCancelled) or not command.venue:
        return None
    return Wanted(Given.CANCELLATION, command.venue, cancelled.refund_cents)


@lru_cache(maxsize=64)
def default_ceilings(day: date) -> dict[Given, Ceiling]:
    """The ceilings of the site's own book on a day, for all venues; none before it had any.

    >>> default_ceilings(date(2026, 11, 18))[Given.PREPAID_VOUCHER].most_cents
    50000
    >>> default_ceilings(date(2024, 5, 1))
    {}
    """
    figures = open_on(day).figures
    amounts = {
        Given.PREPAID_VOUCHER: figures.ceiling_prepaid_voucher_cents,
        Given.RECEIPT: figures.ceiling_receipt_cents,
        Given.REDEMPTION: figures.ceiling_redemption_cents,
        Given.REFUND: figures.ceiling_refund_cents,
        Given.PAYOUT: figures.ceiling_payout_cents,
        Given.CANCELLATION: figures.ceiling_cancellation_cents,
    }
    return {
        what: Ceiling(what, False, "", cents["most"], cents["alone"], cents["reason"], cents["day"])
        for what, cents in amounts.items()
        if cents
    }


def ceiling_of(state: KenoState, day: date, asked: Wanted, by: str) -> Ceiling | None:
    """The ceiling for what is asked: the venue's own, that of all venues, else the book's.

    None for what no person gives, as when a page shows an amount before it is given. The book's
    is for people: not for a self-service terminal, which has its own bound (11.7).
    """
    if not by:
        return None
    for venue in (asked.venue, ""):
        ceiling = state.ceilings.get(ceiling_key(asked.what, asked.self_service, venue))
        if ceiling is not None:
            return ceiling
    return None if asked.self_service else default_ceilings(day).get(asked.what)


def is_raised(state: KenoState, day: date, command: SetCeiling) -> bool:
    """Whether a ceiling lets someone give more than the one in force, and so takes two people.

    What has no ceiling yet is only lowered by one.
    """
    if open_on(day).figures.ceiling_raise_people == 1:
        return False
    asked = Wanted(command.what, command.venue, 0, command.self_service)
    before = ceiling_of(state, day, asked, command.by or "the office")
    names = ("most_cents", "alone_cents", "reason_cents", "day_cents")
    return before is not None and any(getattr(command, n) > getattr(before, n) for n in names)


def ceiling_key(what: Given, self_service: bool, venue: str) -> str:  # noqa: FBT001  # a key's part
    """Under which name a state keeps a ceiling."""
    return f"{what}/{'self_service' if self_service else 'writer'}/{venue}"


def given_key(what: Given, person: str) -> str:
    """Under which name a state counts what a person gave in the Keno Day."""
    return f"{what}/{person}"


class Needs(NamedTuple):
    """What a person needs to give an amount; the bounds above which it is needed."""

    reason: bool = False
    second: bool = False
    refusal: Refusal | None = None
    """Why no one at the venue may give it."""
    reason_cents: int = 0
    alone_cents: int = 0


def needs(state: KenoState, day: date, asked: Wanted, by: str) -> Needs:
    """What a person needs to give an amount: shown on a page before they give it."""
    ceiling = ceiling_of(state, day, asked, by)
    if ceiling is None:
        return Needs()
    return Needs(
        asked.cents > ceiling.reason_cents,
        asked.cents > ceiling.alone_cents,
        _above(state, asked, ceiling, by),
        ceiling.reason_cents,
        ceiling.alone_cents,
    )


def _above(state: KenoState, asked: Wanted, ceiling: Ceiling, by: str) -> Refusal | None:
    cents = asked.cents
    if cents > ceiling.most_cents:
        return refusal("ceiling/above_most", cents=cents, most_cents=ceiling.most_cents)
    given = state.given.get(given_key(asked.what, by), 0)
    if given + cents > ceiling.day_cents:
        return refusal(
            "ceiling/above_day", cents=cents, given_cents=given, day_cents=ceiling.day_cents
        )
    return None


def over_ceiling(
    state: KenoState, day: date, command: Any, events: tuple[Any, ...] = ()
) -> Refusal | None:
    """Why a person may not give this; None where no ceiling is in the way."""
    asked = wanted(state, command, events)
    ceiling = None if asked is None else ceiling_of(state, day, asked, command.by)
    if asked is None or ceiling is None:
        return None
    cents, above = asked.cents, _above(state, asked, ceiling, command.by)
    if above is not None:
        return above
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


def noted(
    state: KenoState, day: date, command: Any, events: tuple[Any, ...]
) -> tuple[AmountGiven, ...]:
    """The event that notes an amount with a ceiling, where the command was not refused."""
    asked = wanted(state, command, events)
    if asked is None or ceiling_of(state, day, asked, command.by) is None or not events:
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
