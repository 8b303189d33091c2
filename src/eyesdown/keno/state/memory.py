"""Which Entries are in memory, and how they leave it and come back. The store has all of them.

An Entry leaves memory when its last game is settled, even if a prize is still to be paid. A claim,
a verification, a claim form or a disqualification brings it back with its event, and it leaves
again afterwards.

A command carries what the store had of an Entry when the store was read, and other commands may be
decided in between. What is in memory takes precedence. Every change of an Entry that is outside
memory is counted and remembered with its number until the Keno Day closes. A reading older than the
change, or older than the first change still remembered, is out of date: it may lead to a refusal,
never to a payment. So two claims of one ticket that were read at the same time pay once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date
from fractions import Fraction
from hashlib import blake2b

import msgspec
from msgspec.json import Encoder

from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import DocumentState
from eyesdown.keno.words.prizes import Owed, Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, Overdue, StoredEntry
from eyesdown.kernel.written import replace
from eyesdown.rulebook.keno_words import Channel

SPENT = (DocumentState.USED, DocumentState.REDEEMED, DocumentState.REFUNDED)


def is_finished(state: KenoState, serial: str) -> bool:
    """Whether an Entry has no game to come and nothing owed: it lost, or every prize was paid."""
    prizes = state.prizes.get(serial, {}).values()
    paid = all(prize.state is PrizeState.PAID for prize in prizes)
    return paid and state.sold[serial].end <= state.frontier


def unload_settled(state: KenoState, serials: Iterable[str]) -> None:
    """Take Entries whose last game was settled out of memory.

    A cancelled Entry stays until the next of its games is settled, so that its serial cannot be
    sold a second time in the same game.
    """
    frontier = state.frontier
    for serial in serials:
        sold = state.sold.get(serial)
        if sold is not None and sold.end <= frontier and not _is_needed(state, sold):
            unload(state, serial)


def _is_needed(state: KenoState, sold: EntryRecord) -> bool:
    """Whether an Entry may be reinstated, or one of its prizes is being paid."""
    if sold.disqualified is not None:
        return True
    prizes = state.prizes.get(sold.entry.serial)
    return prizes is not None and any(_is_being_paid(state, prize) for prize in prizes.values())


def _is_being_paid(state: KenoState, prize: Prize) -> bool:
    """Claimed and not paid, verified and not credited, or payable after its day was expired.

    The last was reinstated late: the store is not searched for unclaimed prizes of that day again.
    """
    match prize.state:
        case PrizeState.LODGED:
            return True
        case PrizeState.PENDING:
            return bool(prize.verified_by)
        case PrizeState.PAYABLE:
            return state.unclaimed_until is not None and prize.keno_day <= state.unclaimed_until
        case _:
            return False


def unload(state: KenoState, serial: str) -> None:
    """Take an Entry with its prizes and tickets out of memory; what is owed on it stays known."""
    sold = state.sold.pop(serial)
    for ticket in sold.renewals:
        del state.tickets[ticket]
    prizes = state.prizes.pop(serial, None)
    owed = left_behind(sold, prizes.values()) if prizes else {}
    if owed:
        state.owed[serial] = owed
    else:
        state.owed.pop(serial, None)


def left_behind(sold: EntryRecord, prizes: Iterable[Prize]) -> dict[int, Owed]:
    """What stays in memory of each unpaid prize of an Entry that leaves it.

    The store has the rest. It counts only where it agrees with this, so a prize that was
    raised in the store, or whose payment was taken out of it, is not paid, nor is one on a ticket
    that was handed in for another. A web prize that waits for nothing is credited with the
    settlement and counts as paid.
    """
    paid = {PrizeState.PAID}
    if sold.entry.channel == Channel.INTERNET:
        paid.add(PrizeState.PAYABLE)
    return {
        prize.game: Owed(prize.keno_day, prize.state, prize.cents, _digest(sold, prize))
        for prize in prizes
        if prize.state not in paid
    }


def _digest(sold: EntryRecord, prize: Prize) -> str:
    """A hash of what was sold and won, and of the ticket that is paid; not of the prize's state."""
    won = replace(prize, state=PrizeState.PAYABLE)
    return blake2b(_encode((sold.entry, sold.ticket, won)), digest_size=16).hexdigest()


