"""A whole script played by the real rules: as text, as JSON, as sentences."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from eyesdown.kernel.canon import plain
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.errors import BadInput
from eyesdown.notation.checking import UnexpectedRefusal, unexpected_refusal
from eyesdown.notation.context import Context
from eyesdown.notation.document import Asked, Item, Script, print_command, print_item, remember
from eyesdown.notation.playing import Play
from eyesdown.rulebooks import SHELF

if TYPE_CHECKING:
    from eyesdown.display.hall.hall import HallShown

FAMILY = "family-bingo"


def play(script: Script, *, strict: bool = False) -> Iterator[Item]:
    """The items of a script, the commands with the events they really lead to.

    If strict, an UnexpectedRefusal follows the first refused command of which the script does not
    say that it is refused.
    """
    context, game = Context(script.day, script.book), Play.begin(script)
    for item in script.items:
        events = game.item(item)
        if not isinstance(item, Asked):
            remember(item, context)
            yield item
            continue
        yield replace(item, events=events)
        if strict and (sentence := unexpected_refusal(item, events, context)):
            raise UnexpectedRefusal(sentence)


def played(script: Script) -> Play:
    """The game after the last line of a script."""
    game = Play.begin(script)
    for item in script.items:
        game.item(item)
    return game


def halls_of(script: Script) -> Iterator[HallShown]:
    """What is shown and read out in each session that is not closed at the end of a script."""
    from eyesdown.bingo.state.state import HallState
    from eyesdown.display.hall.hall import hall

    state = played(script).state
    if not isinstance(state, HallState):
        raise BadInput("--hall", f"only a 90-ball hall has boards and notices, not {script.book}")
    book: Any = SHELF.open(script.book, script.day)
    for name, session in state.sessions.items():
        if not session.closed:
            yield hall(book, state, name)


def replay(script: Script) -> Script:
    """The same script with the events that the rules give today.

    >>> from eyesdown.notation.document import parse
    >>> replay(parse('book family-bingo on 2026-06-01')).book
    'family-bingo'
    """
    return replace(script, items=tuple(play(script)))


def as_lines(script: Script, *, strict: bool = False) -> Iterator[str]:
    """The replay as text, item by item."""
    context = Context(script.day, script.book)
    yield from (note.text for note in script.head)
    yield f"book {script.book} on {script.day.isoformat()}"
    for item in play(script, strict=strict):
        yield from print_item(item, context)


def as_sentences(script: Script, language: str) -> Iterator[str]:
    """The sentences that the Banker of the family game speaks, in order."""
    if script.book != FAMILY:
        raise BadInput("--aloud", f"only {FAMILY} has a Banker who speaks; this is {script.book}")
    from eyesdown.bingo.family.announce import announcement

    played_events = (item.events for item in play(script) if isinstance(item, Asked))
    sentences = (announcement(event, language) for events in played_events for event in events)
    yield from filter(None, sentences)


def as_json_lines(script: Script, *, strict: bool = False) -> Iterator[str]:
    """The replay as JSON, one object a command."""
    context = Context(script.day, script.book)
    for item in play(script, strict=strict):
        if not isinstance(item, Asked):
            print_item(item, context)  # later lines depend on days and drawings
            continue
        text = print_command(item.command, context).removeprefix("> ")
        command_fields = {"name": type(item.command).__name__, **_fields(item.command)}
        events = [in_json(event) for event in item.events]
        answer = {"command": text, "asked": command_fields, "events": events}
        yield json.dumps(answer, ensure_ascii=False)


def in_json(event: Any) -> dict[str, object]:
    """The name and fields of an event; a refusal also has its first code and clause."""
    answer: dict[str, object] = {"event": type(event).__name__, **_fields(event)}
    refusals = getattr(event, "refusals", ())
    if refusals:
        first: Refusal = refusals[0]
        answer |= {"code": first.code, "clause": first.clause.number}
    return answer


def _fields(record: Any) -> dict[str, object]:
    fields = _with_refusals(plain(record))
    assert isinstance(fields, dict)
    return {name: value for name, value in fields.items() if name != "type"}


def _with_refusals(value: Any) -> Any:
    """Plain JSON in which every refusal has the one JSON shape of a refusal."""
    match value:
        case {"type": "Refusal", "clause": dict(clause), "facts": list(facts)}:
            rest = {name: part for name, part in value.items() if name not in ("type", "clause")}
            cited = {"clause": clause["number"], "book": clause["book"]}
            return {"code": rest.pop("code"), **cited, **rest, "facts": dict(facts)}
        case dict():
            return {name: _with_refusals(part) for name, part in value.items()}
        case list():
            return [_with_refusals(part) for part in value]
        case _:
            return value
