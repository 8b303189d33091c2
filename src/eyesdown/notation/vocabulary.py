"""Which commands and events a book's games have, found by reflection so that none is forgotten."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Union

from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.books import PostingGroup
from eyesdown.rulebook.facts.bingo import Settings

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Game:
    """One mechanism: its commands and events, and how they are played."""

    commands: tuple[type, ...]
    events: tuple[type, ...]
    begin: Callable[[Any], Any]
    decide: Callable[[Any, Any, Any], tuple[Any, ...]]
    evolve: Callable[[Any, Any], Any]
    posts: Callable[[Any, Any], tuple[PostingGroup, ...]] = lambda _state, _event: ()


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What may stand in a file about one book: verbs, events, settings."""

    games: tuple[Game, ...]
    commands: Mapping[str, type]
    events: Mapping[str, type]
    settings: type | None


def members(union: Any) -> tuple[type, ...]:
    """The classes of a union, unions inside it opened."""
    if typing.get_origin(union) in (Union, types.UnionType):
        return tuple(kind for part in typing.get_args(union) for kind in members(part))
    return (union,)


def verb_of(command: type) -> str:
    """
    >>> verb_of(Vocabulary), verb_of(BadInput)
    ('vocabulary', 'bad input')
    """
    return _CAPITAL.sub(" ", command.__name__).lower()


def _bingo() -> Game:
    from eyesdown.bingo.commands import Command
    from eyesdown.bingo.decide import decide
    from eyesdown.bingo.events import Event
    from eyesdown.bingo.evolve import evolve
    from eyesdown.bingo.state.state import State
    from eyesdown.ledger.hall import hall_postings

    def begin(settings: Any) -> State:
        return State() if settings is None else State(settings=settings)

    return Game(members(Command), members(Event), begin, decide, evolve, hall_postings)


def _family() -> Game:
    from eyesdown.bingo.family import Command, Event, State, decide, evolve

    return Game(members(Command), members(Event), lambda _: State(), decide, evolve)


def _promotions() -> Game:
    from eyesdown.bingo.promotions import Command, Event, State, decide, evolve
    from eyesdown.ledger.hall import promotion_postings

    def posts(_: State, event: Event) -> tuple[PostingGroup, ...]:
        return promotion_postings(event)

    return Game(members(Command), members(Event), lambda _: State(), decide, evolve, posts)


def _keno() -> Game:
    from eyesdown.keno.commands import Command
    from eyesdown.keno.events import Event
    from eyesdown.ledger.keno import postings
    from eyesdown.notation.shelf import Keeping, decide, evolve

    def posts(kept: Keeping, event: Event) -> tuple[PostingGroup, ...]:
        return postings(kept.state, event)

    return Game(members(Command), members(Event), lambda _: Keeping(), decide, evolve, posts)


GAMES: Mapping[str, tuple[Callable[[], Game], ...]] = {
    "nz-casino-bingo": (_bingo,),
    "vic-bingo": (_bingo,),
    "nsw-casino-bingo": (_bingo, _promotions),
    "family-bingo": (_family,),
    "nsw-keno": (_keno,),
}
"""The mechanisms of each book; they are imported only when a file asks for the book."""


@cache
def vocabulary_of(book: str) -> Vocabulary:
    """
    >>> "call disc" in vocabulary_of("family-bingo").commands
    True
    """
    if book not in GAMES:
        known = ", ".join(GAMES)
        raise BadInput("book", f"no game of {book!r} is played in this notation; take {known}")
    games = tuple(game() for game in GAMES[book])
    commands = {verb_of(kind): kind for game in games for kind in game.commands}
    events = {kind.__name__: kind for game in games for kind in game.events}
    assert len(commands) == sum(len(game.commands) for game in games), "a verb means two things"
    assert len(events) == sum(len(game.events) for game in games), "an event has two meanings"
    return Vocabulary(games, commands, events, Settings if _bingo in GAMES[book] else None)
