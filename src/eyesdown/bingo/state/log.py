"""Evolving a hall's state, and looking ahead while deciding.

Every sub-room registers in its `evolve.py`, with `EVOLVES.handles`, how its events change the
state; `eyesdown.bingo.evolve` imports them all and asserts that no event is missing. The registry
is here, below the sub-rooms, because a decision that leads to several events must see the state
after the first ones.
"""

from __future__ import annotations

from eyesdown.bingo.state.state import HallState
from eyesdown.bingo.words.events import BreachLogged, Events, HallEvent
from eyesdown.kernel.handlers import Handlers
from eyesdown.kernel.refused import Refused

EVOLVES = Handlers()
"""How each event changes a hall: functions of a state and an event that change it in place."""


@EVOLVES.handles(Refused, BreachLogged)
def _on_record(_state: HallState, _event: Refused | BreachLogged) -> None:
    """Change nothing: a refusal or a breach is only recorded."""


class Log:
    """The events of one command in a row, each decided on the state after those before it.

    `state` is a working copy: deciding changes nothing that anyone else has.
    """

    def __init__(self, state: HallState, session: str) -> None:
        self.state = state.working_copy(session)
        self._events: list[HallEvent | Refused] = []

    def add(self, *events: HallEvent | Refused) -> None:
        """Record events and let the working copy follow them."""
        for event in events:
            self._events.append(event)
            EVOLVES.by_kind[type(event)](self.state, event)

    def all(self) -> Events:
        """The events so far."""
        return tuple(self._events)
