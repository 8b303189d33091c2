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
from fractions import Fraction
from hashlib import blake2b

from msgspec.json import Encoder

from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.documents import DocumentState
from eyesdown.keno.words.entry import Entry
from eyesdown.keno.words.prizes import Prize, PrizeState
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
    owed = left_behind(sold.entry, prizes.values()) if prizes else {}
    if owed:
        state.owed[serial] = owed
    else:
        state.owed.pop(serial, None)


def left_behind(entry: Entry, prizes: Iterable[Prize]) -> dict[int, str]:
    """What stays in memory of an Entry that leaves it: cents and digest of each unpaid prize.

    The store says the rest. It is believed only where it agrees with this, so a prize that was
    raised in the store, or whose payment was taken out of it, is not paid. A web prize that waits
    for nothing is credited with the settlement and counts as paid.
    """
    paid = {PrizeState.PAID}
    if entry.channel == Channel.INTERNET:
        paid.add(PrizeState.PAYABLE)
    return {
        prize.game: f"{prize.cents}:{_digest(entry, prize)}"
        for prize in prizes
        if prize.state not in paid
    }


def _digest(entry: Entry, prize: Prize) -> str:
    if prize.state is PrizeState.UNCLAIMED:  # it expired in the store; it is owed all the same
        prize = replace(prize, state=PrizeState.PAYABLE)
    return blake2b(_encode((entry, prize)), digest_size=16).hexdigest()


def _fraction(value: object) -> str:
    assert isinstance(value, Fraction)
    return f"{value.numerator}/{value.denominator}"


_encode = Encoder(enc_hook=_fraction, order="sorted").encode


def differs(state: KenoState, stored: StoredEntry | Overdue | None) -> str:
    """The ticket of which the store says something else than the rows left; empty if none.

    What is in memory takes precedence over a reading, and one that is out of date pays nothing.
    """
    if isinstance(stored, Overdue):
        listed = (prize for _, prizes in stored.days for prize in prizes)
        current = (
            (serial, state.owed.get(serial, {}).get(game, ""), cents)
            for serial, game, cents in listed
            if serial not in state.sold and not is_stale(state, serial, stored.as_of)
        )
        wrong = (serial for serial, owed, cents in current if not owed.startswith(f"{cents}:"))
        return next(wrong, "")
    if stored is None or stored.as_of < 0:
        return ""
    serial = stored.sold.entry.serial
    if serial in state.sold or is_stale(state, serial, stored.as_of):
        return ""
    same = left_behind(stored.sold.entry, stored.prizes) == state.owed.get(serial, {})
    return "" if same else serial


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
