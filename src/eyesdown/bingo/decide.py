"""One command to one hall under one book. Always events, never an exception for a rule."""

from __future__ import annotations

from typing import Any, get_args

from eyesdown.bingo import evolve  # noqa: F401 -- registers what looking ahead needs
from eyesdown.bingo.claims import decide as claims
from eyesdown.bingo.claims import results, verify
from eyesdown.bingo.commands import Command
from eyesdown.bingo.events import Event
from eyesdown.bingo.play import corrections, devices
from eyesdown.bingo.play import decide as play
from eyesdown.bingo.play.commands import (
    DrawJackpotNumbers,
    PressNumber,
    ReplaceScorecard,
    ReportMalfunction,
)
from eyesdown.bingo.pools import decide as pools
from eyesdown.bingo.sales import decide as sales
from eyesdown.bingo.sales import entry, take_back, tills
from eyesdown.bingo.sales.commands import IssueScorecards
from eyesdown.bingo.session import announcements, archive, programme
from eyesdown.bingo.session import decide as session
from eyesdown.bingo.session.commands import ShowClosingSign
from eyesdown.bingo.spelling import in_plain_words
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.trouble import decide as trouble
from eyesdown.bingo.trouble.commands import ExcludePlayer, FailTerminal, VoidEntry
from eyesdown.kernel.handlers import every
from eyesdown.kernel.refused import refused
from eyesdown.rulebook.bingo_book import BingoBook

_DECIDE = every(
    session.DECIDES,
    programme.DECIDES,
    archive.DECIDES,
    announcements.DECIDES,
    sales.DECIDES,
    entry.DECIDES,
    tills.DECIDES,
    take_back.DECIDES,
    pools.DECIDES,
    play.DECIDES,
    corrections.DECIDES,
    devices.DECIDES,
    claims.DECIDES,
    verify.DECIDES,
    results.DECIDES,
    trouble.DECIDES,
    kinds=get_args(Command),
)

TERMINAL_ONLY = (
    IssueScorecards
    | DrawJackpotNumbers
    | PressNumber
    | ReportMalfunction
    | ReplaceScorecard
    | ShowClosingSign
    | FailTerminal
    | VoidEntry
    | ExcludePlayer
)
"""Commands that only a book with a dealer terminal knows."""


def decide(book: BingoBook[Any], state: HallState, command: Command) -> tuple[Event, ...]:
    """What a command leads to; a refusal is an event too. The state is not changed."""
    command = in_plain_words(command)
    if isinstance(command, TERMINAL_ONLY) and not book.traits.dealer_terminal:
        name = type(command).__name__
        return refused(command, (book.refusal("deed/not_in_this_book", "game", asked=name),))
    events: tuple[Event, ...] = _DECIDE[type(command)](book, state, command)
    return events
