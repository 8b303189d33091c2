"""Events that move prize money: prizes won and carried on, pools fed and paid."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, HallEvent, SessionEvent


class PoolOpened(HallEvent, frozen=True, kw_only=True):
    """A jackpot pool exists, empty."""

    pool: str
    sequence: str


class PoolCredited(SessionEvent, frozen=True, kw_only=True):
    """Money came into a pool, from a game (0: from none)."""

    game: int
    pool: str
    source: str
    amount_cents: int
    balance_cents: int


class PoolDebited(SessionEvent, frozen=True, kw_only=True):
    """Money leaves a pool: added to a named prize on offer, or paid to winners."""

    game: int
    pool: str
    prize: str = ""
    reason: str
    amount_cents: int
    balance_cents: int


class MustGoSet(SessionEvent, frozen=True, kw_only=True):
    """A pool must be paid out by the end of this session."""

    pool: str
    balance_cents: int
    reason: str


class OperatorContributed(SessionEvent, frozen=True, kw_only=True):
    """The operator gave money of their own to a prize or to a pool."""

    game: int
    prize: str
    pool: str
    amount_cents: int


class PrizeWon(GameEvent, frozen=True, kw_only=True):
    """A prize went to one or more players; each has an award `session/game/prize/player`.

    Players who completed a prize on the same number and claimed it are joint winners: they share
    it equally, `share_cents` each, rounded up at the operator's cost (C13).
    """

    prize: str
    place: str
    call: int
    number: int
    amount_cents: int
    winners: tuple[str, ...]
    share_cents: int
    rounding_contribution_cents: int
    jackpot: bool


class PrizeRolled(GameEvent, frozen=True, kw_only=True):
    """A prize no one won goes on: to a game of this session, a pool, or the next session (0).

    Where a declared result falls with a struck number it comes back the way it went (D03).
    """

    prize: str
    amount_cents: int
    to_session: str
    to_game: int
    to_prize: str
    to_pool: str
    reason: str
    jackpot: bool = False


Event: TypeAlias = (
    PoolOpened
    | PoolCredited
    | PoolDebited
    | MustGoSet
    | OperatorContributed
    | PrizeWon
    | PrizeRolled
)
