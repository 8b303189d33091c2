"""Nights of a hall that an insider changes, and what control says of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from eyesdown.bingo.play.events import EyesDownCalled, NumberCalled
from eyesdown.bingo.session.events import SessionArchived
from eyesdown.central.hall.machine import EVENTS
from eyesdown.control.hall.follow import follow
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.tally import Tally
from eyesdown.control.hall.winners import count_winners
from eyesdown.proof.hall.life import life
from eyesdown.proof.tamper.rounds import Tampered

Rows: TypeAlias = list[tuple[Any, ...]]
"""The events of each row, the first row's first."""

NIGHTS = 24
ODDS_MAX = 200


class Honest(NamedTuple):
    """A night with nothing wrong, and what control agreed on before each game's first number."""

    book: str
    rows: Rows
    agreed: dict[tuple[str, int], str]


HallChange: TypeAlias = Callable[[Rows, Random], int]
"""Changes the rows of a night; the index of the first row changed, -1 if there is none."""


@cache
def honest_nights(nights: int = NIGHTS) -> tuple[Honest, ...]:
    """Nights under each of the books, as their journals have them."""
    return tuple(_honest(seed) for seed in range(nights))


def _honest(seed: int) -> Honest:
    alive, _ = life(seed)
    rows = [tuple(EVENTS.read_all(row.events)) for row in alive.store.rows()]
    agreed: dict[tuple[str, int], str] = {}
    says = control_says(alive.book, rows, agreed, agree=True)
    assert not says, says
    return Honest(alive.book, rows, agreed)


def control_says(
    book: str, rows: Rows, agreed: dict[tuple[str, int], str], *, agree: bool = False
) -> str:
    """The first difference that control finds; nothing when all agrees.

    Sales are counted when a game's sale ends, winners at the end. The digests of the cards in play
    are compared with those agreed on, or (`agree`) are noted.
    """
    tally = Tally(book)
    for number, events in enumerate(rows, start=1):
        for session, game in _first_numbers(events, tally):
            digest = count_sales(tally, session, game).digest
            if agree:
                agreed[session, game] = digest
            elif agreed.get((session, game)) != digest:
                return f"row {number}: other cards are in play in game {game}"
        leaving = [event.session for event in events if isinstance(event, SessionArchived)]
        says = _winners_differ(tally, leaving)
        if says:
            return says
        try:
            for event in events:
                follow(tally, number, event)
        except (KeyError, IndexError) as wrong:
            return f"row {number}: {wrong!r} is nowhere on record"
        if tally.differences:
            return str(tally.differences[0])
    return _winners_differ(tally, list(tally.sessions))


def _winners_differ(tally: Tally, sessions: list[str]) -> str:
    """What control counts otherwise in the games of these sessions."""
    counts = (
        count_winners(tally, session, game).because
        for session in sessions
        for game in tally.sessions[session].games
    )
    return next((says for says in counts if says), "")


def _first_numbers(events: tuple[Any, ...], tally: Tally) -> Iterator[tuple[str, int]]:
    """The games whose sale ends with these events."""
    for event in events:
        first = isinstance(event, NumberCalled) and event.call == 1
        if first or isinstance(event, EyesDownCalled):
            game = tally.sessions[event.session].games.get(event.game)
            if game is not None and not any(
                isinstance(noted.event, NumberCalled) for noted in game.log
            ):
                yield event.session, event.game


def _from(says: str, first: int) -> str:
    """A pattern of the row that is named, if it is not before the first one changed."""
    named = re.match(r"row (\d+):", says)
    return named[1] if named and int(named[1]) >= first else rf"{first} or later"


def tamper_hall(change: HallChange, each: int, dice: Random) -> Tampered:
    """One kind of change, many times, each time to a copy of some honest night."""
    tampered = Tampered(f"hall: {change.__name__.replace('_', ' ')}")
    nights = honest_nights()
    for _ in range(ODDS_MAX * each):
        if tampered.made == each:
            break
        night = dice.choice(nights)
        rows = list(night.rows)
        first = change(rows, dice)
        if first >= 0:
            says = control_says(night.book, rows, night.agreed)
            tampered.note(rf"^row {_from(says, first + 1)}:", says)
    assert tampered.made == each, f"{tampered.change}: too few nights to change"
    return tampered
