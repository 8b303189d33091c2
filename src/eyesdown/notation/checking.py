"""Compares the events that a file writes under its commands with those that the rules give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eyesdown.kernel.cite import Refusal
from eyesdown.notation.context import Context
from eyesdown.notation.document import Asked, Script, print_events, remember
from eyesdown.notation.playing import Play


class UnexpectedRefusal(Exception):
    """A command was refused and its file does not expect it; nothing after it was played."""


def differences(script: Script) -> Iterator[str]:
    """Sentences, one for each command whose written events are not those that the rules give.

    A file that writes refusals and no other event expects just these: under its other commands
    nothing needs to be written, but none of them may be refused.
    """
    written = [event for item in _asked(script) for event in item.events]
    only_refusals = bool(written) and all(_refuses(event) for event in written)
    context, game = Context(script.day, script.book), Play.begin(script)
    for item in script.items:
        events = game.item(item)
        remember(item, context)
        if not isinstance(item, Asked):
            continue
        if only_refusals and not item.events:
            agrees = not _is_refused(events)
        else:
            agrees = item.events == events or _expected(item.events, events)
        if not agrees:
            yield _difference(item, events, context)


def unexpected_refusal(item: Asked, events: tuple[Any, ...], context: Context) -> str:
    """A sentence if a command is refused and the file does not expect it; else nothing."""
    if not _is_refused(events) or item.events == events or _expected(item.events, events):
        return ""
    return _difference(item, events, context)


def _asked(script: Script) -> Iterator[Asked]:
    return (item for item in script.items if isinstance(item, Asked))


def _refuses(event: Any) -> bool:
    """Whether an event says that its command was refused."""
    return type(event).__name__ == "Refused"


def _is_refused(events: tuple[Any, ...]) -> bool:
    return any(_refuses(event) for event in events)


def _expected(written: tuple[Any, ...], events: tuple[Any, ...]) -> bool:
    """Whether the one refusal that a file expects was given, with the facts that it writes."""
    if len(written) != 1 or len(events) != 1:
        return False
    (expected,), (event,) = written, events
    if not (_refuses(expected) and _refuses(event)):
        return False
    return bool(expected.refusals) and all(
        any(_covers(wanted, given) for given in event.refusals) for wanted in expected.refusals
    )


def _covers(wanted: Refusal, given: Refusal) -> bool:
    same = (wanted.code, wanted.clause) == (given.code, given.clause)
    return same and set(wanted.facts) <= set(given.facts)


def _difference(item: Asked, events: tuple[Any, ...], context: Context) -> str:
    """The first line beneath a command on which file and rules differ."""
    written = print_events(item.command, item.events, context)
    given = print_events(item.command, events, context)
    same = 0
    while same < min(len(written), len(given)) and written[same] == given[same]:
        same += 1
    says, gives = (
        repr(lines[same]) if same < len(lines) else "nothing" for lines in (written, given)
    )
    return f"line {item.line + 1 + same}: the file says {says}, the rules say {gives}"
