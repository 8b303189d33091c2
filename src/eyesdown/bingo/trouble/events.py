"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.events import GameEvent, HallEvent, SessionEvent


class GameInvalidated(GameEvent, frozen=True, kw_only=True):
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
    by: str
    annulled: tuple[str, ...]


class Refunded(SessionEvent, frozen=True, kw_only=True):
    game: int
    player: str
    amount_cents: int
    reason: str


class SumForfeited(GameEvent, frozen=True, kw_only=True):
    player: str
    amount_cents: int
    by: str


class EntryVoided(SessionEvent, frozen=True, kw_only=True):
    player: str
    by: str
    fee_cents: int
    jackpot_cents: int


class PlayerExcluded(GameEvent, frozen=True, kw_only=True):
    player: str
    by: str


class DisputeRaised(GameEvent, frozen=True, kw_only=True):
    dispute: str
    person: str
    about: str


class DisputeDecided(HallEvent, frozen=True, kw_only=True):
    dispute: str
    by: str
    stage: str
    decision: str


class DisputeClosed(HallEvent, frozen=True, kw_only=True):
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
