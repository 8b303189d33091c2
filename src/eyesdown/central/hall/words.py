"""What the site itself is asked and records about a hall, beyond the rules of its book."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.central.site.people.words import PeopleCommand, PeopleEvent
from eyesdown.kernel.written import Written
from eyesdown.rulebook.facts.bingo import Settings


class FixSettings(Written, frozen=True, kw_only=True):
    """Fix what this hall decides otherwise than the decisions' defaults, from now on."""

    at: datetime
    settings: Settings
    by: str = ""


class ApproveDevice(Written, frozen=True, kw_only=True):
    """Approve a drawing device of the hall's own: the caller keys its numbers. Ours needs none."""

    at: datetime
    device: str
    approval: str
    by: str = ""


class AskForJackpotNumbers(Written, frozen=True, kw_only=True):
    """Ask our device for the numbers on which a jackpot is won; the caller does."""

    at: datetime
    session: str
    game: int
    count: int
    by: str = ""


class NoteMissed(Written, frozen=True, kw_only=True):
    """The site notes that a time of the book has passed and its duty is not done."""

    at: datetime
    clock: str
    about: str
    due_at: datetime
    clause: str = ""


class SettingsFixed(Written, frozen=True, kw_only=True):
    """The hall's settings changed; its journal alone says under which a row was decided."""

    at: datetime
    settings: Settings
    by: str


class DeviceApproved(Written, frozen=True, kw_only=True):
    """A drawing device of the hall's own was approved."""

    at: datetime
    device: str
    approval: str
    by: str


class JackpotNumbersAsked(Written, frozen=True, kw_only=True):
    """The caller asked our device for the numbers on which a jackpot is won."""

    at: datetime
    session: str
    game: int
    count: int
    by: str


class DeadlineMissed(Written, frozen=True, kw_only=True):
    """A time of the book passed, and what it was for was not done; `about` is whose it was."""

    at: datetime
    clock: str
    about: str
    due_at: datetime
    clause: str


HouseCommand: TypeAlias = (
    FixSettings | ApproveDevice | AskForJackpotNumbers | PeopleCommand | NoteMissed
)
HouseEvent: TypeAlias = (
    SettingsFixed | DeviceApproved | JackpotNumbersAsked | PeopleEvent | DeadlineMissed
)
