"""A published game from the store: its tickets as sealed, recounted by control."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from eyesdown.central.keno.machine import EVENTS
from eyesdown.central.site.sealing import ResultPublished
from eyesdown.central.store.base import Store
from eyesdown.control.keno.recount import Recount, recount
from eyesdown.control.keno.tally import Entered
from eyesdown.keno.games.events import GameSettled
from eyesdown.keno.sales.events import EntryAccepted


class GameFile(NamedTuple):
    """What is on record of a published game."""

    key: str
    published: ResultPublished
    settled: GameSettled
    serials: tuple[str, ...]


def game_file(store: Store, key: str) -> GameFile | None:
    """A published game by its key ('2026-11-15/007'); None without a result."""
    result, sealed = store.record("result", key), store.record("sealed", key)
    winnings = store.record("winnings", key)
    if result is None or sealed is None or winnings is None:
        return None
    published = EVENTS.read(result.body)
    events = EVENTS.read_all(next(store.rows(winnings.seq - 1)).events)
    settled = next(event for event in events if isinstance(event, GameSettled))
    serials = tuple(sealed.body.decode().split())
    return GameFile(key, published, settled, serials)


def recount_game(store: Store, game: GameFile) -> Recount:
    """Control's recount of a game from its sealed tickets, as they are stored."""
    day = date.fromisoformat(game.key.partition("/")[0])
    published = game.published
    counted = recount(
        _entered(store, game.serials), published.game, published.numbers, day, game.settled
    )
    if counted.entries == len(game.serials):
        return counted
    gone = f"{len(game.serials) - counted.entries} sealed tickets are not on record"
    return replace(counted, differs=(gone, *counted.differs))


def _entered(store: Store, serials: tuple[str, ...]) -> Iterator[tuple[str, Entered]]:
    for serial in serials:
        ticket = store.record("ticket", serial)
        if ticket is None:
            continue
        event = EVENTS.read(ticket.body)
        assert isinstance(event, EntryAccepted)
        entry = event.entry
        yield (
            serial,
            Entered(
                entry,
                event.first_game,
                event.first_game + entry.games,
                event.keno_day,
                event.used,
                event.commission_cents,
                event.money,
                (0, 0),
            ),
        )
