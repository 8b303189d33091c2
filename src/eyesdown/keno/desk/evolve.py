"""How events of a venue's desk change the state, in place."""

from __future__ import annotations

from eyesdown.keno.desk.ceilings import ceiling_key, given_key
from eyesdown.keno.desk.events import (
    AmountApproved,
    AmountGiven,
    CeilingSet,
    DrawerCounted,
    DrawerOpened,
    PaperPrinted,
)
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.handlers import Handlers

EVOLVES = Handlers()


@EVOLVES.handles(CeilingSet)
def ceiling_set(state: KenoState, event: CeilingSet) -> None:
    """Keep a ceiling; a later one takes its place."""
    ceiling = event.ceiling
    state.ceilings[ceiling_key(ceiling.what, ceiling.self_service, ceiling.venue)] = ceiling


@EVOLVES.handles(AmountApproved)
def amount_approved(state: KenoState, event: AmountApproved) -> None:
    """Keep an approval until it is used."""
    state.approvals[event.approved.approval] = event.approved


@EVOLVES.handles(AmountGiven)
def amount_given(state: KenoState, event: AmountGiven) -> None:
    """Count what a person gave in the Keno Day; an approval is used once."""
    key = given_key(event.what, event.by)
    state.given[key] = state.given.get(key, 0) + event.cents
    state.approvals.pop(event.approval, None)


@EVOLVES.handles(PaperPrinted)
def paper_printed(state: KenoState, event: PaperPrinted) -> None:
    """Keep how many copies of a paper there are."""
    state.prints[event.serial] = event.copy


@EVOLVES.handles(DrawerOpened)
def drawer_opened(state: KenoState, event: DrawerOpened) -> None:
    """Keep who answers for a drawer."""
    state.drawers[event.drawer.terminal] = event.drawer


@EVOLVES.handles(DrawerCounted)
def drawer_counted(state: KenoState, event: DrawerCounted) -> None:
    """Hand a drawer over, or close it."""
    if event.next_drawer is None:
        state.drawers.pop(event.drawer.terminal, None)
    else:
        state.drawers[event.drawer.terminal] = event.next_drawer
