"""What is owed next at a hall, tried on its rules and on what the site demands beyond them."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.bingo.duties.clocks import Clock
from eyesdown.bingo.duties.question import owed_next
from eyesdown.bingo.duties.step import Step
from eyesdown.bingo.play.commands import DrawJackpotNumbers, StartGame
from eyesdown.central.hall.machine import decide
from eyesdown.central.hall.order import draws_jackpot_numbers
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.words import AskForJackpotNumbers
from eyesdown.central.site.clock import in_zone
from eyesdown.central.site.sealing import DEVICE
from eyesdown.kernel.cite import Refusal
from eyesdown.kernel.refused import refusals_in
from eyesdown.kernel.written import replace
from eyesdown.rulebook.bingo_book import BingoBook


def owed_at(book: BingoBook[Any], site: HallSite, session: str, at: datetime) -> tuple[Step, ...]:
    """Every step that may be taken next in a session of a hall, and what the others wait for."""
    return owed_next(book, site.hall, session, at, partial(events_of, site))


def events_of(site: HallSite, command: Any) -> tuple[Any, ...]:
    """The events that a command would have now; nothing changes."""
    if isinstance(command, StartGame) and command.selector == "device":
        # As the site completes it, when it is given.
        command = replace(command, selector_id=command.selector_id or DEVICE)
    if isinstance(command, DrawJackpotNumbers) and draws_jackpot_numbers(site, command):
        # The caller says how many, and our device draws them.
        about = {name: getattr(command, name) for name in ("at", "session", "game", "by")}
        command = AskForJackpotNumbers(**about, count=len(command.numbers))
    return decide(site.tally.book, site, command)


def refusals_of(site: HallSite, command: Any) -> tuple[Refusal, ...]:
    """What refuses a command now; nothing changes."""
    return tuple(refusals_in(events_of(site, command)))


def on_the_wall(clock: Clock, zone: ZoneInfo) -> Clock:
    """A clock with the time that the hall's clocks will show, also if they are changed before it.

    >>> from datetime import timedelta, timezone
    >>> summer = timezone(timedelta(hours=13))
    >>> span = Clock("span", datetime(2027, 4, 4, 3, 31, tzinfo=summer), "", None)
    >>> on_the_wall(span, ZoneInfo("Pacific/Auckland")).due_at.isoformat()
    '2027-04-04T02:31:00+12:00'
    >>> day = Clock("gaming day", datetime(2027, 4, 4, 6, tzinfo=summer), "", None, by_wall=True)
    >>> on_the_wall(day, ZoneInfo("Pacific/Auckland")).due_at.isoformat()
    '2027-04-04T06:00:00+12:00'
    """
    due_at = clock.due_at.replace(tzinfo=zone) if clock.by_wall else clock.due_at
    return Clock(
        clock.name,
        in_zone(zone, due_at),
        clock.what,
        clock.clause,
        missed=clock.missed,
        by_wall=clock.by_wall,
    )
