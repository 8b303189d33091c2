"""What every part of deciding needs: finding things, refusing, and events in a row."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date, datetime
from typing import Any, TypeAlias

from eyesdown.bingo import events as ev
from eyesdown.bingo.commands import Command
from eyesdown.bingo.evolve import evolve
from eyesdown.bingo.state.state import Game, Session, State
from eyesdown.kernel.cite import Refusal
from eyesdown.rulebook.bingo_book import BingoBook

Hall: TypeAlias = BingoBook[Any]
Events: TypeAlias = tuple[ev.Event, ...]
OFFICIALS = ("caller", "supervisor")


class Log:
    """Events of one command in a row, each seeing the state the one before led to."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[ev.Event] = []

    def add(self, *events: ev.Event) -> None:
        for event in events:
            self.events.append(event)
            self.state = evolve(self.state, event)

    def all(self) -> Events:
        return tuple(self.events)


def refused(book: Hall, command: Command, *refusals: Refusal) -> Events:
    """The no of the book's clauses, first printed first."""
    assert refusals
    asked = type(command).__name__
    return (ev.Refused(at=command.at, asked=asked, refusals=book.in_order(refusals)),)


def session_of(book: Hall, state: State, name: str, *, ever: bool = False) -> Session | Refusal:
    """A session that is planned and, unless `ever` will do, not closed."""
    session = state.sessions.get(name)
    if session is None:
        return book.no("session/unknown", "session", session=name)
    if session.closed and not ever:
        return book.no("session/closed", "session", session=name)
    return session


def game_of(
    book: Hall, state: State, name: str, number: int, *, ever: bool = False
) -> tuple[Session, Game] | Refusal:
    session = session_of(book, state, name, ever=ever)
    if isinstance(session, Refusal):
        return session
    game = session.games.get(number)
    if game is None:
        return book.no("game/unknown", "game", session=name, game=number)
    return session, game


def gaming_day(book: Hall, state: State, at: datetime) -> date:
    return book.ways.gaming_day(at, state.day.starts, state.day.minutes)


def session_day(book: Hall, state: State, session: Session) -> date:
    """A session belongs to the gaming day in which its first game starts (B01)."""
    return gaming_day(book, state, session.began_at or session.plan.starts_at)


def previous_end(state: State, name: str, before: datetime) -> datetime | None:
    """When the latest other session ended: its last result, however it came about (B05).

    One that was called off before its first game was no session, nor is one game alone (B06).
    """
    others = [session for other, session in state.sessions.items() if other != name]
    played = [session for session in others if session.began_at and len(session.games) > 1]
    ends = (session.ended_at for session in played)
    return max((end for end in ends if end and end <= before), default=None)


def another_plays(state: State, name: str, at: datetime) -> bool:
    """Whether a game of another session is running, or another session was not over at the time."""
    others = [session for other, session in state.sessions.items() if other != name]
    if any(game.phase == "running" for other in others for game in other.games.values()):
        return True
    played = [other for other in others if len(other.games) > 1]
    return any(s.began_at and s.ended_at and s.began_at <= at < s.ended_at for s in played)


def is_last(book: Hall, session: Session, number: int, at: datetime) -> bool:
    """Whether no game comes after this one: none is left, or the span leaves no time for any."""
    game = session.games[number]
    over = session.began_at is not None and book.ways.seconds_over(session.began_at, at)
    coming = [
        other for other, each in session.games.items() if each.phase == "planned" and not over
    ]
    if game.started_at is None:
        return number == max(coming, default=0)
    starts = (each.started_at for each in session.games.values())
    return not coming and game.started_at == max(start for start in starts if start)


def is_official(session: Session, person: str, games: Collection[int]) -> bool:
    """Whether somebody calls or supervises one of these games."""
    return any(session.duty_of(person, game) for game in games)


def numbers_out(session: Session, games: Collection[int]) -> int:
    """How many numbers are out in any of the games."""
    return max(
        (len(session.games[game].calls) for game in games if game in session.games), default=0
    )
