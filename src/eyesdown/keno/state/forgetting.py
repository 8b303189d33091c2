"""What leaves memory once it is over, and comes back; the store keeps it for ever.

An Entry leaves when its last game is settled, whether or not somebody still has to be paid. A
claim, a verification, a claim form or a disqualification brings it back with its event, and it
leaves again when that is done.

A command brings what the store had of an Entry when it was asked, and others may be decided before
it is. What is in memory always wins over it. Every change of an Entry that has left memory, or
leaves it again, is counted, and noted with its number until the Keno Day closes; what was read
before the change, or before the oldest one still noted, is out of date: it may lead to a refusal,
never to a deed. So two claims of one ticket that were read at the same time pay once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.records import Prize, PrizeState, Sold, Stored
from eyesdown.keno.words.tenders import DocumentState
from eyesdown.kernel.written import replace

SPENT = (DocumentState.USED, DocumentState.REDEEMED, DocumentState.REFUNDED)


def is_over(state: KenoState, serial: str) -> bool:
    """Whether an Entry has no game to come and nothing owed: it lost, or every prize was paid."""
    prizes = state.prizes.get(serial, {}).values()
    paid = all(prize.state is PrizeState.PAID for prize in prizes)
    return paid and state.sold[serial].end <= state.frontier


def let_go(state: KenoState, serials: Iterable[str]) -> None:
    """Let Entries go whose last game was settled.

    A cancelled one goes with the next of its games, so that its serial is not sold twice in one.
    """
    frontier = state.frontier
    for serial in serials:
        sold = state.sold.get(serial)
        if sold is not None and sold.end <= frontier and not _is_needed(state, sold):
            forget(state, serial)


def _is_needed(state: KenoState, sold: Sold) -> bool:
    """One that is disqualified may be reinstated; others have a prize that is on its way."""
    if sold.disqualified is not None:
        return True
    prizes = state.prizes.get(sold.entry.serial)
    return prizes is not None and any(_is_on_its_way(state, prize) for prize in prizes.values())


def _is_on_its_way(state: KenoState, prize: Prize) -> bool:
    """Claimed and not paid, verified and not credited, or payable after its day was gone through.

    The last is one that was reinstated late: nobody will look for it in the store again.
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


def forget(state: KenoState, serial: str) -> None:
    """Drop an Entry with its prizes and tickets."""
    for ticket in state.sold.pop(serial).renewals:
        del state.tickets[ticket]
    state.prizes.pop(serial, None)


def bring_back(state: KenoState, kept: Stored | None) -> None:
    """Take an Entry into memory again, with its prizes and tickets."""
    if kept is None:
        return
    serial = kept.sold.entry.serial
    assert serial not in state.sold, f"{serial} has not left memory"
    state.sold[serial] = kept.sold
    state.tickets |= dict.fromkeys(kept.sold.renewals, serial)
    if kept.prizes:
        state.prizes[serial] = {prize.game: prize for prize in kept.prizes}


def let_go_again(state: KenoState, serial: str) -> None:
    """Let an Entry go after something was done about it."""
    let_go(state, [serial])
    if serial not in state.sold:
        note_change(state, serial)


def note_change(state: KenoState, serial: str) -> None:
    """An Entry that is not in memory is not what it was."""
    state.changed[serial] = state.changes
    state.changes += 1


def is_stale(state: KenoState, serial: str, as_of: int) -> bool:
    """Whether what was read of an Entry that has left memory may have changed since."""
    return as_of < state.changes_known_from or as_of <= state.changed.get(serial, -1)


def close_forms(state: KenoState, serials: Collection[str]) -> None:
    """Nothing is owed any more on tickets or receipts, nor on forms that are about them."""
    for name, form in state.forms.items():
        if form.serial in serials:
            state.forms[name] = replace(form, in_vain=True)


def forget_the_day(state: KenoState) -> None:
    """Let go of paid sessions, spent paper and forms that nothing more comes of.

    What was read before is out of date.
    """
    for session in [name for name, kept in state.sessions.items() if kept.paid]:
        del state.sessions[session]
    spent = [name for name, kept in state.documents.items() if kept.state in SPENT]
    close_forms(state, set(spent))
    for form in [name for name, kept in state.forms.items() if kept.paid or kept.in_vain]:
        del state.forms[form]
    for serial in spent:
        del state.documents[serial]
    state.changed.clear()
    state.changes_known_from = state.changes
