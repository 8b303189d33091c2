"""One step that someone may take, and how it is tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from eyesdown.bingo.commands import Command
from eyesdown.bingo.decide import decide
from eyesdown.bingo.state.desk import OFFICIALS
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook

PLAYER = "player"
OFFICE, SELLER, VERIFIER, CALLER, SUPERVISOR = "office", "seller", "verifier", *OFFICIALS
EACH_MAX = 20
"""The most steps about claims, cards or money that are worked out at once; others follow."""
Trial: TypeAlias = Callable[[Any], tuple[Any, ...]]
"""Gives the events of a command that is tried; nothing changes."""


class Step(Struct, frozen=True, kw_only=True):
    """Something to be done next.

    `duty` is caller, supervisor, verifier, office or seller, `person` who has that duty ('' where
    anyone of the office or at a till may do it). `command` is ready to be given but for the fields
    in `lacks`, which only the person knows: they hold a placeholder. `clause` is the one that asks
    for the step, `words` are to be read out. The step is open if `refusals` is empty. One that is
    not `owed` may be taken, and no one waits for it.
    """

    duty: str
    person: str
    game: int
    what: str
    command: Command
    clause: Clause | None = None
    words: str = ""
    lacks: tuple[str, ...] = ()
    refusals: tuple[Refusal, ...] = ()
    owed: bool = True

    @property
    def is_open(self) -> bool:
        """Whether it may be done now."""
        return not self.refusals


@dataclass(frozen=True, slots=True)
class Look:
    """One session at one moment, on which steps are tried."""

    book: BingoBook[Any]
    state: HallState
    name: str
    at: datetime
    crew: tuple[str, ...]
    trial: Trial

    @property
    def session(self) -> Session:
        """The session looked at."""
        return self.state.sessions[self.name]

    @property
    def about(self) -> dict[str, Any]:
        """The fields that every command to the session has."""
        return {"at": self.at, "session": self.name}

    def in_game(self, number: int) -> dict[str, Any]:
        """The fields that every command to a game has."""
        return {**self.about, "game": number}

    @property
    def balls(self) -> range:
        """Every number that can be drawn."""
        figures = self.book.figures
        return range(int(figures.selector_lowest), int(figures.selector_highest) + 1)

    def game(self, number: int) -> Game:
        """A game of the session."""
        return self.session.games[number]

    def official(self, duty: str, number: int) -> str:
        """Who has a duty; '' if no one has."""
        return self.session.official(duty, number)

    def staff(self, number: int) -> list[str]:
        """The people on duty in a game, then everyone else who is no player."""
        on_duty = [self.official(duty, number) for duty in OFFICIALS]
        return [name for name in dict.fromkeys((*on_duty, *self.crew)) if name]

    def tried(self, step: Step) -> Step:
        """The step with what refuses its command."""
        first = self.trial(step.command)[0]
        refusals = first.refusals if isinstance(first, Refused) else ()
        return replace(step, refusals=refusals)

    def best(self, steps: Iterable[Step]) -> Step | None:
        """The first step that is open, else the first; None if there is none to try."""
        first: Step | None = None
        for step in steps:
            trial = self.tried(step)
            if trial.is_open:
                return trial
            first = first or trial
        return first


def look_at(
    book: BingoBook[Any], state: HallState, session: str, at: datetime, trial: Trial | None = None
) -> Look:
    """A session at one moment, with everyone who is more than a player.

    A step is tried on `trial`; without one, on the rules of the book alone.
    """
    crew = (name for name, person in state.people.items() if person.staff or person.role != PLAYER)
    return Look(book, state, session, at, tuple(crew), trial or partial(decide, book, state))
