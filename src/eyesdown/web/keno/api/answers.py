"""Answers of keno's API as types."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from eyesdown.display.keno.account import HistoryLine
from eyesdown.display.keno.ticket import Acknowledgement, Confirmation
from eyesdown.draw.evidence import Evidence, Seal
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.words.games import GameState
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


class GameOnItsWay(Struct, frozen=True):
    """A game without a published result.

    `promised` is the hash of its secret, `seal` what was sold for it: note both before the draw,
    its evidence must have the same.
    """

    game: Annotated[int, Meta(description="its running number, as commands name it")]
    name: Annotated[str, Meta(description="its Keno Day and number, as results name it")]
    state: GameState
    stopped: Annotated[bool, Meta(description="control counts differently; people look into it")]
    promised: str | None
    seal: Seal | None


class SiteNow(Struct, frozen=True):
    """The open game, and every game on its way to a result."""

    seq: Annotated[int, Meta(description="the last row of the journal")]
    keno_day: date | None
    open: Annotated[str | None, Meta(description="the open game, by its Keno Day and number")]
    closes_at: datetime | None
    unsettled: tuple[Annotated[str, Meta(pattern="^[0-9-]+/[0-9]{3}$")], ...]
    stopped: tuple[int, ...]
    games: tuple[GameOnItsWay, ...]


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
