"""Starting a game, calling its numbers, putting errors right."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, SessionCommand


class StartGame(GameCommand, frozen=True, kw_only=True):
    """Start a game with its opening announcement."""

    selector: str = "device"
    selector_id: str = ""
    balls: int = 90
    by: str = ""


class DrawJackpotNumbers(GameCommand, frozen=True, kw_only=True):
    """Draw the numbers on which a jackpot is won, before the game."""

    numbers: tuple[int, ...]
    by: str = ""


class EyesDown(GameCommand, frozen=True, kw_only=True):
    """End the sale of a game; its first number is next (S04)."""

    by: str = ""


class AskForBall(GameCommand, frozen=True, kw_only=True):
    """Ask a drawing device for the number of call `call`, the next one."""

    call: int
    by: str = ""


class CallNumber(GameCommand, frozen=True, kw_only=True):
    """Announce a number from `at` to `finished`; without a finish it is announced at once.

    `drawn` is the number selected, where it is known to be another than the one announced.
    """

    number: int
    finished: datetime | None = None
    by: str = ""
    drawn: int = 0


class BeginCall(GameCommand, frozen=True, kw_only=True):
    """Begin to announce a number; FinishCall ends the announcement."""

    number: int
    by: str = ""
    drawn: int = 0


class FinishCall(GameCommand, frozen=True, kw_only=True):
    """End the announcement of the last number."""

    by: str = ""


class HandOverBall(GameCommand, frozen=True, kw_only=True):
    """Hand the ball over from the caller to the supervisor."""

    by: str = ""


class CheckBall(GameCommand, frozen=True, kw_only=True):
    """Compare a ball with its announcement, and rack it; the supervisor does this."""

    by: str
    ball: int


class ReportError(GameCommand, frozen=True, kw_only=True):
    """Report an error; `error` is announcement or display."""

    by: str
    error: str = "announcement"
    wrong: int
    right: int


class CorrectNumber(GameCommand, frozen=True, kw_only=True):
    """Announce the number really drawn in place of a wrong one."""

    by: str
    wrong: int
    right: int
    finished: datetime | None = None
    announced: bool = True
    displayed: bool = True


class CorrectDisplay(GameCommand, frozen=True, kw_only=True):
    """Put a display right whose number was announced right."""

    by: str
    shown: int
    right: int
    announced: bool = True
    displayed: bool = True


class PressNumber(GameCommand, frozen=True, kw_only=True):
    """Press a number on an electronic scorecard."""

    player: str
    serial: str
    card: int
    number: int
    by: str = ""


class ReportMalfunction(GameCommand, frozen=True, kw_only=True):
    """Report an electronic scorecard that failed; no number may be drawn then."""

    serial: str
    card: int
    by: str = ""


class ReplaceScorecard(GameCommand, frozen=True, kw_only=True):
    """Replace a faulty electronic scorecard."""

    serial: str
    card: int
    by: str = ""


class ReturnScorecard(SessionCommand, frozen=True, kw_only=True):
    """Give a scorecard back: an electronic one to the operator, a checked one to its player."""

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
