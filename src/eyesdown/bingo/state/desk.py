"""Helpers of the decisions in every sub-room: a command's session and game, days, duties, ends."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import date, datetime, timedelta
from functools import wraps
from typing import Any, TypeVar

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand, SessionCommand
from eyesdown.bingo.words.events import Events
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook

OFFICIALS = ("caller", "supervisor")

G = TypeVar("G", bound=GameCommand)
S = TypeVar("S", bound=SessionCommand)


def in_session(
    decide: Callable[[BingoBook[Any], HallState, S, Session], Events], *, ever: bool = False
) -> Callable[[BingoBook[Any], HallState, S], Events]:
    """Let a decision have its command's session, or refuse: unknown, or (unless `ever`) closed."""

    @wraps(decide)
    def decide_in_session(book: BingoBook[Any], state: HallState, command: S) -> Events:
        session = session_of(book, state, command.session, ever=ever)
        if isinstance(session, Refusal):
            return refused(command, (session,))
        return decide(book, state, command, session)

    return decide_in_session


def in_game(
    decide: Callable[[BingoBook[Any], HallState, G, Session, Game], Events], *, ever: bool = False
) -> Callable[[BingoBook[Any], HallState, G], Events]:
    """Let a decision have its command's session and game, or refuse as `in_session` does."""

    @wraps(decide)
    def decide_in_game(book: BingoBook[Any], state: HallState, command: G) -> Events:
        session = session_of(book, state, command.session, ever=ever)
        if isinstance(session, Refusal):
            return refused(command, (session,))
        game = session.games.get(command.game)
        if game is None:
            return refused(command, (no_such_game(book, command.session, command.game),))
        return decide(book, state, command, session, game)

    return decide_in_game


def in_session_ever(
    decide: Callable[[BingoBook[Any], HallState, S, Session], Events],
) -> Callable[[BingoBook[Any], HallState, S], Events]:
    """`in_session`, also for a session that is closed."""
    return in_session(decide, ever=True)


def in_game_ever(
    decide: Callable[[BingoBook[Any], HallState, G, Session, Game], Events],
) -> Callable[[BingoBook[Any], HallState, G], Events]:
    """`in_game`, also in a session that is closed."""
    return in_game(decide, ever=True)


def session_of(
    book: BingoBook[Any], state: HallState, name: str, *, ever: bool = False
) -> Session | Refusal:
    """A session that is planned and, unless `ever` will do, not closed."""
    session = state.sessions.get(name)
    if session is None and state.past.has_name(name):
        return book.refusal("session/closed", "session", session=name)
    if session is None:
        return book.refusal("session/unknown", "session", session=name)
    if session.closed and not ever:
        return book.refusal("session/closed", "session", session=name)
    return session


def no_such_game(book: BingoBook[Any], session: str, game: int) -> Refusal:
    """The refusal of a game that the session's programme does not have."""
    return book.refusal("game/unknown", "game", session=session, game=game)


def gaming_day(book: BingoBook[Any], state: HallState, at: datetime) -> date:
    """The gaming day to which a time belongs."""
    return book.ways.gaming_day(at, state.day.starts, state.day.minutes)


def session_day(book: BingoBook[Any], state: HallState, session: Session) -> date:
    """A session belongs to the gaming day in which its first game starts (B01)."""
    return gaming_day(book, state, session.began_at or session.plan.starts_at)


def previous_end(state: HallState, name: str, before: datetime) -> datetime | None:
    """When the latest other session ended: its last result, however it came about (B05).

    One that was called off before its first game was no session, nor is one game alone (B06).
    """
    others = [session for other, session in state.sessions.items() if other != name]
    played = [session for session in others if session.began_at and len(session.games) > 1]
    ends = [session.ended_at for session in played]
    ends += [span.ended_at for span in state.past.spans]
    return max((end for end in ends if end and end <= before), default=None)


def another_plays(state: HallState, name: str, at: datetime) -> bool:
    """Whether a game of another session is running, or another session had not ended by then."""
    others = [session for other, session in state.sessions.items() if other != name]
    if any(game.phase == "running" for other in others for game in other.games.values()):
        return True
    played = [other for other in others if len(other.games) > 1]
    if any(s.began_at and s.ended_at and s.began_at <= at < s.ended_at for s in played):
        return True
    return any(span.began_at <= at < span.ended_at for span in state.past.spans)


def is_last(book: BingoBook[Any], session: Session, number: int, at: datetime) -> bool:
    """Whether no game comes after this one: none is left, or the span leaves no time for any.

    No game begins at the very end of the span, nor later (B04).
    """
    game = session.games[number]
    span, began = book.ways.minutes.get("span"), session.began_at
    over = span and began and at - began >= timedelta(minutes=span.minutes)
    coming = [
        other for other, each in session.games.items() if each.phase == "planned" and not over
    ]
    if game.started_at is None:
        return number == max(coming, default=0)
    starts = (each.started_at for each in session.games.values())
    return not coming and game.started_at == max(start for start in starts if start)


def sale_ended(game: Game) -> bool:
    """Whether nothing is sold for a game any more: eyes down, a number, or its end (S04, B02)."""
    return game.eyes_down_at is not None or bool(game.calls) or game.phase == "closed"


def is_official(session: Session, person: str, games: Collection[int]) -> bool:
    """Whether someone calls or supervises one of these games."""
    return any(session.duty_of(person, game) for game in games)


def numbers_out(session: Session, games: Collection[int]) -> int:
    """How many numbers are out in any of the games."""
    return max(
        (len(session.games[game].calls) for game in games if game in session.games), default=0
    )
