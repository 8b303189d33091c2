"""Games started, numbers called, errors put right, prizes forfeited."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from eyesdown.bingo.words.happened import InGame, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(InGame):
    selector: str
    selector_id: str
    balls: int
    versions: tuple[int, ...]
    price_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotNumbersDrawn(InGame):
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCalled(InGame):
    """Call `call` of the game: `number` was announced from `at` to `finished`."""

    call: int
    number: int
    drawn: int
    finished: datetime | None
    by: str
    selector_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CallFinished(InGame):
    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BallHandedOver(InGame):
    call: int
    by: str
    to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BallRacked(InGame):
    call: int
    by: str
    ball: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectionOpened(InGame):
    """An error is known and not yet put right; no number may be drawn."""

    by: str
    error: str
    wrong: int
    right: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberCorrected(InGame):
    """`wrong` is struck from the calls; `right` is the last number, with a window of its own."""

    by: str
    wrong: int
    right: int
    finished: datetime | None
    displayed: bool
    cancelled_claims: tuple[str, ...]
    reopened_prizes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayCorrected(InGame):
    by: str
    shown: int
    right: int
    announced: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeForfeited(InGame):
    """An entitled player stayed silent. `scope` says what cannot win the prize any more (C05)."""

    player: str
    prize: str
    serial: str
    card: int
    call: int
    scope: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitCancelled(InGame):
    player: str
    prize: str
    serial: str
    card: int
    call: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPressed(InGame):
    player: str
    serial: str
    card: int
    number: int
    marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MalfunctionReported(InGame):
    serial: str
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorecardReplaced(InGame):
    serial: str
    card: int
    by: str
    marked: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScorecardReturned(InSession):
    serial: str
    card: int
    claim: str
    to: str
