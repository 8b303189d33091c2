"""Commands about Keno Days and games."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias

from msgspec import field

from eyesdown.kernel.written import Written
from eyesdown.rulebook.keno_words import DrawSite


class OpenDay(Written, frozen=True):
    """Open the Keno Day of the command's date."""

    at: datetime
    by: str = ""


class CloseDay(Written, frozen=True):
    """Close the Keno Day."""

    at: datetime
    by: str = ""


class OpenGame(Written, frozen=True):
    """Open the first game of a day, or the next one after a pause."""

    at: datetime
    closes_at: datetime
    by: str = ""


class CloseGame(Written, frozen=True):
    """Close the open game; with `next_closes_at` the next one opens in the same instant (T09)."""

    at: datetime
    next_closes_at: datetime | None = None
    by: str = ""


class RecordDraw(Written, frozen=True):
    """Numbers in the order drawn; with a `malfunction`, those drawn until it happened.

    `malfunction` names the procedure that is followed then. `by` is empty for the site's device.
    """

    at: datetime
    game: int
    numbers: tuple[int, ...]
    device: str
    site: DrawSite
    medium: str
    site_approval: str = ""
    malfunction: str = ""
    by: str = ""


class CorrectGameTime(Written, frozen=True):
    """Close the open game now: a clock that was ahead opened it in the future.

    `by` and `second` are the two people who decided it. It also ends a Keno Day of the future.
    """

    at: datetime
    game: int
    second: str
    because: str
    by: str = ""


class ReportWrongDisplay(Written, frozen=True):
    """Report that a screen shows another number than was drawn at a position."""

    at: datetime
    game: int
    position: int
    shown: int
    by: str = ""


class CorrectDisplay(Written, frozen=True):
    """Put every wrongly shown number of a game right."""

    at: datetime
    game: int
    by: str = ""


class SettleGame(Written, frozen=True):
    """Settle the oldest drawn game.

    `elsewhere` has the base stakes of each pooled jackpot's winners in other jurisdictions.
    For a jackpot that is not in it, what was reported of them until now counts.
    """

    at: datetime
    game: int
    elsewhere: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    by: str = ""


GameCommand: TypeAlias = (
    OpenDay
    | CloseDay
    | OpenGame
    | CloseGame
    | CorrectGameTime
    | RecordDraw
    | ReportWrongDisplay
    | CorrectDisplay
    | SettleGame
)
