"""Starting a game, calling its numbers, putting errors right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.bingo.words.asked import InGame, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGame(InGame):
    """The opening announcement of a game begins."""

    selector: str = "device"
    selector_id: str = ""
    balls: int = 90


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawJackpotNumbers(InGame):
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallNumber(InGame):
    """A number is announced from `at` to `finished`, at once if no finish is given.

    `drawn` is the number selected, where it is known to be another than the one announced.
    """

    number: int
    finished: datetime | None = None
    by: str = ""
    drawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginCall(InGame):
    """The announcement of a number begins; FinishCall ends it."""

    number: int
    by: str = ""
    drawn: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishCall(InGame):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverBall(InGame):
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckBall(InGame):
    """The supervisor reads the ball and racks it."""

    by: str
    ball: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportError(InGame):
    """Somebody noticed; `error` is announcement or display."""

    by: str
    error: str = "announcement"
    wrong: int
    right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectNumber(InGame):
    """The corrective announcement of the number really drawn."""

    by: str
    wrong: int
    right: int
    finished: datetime | None = None
    announced: bool = True
    displayed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectDisplay(InGame):
    by: str
    shown: int
    right: int
    announced: bool = True
    displayed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PressNumber(InGame):
    player: str
    serial: str
    card: int
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportMalfunction(InGame):
    serial: str
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplaceScorecard(InGame):
    serial: str
    card: int
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnScorecard(InSession):
    """A scorecard goes back: an electronic one to the operator, a checked one to its player."""

    serial: str
    card: int
    claim: str = ""
