"""Every grid in play as columns, and on which call each of them completes each prize."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from eyesdown.control.hall.reading import LINE_NUMBERS, LINES, Shape
from eyesdown.control.hall.tally import Tally

SQUARES = LINES * LINE_NUMBERS
HIGHEST = 90
NEVER = 255

Column: TypeAlias = NDArray[np.int64]
Place: TypeAlias = tuple[str, int, int]
"""Serial and number of a card, and which of its grids, from 1."""


@dataclass(frozen=True, slots=True)
class Grids:
    """The grids of a game in the order of sale: numbers along the lines, holder, row of sale."""

    numbers: NDArray[np.uint8]
    holder: Column
    sold: Column
    places: list[Place]
    players: list[str]
    of: dict[str, list[int]]
    """The grids of each player."""


def grids_of(tally: Tally, session: str, game: int) -> Grids:
    """The grids in play in a game; a card that the stock does not have has none."""
    cards = tally.sessions[session].held
    columns = tally.game(session, game).columns
    # Cards are sold or taken back only: their count and the last sale's row tell whether any moved.
    held = len(cards), next(reversed(cards.values())).row if cards else 0
    if columns.held != held or not isinstance(columns.grids, Grids):
        columns.held, columns.grids = held, _in_columns(tally, session, game)
    assert isinstance(columns.grids, Grids)
    return columns.grids


def _in_columns(tally: Tally, session: str, game: int) -> Grids:
    """The grids in play, read from the stock card by card."""
    numbers: list[tuple[int, ...]] = []
    holder: list[int] = []
    sold: list[int] = []
    places: list[Place] = []
    players: dict[str, int] = {}
    of: dict[str, list[int]] = {}
    for held in tally.sessions[session].held.values():
        if game not in held.games:
            continue
        printed = tally.printed(held.serial, held.card)
        player = players.setdefault(held.player, len(players))
        for box, ticket in enumerate(printed.boxes if printed else (), start=1):
            along = ticket.numbers[:SQUARES]
            of.setdefault(held.player, []).append(len(places))
            numbers.append(along + (0,) * (SQUARES - len(along)))
            holder.append(player)
            sold.append(held.row)
            places.append((held.serial, held.card, box))
    columns = np.array(numbers, dtype=np.uint8).reshape(len(numbers), SQUARES)
    return Grids(
        columns,
        np.array(holder, dtype=np.int64),
        np.array(sold, dtype=np.int64),
        places,
        list(players),
        of,
    )


@dataclass(frozen=True, slots=True)
class Completions:
    """The calls on which each grid completes each prize, one column for each way of it."""

    grids: Grids
    calls: Mapping[str, tuple[NDArray[np.uint8], ...]]

    def on(self, prize: str, call: int, before_row: int) -> Column:
        """The grids sold before a row that complete a prize on exactly this call."""
        ways = self.calls[prize]
        hit = ways[0] == call
        for way in ways[1:]:
            hit = hit | (way == call)
        grids: Column = np.flatnonzero(hit)
        return grids[self.grids.sold[grids] < before_row]

    def holders(self, prize: str, call: int, before_row: int) -> list[str]:
        """The players whose grids complete a prize on a call, each once."""
        each = np.unique(self.grids.holder[self.on(prize, call, before_row)])
        return [self.grids.players[player] for player in each]

    def completes(self, prize: str, grid: int, call: int) -> bool:
        """Whether one grid completes a prize on exactly this call."""
        return any(way[grid] == call for way in self.calls[prize])


def completions(grids: Grids, shapes: Mapping[str, Shape], called: Sequence[int]) -> Completions:
    """On which call of an order each grid completes each shape.

    A number counts from the first time it is called. Every way of a drawn shape completes when its
    last number is called; counts by line are reached once.
    """
    first = np.full(HIGHEST + 1, NEVER, dtype=np.uint8)
    # Backwards, so that the first call of a number is the one that is left.
    for call, number in reversed(list(enumerate(called, start=1))):
        if 0 < number <= HIGHEST:
            first[number] = call
    times = first[grids.numbers]
    by_line = np.sort(times.reshape(len(times), LINES, LINE_NUMBERS), axis=2)
    return Completions(
        grids, {prize: _calls(shape, times, by_line) for prize, shape in shapes.items()}
    )


def _calls(
    shape: Shape, times: NDArray[np.uint8], by_line: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], ...]:
    if shape.ways:
        return tuple(times[:, list(way)].max(axis=1) for way in shape.ways)
    reached = [by_line[:, line, least - 1] for line, least in enumerate(shape.counts) if least]
    return (np.maximum.reduce(reached),)
