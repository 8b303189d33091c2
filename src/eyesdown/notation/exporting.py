"""A hall's journal as a script in the notation, which the rules in memory play again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from eyesdown.cards.ticket import Ticket90
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.refused import Refused
from eyesdown.notation.document import Asked, Day, Drawn, Item, Note, Script, Setting
from eyesdown.notation.playing import Play
from eyesdown.notation.vocabulary import vocabulary_of

SITE_BOOK = "central-site"
"""What the site refuses by its own order, the rules in memory would allow."""


class JournalEntry(NamedTuple):
    """A row of a journal, read: its number, its command and its events."""

    seq: int
    command: Any
    events: tuple[Any, ...]


def exported(book: str, entries: Iterable[JournalEntry], session: str = "") -> Script:
    """The script of a journal, or of one session with what the whole hall shares.

    BadInput names the first row whose events the rules in memory do not give again.
    """
    listed = [_local(entry) for entry in entries if _is_about(entry.command, session)]
    kinds = set(vocabulary_of(book).commands.values())
    played = [entry for entry in listed if type(entry.command) in kinds and not _by_site(entry)]
    if not played:
        raise BadInput("session", f"the journal has no command about {session or 'a session'}")
    day = played[0].command.at.date()
    items: list[Item] = [*_settings(listed), *_items(played)]
    head = (Note(f"# {session or 'Everything'} as it was played on the site."),)
    script = Script(book, day, head, tuple(items))
    _check(script, played)
    return script


def _is_about(command: Any, session: str) -> bool:
    return not session or getattr(command, "session", session) == session


def _by_site(entry: JournalEntry) -> bool:
    """Whether the site itself refused: by its order of a draw, not by the book."""
    refusals = [no for event in entry.events for no in getattr(event, "refusals", ())]
    return any(refusal.clause.book == SITE_BOOK for refusal in refusals)


def _local(entry: JournalEntry) -> JournalEntry:
    """The row in the hall's wall time without offsets, as the notation writes times."""
    return JournalEntry(
        entry.seq, without_zone(entry.command), tuple(map(without_zone, entry.events))
    )


def without_zone(value: Any) -> Any:
    """A record whose times are wall times without an offset.

    >>> from datetime import UTC
    >>> without_zone((datetime(2026, 6, 1, 19, tzinfo=UTC), "x"))
    (datetime.datetime(2026, 6, 1, 19, 0), 'x')
    """
    if isinstance(value, datetime):
        return value.replace(tzinfo=None)
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(without_zone(part) for part in value)
    if isinstance(value, Struct):
        fields = {name: getattr(value, name) for name in value.__struct_fields__}
        local = {name: without_zone(part) for name, part in fields.items()}
        changed = {name: part for name, part in local.items() if part is not fields[name]}
        return replace(value, **changed) if changed else value
    return value


def _settings(entries: list[JournalEntry]) -> Iterator[Setting]:
    given = [getattr(entry.command, "settings", None) for entry in entries]
    settings = [each for each in given if each is not None]
    if settings:
        yield Setting(settings[-1])


def _items(entries: list[JournalEntry]) -> Iterator[Item]:
    """Drawings before the command that needs them, and a line where a new day begins."""
    day = entries[0].command.at.date()
    for entry in entries:
        if entry.command.at.date() != day:
            day = entry.command.at.date()
            yield Day(day)
        yield from _drawings(entry.command)
        yield Asked(entry.command, entry.events)


def _drawings(command: Any) -> Iterator[Drawn]:
    serial = getattr(command, "serial", "")
    for printed in getattr(command, "cards", ()):
        for place, ticket in enumerate(getattr(printed, "boxes", ()), start=1):
            assert isinstance(ticket, Ticket90)
            plain = "".join(sign for sign in serial if sign.isalnum())
            yield Drawn("ticket", f"s{plain}c{printed.card}b{place}", ticket)


def _check(script: Script, entries: list[JournalEntry]) -> None:
    """BadInput at the first row that the rules in memory decide otherwise."""
    game = Play.begin(script)
    asked = iter(entries)
    for item in script.items:
        events = game.item(item)
        if not isinstance(item, Asked):
            continue
        entry = next(asked)
        if _plain(events) != _plain(entry.events):
            name = type(entry.command).__name__
            raise BadInput(
                f"row {entry.seq}",
                f"{name} has other events when this part of the journal is played alone; "
                "it depends on another session: export the whole journal",
            )


def _plain(events: tuple[Any, ...]) -> tuple[Any, ...]:
    """Events without facts of refusals that print a time, which had an offset on the site."""
    return tuple(
        (event.asked, tuple((no.code, no.clause) for no in event.refusals))
        if isinstance(event, Refused)
        else event
        for event in events
    )
