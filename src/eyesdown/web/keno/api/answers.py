"""Answers of keno's API as types."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from eyesdown.display.keno.account import HistoryLine
from eyesdown.display.keno.ticket import Acknowledgement, Confirmation
from eyesdown.draw.evidence import Evidence
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.prizes import Prize
from eyesdown.web.api.answers import CommandDone, CommandRefused, Day, Sums


class KenoDone(CommandDone, frozen=True, omit_defaults=True, kw_only=True):
    """What a command did, with what a web player sees of their entry."""

    screen: Annotated[
        Acknowledgement | UnsetType | None,
        Meta(description="the entry on record that a web player acknowledges"),
    ] = UNSET


class KenoRefused(CommandRefused, frozen=True, omit_defaults=True, kw_only=True):
    """A rule refuses the command, with what a web player checks before they confirm."""

    screen: Annotated[
        Confirmation | Acknowledgement | UnsetType | None,
        Meta(
            description="with `internet/not_confirmed`, what the player checks before the entry "
            "is sent again `confirmed`: every line, the games, the cost, their balance"
        ),
    ] = UNSET


class Result(Struct, frozen=True, tag="ResultPublished", tag_field="type"):
    """A published result with its proof, and what Keno Bonus multiplies by."""

    at: datetime
    game: int
    numbers: tuple[int, ...]
    evidence: Evidence | None
    because: str
    multiplier: Annotated[int, Meta(ge=1, description="what the total of the numbers gives")]


class Ticket(Struct, frozen=True):
    """A ticket as it was sold, with its prizes in games whose result is published."""

    ticket: EntryAccepted
    cancelled: bool
    disqualified: bool
    prizes: tuple[Prize, ...]
    games: Annotated[
        dict[int, str],
        Meta(
            description="Keno Day and number, as results name them, by running number; "
            "games to come have none yet"
        ),
    ]


class Entries(Struct, frozen=True):
    """A page of a player's own entries; with `more`, ask again after the last one's first game."""

    entries: tuple[HistoryLine, ...]
    more: bool


class DaySums(Struct, frozen=True):
    """What a Keno Day changed on every account."""

    day: Day
    sums: Sums


class GameSums(Struct, frozen=True):
    """What a published game moved when it was closed and settled, by account."""

    game: str
    sums: Sums


class TicketCheck(Struct, frozen=True):
    """The check that a terminal prints next to a ticket's serial."""

    serial: str
    check: str
