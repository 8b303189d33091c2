"""Failures, invalidation, exclusion and disputes."""

from __future__ import annotations

from typing import TypeAlias

from eyesdown.bingo.words.commands import GameCommand, HallCommand, SessionCommand
from eyesdown.bingo.words.parts import PastSession


class FailTerminal(GameCommand, frozen=True, kw_only=True):
    """Report that the dealer terminal failed and the game cannot be completed."""

    by: str = ""


class InvalidateGame(GameCommand, frozen=True, kw_only=True):
    """Declare a game invalid.

    `person_kind` is player, employee or outsider; `refund` is given where the book leaves the
    choice. `accomplices` are further players who had a part in the fraud. `opinion_of` holds
    that it affects the outcome; if no one is named, the person in `by` does.
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
    """Cancel a player's entry and return the fee."""

    player: str
    by: str


class ExcludePlayer(GameCommand, frozen=True, kw_only=True):
    """Exclude a player from a game."""

    player: str
    by: str


class RaiseDispute(GameCommand, frozen=True, kw_only=True):
    """Dispute what happened in a game.

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
    """Decide a dispute, or review its decision."""

    dispute: str
    by: str
    decision: str
    review: bool = False


class CloseDispute(HallCommand, frozen=True, kw_only=True):
    """End a dispute; someone not satisfied must have been advised."""

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
