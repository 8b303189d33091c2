"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.bingo.words.happened import Happened, InGame, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInvalidated(InGame):
    by: str
    cause: str
    person: str
    person_kind: str
    accomplices: tuple[str, ...] = ()
    opinion_of: str
    refund: bool
    reason: str
    annulled: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameVoided(InGame):
    by: str
    annulled: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refunded(InSession):
    game: int
    player: str
    amount_cents: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SumForfeited(InGame):
    player: str
    amount_cents: int
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryVoided(InSession):
    player: str
    by: str
    fee_cents: int
    jackpot_cents: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerExcluded(InGame):
    player: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeRaised(InGame):
    dispute: str
    person: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeDecided(Happened):
    dispute: str
    by: str
    stage: str
    decision: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DisputeClosed(Happened):
    dispute: str
    satisfied: bool
    advice: str
