"""Which till an event's cash goes through, and what a Venue owes the Licensees for it.

Money in a Venue's tills is held for Subscribers, is the Venue's own Commission, or belongs to the
Licensees. Most of the last is Net Subscriptions, the Venue's agency. What a Venue takes and gives
for the Licensees besides is counted separately: a receipt sold here and used there, a voucher,
Commission on an Entry that a prize paid for. A remittance settles both.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from eyesdown.keno.claims.events import SessionPaid
from eyesdown.keno.events import Event
from eyesdown.keno.games.events import GameClosed
from eyesdown.keno.office import events as office
from eyesdown.keno.sales.events import (
    ChipsSold,
    DocumentIssued,
    EntryAccepted,
    EntryCancelled,
    ReceiptRedeemed,
    VoucherRefunded,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.money import CHIPS_OUT, PLAYER, Group, held, whole
from eyesdown.kernel.written import Exact
from eyesdown.rulebook.keno_words import VENUE_PAYS, Channel

AGENCY = "agency"

_CASH = frozenset({PLAYER, CHIPS_OUT})
"""A casino's Chips count as cash in its tills."""


@lru_cache(maxsize=1 << 14)
def part_of_venue(purse: str) -> tuple[str, str]:
    """The Venue of a purse, and which of its purses it is; empty for any other purse.

    >>> part_of_venue("venue:0417:agency"), part_of_venue("fund")
    (('0417', 'agency'), ('', ''))
    """
    if not purse.startswith("venue:"):
        return "", ""
    venue, _, part = purse.removeprefix("venue:").rpartition(":")
    return venue, part


def till_of(state: KenoState, event: Event) -> str:
    """The Venue whose till an event's cash went through; empty where that was the bank."""
    match event:
        case EntryAccepted(entry=entry):
            return entry.venue if entry.channel == Channel.VENUE else ""
        case EntryCancelled(serial=serial):
            sold = state.find(serial)
            return sold.entry.venue if sold and sold.entry.channel == Channel.VENUE else ""
        case VoucherRefunded(serial=serial):
            return event.venue or state.documents[serial].venue
        case DocumentIssued(document=document):
            return document.venue
        case ReceiptRedeemed() | ChipsSold() | SessionPaid():
            return event.venue
        case _:
            return ""


def other_ways(state: KenoState, event: Event) -> Iterator[tuple[str, int]]:
    """Cash of an event that went through another till than `till_of`, or through the bank."""
    match event:
        case SessionPaid():
            yield "", sum(p.cents for p in event.payouts if p.payout not in VENUE_PAYS)
        case GameClosed():
            for venue in sorted({state.sold[serial].entry.venue for serial in event.excluded}):
                yield venue, _held_back(event, venue)
        case _:
            pass


def _held_back(event: GameClosed, venue: str) -> int:
    """Cents that a closing game gave back at a Venue for Entries without a delivered receipt."""
    purse = held(venue)
    return sum(-int(amount.cents) for amount in event.money if amount.purse == purse)


def note_money(state: KenoState, event: Event, money: Group) -> None:
    """Count what each Venue holds for the Licensees, to the part of a cent, before an event."""
    besides: Exact = 0
    for amount in money:
        venue, part = part_of_venue(amount.purse)
        if part == AGENCY:
            state.agency_cents[venue] = whole(state.agency_cents.get(venue, 0) + amount.cents)
        elif not venue and amount.purse not in _CASH:
            besides += amount.cents
    if besides or isinstance(event, office.VenueRemitted):
        _note_besides(state, event, money)


def _note_besides(state: KenoState, event: Event, money: Group) -> None:
    """Count cash that came into a till and is in no purse of the Venue."""
    given: dict[str, Exact] = {}
    for venue, cents in _cash(state, event, money):
        given[venue] = given.get(venue, 0) + cents
    for amount in money:
        venue, _ = part_of_venue(amount.purse)
        given[venue] = given.get(venue, 0) + amount.cents
    for venue, cents in given.items():
        if venue and cents:
            state.besides_cents[venue] = whole(state.besides_cents.get(venue, 0) - cents)


def _cash(state: KenoState, event: Event, money: Group) -> Iterator[tuple[str, Exact]]:
    """Cents given out of each till."""
    if isinstance(event, office.VenueRemitted):
        yield event.venue, event.cents
        return
    left: Exact = sum(amount.cents for amount in money if amount.purse in _CASH)
    for venue, cents in other_ways(state, event):
        yield venue, cents
        left -= cents
    yield till_of(state, event), left
