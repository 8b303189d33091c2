"""A store's memory of tickets, for tests that play the rules without a store."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from eyesdown.keno.commands import Command, TicketCommand
from eyesdown.keno.decide import decide as decide_keno
from eyesdown.keno.events import (
    AnonymityChanged,
    EntryAccepted,
    EntryCancelled,
    Event,
    GameClosed,
    GameSettled,
    SessionPaid,
)
from eyesdown.keno.evolve import evolve as evolve_keno
from eyesdown.keno.records import Prize, PrizeState, Sold
from eyesdown.keno.state import KenoState
from eyesdown.keno.stored import stored
from eyesdown.rulebooks.nsw_keno.book import NswKeno


@dataclass(slots=True)
class Shelf:
    """Follows events as a store does that keeps a record of each ticket."""

    accepted: dict[str, EntryAccepted] = field(default_factory=dict)
    cancelled: dict[str, EntryCancelled] = field(default_factory=dict)
    excluded: set[str] = field(default_factory=set)
    continued: dict[str, str] = field(default_factory=dict)
    paid: set[str] = field(default_factory=set)
    unnamed: dict[str, bool] = field(default_factory=dict)
    prizes: dict[str, dict[int, Prize]] = field(default_factory=dict)

    def follow(self, state: KenoState, event: Any) -> None:
        """Note an event; `state` is as it was before."""
        match event:
            case EntryAccepted(entry=entry):
                self.accepted[entry.serial] = event
            case EntryCancelled(serial=serial):
                self.cancelled[serial] = event
            case GameClosed():
                self.excluded |= set(event.excluded)
            case GameSettled():
                for prize in event.prizes:
                    self.prizes.setdefault(prize.serial, {})[prize.game] = prize
            case SessionPaid():
                self.paid |= {state.sold[serial].ticket for serial in event.serials}
                self.continued |= {one.ticket: one.serial for one in event.continuations}
                self.unnamed |= dict.fromkeys(event.serials if event.anonymous else (), True)
            case AnonymityChanged(serial=serial):
                self.unnamed[serial] = event.anonymous
            case _:
                pass

    def find(self, ticket: str) -> Sold | None:
        serial = self.continued.get(ticket, ticket)
        if serial not in self.accepted:
            return None
        paid = ticket in self.paid or (ticket == serial and serial in self.prizes)
        return stored(
            self.accepted[serial],
            "" if paid else ticket,
            cancelled=self.cancelled.get(serial),
            excluded=serial in self.excluded,
            anonymous=self.unnamed.get(serial, False),
        )

    def won(self, state: KenoState, serial: str) -> dict[int, Prize]:
        """An Entry's prizes by game; all are paid once it has left memory."""
        if serial in state.sold:
            return state.prizes.get(serial, {})
        prizes = self.prizes.get(serial, {})
        return {game: replace(one, state=PrizeState.PAID) for game, one in prizes.items()}

    def history(self, account: str) -> list[EntryAccepted]:
        return [one for one in self.accepted.values() if one.entry.account == account]

    def told(self, command: Any) -> Any:
        """A command with what is on the shelf of its ticket."""
        if not isinstance(command, TicketCommand):
            return command
        return replace(command, kept=self.find(command.serial))


@dataclass(slots=True)
class Keeping:
    """A state and its shelf, for whoever plays commands one after another."""

    state: KenoState = field(default_factory=KenoState)
    shelf: Shelf = field(default_factory=Shelf)


def decide(book: NswKeno, keeping: Keeping, command: Command) -> tuple[Event, ...]:
    return decide_keno(book, keeping.state, keeping.shelf.told(command))


def evolve(keeping: Keeping, event: Event) -> Keeping:
    keeping.shelf.follow(keeping.state, event)
    evolve_keno(keeping.state, event)
    return keeping
