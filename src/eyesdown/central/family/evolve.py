"""Applying an event to the family tables, in place."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, get_args

from eyesdown.bingo import family
from eyesdown.bingo.family.events import (
    DiscCalled,
    DiscTakenBack,
    NumberCovered,
    RoundStarted,
    RowReadBack,
)
from eyesdown.central.family.events import (
    Event,
    KnockAnswered,
    OptionsSet,
    PaceSet,
    PictureSet,
    RoundPromised,
    RoundRevealed,
    SatDown,
    SeatKnocked,
    SeatRemoved,
    SeatRenamed,
    TableClosed,
    TableEvent,
    TableOpened,
)
from eyesdown.central.family.table import HOST_SEAT, PICTURES_MAX, Picture, Seat, Table
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused

EVOLVES = Handlers()


def evolve(tables: dict[str, Table], event: Any) -> None:
    """Change the table that an event is about; a refusal changes nothing."""
    if isinstance(event, Refused) or (
        isinstance(event, TableEvent) and isinstance(event.event, Refused)
    ):
        return
    if isinstance(event, TableOpened):
        _opened(tables, event)
        return
    if isinstance(event, TableClosed):
        tables.pop(event.table, None)
        return
    table = tables[event.table]
    _EVOLVE[type(event)](table, event)
    table.touched = event.at
    table.version += 1


def _opened(tables: dict[str, Table], event: TableOpened) -> None:
    table = Table(host=event.host, language=event.language, touched=event.at, seats_ever=1)
    table.seats = {HOST_SEAT: Seat(event.name, event.token)}
    tables[event.table] = table


@EVOLVES.handles(SatDown)
def _sat_down(table: Table, event: SatDown) -> None:
    table.seats[event.seat] = Seat(event.name, event.token)
    table.seats_ever += 1


@EVOLVES.handles(SeatKnocked)
def _knocked(table: Table, event: SeatKnocked) -> None:
    table.knocks[event.seat] = event.token


@EVOLVES.handles(KnockAnswered)
def _knock_answered(table: Table, event: KnockAnswered) -> None:
    token = table.knocks.pop(event.seat)
    if event.is_them:
        table.seats[event.seat].token = token


@EVOLVES.handles(SeatRenamed)
def _renamed(table: Table, event: SeatRenamed) -> None:
    table.seats[event.seat].name = event.name


@EVOLVES.handles(SeatRemoved)
def _removed(table: Table, event: SeatRemoved) -> None:
    table.seats[event.seat].left = True
    table.knocks.pop(event.seat, None)


@EVOLVES.handles(OptionsSet)
def _options_set(table: Table, event: OptionsSet) -> None:
    table.options = event.options
    words = {word.casefold() for word in event.options.words}
    table.pictures = {word: shown for word, shown in table.pictures.items() if word in words}


@EVOLVES.handles(PictureSet)
def _picture_set(table: Table, event: PictureSet) -> None:
    word = event.word.casefold()
    table.pictures.pop(word, None)
    while len(table.pictures) >= PICTURES_MAX:  # those of an older list
        del table.pictures[next(iter(table.pictures))]
    mark = sha256(event.data.encode()).hexdigest()[:12]
    table.pictures[word] = Picture(mark, event.data)


@EVOLVES.handles(PaceSet)
def _pace_set(table: Table, event: PaceSet) -> None:
    table.pace, table.last_call_at = event.seconds, event.at


@EVOLVES.handles(RoundPromised)
def _promised(table: Table, event: RoundPromised) -> None:
    table.promise, table.secret, table.drawn = event.promise, "", ()


@EVOLVES.handles(RoundRevealed)
def _revealed(table: Table, event: RoundRevealed) -> None:
    table.secret = event.secret


@EVOLVES.handles(TableEvent)
def _in_the_game(table: Table, event: TableEvent) -> None:
    family.evolve(table.game, event.event)
    if isinstance(event.event, DiscCalled | RoundStarted):
        table.last_call_at = event.at
    if isinstance(event.event, DiscCalled) and event.drawn:
        table.drawn = (*table.drawn, event.event.disc)
    if isinstance(event.event, DiscTakenBack):
        table.drawn = tuple(disc for disc in table.drawn if disc != event.event.disc)
    if isinstance(event.event, DiscCalled | DiscTakenBack | RoundStarted):
        table.readings = ()
    if isinstance(event.event, RowReadBack):
        table.readings = (*table.readings, event.event)
    if not isinstance(event.event, NumberCovered):
        same_moment = table.news and table.touched == event.at
        table.news = (*table.news, event.event) if same_moment else (event.event,)
        table.news_number += 1


_EVOLVE = every(EVOLVES, kinds=tuple(set(get_args(Event)) - {Refused, TableOpened, TableClosed}))
