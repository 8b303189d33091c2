"""The family game as the Central Site runs it: any number of tables, each with its own code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args
from zoneinfo import ZoneInfo

from msgspec import Struct, field

from eyesdown.bingo.family.box import discs_of
from eyesdown.bingo.family.events import SeriesWon
from eyesdown.central.family import decide as deciding
from eyesdown.central.family import evolve as evolving
from eyesdown.central.family.commands import Command
from eyesdown.central.family.decide import BOOK, book_on
from eyesdown.central.family.events import Event, RoundRevealed, TableEvent
from eyesdown.central.family.lots import lots, promise_of
from eyesdown.central.family.table import Table
from eyesdown.central.site.clock import keep_time, stamp_in
from eyesdown.central.site.first_row import with_first_row
from eyesdown.central.site.machine import Machine, Record
from eyesdown.central.store.codec import Codec, StateCodec
from eyesdown.rulebook.book import Book

COMMANDS = Codec(get_args(Command))
EVENTS = Codec(get_args(Event))
ROUND_SECRET = "round/"  # noqa: S105 -- the first part of a name, not a secret
"""Where the store keeps the secret of a round: under this and its promise."""

__all__ = ["BOOK", "COMMANDS", "EVENTS", "ROUND_SECRET", "FamilySite", "machine"]


class FamilySite(Struct):
    """The state of every table by its code."""

    tables: dict[str, Table] = field(default_factory=dict)


_STATE = StateCodec(FamilySite)


def decide(site: FamilySite, command: Command) -> tuple[Event, ...]:
    """What a command leads to at its table."""
    return deciding.decide(site.tables, command)


def evolve(site: FamilySite, event: Any) -> FamilySite:
    """The site after an event, changed in place."""
    evolving.evolve(site.tables, event)
    return site


def records(_site: FamilySite, event: Any) -> Iterable[Record]:
    """What pages look up by key: the last series that was won at a table."""
    if isinstance(event, TableEvent) and isinstance(event.event, SeriesWon):
        return (Record("series", event.table),)
    return ()


def audit(site: FamilySite, event: Any) -> str:
    """What is wrong with a round that is shown: its promise, or a disc out of the secret's order.

    Discs that people turned over themselves may come in between.
    """
    if not isinstance(event, RoundRevealed):
        return ""
    table, secret = site.tables[event.table], bytes.fromhex(event.secret)
    if promise_of(secret) != table.promise:
        return f"the secret of a round at {event.table} is not the promised one"
    book = book_on(event.at.date())
    assert isinstance(book, Book)
    order = lots(secret, discs_of(table.game.house, book.figures))
    drawn = set(table.drawn)
    called = table.game.called
    for place, disc in enumerate(called):
        before = called[:place]
        if disc in drawn and next(d for d in order if d not in before) != disc:
            return f"disc {disc} at {event.table} is not the next of the promised order"
    return ""


def wrong_secret(site: FamilySite, secret: Callable[[str], bytes]) -> str:
    """A round that is being played and whose secret is not in the store."""
    for code, table in site.tables.items():
        if table.promise and not table.secret:
            name = ROUND_SECRET + table.promise
            if promise_of(secret(name)) != table.promise:
                return f"the secret of the round at {code} is not the promised one"
    return ""


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
            audit=audit,
            wrong_secret=wrong_secret,
            save=_STATE.write,
            restore=_STATE.read,
        )
    )
