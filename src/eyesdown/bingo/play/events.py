"""Games started, numbers called, errors put right, prizes forfeited."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, SessionEvent


class GameStarted(GameEvent, frozen=True, kw_only=True):
    """The opening announcement of a game began."""

    selector: str
    selector_id: str
    balls: int
    versions: tuple[int, ...]
    price_cents: int


class JackpotNumbersDrawn(GameEvent, frozen=True, kw_only=True):
    """The numbers on which a jackpot is won."""

    numbers: tuple[int, ...]


class EyesDownCalled(GameEvent, frozen=True, kw_only=True):
    """The sale of a game ended; the cards in play are those sold by now."""

    by: str


class BallAsked(GameEvent, frozen=True, kw_only=True):
    """The caller asked for the number of call `call`; no one knows it yet."""

    call: int
    by: str


class NumberCalled(GameEvent, frozen=True, kw_only=True):
    """Call `call` of the game: `number` was announced from `at` to `finished`."""

    call: int
    number: int
    drawn: int
    finished: datetime | None
    by: str
    selector_id: str


class CallFinished(GameEvent, frozen=True, kw_only=True):
    """The announcement of a number ended."""

    call: int


class BallHandedOver(GameEvent, frozen=True, kw_only=True):
    """The caller handed a ball to the supervisor."""

    call: int
    by: str
    to: str


class BallRacked(GameEvent, frozen=True, kw_only=True):
    """The supervisor compared a ball with its announcement and racked it."""

    call: int
    by: str
    ball: int


class CorrectionOpened(GameEvent, frozen=True, kw_only=True):
    """An error is known and not yet put right; no number may be drawn."""

    by: str
    error: str
    wrong: int
    right: int


class CorrectionHalfDone(GameEvent, frozen=True, kw_only=True):
    """An error is `announced` or `displayed` right, and the other is still owed (S09)."""

    by: str
    error: str
    wrong: int
    right: int
    half: str
    finished: datetime | None = None


class NumberCorrected(GameEvent, frozen=True, kw_only=True):
    """`wrong` is struck from the calls; `right` is the last number, with a window of its own.

    `announced_at` is when its announcement began, where that was before the display was right.
    """

    by: str
    wrong: int
    right: int
    finished: datetime | None
    displayed: bool
    cancelled_claims: tuple[str, ...]
    reopened_prizes: tuple[str, ...]
    announced_at: datetime | None = None


class DisplayCorrected(GameEvent, frozen=True, kw_only=True):
    """The display was put right."""

    by: str
    shown: int
    right: int
    announced: bool


class NumberPressed(GameEvent, frozen=True, kw_only=True):
    """A number was pressed; `marked` if it had been called and is on the card."""

    player: str
    serial: str
    card: int
    number: int
    marked: bool


class MalfunctionReported(GameEvent, frozen=True, kw_only=True):
    """An electronic scorecard failed."""

    serial: str
    card: int


class ScorecardReplaced(GameEvent, frozen=True, kw_only=True):
    """A scorecard was replaced, with every number called marked."""

    serial: str
    card: int
    by: str
    marked: tuple[int, ...]


class ScorecardReturned(SessionEvent, frozen=True, kw_only=True):
    """A scorecard went back, to the operator or to its player."""

    serial: str
    card: int
    claim: str
    to: str


Event: TypeAlias = (
    GameStarted
    | JackpotNumbersDrawn
    | EyesDownCalled
    | BallAsked
    | NumberCalled
    | CallFinished
    | BallHandedOver
    | BallRacked
    | CorrectionOpened
    | CorrectionHalfDone
    | NumberCorrected
    | DisplayCorrected
    | NumberPressed
    | MalfunctionReported
    | ScorecardReplaced
    | ScorecardReturned
)
