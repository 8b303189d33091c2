"""Which commands and events a book's games have, found by reflection so that none is forgotten."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol, Union

from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.books import Amount, PostingGroup, post
from eyesdown.rulebook.facts.bingo import Settings
from eyesdown.rulebooks import SHELF, is_for_halls

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Table(Protocol):
    """A game that is being played: commands in, events out."""

    @property
    def state(self) -> Any:
        """The state after the latest command."""

    @property
    def balances(self) -> dict[str, Amount]:
        """Every account's balance after the latest command."""

    def play(self, command: Any, /) -> tuple[Any, ...]:
        """The events of one more command."""


@dataclass(slots=True)
class PureTable:
    """A table that holds the state itself and posts what its events say."""

    book: Any
    state: Any
    balances: dict[str, Amount]
    decide: Callable[[Any, Any, Any], tuple[Any, ...]]
    evolve: Callable[[Any, Any], Any]
    posts: Callable[[Any, Any], tuple[PostingGroup, ...]] = lambda _state, _event: ()

    def play(self, command: Any) -> tuple[Any, ...]:
        """The events of one more command, posted and applied to the state."""
        events = self.decide(self.book, self.state, command)
        groups = [group for event in events for group in self.posts(self.state, event)]
        for event in events:
            self.state = self.evolve(self.state, event)
        self.balances.update(post(self.balances, *groups))
        return events


@dataclass(frozen=True, slots=True)
class Game:
    """The commands and events of one game of a book, and how a table of it begins.

    `begin` takes the book, the settings of the file and the balances of the book's accounts.
    """

    commands: tuple[type, ...]
    events: tuple[type, ...]
    begin: Callable[[Any, Any, dict[str, Amount]], Table]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a file about one book may contain: verbs, events, settings."""

    games: tuple[Game, ...]
    commands: Mapping[str, type]
    events: Mapping[str, type]
    settings: type | None


def members(union: Any) -> tuple[type, ...]:
    """The classes of a union, unions inside it opened.

    >>> members(int | str)
    (<class 'int'>, <class 'str'>)
    """
    if typing.get_origin(union) in (Union, types.UnionType):
        return tuple(kind for part in typing.get_args(union) for kind in members(part))
    return (union,)


def verb_of(command: type) -> str:
    """The words of a command in a file.

    >>> verb_of(Vocabulary), verb_of(BadInput)
    ('vocabulary', 'bad input')
    """
    return _CAPITAL.sub(" ", command.__name__).lower()


def _bingo() -> Game:
    from eyesdown.bingo.commands import Command
    from eyesdown.bingo.decide import decide
    from eyesdown.bingo.events import Event
    from eyesdown.bingo.evolve import evolve
    from eyesdown.bingo.state.state import HallState
    from eyesdown.ledger.hall import hall_postings

    def begin(book: Any, settings: Any, balances: dict[str, Amount]) -> Table:
        state = HallState() if settings is None else HallState(settings=settings)
        return PureTable(book, state, balances, decide, evolve, hall_postings)

    return Game(members(Command), members(Event), begin)


def _family() -> Game:
    from eyesdown.bingo.family import Command, Event, FamilyState, decide, evolve

    def begin(book: Any, _: Any, balances: dict[str, Amount]) -> Table:
        return PureTable(book, FamilyState(), balances, decide, evolve)

    return Game(members(Command), members(Event), begin)


def _promotions() -> Game:
    from eyesdown.bingo.promotions import Command, Event, PromotionsState, decide, evolve
    from eyesdown.ledger.hall import promotion_postings

    def posts(_: PromotionsState, event: Event) -> tuple[PostingGroup, ...]:
        return promotion_postings(event)

    def begin(book: Any, _: Any, balances: dict[str, Amount]) -> Table:
        return PureTable(book, PromotionsState(), balances, decide, evolve, posts)

    return Game(members(Command), members(Event), begin)


def _keno() -> Game:
    from eyesdown.keno.commands import Command
    from eyesdown.keno.events import Event
    from eyesdown.notation.keno_in_memory import KenoInMemory

    def begin(book: Any, _: Any, __: dict[str, Amount]) -> Table:
        return KenoInMemory(book)

    return Game(members(Command), members(Event), begin)


GAMES: Mapping[str, tuple[Callable[[], Game], ...]] = {
    "nz-casino-bingo": (_bingo,),
    "vic-bingo": (_bingo,),
    "nsw-casino-bingo": (_bingo, _promotions),
    "family-bingo": (_family,),
    "nsw-keno": (_keno,),
}
"""The mechanisms of each book; they are imported only when a file asks for the book."""


def is_played(book: str) -> bool:
    """Whether the notation has the games of a book: one of those above, or any 90-ball book.

    >>> is_played("vic-bingo"), is_played("central-site"), is_played("whist")
    (True, False, False)
    """
    return book in GAMES or is_for_halls(book)


def why_not_played(book: str) -> str:
    """Why no game of a book is played, and what to do, in one sentence.

    >>> why_not_played("central-site")
    'central-site has no games to play; read it with: eyesdown rules show central-site'
    """
    if book in SHELF.ids:
        return f"{book} has no games to play; read it with: eyesdown rules show {book}"
    return f"{SHELF.unknown(book)} (a book of your own: eyesdown --rulebooks FOLDER play FILE)"


@cache
def vocabulary_of(book: str) -> Vocabulary:
    """The commands, events and settings of a book's games.

    >>> "call disc" in vocabulary_of("family-bingo").commands
    True
    """
    if not is_played(book):
        raise BadInput("book", why_not_played(book))
    mechanisms = GAMES.get(book, (_bingo,))
    games = tuple(game() for game in mechanisms)
    commands = {verb_of(kind): kind for game in games for kind in game.commands}
    events = {kind.__name__: kind for game in games for kind in game.events}
    assert len(commands) == sum(len(game.commands) for game in games), "a verb means two things"
    kinds = {kind for game in games for kind in game.events}  # Refused is every game's
    assert len(events) == len(kinds), "an event has two meanings"
    return Vocabulary(games, commands, events, Settings if _bingo in mechanisms else None)
