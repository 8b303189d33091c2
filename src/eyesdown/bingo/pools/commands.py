"""Commands about jackpot pools."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, HallCommand, SessionCommand


class OpenPool(HallCommand, frozen=True, kw_only=True):
    """Open a jackpot pool; a named sequence makes it a rolling one."""

    pool: str
    sequence: str = ""
    by: str = ""


class HoldForPool(GameCommand, frozen=True, kw_only=True):
    """Put part of a game's receipts into a pool."""

    pool: str
    amount_cents: int
    by: str = ""


class Contribute(SessionCommand, frozen=True, kw_only=True):
    """Add the operator's own money to a prize of a game or to a pool."""

    game: int = 0
    prize: str = ""
    pool: str = ""
    amount_cents: int
    by: str = ""


class DistributePool(GameCommand, frozen=True, kw_only=True):
    """Pay money of a pool with a game's last prize; 0 cents mean all that may be paid."""

    pool: str
    amount_cents: int = 0
    by: str = ""


Command: TypeAlias = OpenPool | HoldForPool | Contribute | DistributePool
