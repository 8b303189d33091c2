"""A closed session leaves the state once nothing of it is owed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from eyesdown.bingo.session.commands import ArchiveSession
from eyesdown.bingo.session.events import SessionArchived
from eyesdown.bingo.session.returns import counted
from eyesdown.bingo.state.desk import in_session_ever
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.past import ENDS_MAX, Span, Sums
from eyesdown.bingo.state.state import HallState, Pool, Session
from eyesdown.bingo.state.values import without
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook

DECIDES = Handlers()


def owed(state: HallState, name: str) -> Iterator[str]:
    """What is still to be done about a session: prizes, refunds, disputes, tills to count.

    >>> list(owed(HallState(), "Tue"))
    []
    """
    for award, won in state.awards.items():
        if won.session == name and not won.paid:
            yield f"award {award}"
    for refund, due in state.refunds.items():
        if due.session == name:
            yield f"refund {refund}"
    for dispute, raised in state.disputes.items():
        if raised.session == name and not raised.closed:
            yield f"dispute {dispute}"
    for point, till in state.tills.items():
        if name in till.sessions:
            yield f"till {point}"


def ready_to_archive(state: HallState) -> Iterator[str]:
    """Closed sessions of which nothing is owed, once another session has opened after them.

    Until then a game may still be invalidated. Afterwards its result is final, everything being
    paid, and a player may dispute it (D03).

    >>> list(ready_to_archive(HallState()))
    []
    """
    for name, session in state.sessions.items():
        if session.closed and _followed(state, session) and not any(owed(state, name)):
            yield name


def _followed(state: HallState, session: Session) -> bool:
    begun = session.began_at or session.plan.starts_at
    return any(
        other.opened and (other.began_at or other.plan.starts_at) > begun
        for other in state.sessions.values()
    )


@DECIDES.handles(ArchiveSession)
@in_session_ever
def archive_session(
    book: BingoBook[Any], state: HallState, command: ArchiveSession, session: Session
) -> Events:
    """Take a session out of memory; refused while it is open or something of it is owed."""
    if not session.closed:
        no = book.refusal("session/not_closed", "session", session=command.session)
        return refused(command, (no,))
    due = next(owed(state, command.session), "")
    if due:
        return refused(command, (book.refusal("session/owed", "session", owed=due),))
    receipts, prizes = counted(session)
    return (
        SessionArchived(
            at=command.at,
            session=command.session,
            by=command.by,
            sequence=session.plan.sequence,
            receipts_cents=receipts,
            prizes_cents=prizes,
            games=tuple(session.games),
            supervisors=tuple(dict.fromkeys(session.appointed.get("supervisor", {}).values())),
        ),
    )


@EVOLVES.handles(SessionArchived)
def session_archived(state: HallState, event: SessionArchived) -> None:
    """Drop a session with all that belongs to it; name, times and sums stay (B05, H03)."""
    session = state.sessions[event.session]
    for serial in session.serials:
        state.series[serial].at_hand.forget_cards()
    state.sessions = without(state.sessions, event.session)
    for award in [name for name, won in state.awards.items() if won.session == event.session]:
        del state.awards[award]
    state.disputes = {
        name: raised for name, raised in state.disputes.items() if raised.session != event.session
    }
    past = state.past
    past.add_name(event.session)
    if session.plan.last_in_sequence:
        past.sequences.pop(event.sequence, None)
    elif event.sequence:
        past.add_to_sequence(event.sequence, Sums(event.receipts_cents, event.prizes_cents))
    if session.began_at and session.ended_at and len(session.games) > 1:
        past.spans = (*past.spans, Span(session.began_at, session.ended_at))[-ENDS_MAX:]
    pool = state.pools.get(session.plan.pool)
    if pool is not None:
        _forget(state, pool, session)


def _forget(state: HallState, pool: Pool, session: Session) -> None:
    """A pool keeps the turns of sessions in the state and the latest of those that left it.

    One that was called off before its first game was no session.
    """
    name = session.plan.session
    pool.fed = without(pool.fed, name)
    pool.must_go = tuple(each for each in pool.must_go if each != name)
    turns = [
        replace(turn, began_at=session.began_at) if turn.session == name else turn
        for turn in pool.turns
    ]
    left = [turn for turn in turns if turn.session not in state.sessions and turn.began_at]
    latest = max(left, key=lambda turn: turn.began_at or session.plan.starts_at, default=None)
    pool.turns = tuple(turn for turn in turns if turn.session in state.sessions or turn is latest)
