"""Events about claims, forfeits, results and payments."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, HallEvent
from eyesdown.bingo.words.parts import CardRuns, Completed, Part
from eyesdown.kernel.cite import Refusal


class ClaimMade(GameEvent, frozen=True, kw_only=True):
    """A claim in time, for grids that are complete; it is now checked.

    `call` is the number it was heard on, `by` who entered it.
    """

    claim: str
    player: str
    word: str
    by: str
    call: int
    completed: tuple[Completed, ...]


class ClaimChecked(GameEvent, frozen=True, kw_only=True):
    """Steps of the checklist: who did them and what they read.

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


class ClaimAllowed(GameEvent, frozen=True, kw_only=True):
    """A claim was confirmed; `completed` is what it may win."""

    claim: str
    player: str
    by: str
    call: int
    completed: tuple[Completed, ...]


class ClaimRefused(GameEvent, frozen=True, kw_only=True):
    """`numbers` are the claimed numbers with whether each was announced."""

    claim: str
    player: str
    word: str
    call: int
    refusals: tuple[Refusal, ...]
    numbers: tuple[tuple[int, bool], ...]


class PrizeForfeited(GameEvent, frozen=True, kw_only=True):
    """An entitled player did not claim before the next number: they forfeit the prize.

    `scope` says what cannot win the prize any more: the player, the card, or this completion (C05).
    """

    player: str
    prize: str
    serial: str
    card: int
    call: int
    scope: str


class PrizeForfeitedByMany(GameEvent, frozen=True, kw_only=True):
    """The same for many players at once: each is named by the first card that they lost it on.

    A full hall that stays silent would otherwise fill a row with an event for each player.
    """

    prize: str
    cards: tuple[CardRuns, ...]
    call: int
    scope: str


class ForfeitCancelled(GameEvent, frozen=True, kw_only=True):
    """A forfeit that rested on a wrong number, or on a claim that was heard in time after all."""

    player: str
    prize: str
    serial: str
    card: int
    call: int
    reason: str


class GameClosed(GameEvent, frozen=True, kw_only=True):
    """`outcome` is won, exhausted, void or invalidated."""

    by: str
    outcome: str
    receipts_cents: int
    prizes_cents: int
    outstanding: tuple[str, ...]


class PrizePaid(HallEvent, frozen=True, kw_only=True):
    """An award was paid, in parts by method; cash came from the till at `point`."""

    award: str
    player: str
    by: str
    parts: tuple[Part, ...]
    method: str
    amount_cents: int
    point: str = ""


Event: TypeAlias = (
    ClaimMade
    | ClaimChecked
    | ClaimAllowed
    | ClaimRefused
    | PrizeForfeited
    | PrizeForfeitedByMany
    | ForfeitCancelled
    | GameClosed
    | PrizePaid
)
