"""The prizes and tickets that a claim event changes, for the state and for the store's records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias, assert_never

from eyesdown.keno.claims.events import (
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    EntryReinstated,
    PrizesExpired,
    PrizeVerified,
    SessionPaid,
)
from eyesdown.keno.games.events import InternetPrizeCredited
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, StoredEntry
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Channel

OWED = (PrizeState.PAYABLE, PrizeState.UNCLAIMED)

PrizeChange: TypeAlias = (
    ClaimLodged
    | PrizeVerified
    | SessionPaid
    | InternetPrizeCredited
    | PrizesExpired
    | ClaimFormPaid
    | EntryDisqualified
    | EntryReinstated
)
"""The events that change prizes after the settlement."""


def changed_prizes(state: KenoState, event: PrizeChange) -> Iterator[Prize]:
    """The prizes an event changes, as they are after it.

    `state` is the one before the event. Prizes of an Entry outside memory are here only if the
    event carries them.
    """
    match event:
        case ClaimLodged(serial=serial, games=games):
            claimed = (prize for prize in _won(state, serial, event.kept) if prize.game in games)
            yield from _moved(claimed, PrizeState.LODGED)
        case PrizeVerified(serial=serial, by=by):
            won = _won(state, serial, event.kept)
            yield from (replace(prize, verified_by=by) for prize in won)
        case SessionPaid(session=session):
            lodged = state.sessions[session].lodged
            yield from _moved(_in_memory(state, lodged), PrizeState.PAID)
        case InternetPrizeCredited(serial=serial, game=game):
            yield from _moved(_in_memory(state, [(serial, game)]), PrizeState.PAID)
        case PrizesExpired(prizes=prizes):
            yield from _moved(_in_memory(state, prizes), PrizeState.UNCLAIMED)
        case ClaimFormPaid():
            sold = form_entry(state, event)
            won = _won(state, sold.entry.serial, event.kept) if sold else ()
            owed = (prize for prize in won if prize.state in OWED)
            yield from _moved(owed, PrizeState.PAID)
        case EntryDisqualified(serial=serial, left=left):
            keys = (key for name in left for key in state.sessions[name].lodged)
            own = (key for key in keys if key[0] == serial)
            yield from _moved(_in_memory(state, own), PrizeState.PAYABLE)
        case EntryReinstated(serial=serial, credited=credited):
            web = state.sold[serial].entry.channel == Channel.INTERNET
            for prize in _won(state, serial, None):
                if prize.state is PrizeState.BARRED:
                    waits = web and prize.game not in credited
                    yield replace(prize, state=PrizeState.PENDING if waits else PrizeState.PAYABLE)
        case _:
            assert_never(event)


def _won(state: KenoState, serial: str, stored: StoredEntry | None) -> Iterable[Prize]:
    return state.prizes.get(serial, {}).values() if stored is None else stored.prizes


def _in_memory(state: KenoState, keys: Iterable[tuple[str, int]]) -> Iterator[Prize]:
    return (state.prizes[serial][game] for serial, game in keys if serial in state.prizes)


def _moved(prizes: Iterable[Prize], to: PrizeState) -> Iterator[Prize]:
    return (replace(prize, state=to) for prize in prizes)


def sessions_left(state: KenoState, serial: str) -> Iterator[str]:
    """Open sessions that a disqualified Entry leaves, so that the others in it can be paid (21(a)).

    It stays in a session where nothing else is claimed, and where more than the rest of the session
    has been staked again.
    """
    for session in state.sessions.values():
        if serial in session.serials and session.serials != (serial,):
            others = (key for key in session.lodged if key[0] != serial)
            if session.parlay_cents <= sum(prize.cents for prize in _in_memory(state, others)):
                yield session.session


def form_entry(state: KenoState, event: ClaimFormPaid) -> EntryRecord | None:
    """The Entry that a claim form is about; none if it is about a receipt."""
    serial = state.forms[event.form].serial
    if state.receipt(serial) is not None:
        return None
    sold = event.kept.sold if event.kept else state.find(serial)
    assert sold is not None
    return sold


def tickets_handed_in(
    state: KenoState, event: SessionPaid | ClaimFormPaid
) -> Iterator[tuple[str, str]]:
    """Tickets that the Venue keeps, each with the ticket that replaces it or an empty string.

    A claim form takes the place of a ticket with no game to come.
    """
    match event:
        case SessionPaid():
            renewed = {renewal.serial: renewal.ticket for renewal in event.continuations}
            for serial in event.serials:
                ticket = state.sold[serial].ticket
                if ticket:  # it may have been handed in for two sessions
                    yield ticket, renewed.get(serial, "")
        case ClaimFormPaid():
            sold = form_entry(state, event)
            if sold is not None and sold.end <= state.frontier and sold.ticket:
                yield sold.ticket, ""
        case _:
            assert_never(event)
