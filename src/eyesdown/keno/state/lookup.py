"""The Entry that a command is about: the one in memory, else what the store has of it."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.keno.state.memory import is_stale
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, StoredEntry
from eyesdown.kernel.canon import digest
from eyesdown.kernel.written import replace


def ticket_check(entry: Entry) -> str:
    """The characters a ticket prints so that it can be compared with the central record.

    >>> from eyesdown.keno.bets.bet import Regular
    >>> from eyesdown.rulebook.keno_words import Method
    >>> bet = Regular((4, 8), 200, bonus=True)
    >>> entry = Entry('T1', (bet,), 2, 'venue', Method.VERBAL, 'V0001', session='s1')
    >>> len(ticket_check(entry))
    12
    """
    return digest(entry)[:12]


@dataclass(frozen=True, slots=True)
class EntryLookup:
    """An Entry that a command is about, with its prizes.

    `reload` is what an event must carry so that the Entry comes back into memory; None while it is
    there. Nothing may be done about a `stale` Entry: what was read of it may have changed since. It
    has no prizes here, and no ticket if it did change.
    """

    sold: EntryRecord
    prizes: tuple[Prize, ...]
    reload: StoredEntry | None = None
    stale: bool = False

    @property
    def payable_prizes(self) -> list[Prize]:
        """The prizes that no one has claimed yet."""
        return [prize for prize in self.prizes if prize.state is PrizeState.PAYABLE]


def look_up_entry(state: KenoState, ticket: str, stored: StoredEntry | None) -> EntryLookup | None:
    """The Entry of a ticket: the one in memory, else the one that the command carries.

    The games of an Entry that has left memory have ended, whatever the store had of it when it was
    read: a game that was cancelled in the meantime is not cancelled twice.
    """
    sold = state.find(ticket)
    if sold is not None:
        return EntryLookup(sold, tuple(state.prizes.get(sold.entry.serial, {}).values()))
    if stored is None:
        return None
    # Memory has every ticket of an Entry that it has; otherwise one ticket could be paid twice.
    assert stored.sold.entry.serial not in state.sold
    ended = replace(stored.sold, ends_before=min(stored.sold.end, state.frontier))
    serial = ended.entry.serial
    if is_stale(state, serial, stored.as_of):
        ticket_out = "" if serial in state.changed else ended.ticket
        return EntryLookup(replace(ended, ticket=ticket_out), (), stale=True)
    return EntryLookup(ended, stored.prizes, replace(stored, sold=ended))


def payable_prizes(state: KenoState, sold: EntryRecord) -> list[Prize]:
    """Prizes of an Entry in memory that no one has claimed yet, in order of their games."""
    prizes = state.prizes.get(sold.entry.serial, {}).values()
    return [prize for prize in prizes if prize.state is PrizeState.PAYABLE]
