"""What leaves memory once it is over; the journal keeps it for ever."""

from __future__ import annotations

from eyesdown.keno.records import PrizeState
from eyesdown.keno.state import KenoState
from eyesdown.keno.tenders import DocumentState

SPENT = (DocumentState.USED, DocumentState.REDEEMED, DocumentState.REFUNDED)


def forget_entries(state: KenoState, gone: set[str]) -> None:
    """Let Entries go, with their prizes and continuation tickets."""
    for ticket in [ticket for ticket, serial in state.tickets.items() if serial in gone]:
        del state.tickets[ticket]
    for serial in gone:
        state.sold.pop(serial, None)
        state.prizes.pop(serial, None)


def is_paid_up(state: KenoState, serial: str) -> bool:
    """Whether nothing is owed on an Entry: it lost, or every prize was paid."""
    prizes = state.prizes.get(serial, {}).values()
    return all(prize.state is PrizeState.PAID for prize in prizes)


def note_if_over(state: KenoState, serial: str) -> None:
    """Put an Entry on the list of those that may go."""
    if state.sold[serial].end <= state.frontier:
        state.over.append(serial)


def forget_the_day(state: KenoState) -> None:
    """Let go of paid sessions and spent paper, and of Entries that were over the day before."""
    forget_entries(state, {serial for serial in state.over_before if is_paid_up(state, serial)})
    state.over_before, state.over = state.over, []
    for session in [name for name, kept in state.sessions.items() if kept.paid]:
        del state.sessions[session]
    for serial in [name for name, kept in state.documents.items() if kept.state in SPENT]:
        del state.documents[serial]
