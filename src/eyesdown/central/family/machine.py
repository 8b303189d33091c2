"""The family game as the Central Site runs it: any number of tables, each with its own code."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from functools import lru_cache
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from eyesdown.bingo import family
from eyesdown.bingo.family.commands import Command
from eyesdown.bingo.family.events import Event, SeriesWon
from eyesdown.bingo.family.state import FamilyState
from eyesdown.central.site.clock import keep_time, stamp_in
from eyesdown.central.site.first_row import with_first_row
from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import Written, replace
from eyesdown.rulebook.book import Book
from eyesdown.rulebooks import SHELF

BOOK = "family-bingo"


class AtTable(Written, frozen=True, kw_only=True):
    """A command given at one table; a table exists from its first series on."""

    at: datetime
    table: str
    command: Command
    by: str = ""


class TableEvent(Written, frozen=True, kw_only=True):
    """Something happened at one table."""

    at: datetime
    table: str
    event: Event


COMMANDS = Codec([AtTable])
EVENTS = Codec([TableEvent, Refused])


class FamilySite(Struct):
    """The state of every table by its code."""

    tables: dict[str, FamilyState] = field(default_factory=dict)


_STATE = StateCodec(FamilySite)


@lru_cache(maxsize=8)
def book_on(day: date) -> Book[Any] | Refusal:
    """The family game's book on a day, or the refusal of a day before it was in force."""
    return SHELF.open(BOOK, day)


def decide(site: FamilySite, command: AtTable) -> tuple[TableEvent | Refused, ...]:
    """What a command leads to at its table."""
    book = book_on(command.at.date())
    if isinstance(book, Refusal):
        return refused(command, (book,), command.table)
    state = site.tables.get(command.table) or FamilyState()
    given = replace(command.command, at=command.at, by=command.command.by or command.by)
    events = family.decide(book, state, given)
    return tuple(TableEvent(at=command.at, table=command.table, event=event) for event in events)


def evolve(site: FamilySite, event: Any) -> FamilySite:
    """The site after an event, changed in place; a refusal does not open a table."""
    if isinstance(event, TableEvent) and not isinstance(event.event, Refused):
        state = site.tables.setdefault(event.table, FamilyState())
        family.evolve(state, event.event)
    return site


def records(_site: FamilySite, event: Any) -> Iterable[Record]:
    """What pages look up by key: the last series that was won at a table."""
    if isinstance(event, TableEvent) and isinstance(event.event, SeriesWon):
        return (Record("series", event.table),)
    return ()


def machine(zone: ZoneInfo, *, own_clock: bool = True) -> Machine[FamilySite]:
    """The family tables for a site; without its own clock the commands' times are kept."""
    return with_first_row(
        Machine(
            commands=COMMANDS,
            events=EVENTS,
            start=FamilySite,
            stamp=stamp_in(zone) if own_clock else keep_time,
            decide=decide,
            evolve=evolve,
            groups=lambda _site, _event: (),  # the family game has no money
            records=records,
            audit=lambda _site, _event: "",  # the players draw the discs themselves
            wrong_secret=lambda _site, _secret: "",
            save=_STATE.write,
            restore=_STATE.read,
        )
    )
