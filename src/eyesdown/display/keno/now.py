"""What is open and what is on its way to a result, as the site tells everyone."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated

from msgspec import Meta, Struct

from eyesdown.draw.evidence import Seal
from eyesdown.keno.words.games import GameState


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
