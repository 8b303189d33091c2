"""What people and the site itself ask of the family tables."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.family.commands import Command as GameCommand
from eyesdown.bingo.family.house import FamilyCard
from eyesdown.central.family.table import Options
from eyesdown.kernel.written import Written


class TableCommand(Written, frozen=True, kw_only=True):
    """A command about one table; the site puts in the time."""

    at: datetime
    table: str
    by: str = ""


class OpenTable(TableCommand, frozen=True, kw_only=True):
    """Open a table. The site chooses its code and its host's key; `seat` is a token's hash."""

    name: str
    language: str
    seat: str = ""
    host: str = ""


class SitDown(TableCommand, frozen=True, kw_only=True):
    """Take a seat; a person without a token plays on paper."""

    name: str
    token: str = ""


class Knock(TableCommand, frozen=True, kw_only=True):
    """Ask for a seat that is taken, from another phone: perhaps the same person."""

    seat: str
    token: str


class AnswerKnock(TableCommand, frozen=True, kw_only=True):
    """Answer for the host whether it is the same person."""

    seat: str
    is_them: bool


class RenameSeat(TableCommand, frozen=True, kw_only=True):
    """Give the person in a seat another name."""

    seat: str
    name: str


class RemoveSeat(TableCommand, frozen=True, kw_only=True):
    """Take a person off the table."""

    seat: str


class SetOptions(TableCommand, frozen=True, kw_only=True):
    """Set what the people agreed on; the next series is played by it."""

    options: Options


class SetPicture(TableCommand, frozen=True, kw_only=True):
    """Set a picture for a word of the list; `data` is a small WebP file in base64."""

    word: str
    data: str


class SetPace(TableCommand, frozen=True, kw_only=True):
    """Let the site call a disc after this many seconds each time; 0 pauses it."""

    seconds: int


class PlayRound(TableCommand, frozen=True, kw_only=True):
    """Deal to everyone without a card and begin the next round, of a new series if `fresh`.

    The site puts in the cards of a new series and the promise of the round's order.
    """

    banker: str = ""
    fresh: bool = False
    cards: tuple[FamilyCard, ...] = ()
    promise: str = ""


class TurnDisc(TableCommand, frozen=True, kw_only=True):
    """Turn over the disc number `call` of the round; the site puts in which one it is."""

    call: int
    disc: int = 0


class AtTable(TableCommand, frozen=True, kw_only=True):
    """Give a command of the game at one table."""

    command: GameCommand


class RevealRound(TableCommand, frozen=True, kw_only=True):
    """Show the secret of a round that has ended; only the site does."""

    promise: str
    secret: str


class CloseTable(TableCommand, frozen=True, kw_only=True):
    """Remove a table."""


Command: TypeAlias = (
    OpenTable
    | SitDown
    | Knock
    | AnswerKnock
    | RenameSeat
    | RemoveSeat
    | SetOptions
    | SetPicture
    | SetPace
    | PlayRound
    | TurnDisc
    | AtTable
    | RevealRound
    | CloseTable
)
