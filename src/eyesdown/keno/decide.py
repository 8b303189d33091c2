"""Deciding a keno command. `decide` only reads: it changes neither state nor anything else."""

from __future__ import annotations

from typing import get_args

from eyesdown.keno.claims import decide as claims
from eyesdown.keno.commands import Command
from eyesdown.keno.desk import decide as desk
from eyesdown.keno.desk.ceilings import CEILED, noted, over_ceiling
from eyesdown.keno.events import Event
from eyesdown.keno.games import decide as games
from eyesdown.keno.office import decide as office
from eyesdown.keno.sales import decide as sales
from eyesdown.keno.sales.commands import AcceptEntry, CancelEntry
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.keno.sales.terms import SaleTerms, sold_like
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.handlers import every
from eyesdown.kernel.refused import Refused, refused
from eyesdown.kernel.written import replace
from eyesdown.rulebook.coverage import in_order
from eyesdown.rulebooks.nsw_keno.book import NswKeno

DECIDES = every(
    *office.DECIDES,
    *sales.DECIDES,
    *games.DECIDES,
    *claims.DECIDES,
    desk.DECIDES,
    kinds=get_args(Command),
)
"""The handler of every command."""


def decide(book: NswKeno, state: KenoState, command: Command) -> tuple[Event, ...]:
    """The events of a command; a refusal is an event that cites its clauses, first printed first.

    The book is the one in force on the Keno Day of the game that the command is about (T23).
    """
    kind = command.__class__
    stopped = over_ceiling(state, book.day, command) if kind in CEILED else None
    if stopped is not None:
        return refused(command, (stopped,))
    events: tuple[Event, ...] = DECIDES[kind](book, state, command)
    if kind is CancelEntry:
        stopped = over_ceiling(state, book.day, command, events)
        if stopped is not None:
            return refused(command, (stopped,))
    if kind in CEILED or kind is CancelEntry:
        events += noted(state, book.day, command, events)
    return tuple(_in_printed_order(event) for event in events)


def _in_printed_order(event: Event) -> Event:
    if not isinstance(event, Refused) or len(event.refusals) == 1:
        return event
    return replace(event, refusals=in_order(event.refusals))


class Decider:
    """`decide` with a memory of earlier sales: the same events, sooner for sales of one kind.

    It belongs to the owner of a state; see `sales.terms`.
    """

    __slots__ = ("terms",)

    def __init__(self) -> None:
        self.terms = SaleTerms()

    def __call__(self, book: NswKeno, state: KenoState, command: Command) -> tuple[Event, ...]:
        """The events that `decide` gives for the command."""
        if command.__class__ is not AcceptEntry:
            return decide(book, state, command)
        earlier = self.terms.sale_like(book, state, command)
        if earlier is not None:
            return (sold_like(state, command, earlier),)
        events = decide(book, state, command)
        if isinstance(events[0], EntryAccepted):
            self.terms.remember(command, events[0])
        return events
