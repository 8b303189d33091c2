"""Games started, numbers called, errors put right, prizes forfeited."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, SessionEvent


class GameStarted(GameEvent, frozen=True, kw_only=True):
    selector: str
    selector_id: str
    balls: int
    versions: tuple[int, ...]
    price_cents: int


class JackpotNumbersDrawn(GameEvent, frozen=True, kw_only=True):
    numbers: tuple[int, ...]


class NumberCalled(GameEvent, frozen=True, kw_only=True):
    """Call `call` of the game: `number` was announced from `at` to `finished`."""

    call: int
    number: int
    drawn: int
    finished: datetime | None
    by: str
    selector_id: str


class CallFinished(GameEvent, frozen=True, kw_only=True):
    call: int


class BallHandedOver(GameEvent, frozen=True, kw_only=True):
    call: int
    by: str
    to: str


class BallRacked(GameEvent, frozen=True, kw_only=True):
    call: int
    by: str
    ball: int


class CorrectionOpened(GameEvent, frozen=True, kw_only=True):
    """An error is known and not yet put right; no number may be drawn."""

    by: str
    error: str
    wrong: int
    right: int


class NumberCorrected(GameEvent, frozen=True, kw_only=True):
    """`wrong` is struck from the calls; `right` is the last number, with a window of its own."""

    by: str
    wrong: int
    right: int
    finished: datetime | None
    displayed: bool
    cancelled_claims: tuple[str, ...]
    reopened_prizes: tuple[str, ...]


class DisplayCorrected(GameEvent, frozen=True, kw_only=True):
    by: str
    shown: int
    right: int
    announced: bool


class NumberPressed(GameEvent, frozen=True, kw_only=True):
    player: str
    serial: str
    card: int
    number: int
    marked: bool


class MalfunctionReported(GameEvent, frozen=True, kw_only=True):
    serial: str
    card: int


class ScorecardReplaced(GameEvent, frozen=True, kw_only=True):
    serial: str
    card: int
    by: str
    marked: tuple[int, ...]


class ScorecardReturned(SessionEvent, frozen=True, kw_only=True):
    serial: str
    card: int
    claim: str
    to: str


Event: TypeAlias = (
    GameStarted
    | JackpotNumbersDrawn
    | NumberCalled
    | CallFinished
    | BallHandedOver
    | BallRacked
    | CorrectionOpened
    | NumberCorrected
    | DisplayCorrected
    | NumberPressed
    | MalfunctionReported
    | ScorecardReplaced
    | ScorecardReturned
)
