"""Facts of keno clauses about games, draws, cancellations and eligibility."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from eyesdown.rulebook.keno_words import DrawSite


@dataclass(frozen=True, slots=True)
class CancelFacts:
    """An Entry that a player wants to cancel."""

    accepted_at_venue: str
    at_venue: str
    day_accepted: date
    day_now: date | None
    trading: bool
    live: bool
    through_internet: bool
    in_permitted_area: bool
    games: int
    any_open: bool  # whether a game that can be cancelled is still open
    closed_games: int  # and not drawn
    drawn_games: int


@dataclass(frozen=True, slots=True)
class GameFacts:
    """A game about to be numbered."""

    number: int


@dataclass(frozen=True, slots=True)
class DrawFacts:
    """A Draw about to take place."""

    supervisor: str
    device: str
    site: DrawSite
    site_approval: str
    medium: str
    game_closed: bool


@dataclass(frozen=True, slots=True)
class EligibleFacts:
    """Whether a stored Entry counts when its game closes."""

    channel: str
    stored: bool
    receipt_issued: bool
    in_account: bool
