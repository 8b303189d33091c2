"""The session on the board and its game, as the pages of its officials look at it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any

from eyesdown.bingo.state.game import Game
from eyesdown.bingo.state.state import HallState, Session
from eyesdown.central.hall.state import HallSite
from eyesdown.display.hall.screens import current_game, current_session
from eyesdown.rulebook.bingo_book import BingoBook


@dataclass(frozen=True, slots=True)
class Play:
    """A session and its game, at a moment."""

    book: BingoBook[Any]
    site: HallSite
    name: str
    session: Session
    number: int
    now: datetime

    @property
    def game(self) -> Game | None:
        """The game that is called, or the next to play."""
        return self.session.games.get(self.number)

    def of_game(self, by: str) -> dict[str, Any]:
        """The fields that every command about the game has."""
        return {"at": self.now, "session": self.name, "game": self.number, "by": by}


TICK_WORDS = {
    "notice_displayed": "The notice hangs at the entrance",
    "software_approved": "The software is approved",
    "display_connected": "The display is connected",
}


def opening_ticks(book: BingoBook[Any]) -> tuple[tuple[str, str], ...]:
    """What must be ticked before a session opens under a book: the field and its words."""
    return tuple((tick, TICK_WORDS[tick]) for tick in book.traits.open_ticks)


def play_at(book: BingoBook[Any], site: HallSite, now: datetime) -> Play | None:
    """The session on the board; None between sessions."""
    name = current_session(site.hall)
    if not name:
        return None
    session = site.hall.sessions[name]
    return Play(book, site, name, session, current_game(session), now)


def next_dispute(hall: HallState) -> str:
    """The first name of the kind D1 that no dispute of the hall has.

    >>> next_dispute(HallState())
    'D1'
    """
    return next(name for number in count(1) if (name := f"D{number}") not in hall.disputes)


def by_ticket(play: Play) -> bool:
    """Whether the hall has a series whose tickets are numbered one by one in print."""
    return any(series.by_ticket for series in play.site.hall.series.values())