def _fraction(value: object) -> str:
    assert isinstance(value, Fraction)
    return f"{value.numerator}/{value.denominator}"


_encode = Encoder(enc_hook=_fraction, order="sorted").encode


def expire(state: KenoState, prizes: Iterable[tuple[str, int]]) -> None:
    """Note of prizes outside memory that they are unclaimed money now."""
    for serial, game in prizes:
        owed = state.owed.get(serial, {})
        if serial not in state.sold and game in owed:
            owed[game] = msgspec.structs.replace(owed[game], state=PrizeState.UNCLAIMED)


def differs(state: KenoState, stored: StoredEntry | Overdue | None, asked: str = "") -> str:
    """The ticket of which the store has something else than the journal's rows; empty if none.

    `asked` is the ticket that the reading is about. What is in memory takes precedence over a
    reading, and one that is out of date pays nothing.
    """
    if isinstance(stored, Overdue):
        return _expires_otherwise(state, stored)
    if stored is None:
        return asked if asked in state.owed and asked not in state.sold else ""
    if stored.as_of < 0:
        return ""
    serial = stored.sold.entry.serial
    if serial in state.sold or is_stale(state, serial, stored.as_of):
        return ""
    same = left_behind(stored.sold, stored.prizes) == state.owed.get(serial, {})
    return "" if same else serial


def _expires_otherwise(state: KenoState, stored: Overdue) -> str:
    """The first ticket whose prizes expire in the store and not here, or here and not there."""
    if not stored.days:
        return ""
    first, last = state.unclaimed_until or date.min, stored.days[-1][0]
    listed = {(serial, game, cents) for _, prizes in stored.days for serial, game, cents in prizes}
    due = {
        (serial, game, owed.cents)
        for serial, by_game in state.owed.items()
        for game, owed in by_game.items()
        if owed.state is PrizeState.PAYABLE and first < owed.keno_day <= last
    }
    wrong = {serial for serial, _, _ in listed ^ due if serial not in state.sold}
    return min((each for each in wrong if not is_stale(state, each, stored.as_of)), default="")


def reload(state: KenoState, stored: StoredEntry | None) -> None:
    """Bring an Entry with its prizes and tickets back into memory; None changes nothing."""
    if stored is None:
        return
    serial = stored.sold.entry.serial
    assert serial not in state.sold, f"{serial} has not left memory"
    state.sold[serial] = stored.sold
    state.tickets |= dict.fromkeys(stored.sold.renewals, serial)
    if stored.prizes:
        state.prizes[serial] = {prize.game: prize for prize in stored.prizes}


def unload_again(state: KenoState, serial: str) -> None:
    """Take an Entry out of memory after a change, unless it is still needed."""
    unload_settled(state, [serial])
    if serial not in state.sold:
        count_change(state, serial)


def count_change(state: KenoState, serial: str) -> None:
    """Count a change of an Entry that is outside memory; earlier readings are now out of date."""
    state.changed[serial] = state.changes
    state.changes += 1


def is_stale(state: KenoState, serial: str, as_of: int) -> bool:
    """Whether an Entry outside memory may have changed since it was read from the store."""
    return as_of < state.changes_known_from or as_of <= state.changed.get(serial, -1)


def close_forms(state: KenoState, serials: Collection[str]) -> None:
    """Mark the claim forms about these tickets or receipts: nothing is owed on them any more."""
    for name, form in state.forms.items():
        if form.serial in serials:
            state.forms[name] = replace(form, nothing_owed=True)


def clear_day(state: KenoState) -> None:
    """Drop paid sessions, spent documents and settled claim forms at the close of a Keno Day.

    The remembered changes go, too, so that every earlier reading of the store is out of date.
    """
    for name in [name for name, session in state.sessions.items() if session.paid]:
        del state.sessions[name]
    spent = [serial for serial, document in state.documents.items() if document.state in SPENT]
    close_forms(state, set(spent))
    for name in [name for name, form in state.forms.items() if form.paid or form.nothing_owed]:
        del state.forms[name]
    for serial in spent:
        del state.documents[serial]
    state.spent_at.clear()
    state.changed.clear()
    state.changes_known_from = state.changes
