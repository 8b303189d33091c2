"""The evening of a family table in the notation, from the site's journal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace as with_items
from datetime import date
from typing import Any

from eyesdown.bingo.family import commands as game
from eyesdown.central.family.commands import TableCommand
from eyesdown.central.family.decide import book_on, game_commands, refused_in, replayed
from eyesdown.central.family.events import TableClosed, TableEvent, TableOpened
from eyesdown.central.family.machine import BOOK, FamilySite
from eyesdown.central.site.machine import Machine
from eyesdown.central.store.base import Store
from eyesdown.kernel.written import replace
from eyesdown.notation.document import Asked, Day, Drawn, Item, Note, Script, print_script
from eyesdown.notation.player import replay
from eyesdown.rulebook.book import Book


def evening(machine: Machine[FamilySite], store: Store, code: str) -> str:
    """What was played at a table as it is now, people under their last names."""
    state = machine.start()
    items: list[game.Command] = []
    for row in store.rows():
        events = machine.events.read_all(row.events)
        if code.encode() in row.command:
            command = machine.commands.read(row.command)
            opened = any(isinstance(event, TableOpened) for event in events)
            if opened or any(isinstance(event, TableClosed) for event in events):
                items = []  # an earlier table had the same code
            if isinstance(command, TableCommand) and command.table == code and not opened:
                items += list(_played(state, command, events))
        for event in events:
            state = machine.evolve(state, event)
    table = state.tables.get(code)
    names: dict[str, str] = {}
    for seat, who in ({} if table is None else table.seats).items():
        names[seat] = who.name if who.name not in names.values() else f"{who.name} ({seat})"
    return _written([_named(command, names) for command in items], code)


def _played(state: FamilySite, command: TableCommand, events: tuple[Any, ...]) -> Iterator[Any]:
    """The commands of the game that a row of the journal gave and that were done."""
    table = state.tables.get(command.table)
    book = book_on(command.at.date())
    if table is None or not isinstance(book, Book) or refused_in(events) is not None:
        return
    if not any(isinstance(event, TableEvent) for event in events):
        return
    known: Any = command
    for given, _ in replayed(book, copy(table.game), known, game_commands(table, known)):
        yield given


def _named(command: game.Command, names: Mapping[str, str]) -> game.Command:
    """The command with the names of people in place of their seats."""
    changes: dict[str, Any] = {"by": names.get(command.by, command.by)}
    for field in ("player", "person"):
        seat, mark, number = str(getattr(command, field, "")).partition(" #")
        if seat in names:
            changes[field] = names[seat].replace(" #", " ") + mark + number
    return replace(command, **changes)


def _written(commands: list[game.Command], code: str) -> str:
    day: date | None = None
    items: list[Item] = []
    drawn = 0
    for command in commands:
        assert command.at is not None
        local = replace(command, at=command.at.replace(tzinfo=None, microsecond=0))
        assert local.at is not None
        if day is not None and local.at.date() != day:
            items.append(Day(local.at.date()))
        day = local.at.date()
        if isinstance(local, game.BeginSeries):
            for card in local.cards:
                drawn += 1
                kind = "ticket" if len(card.rows) == 3 else "card"
                items.append(Drawn(kind, f"C{drawn}", card))
            items.append(Note(""))
        items.append(Asked(local, ()))
    first = next((c.at.date() for c in commands if c.at is not None), date(2026, 1, 1))
    head = (Note(f"# The evening at table {code}."),)
    script = Script(BOOK, first, head, (Note(""), *items))
    return print_script(with_items(replay(script)))
