"""What a draw paid, by form of bet, as its record has it."""

from __future__ import annotations

from eyesdown.central.store.codec import Codec
from eyesdown.kernel.written import Written


class Won(Written, frozen=True):
    """What one form of bet paid in one draw: its winning lines and their money."""

    form: str
    lines: int
    cents: int


class Winnings(Written, frozen=True):
    """What a draw paid, public once its result is published; it names no one."""

    won: tuple[Won, ...]
    jackpots: tuple[str, ...]
    extras: tuple[str, ...]


WINNINGS = Codec([Winnings])
