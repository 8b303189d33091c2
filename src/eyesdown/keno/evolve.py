"""Applying keno events to a state, in place."""

from __future__ import annotations

from typing import get_args

from eyesdown.keno.claims import evolve as claims
from eyesdown.keno.desk import evolve as desk
from eyesdown.keno.events import Event
from eyesdown.keno.games import evolve as games
from eyesdown.keno.games.events import GameEvent
from eyesdown.keno.office import evolve as office
from eyesdown.keno.office import limits_used
from eyesdown.keno.office.events import OfficeEvent
from eyesdown.keno.sales import evolve as sales
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.tills import note_money
from eyesdown.kernel.handlers import Handlers, every
from eyesdown.kernel.refused import Refused

_REFUSALS = Handlers()


@_REFUSALS.handles(Refused)
def command_refused(state: KenoState, event: Refused) -> None:
    """Change nothing: a refusal is only recorded."""


EVOLVES = every(
    _REFUSALS,
    office.EVOLVES,
    limits_used.EVOLVES,
    sales.EVOLVES,
    games.EVOLVES,
    claims.EVOLVES,
    desk.EVOLVES,
    kinds=get_args(Event),
)
"""The handler of every event."""

_CHANGES_TERMS = {*get_args(GameEvent), *get_args(OfficeEvent)}


def evolve(state: KenoState, event: Event) -> KenoState:
    """Apply an event to the state, in place. Only the state's owner calls this."""
    kind = event.__class__
    note_money(state, event, getattr(event, "money", ()))
    EVOLVES[kind](state, event)
    if kind in _CHANGES_TERMS:
        state.terms_version += 1
    return state
