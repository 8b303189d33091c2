"""What is so, once something happened. The state's one owner feeds it; see `state`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from eyesdown.keno.claims.evolve import evolve_claim
from eyesdown.keno.events import ClaimEvent, EntryAccepted, Event, GameEvent, SaleEvent
from eyesdown.keno.games.evolve import evolve_game
from eyesdown.keno.office.events import AccountEvent, OfficeEvent
from eyesdown.keno.office.evolve import evolve_account, evolve_office
from eyesdown.keno.sales.evolve import evolve_accepted, evolve_sale
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.tills import note_money
from eyesdown.kernel.refused import Refused


def _nothing(_: KenoState, event: Refused) -> None:
    """A refusal is on the record, and that is all."""


_EVOLVE: dict[type, Callable[[KenoState, Any], None]] = {
    Refused: _nothing,
    **dict.fromkeys(get_args(SaleEvent), evolve_sale),
    **dict.fromkeys(get_args(GameEvent), evolve_game),
    **dict.fromkeys(get_args(ClaimEvent), evolve_claim),
    **dict.fromkeys(get_args(AccountEvent), evolve_account),
    **dict.fromkeys(get_args(OfficeEvent), evolve_office),
    EntryAccepted: evolve_accepted,  # nearly every event is one
}
_CHANGES_TERMS = {*get_args(GameEvent), *get_args(OfficeEvent)}
assert _EVOLVE.keys() == set(get_args(Event))


def evolve(state: KenoState, event: Event) -> KenoState:
    """The same state, changed in place: the caller owns it and hands it on."""
    kind = event.__class__
    note_money(state, event, getattr(event, "money", ()))
    _EVOLVE[kind](state, event)
    if kind in _CHANGES_TERMS:
        state.terms.of_kind.clear()
    return state
