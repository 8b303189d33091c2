"""Applying an event to a hall's state, in place. Nothing is decided here; an event is a fact."""

from __future__ import annotations

from typing import get_args

from eyesdown.bingo.claims import evolve as claims
from eyesdown.bingo.events import Event
from eyesdown.bingo.play import evolve as play
from eyesdown.bingo.pools import evolve as pools
from eyesdown.bingo.sales import evolve as sales
from eyesdown.bingo.session import archive
from eyesdown.bingo.session import evolve as session
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.trouble import evolve as trouble
from eyesdown.kernel.handlers import every

PARTS = (session, archive, sales, pools, play, claims, trouble)
"""The modules that register how events change the state, by being imported."""

_EVOLVE = every(EVOLVES, kinds=get_args(Event))


def evolve(state: HallState, event: Event) -> HallState:
    """The same state, changed in place: the caller owns it and passes it on.

    >>> from datetime import datetime
    >>> from eyesdown.bingo.pools.events import PoolOpened
    >>> opened = PoolOpened(at=datetime(2026, 1, 1), pool="Gold", sequence="")
    >>> evolve(HallState(), opened).pools["Gold"].balance_cents
    0
    """
    _EVOLVE[type(event)](state, event)
    return state
