"""Claims, results, payments and pools."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.bingo.commands import Part
from eyesdown.bingo.words.happened import Happened, InGame, InSession
from eyesdown.kernel.cite import Refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """One box that completed a prize, and on which call."""

    prize: str
    serial: str
    card: int
    box: int
    call: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimMade(InGame):
    claim: str
    player: str
    word: str
    by: str
    call: int
    completed: tuple[Completed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimChecked(InGame):
    """Steps of the checklist: who did them and what was found.

    `witness_impossible` logs a call back for which no independent player was present (C18).
    """

    claim: str
    by: str
    steps: tuple[str, ...]
    witness: str
    numbers: tuple[tuple[int, bool], ...]
    marked: tuple[int, ...]
    jackpot_number: bool
    witness_impossible: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimAllowed(InGame):
    claim: str
    player: str
    by: str
    call: int
    completed: tuple[Completed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRefused(InGame):
    """`numbers` are the claimed numbers with whether each was announced."""

    claim: str
    player: str
    word: str
    call: int
    refusals: tuple[Refusal, ...]
    numbers: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeWon(InGame):
    """A prize went to one or more players; each has an award `session/game/prize/player`."""

    prize: str
    place: str
    call: int
    number: int
    amount_cents: int
    winners: tuple[str, ...]
    share_cents: int
    rounding_contribution_cents: int
    jackpot: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeRolled(InGame):
    """A prize nobody won goes on: to a game of this session, a pool, or the next session (0).

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


@dataclass(frozen=True, slots=True, kw_only=True)
class GameClosed(InGame):
    """`outcome` is won, exhausted, void or invalidated."""

    by: str
    outcome: str
    receipts_cents: int
    prizes_cents: int
    outstanding: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizePaid(Happened):
    award: str
    player: str
    by: str
    parts: tuple[Part, ...]
    method: str
    amount_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolCredited(InSession):
    game: int
    pool: str
    source: str
    amount_cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PoolDebited(InSession):
    """Money leaves a pool: added to a named prize on offer, or paid to winners."""

    game: int
    pool: str
    prize: str = ""
    reason: str
    amount_cents: int
    balance_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MustGoSet(InSession):
    pool: str
    balance_cents: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperatorContributed(InSession):
    game: int
    prize: str
    pool: str
    amount_cents: int
