"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from dataclasses import dataclass

from eyesdown.bingo.words.asked import Asked, InGame, InSession


@dataclass(frozen=True, slots=True, kw_only=True)
class FailTerminal(InGame):
    """The dealer terminal failed and the game cannot be completed."""

    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class InvalidateGame(InGame):
    """`person_kind` is player, employee or outsider; `refund` is asked where it is a choice.

    `accomplices` are further players who had a part in the fraud; `opinion_of` holds that it
    affects the outcome, whoever asks if nobody is named.
    """

    by: str
    cause: str
    person: str = ""
    person_kind: str = ""
    accomplices: tuple[str, ...] = ()
    affects_outcome: bool = False
    opinion_of: str = ""
    forfeit: bool = False
    refund: bool = True
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoidEntry(InSession):
    player: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExcludePlayer(InGame):
    player: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RaiseDispute(InGame):
    dispute: str
    person: str
    about: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecideDispute(Asked):
    """A decision, or the review of one."""

    dispute: str
    by: str
    decision: str
    review: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseDispute(Asked):
    dispute: str
    satisfied: bool
    advised: bool = False
