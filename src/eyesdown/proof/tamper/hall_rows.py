"""The rows of a night as an insider sees them: find an event, put another in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.bingo.trouble.events import (
    GameInvalidated,
    GameVoided,
)
from eyesdown.proof.hall.setting import PLAYERS
from eyesdown.proof.tamper.hall_rounds import Rows


def every(rows: Rows, *kinds: type[Any]) -> Iterator[tuple[int, int, Any]]:
    """Row and place of every event of these kinds, and the event.

    >>> list(every([("a", 1), (2,)], int))
    [(0, 1, 1), (1, 0, 2)]
    """
    for row, events in enumerate(rows):
        for place, event in enumerate(events):
            if isinstance(event, kinds):
                yield row, place, event


def put(rows: Rows, row: int, place: int, *events: Any) -> None:
    """Other events, or none, in place of one.

    >>> rows = [("a", "b"), ("c",)]
    >>> put(rows, 0, 1, "x", "y")
    >>> rows
    [('a', 'x', 'y'), ('c',)]
    """
    rows[row] = (*rows[row][:place], *events, *rows[row][place + 1 :])


def pick(
    rows: Rows, dice: Random, kind: type[Any], wanted: Callable[[Any], bool] = lambda _: True
) -> tuple[int, int, Any] | None:
    """Any event of a kind that is wanted, with its row and place; None if there is none.

    >>> pick([("a", 1), (2,)], Random(1), int, lambda number: number > 1)
    (1, 0, 2)
    """
    chosen = [each for each in every(rows, kind) if wanted(each[2])]
    return dice.choice(chosen) if chosen else None


def undone(rows: Rows) -> set[tuple[str, int]]:
    """Games without a result, or whose result an office or a correction has undone."""
    kinds = (GameInvalidated, GameVoided, NumberCorrected)
    return {(event.session, event.game) for _, _, event in every(rows, *kinds)}


def other_player(dice: Random, *players: str) -> str:
    """Any player but these.

    >>> other_player(Random(1), *PLAYERS[1:]) == PLAYERS[0]
    True
    """
    return dice.choice([player for player in PLAYERS if player not in players])
