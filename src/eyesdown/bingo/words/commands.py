"""What the commands of a hall have in common: when, by whom, in which session, in which game.

A command that is about a person on duty names them in `by`; elsewhere `by` is who gave the
command, which the Central Site fills in.
"""

from __future__ import annotations

from datetime import datetime

from eyesdown.kernel.written import Written


class HallCommand(Written, frozen=True, kw_only=True):
    """A command to a hall, at a time."""

    at: datetime


class SessionCommand(HallCommand, frozen=True, kw_only=True):
    """A command about one session."""

    session: str


class GameCommand(SessionCommand, frozen=True, kw_only=True):
    """A command about one game of a session."""

    game: int
