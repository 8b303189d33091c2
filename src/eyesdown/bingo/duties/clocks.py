"""The clocks of the books: when something may begin, must end, or is missed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from msgspec import Struct

from eyesdown.bingo.duties.step import Look
from eyesdown.bingo.state.desk import gaming_day, previous_end
from eyesdown.kernel.cite import Clause

SESSION_DEADLINES = ("span",)
"""The clocks of a session that are on record when they are missed."""


class Clock(Struct, frozen=True):
    """A time that the book sets. `missed` says that it is over and what it was for is not done.

    `by_wall` is a time of day that remains the same if the clocks are changed before it.
    """

    name: str
    due_at: datetime
    what: str
    clause: Clause | None
    missed: bool = False
    by_wall: bool = False


def clocks(look: Look) -> tuple[Clock, ...]:
    """The clocks that run in a session, the next one first."""
    running = sorted(_clocks(look), key=lambda clock: clock.due_at)
    return tuple(running)


def _clocks(look: Look) -> Iterator[Clock]:
    """The clocks of a session in no order: start, gap, span, closing sign, gaming day."""
    session = look.session
    if session.closed:
        return
    planned = any(game.phase == "planned" for game in session.games.values())
    if not session.began_at:
        yield _clock(look, "start", session.plan.starts_at, "The session is to begin.", late=True)
        ended = previous_end(look.state, look.name, look.at)
        gap = look.book.ways.minutes.get("gap")
        if gap and ended and len(session.games) > 1:
            may_begin = ended + timedelta(minutes=gap.minutes)
            yield _clock(look, "gap", may_begin, "From now on the session may begin.", gap.clause)
    span = look.book.ways.minutes.get("span")
    if span and session.began_at:
        ends = session.began_at + timedelta(minutes=span.minutes)
        what = "No game may begin any more."
        yield _clock(look, "span", ends, what, span.clause, late=planned or _plays(look))
    sign = look.book.ways.minutes.get("closing sign")
    if sign and session.sign_shown_at:
        may_close = session.sign_shown_at + timedelta(minutes=sign.minutes)
        yield _clock(look, "closing sign", may_close, "The session may be closed.", sign.clause)
    day = look.book.ways.minutes.get("gaming day")
    if day:
        today = gaming_day(look.book, look.state, look.at)
        starts = datetime.combine(today, look.state.day.starts, look.at.tzinfo)
        ends = starts + timedelta(minutes=look.state.day.minutes)
        yield Clock(
            "gaming day", ends, "The gaming day ends.", look.book.clause(day.clause), by_wall=True
        )


def _plays(look: Look) -> bool:
    return any(game.phase == "running" for game in look.session.games.values())


def _clock(
    look: Look, name: str, due_at: datetime, what: str, number: str = "", *, late: bool = False
) -> Clock:
    clause = look.book.clause(number) if number else None
    return Clock(name, due_at, what, clause, missed=late and due_at <= look.at)
