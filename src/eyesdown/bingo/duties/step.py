"""One step that someone may take, and how it is tried."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from msgspec import Struct

from eyesdown.bingo.commands import Command
from eyesdown.bingo.decide import decide
from eyesdown.bingo.state.desk import OFFICIALS
from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.kernel.cite import Clause, Refusal
from eyesdown.kernel.refused import Refused
from eyesdown.rulebook.bingo_book import BingoBook

PLAYER = "player"
OFFICE, SELLER, CALLER, SUPERVISOR = "office", "seller", *OFFICIALS


class Step(Struct, frozen=True, kw_only=True):
    """Something to be done next.

    `duty` is caller, supervisor, office or seller, `person` who has that duty ('' where anyone of
    the office or at a till may do it). `command` is ready to be given but for the fields in
    `lacks`, which only the person knows: they hold a placeholder. `clause` is the one that asks for
    the step, `words` are to be read out. The step is open if `refusals` is empty.
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
        first = decide(self.book, self.state, step.command)[0]
        refusals = first.refusals if isinstance(first, Refused) else ()
        return Step(**{**_fields(step), "refusals": refusals})

    def best(self, steps: Iterable[Step]) -> Step | None:
        """The first step that is open, else the first; None if there is none to try."""
        first: Step | None = None
        for step in steps:
            trial = self.tried(step)
            if trial.is_open:
                return trial
            first = first or trial
        return first


def look_at(book: BingoBook[Any], state: HallState, session: str, at: datetime) -> Look:
    """A session at one moment, with everyone who is more than a player."""
    crew = (name for name, person in state.people.items() if person.staff or person.role != PLAYER)
    return Look(book, state, session, at, tuple(crew))


def _fields(step: Step) -> dict[str, Any]:
    return {name: getattr(step, name) for name in step.__struct_fields__}
