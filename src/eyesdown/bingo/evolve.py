"""Applying an event to a hall's state, in place. Nothing is decided here; an event is a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, get_args

from eyesdown.bingo.claims import evolve as claims
from eyesdown.bingo.events import Event
from eyesdown.bingo.play import evolve as play
from eyesdown.bingo.play.events import NumberCorrected
from eyesdown.bingo.pools import evolve as pools
from eyesdown.bingo.pools.events import OperatorContributed, PoolCredited, PoolDebited, PrizeWon
from eyesdown.bingo.sales import evolve as sales
from eyesdown.bingo.sales.events import CardsSold, EntryFeePaid, SaleTakenBack
from eyesdown.bingo.session import archive
from eyesdown.bingo.session import evolve as session
from eyesdown.bingo.state.log import EVOLVES
from eyesdown.bingo.state.state import HallState, award_id
from eyesdown.bingo.trouble import evolve as trouble
from eyesdown.bingo.trouble.events import GameInvalidated, GameVoided, Refunded, SumForfeited
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
    _count_takings(state, event)
    _EVOLVE[type(event)](state, event)
    return state


def _annulled(state: HallState, names: Iterable[str]) -> int:
    return sum(state.awards[name].amount_cents for name in names if name in state.awards)


def _reopened(state: HallState, event: NumberCorrected) -> int:
    won = state.game(event.session, event.game).won
    names = (
        award_id(event.session, event.game, prize, player)
        for prize in event.reopened_prizes
        for player in won[prize].winners
    )
    return _annulled(state, names)


_TAKINGS: Mapping[type, Callable[[HallState, Any], int]] = {
    CardsSold: lambda _, event: event.paid_cents,
    EntryFeePaid: lambda _, event: event.fee_cents,
    SaleTakenBack: lambda _, event: -event.paid_cents,
    Refunded: lambda _, event: -event.amount_cents,
    SumForfeited: lambda _, event: -event.amount_cents,
    OperatorContributed: lambda _, event: event.amount_cents,
    PoolCredited: lambda _, event: -event.amount_cents,
    PoolDebited: lambda _, event: event.amount_cents,
    PrizeWon: lambda _, event: -event.amount_cents,
    GameVoided: lambda state, event: _annulled(state, event.annulled),
    GameInvalidated: lambda state, event: _annulled(state, event.annulled),
    NumberCorrected: _reopened,
}
"""What each event adds to a session's takings, in cents."""


def _count_takings(state: HallState, event: Any) -> None:
    """Add an event to the takings of its session, if that is open; a closed session has none."""
    change = _TAKINGS.get(type(event))
    if change is not None:
        session = state.sessions[event.session]
        if not session.closed:
            session.takings_cents += change(state, event)
