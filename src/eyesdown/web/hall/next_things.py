"""What is to be done next, by the person who looks and by others, in plain words."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from eyesdown.central.hall.state import HallSite
from eyesdown.rulebook.bingo_book import BingoBook
from eyesdown.web.hall.house_things import house_things
from eyesdown.web.hall.people import HallPerson
from eyesdown.web.hall.play_things import play_at, play_things
from eyesdown.web.hall.things import Thing


def next_things(
    book: BingoBook[Any], state: HallSite, person: HallPerson, now: datetime
) -> tuple[tuple[Thing, ...], tuple[Thing, ...]]:
    """What this person must do next, first things first; and what others owe."""
    play = play_at(book, state, now)
    things = [*(play_things(play) if play else ()), *house_things(book, state, person, now)]
    mine = tuple(owed for owed in things if is_for(owed, person))
    return mine, tuple(owed for owed in things if not is_for(owed, person))


def is_for(owed: Thing, person: HallPerson) -> bool:
    """Whether a thing is this person's: theirs by name, or of their role where no one is named.

    >>> claim = Thing(says="Check a claim", who="sue", role="supervisor")
    >>> is_for(claim, HallPerson("dome", "sue", ("supervisor",)))
    True
    >>> is_for(claim, HallPerson("dome", "sid", ("supervisor",)))
    False
    """
    if not person.is_any(owed.role):
        return False
    return owed.who == person.name or not owed.who or owed.who.startswith(("the ", "a "))
