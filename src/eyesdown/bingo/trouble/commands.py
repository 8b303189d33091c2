"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, HallCommand, SessionCommand
from eyesdown.bingo.words.parts import PastSession


class FailTerminal(GameCommand, frozen=True, kw_only=True):
    """The dealer terminal failed and the game cannot be completed."""

    by: str = ""


class InvalidateGame(GameCommand, frozen=True, kw_only=True):
    """`person_kind` is player, employee or outsider; `refund` is asked where it is a choice.

    `accomplices` are further players who had a part in the fraud; `opinion_of` holds that it
    affects the outcome; if no one is named, the person in `by` does.
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


class VoidEntry(SessionCommand, frozen=True, kw_only=True):
    """A player's entry is cancelled and the fee returned."""

    player: str
    by: str


class ExcludePlayer(GameCommand, frozen=True, kw_only=True):
    """A player is out of a game."""

    player: str
    by: str


class RaiseDispute(GameCommand, frozen=True, kw_only=True):
    """Someone disputes what happened in a game.

    `past` is of a session that was archived, and `taken` says that an archived dispute has this
    name; the Central Site puts both in.
    """

    dispute: str
    person: str
    about: str
    by: str = ""
    past: PastSession | None = None
    taken: bool = False


class DecideDispute(HallCommand, frozen=True, kw_only=True):
    """A decision, or the review of one."""

    dispute: str
    by: str
    decision: str
    review: bool = False


class CloseDispute(HallCommand, frozen=True, kw_only=True):
    """A dispute ends; someone not satisfied must have been advised."""

    dispute: str
    satisfied: bool
    advised: bool = False
    by: str = ""


Command: TypeAlias = (
    FailTerminal
    | InvalidateGame
    | VoidEntry
    | ExcludePlayer
    | RaiseDispute
    | DecideDispute
    | CloseDispute
)
