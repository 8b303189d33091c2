"""What an Entry has won in a game."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from eyesdown.kernel.written import Written


class PrizeState(StrEnum):
    """What has happened to a prize."""

    PAYABLE = "payable"
    PENDING = "pending"  # a web prize that waits for verification
    LODGED = "lodged"
    PAID = "paid"
    UNCLAIMED = "unclaimed"
    BARRED = "barred"  # its Entry was disqualified when the game was settled (T15)


class LinePrize(Written, frozen=True):
    """What one line of an Entry won in one game, and the jackpot it took, if any."""

    line: int
    cents: int
    jackpot: str = ""
    extra: str = ""


class Prize(Written, frozen=True):
    """What an Entry won in one game."""

    serial: str
    game: int
    keno_day: date
    lines: tuple[LinePrize, ...]
    cents: int
    largest_jackpot_cents: int
    state: PrizeState = PrizeState.PAYABLE
    verified_by: str = ""


class Owed(Struct, frozen=True, array_like=True):
    """What stays in memory of an unpaid prize; the digest is of sale, ticket in hand and prize."""

    keno_day: date
    state: PrizeState
    cents: int
    digest: str


class BarredGrowth(Written, frozen=True):
    """What a barred prize would have taken out of a jackpot that no one else won (21(d)).

    It stays there for the next winner. `until_cents` is what the jackpot will have given in all
    when everything that was in it at the game's close is paid.
    """

    serial: str
    jackpot: str
    keno_day: date
    pooled: bool
    cents: Fraction
    until_cents: Fraction
    guarantee_cents: Fraction
