"""What leaves memory once it is over; the store keeps it for ever and answers for it."""

from __future__ import annotations

from collections.abc import Iterable

from eyesdown.keno.records import PrizeState
from eyesdown.keno.state import KenoState
from eyesdown.keno.tenders import DocumentState

SPENT = (DocumentState.USED, DocumentState.REDEEMED, DocumentState.REFUNDED)


def is_over(state: KenoState, serial: str) -> bool:
    """Whether an Entry has no game to come and nothing owed: it lost, or every prize was paid."""
    return state.sold[serial].end <= state.frontier and _is_paid_up(state, serial)


def _is_paid_up(state: KenoState, serial: str) -> bool:
    prizes = state.prizes.get(serial)
    return prizes is None or all(prize.state is PrizeState.PAID for prize in prizes.values())


def let_go(state: KenoState, serials: Iterable[str]) -> None:
    """Let Entries go that are over; a disqualified one may still be reinstated.

    A cancelled one goes with the next of its games, so that its serial is not sold twice in one.
    """
    frontier = state.frontier
    for serial in serials:
        sold = state.sold.get(serial)
        if sold is None or sold.disqualified is not None or sold.end > frontier:
            continue
        if _is_paid_up(state, serial):
            forget(state, serial)


def forget(state: KenoState, serial: str) -> None:
    """Drop an Entry with its prizes and tickets."""
    for ticket in state.sold.pop(serial).renewals:
        del state.tickets[ticket]
    state.prizes.pop(serial, None)


def forget_the_day(state: KenoState) -> None:
    """Let go of paid sessions and spent paper."""
    for session in [name for name, kept in state.sessions.items() if kept.paid]:
        del state.sessions[session]
    for serial in [name for name, kept in state.documents.items() if kept.state in SPENT]:
        del state.documents[serial]
