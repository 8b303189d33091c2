"""How what players decide for themselves changes the state, and what they use of it."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from eyesdown.keno.office.events import AccountExcluded, CareEvent, PlayLimitSet, TimeOutTaken
from eyesdown.keno.state.state import KenoState
from eyesdown.players.care import (
    Care,
    Measure,
    with_exclusion,
    with_limit,
    with_time_out,
    with_used,
)


def evolve_care(state: KenoState, event: CareEvent) -> None:
    care = state.care.get(event.account, Care())
    match event:
        case PlayLimitSet(limit=limit):
            care = with_limit(care, limit)
        case TimeOutTaken(until=until):
            care = with_time_out(care, until)
        case AccountExcluded(until=ends):
            care = with_exclusion(care, ends)
        case _:
            assert_never(event)
    state.care[event.account] = care


def note_used(state: KenoState, name: str, measure: Measure, cents: int, at: datetime) -> None:
    """What an account has put in or staked, for the limits that its holder may set."""
    state.care[name] = with_used(state.care.get(name, Care()), measure, cents, at)
