"""A script played through the real rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eyesdown.keno.office.commands import check_period
from eyesdown.kernel.canon import plain
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput, NotInForce
from eyesdown.ledger.books import Amount, PostingGroup, trial_balance
from eyesdown.notation.context import Context
from eyesdown.notation.cursor import EyesError
from eyesdown.notation.document import Asked, Item, Script, print_command, print_item
from eyesdown.notation.vocabulary import Game, vocabulary_of
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF

if TYPE_CHECKING:
    from eyesdown.display.hall.hall import HallShown

FAMILY = "family-bingo"


def play(script: Script) -> Iterator[Item]:
    """The items of a script, the commands with the events they really lead to."""
    return (item for item, _, _ in _played(script))


def books_of(script: Script) -> dict[str, Amount]:
    """Every account's balance after a script was played."""
    return trial_balance(group for _, groups, _ in _played(script) for group in groups)


def halls_of(script: Script) -> Iterator[HallShown]:
    """What is shown and read out in each session that is not closed after a script was played."""
    from eyesdown.bingo.state.state import State
    from eyesdown.display.hall.hall import hall

    state: Any = State()
    for _, _, states in _played(script):
        state = states[0]
    if not isinstance(state, State):
        raise BadInput("--hall", f"only a 90-ball hall has boards and notices, not {script.book}")
    book: Any = SHELF.open(script.book, script.day)
    for name, session in state.sessions.items():
        if not session.closed:
            yield hall(book, state, name)


def _played(script: Script) -> Iterator[tuple[Item, list[PostingGroup], list[Any]]]:
    """Item by item, what each one posts, and the state of each game after it."""
    book = SHELF.open(script.book, script.day)
    if not isinstance(book, Book):
        raise NotInForce("book", str(book))
    games = vocabulary_of(script.book).games
    states = [game.begin(script.settings) for game in games]
    for item in script.items:
        if not isinstance(item, Asked):
            yield item, [], states
            continue
        place = _game_of(games, item.command)
        try:
            check_period(item.command)
            events = games[place].decide(book, states[place], item.command)
        except BadInput as wrong:
            raise EyesError(item.line, 1, f"{wrong.field}: {wrong.message}") from wrong
        groups = [one for event in events for one in games[place].posts(states[place], event)]
        for event in events:
            states[place] = games[place].evolve(states[place], event)
        yield replace(item, events=tuple(events)), groups, states


def _game_of(games: tuple[Game, ...], command: Any) -> int:
    return next(n for n, game in enumerate(games) if type(command) in game.commands)


def replay(script: Script) -> Script:
    """The same script with the events that the rules give today."""
    return replace(script, items=tuple(play(script)))


def as_lines(script: Script) -> Iterator[str]:
    """The replay as text, item by item."""
    context = Context(script.day, script.book)
    yield from (note.text for note in script.head)
    yield f"book {script.book} on {script.day.isoformat()}"
    for item in play(script):
        yield from print_item(item, context)


def as_said(script: Script, language: str) -> Iterator[str]:
    """What the Banker of the family game says aloud, sentence by sentence."""
    if script.book != FAMILY:
        raise BadInput("--aloud", f"only {FAMILY} has a Banker who speaks; this is {script.book}")
    from eyesdown.bingo.family.announce import announcement

    said = (item.events for item in play(script) if isinstance(item, Asked))
    sentences = (announcement(event, language) for events in said for event in events)
    yield from filter(None, sentences)


def as_json_lines(script: Script) -> Iterator[str]:
    """The replay as JSON, one object a command."""
    context = Context(script.day, script.book)
    for item in play(script):
        if not isinstance(item, Asked):
            print_item(item, context)  # days and drawings that later lines lean on
            continue
        text = print_command(item.command, context).removeprefix("> ")
        asked = {"name": type(item.command).__name__, **_fields(item.command)}
        events = [in_json(event) for event in item.events]
        answer = {"command": text, "asked": asked, "events": events}
        yield json.dumps(answer, ensure_ascii=False)


def in_json(event: Any) -> dict[str, object]:
    """The event's name and fields; a refusal's code and clause stand beside them as well."""
    found: dict[str, object] = {"event": type(event).__name__, **_fields(event)}
    refusals = getattr(event, "refusals", ())
    if refusals:
        first: Refusal = refusals[0]
        found |= {"code": first.code, "clause": first.clause.number}
    return found


def _fields(record: Any) -> dict[str, object]:
    fields = _told(plain(record))
    assert isinstance(fields, dict)
    return {name: value for name, value in fields.items() if name != "type"}


def _told(value: Any) -> Any:
    """The same, with a refusal inside it in the shape that every refusal has."""
    match value:
        case {"type": "Refusal", "clause": dict(clause), "facts": list(facts)}:
            rest = {name: part for name, part in value.items() if name not in ("type", "clause")}
            cited = {"clause": clause["number"], "book": clause["book"]}
            return {"code": rest.pop("code"), **cited, **rest, "facts": dict(facts)}
        case dict():
            return {name: _told(part) for name, part in value.items()}
        case list():
            return [_told(part) for part in value]
        case _:
            return value
