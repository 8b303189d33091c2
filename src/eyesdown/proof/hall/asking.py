"""Someone in a hall who asks for something, and what is known at the time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.bingo.words.commands import GameCommand, SessionCommand
from eyesdown.central.hall.words import AskForJackpotNumbers


@dataclass(slots=True)
class Asking:
    """One hall for some sessions. `ask` gives the events of a command, `look` the hall's state."""

    book: str
    dice: Random
    ask: Callable[[Any], tuple[Any, ...]]
    look: Callable[[], HallState]
    now: datetime
    after_game: Callable[[str, int], object] = lambda _session, _game: None
    after_opening: Callable[[], object] = lambda: None
    devices: tuple[str, ...] = ("",)
    """The devices a game may be drawn with; one of the site's own draws by itself."""
    session: str = ""
    game: int = 0
    order: list[int] = field(default_factory=list)
    misread: list[tuple[int, int]] = field(default_factory=list)
    """Numbers announced wrongly, each with the ball really drawn."""
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def do(self, kind: type[Any], **fields: Any) -> tuple[Any, ...]:
        """The events of a command, some seconds later than the one before."""
        self.now += timedelta(seconds=self.dice.choice((1, 4, 9)))
        of_game = issubclass(kind, GameCommand) or kind is AskForJackpotNumbers
        if of_game or issubclass(kind, SessionCommand):
            fields.setdefault("session", self.session)
        if of_game:
            fields.setdefault("game", self.game)
        return self.give(kind(at=self.now, **fields))

    def give(self, command: Any) -> tuple[Any, ...]:
        """The events of a command as it is."""
        events = self.ask(command)
        codes = [no.code for event in events for no in getattr(event, "refusals", ())]
        self.refused.update(codes)
        if not codes:
            self.done[type(command).__name__] += 1
        return events

    def luck(self, chance: float) -> bool:
        """Whether something happens that happens this often."""
        return self.dice.random() < chance

    @property
    def at(self) -> Session:
        """The session that is on."""
        return self.look().sessions[self.session]

    @property
    def this(self) -> Game:
        """The game that is played."""
        return self.at.games[self.game]


def refusal(events: tuple[Any, ...]) -> str:
    """The code with which a command was refused; '' if it was not.

    >>> refusal(())
    ''
    """
    first = events[0] if events else None
    refusals = getattr(first, "refusals", ())
    return refusals[0].code if refusals and type(first).__name__ == "Refused" else ""
