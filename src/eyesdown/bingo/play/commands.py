"""Starting a game, calling its numbers, putting errors right."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, SessionCommand


class StartGame(GameCommand, frozen=True, kw_only=True):
    """The opening announcement of a game begins."""

    selector: str = "device"
    selector_id: str = ""
    balls: int = 90
    by: str = ""


class DrawJackpotNumbers(GameCommand, frozen=True, kw_only=True):
    """The numbers on which a jackpot is won, drawn before the game."""

    numbers: tuple[int, ...]
    by: str = ""


class EyesDown(GameCommand, frozen=True, kw_only=True):
    """The sale of a game ends; its first number is next (S04)."""

    by: str = ""


class AskForBall(GameCommand, frozen=True, kw_only=True):
    """The caller asks a drawing device for the number of call `call`, the next one."""

    call: int
    by: str = ""


class CallNumber(GameCommand, frozen=True, kw_only=True):
    """A number is announced from `at` to `finished`, at once if no finish is given.

    `drawn` is the number selected, where it is known to be another than the one announced.
    """

    number: int
    finished: datetime | None = None
    by: str = ""
    drawn: int = 0


class BeginCall(GameCommand, frozen=True, kw_only=True):
    """The announcement of a number begins; FinishCall ends it."""

    number: int
    by: str = ""
    drawn: int = 0


class FinishCall(GameCommand, frozen=True, kw_only=True):
    """The announcement of the last number ends."""

    by: str = ""


class HandOverBall(GameCommand, frozen=True, kw_only=True):
    """The caller hands the ball to the supervisor."""

    by: str = ""


class CheckBall(GameCommand, frozen=True, kw_only=True):
    """The supervisor reads the ball and racks it."""

    by: str
    ball: int


class ReportError(GameCommand, frozen=True, kw_only=True):
    """Someone noticed an error; `error` is announcement or display."""

    by: str
    error: str = "announcement"
    wrong: int
    right: int


class CorrectNumber(GameCommand, frozen=True, kw_only=True):
    """The corrective announcement of the number really drawn."""

    by: str
    wrong: int
    right: int
    finished: datetime | None = None
    announced: bool = True
    displayed: bool = True


class CorrectDisplay(GameCommand, frozen=True, kw_only=True):
    """The display was wrong, the announcement right."""

    by: str
    shown: int
    right: int
    announced: bool = True
    displayed: bool = True


class PressNumber(GameCommand, frozen=True, kw_only=True):
    """A player presses a number on an electronic scorecard."""

    player: str
    serial: str
    card: int
    number: int
    by: str = ""


class ReportMalfunction(GameCommand, frozen=True, kw_only=True):
    """An electronic scorecard fails; no number may be drawn."""

    serial: str
    card: int
    by: str = ""


class ReplaceScorecard(GameCommand, frozen=True, kw_only=True):
    """A faulty electronic scorecard is replaced."""

    serial: str
    card: int
    by: str = ""


class ReturnScorecard(SessionCommand, frozen=True, kw_only=True):
    """A scorecard goes back: an electronic one to the operator, a checked one to its player."""

    serial: str
    card: int
    claim: str = ""
    by: str = ""


Command: TypeAlias = (
    StartGame
    | DrawJackpotNumbers
    | EyesDown
    | AskForBall
    | CallNumber
    | BeginCall
    | FinishCall
    | HandOverBall
    | CheckBall
    | ReportError
    | CorrectNumber
    | CorrectDisplay
    | PressNumber
    | ReportMalfunction
    | ReplaceScorecard
    | ReturnScorecard
)
