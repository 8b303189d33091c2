"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, HallEvent, SessionEvent


class GameInvalidated(GameEvent, frozen=True, kw_only=True):
    """The outcome of a game falls; `annulled` are awards that were not paid."""

    by: str
    cause: str
    person: str
    person_kind: str
    accomplices: tuple[str, ...] = ()
    opinion_of: str
    refund: bool
    reason: str
    annulled: tuple[str, ...]


class GameVoided(GameEvent, frozen=True, kw_only=True):
    """A game ended without a result; `annulled` are awards that were not paid."""

    by: str
    annulled: tuple[str, ...]


class Refunded(SessionEvent, frozen=True, kw_only=True):
    """A player gets money back, for a game or (0) an entry fee; it is owed until a till pays it."""

    game: int
    player: str
    amount_cents: int
    reason: str


class SumForfeited(GameEvent, frozen=True, kw_only=True):
    """What a fraudulent player paid stays with the operator."""

    player: str
    amount_cents: int
    by: str


class EntryVoided(SessionEvent, frozen=True, kw_only=True):
    """A player's entry was cancelled; `jackpot_cents` is what the fees left give the pool."""

    player: str
    by: str
    fee_cents: int
    jackpot_cents: int


class PlayerExcluded(GameEvent, frozen=True, kw_only=True):
    """A player is out of a game."""

    player: str
    by: str


class DisputeRaised(GameEvent, frozen=True, kw_only=True):
    """Someone disputes what happened in a game; `supervisors` are an archived session's."""

    dispute: str
    person: str
    about: str
    supervisors: tuple[str, ...] = ()


class DisputeDecided(HallEvent, frozen=True, kw_only=True):
    """A dispute was decided, or its decision reviewed."""

    dispute: str
    by: str
    stage: str
    decision: str


class DisputeClosed(HallEvent, frozen=True, kw_only=True):
    """A dispute ended, with the advice that was given."""

    dispute: str
    satisfied: bool
    advice: str


Event: TypeAlias = (
    GameInvalidated
    | GameVoided
    | Refunded
    | SumForfeited
    | EntryVoided
    | PlayerExcluded
    | DisputeRaised
    | DisputeDecided
    | DisputeClosed
)
