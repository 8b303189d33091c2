"""What is so, once something happened. The state's one owner feeds it; see `state`."""

from __future__ import annotations

from typing import assert_never

from eyesdown.keno.claim_evolve import evolve_claim
from eyesdown.keno.events import ClaimEvent, Event, GameEvent, Refused, SaleEvent
from eyesdown.keno.game_evolve import evolve_game
from eyesdown.keno.money import Group, whole
from eyesdown.keno.office_events import AccountEvent, OfficeEvent
from eyesdown.keno.office_evolve import evolve_account, evolve_office
from eyesdown.keno.sale_evolve import evolve_sale
from eyesdown.keno.state import KenoState


def evolve(state: KenoState, event: Event) -> KenoState:
    """The same state, changed in place: the caller owns it and hands it on."""
    if isinstance(event, Refused):
        return state
    if isinstance(event, SaleEvent):
        evolve_sale(state, event)
    elif isinstance(event, GameEvent):
        evolve_game(state, event)
    elif isinstance(event, ClaimEvent):
        evolve_claim(state, event)
    elif isinstance(event, AccountEvent):
        evolve_account(state, event)
    elif isinstance(event, OfficeEvent):
        evolve_office(state, event)
    else:
        assert_never(event)
    _keep_agency(state, getattr(event, "money", ()))
    return state


def _keep_agency(state: KenoState, money: Group) -> None:
    """What each Venue holds for the Licensees, to the part of a cent."""
    for amount in money:
        if amount.purse.endswith(":agency"):
            venue = amount.purse.removeprefix("venue:").removesuffix(":agency")
            state.agency_cents[venue] = whole(state.agency_cents.get(venue, 0) + amount.cents)
