"""What becomes of prizes and tickets by an event: for memory, and for whoever keeps records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from eyesdown.keno.events import (
    ClaimFormPaid,
    ClaimLodged,
    EntryDisqualified,
    EntryReinstated,
    InternetPrizeCredited,
    PrizesExpired,
    PrizeVerified,
    SessionPaid,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.records import Prize, PrizeState, Sold, Stored
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Channel

OWED = (PrizeState.PAYABLE, PrizeState.UNCLAIMED)


def changed_prizes(state: KenoState, event: Any) -> Iterator[Prize]:
    """The prizes an event changes, as they are after it.

    `state` is as before it. Of an Entry that is not in memory only those are here that the event
    brings along.
    """
    match event:
        case ClaimLodged(serial=serial, games=games):
            claimed = (one for one in _won(state, serial, event.kept) if one.game in games)
            yield from _moved(claimed, PrizeState.LODGED)
        case PrizeVerified(serial=serial, by=by):
            yield from (replace(one, verified_by=by) for one in _won(state, serial, event.kept))
        case SessionPaid(session=session):
            lodged = state.sessions[session].lodged
            yield from _moved(_found(state, lodged), PrizeState.PAID)
        case InternetPrizeCredited(serial=serial, game=game):
            yield from _moved(_found(state, [(serial, game)]), PrizeState.PAID)
        case PrizesExpired(prizes=prizes):
            yield from _moved(_found(state, prizes), PrizeState.UNCLAIMED)
        case ClaimFormPaid():
            sold = form_entry(state, event)
            won = _won(state, sold.entry.serial, event.kept) if sold else ()
            yield from _moved((one for one in won if one.state in OWED), PrizeState.PAID)
        case EntryDisqualified(serial=serial, left=left):
            keys = (key for name in left for key in state.sessions[name].lodged)
            own = (key for key in keys if key[0] == serial)
            yield from _moved(_found(state, own), PrizeState.PAYABLE)
        case EntryReinstated(serial=serial, credited=credited):
            web = state.sold[serial].entry.channel == Channel.INTERNET
            for one in _won(state, serial, None):
                if one.state is PrizeState.BARRED:
                    waits = web and one.game not in credited
                    yield replace(one, state=PrizeState.PENDING if waits else PrizeState.PAYABLE)
        case _:
            pass


def _won(state: KenoState, serial: str, kept: Stored | None) -> Iterable[Prize]:
    return state.prizes.get(serial, {}).values() if kept is None else kept.prizes


def _found(state: KenoState, keys: Iterable[tuple[str, int]]) -> Iterator[Prize]:
    return (state.prizes[serial][game] for serial, game in keys if serial in state.prizes)


def _moved(prizes: Iterable[Prize], to: PrizeState) -> Iterator[Prize]:
    return (replace(prize, state=to) for prize in prizes)


def sessions_left(state: KenoState, serial: str) -> Iterator[str]:
    """Open sessions that a disqualified Entry leaves, so that the others in it can be paid (21(a)).

    It stays where nothing else is claimed, and where more than the rest has been staked again.
    """
    for session in state.sessions.values():
        if serial in session.serials and session.serials != (serial,):
            others = (key for key in session.lodged if key[0] != serial)
            if session.parlay_cents <= sum(prize.cents for prize in _found(state, others)):
                yield session.session


def form_entry(state: KenoState, event: ClaimFormPaid) -> Sold | None:
    """The Entry that a claim form is about; none if it is about a receipt."""
    serial = state.forms[event.form].serial
    if state.receipt(serial) is not None:
        return None
    sold = event.kept.sold if event.kept else state.find(serial)
    assert sold is not None
    return sold


def tickets_handed_in(state: KenoState, event: Any) -> Iterator[tuple[str, str]]:
    """Tickets that are kept for good, each with the one that came instead, if any did.

    A claim form takes the place of a ticket with no game to come.
    """
    match event:
        case SessionPaid():
            renewed = {one.serial: one.ticket for one in event.continuations}
            for serial in event.serials:
                ticket = state.sold[serial].ticket
                if ticket:  # it may have been handed in for two sessions
                    yield ticket, renewed.get(serial, "")
        case ClaimFormPaid():
            sold = form_entry(state, event)
            if sold is not None and sold.end <= state.frontier and sold.ticket:
                yield sold.ticket, ""
        case _:
            pass
