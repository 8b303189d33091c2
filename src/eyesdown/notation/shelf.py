"""A store's memory of tickets, for tests that play the rules without a store."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from eyesdown.keno.claims.commands import ClaimPrize, ExpireUnclaimed, PayClaimForm
from eyesdown.keno.claims.effects import changed_prizes, tickets_handed_in
from eyesdown.keno.claims.events import AnonymityChanged, ClaimLodged, PrizesExpired, SessionPaid
from eyesdown.keno.claims.from_store import entry_from_store, prize_from_store, tickets_since
from eyesdown.keno.commands import Command, TicketCommand
from eyesdown.keno.decide import decide as decide_keno
from eyesdown.keno.events import Event
from eyesdown.keno.evolve import evolve as evolve_keno
from eyesdown.keno.games.events import GameClosed, GameSettled
from eyesdown.keno.sales.commands import AcceptEntry
from eyesdown.keno.sales.events import EntryAccepted, EntryCancelled
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.keno.words.prizes import Prize, PrizeState
from eyesdown.keno.words.tickets import EntryRecord, Overdue, StoredEntry
from eyesdown.kernel.written import replace
from eyesdown.rulebooks.nsw_keno.book import NswKeno


@dataclass(slots=True)
class Shelf:
    """Follows events as a store does that keeps a record of each ticket."""

    accepted: dict[str, EntryAccepted] = field(default_factory=dict)
    cancelled: dict[str, EntryCancelled] = field(default_factory=dict)
    excluded: set[str] = field(default_factory=set)
    continued: dict[str, str] = field(default_factory=dict)
    handed_in: dict[str, str] = field(default_factory=dict)
    unnamed: dict[str, bool] = field(default_factory=dict)
    prizes: dict[str, dict[int, Prize]] = field(default_factory=dict)
    unclaimed: set[tuple[str, int]] = field(default_factory=set)

    def follow(self, state: KenoState, event: Any) -> None:
        """Note an event; `state` is as it was before."""
        self.handed_in |= dict(tickets_handed_in(state, event))
        if not isinstance(event, ClaimLodged | PrizesExpired):  # no store writes down a prize then
            for prize in changed_prizes(state, event):
                self.prizes[prize.serial][prize.game] = prize
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
                self.continued |= {one.ticket: one.serial for one in event.continuations}
                self.unnamed |= dict.fromkeys(event.serials if event.anonymous else (), True)
            case AnonymityChanged(serial=serial):
                self.unnamed[serial] = event.anonymous
            case PrizesExpired():
                self.unclaimed |= set(event.prizes)
            case _:
                pass

    def find(self, ticket: str) -> EntryRecord | None:
        serial = self.continued.get(ticket, ticket)
        if serial not in self.accepted:
            return None
        return entry_from_store(
            self.accepted[serial],
            *tickets_since(serial, self.handed_in.get),
            cancelled=self.cancelled.get(serial),
            excluded=serial in self.excluded,
            anonymous=self.unnamed.get(serial, False),
        )

    def won(self, state: KenoState, serial: str) -> dict[int, Prize]:
        """An Entry's prizes by game."""
        if serial in state.sold:
            return state.prizes.get(serial, {})
        return {
            game: prize_from_store(
                self.accepted[serial], prize, unclaimed=(serial, game) in self.unclaimed
            )
            for game, prize in sorted(self.prizes.get(serial, {}).items())
        }

    def history(self, account: str) -> list[EntryAccepted]:
        return [one for one in self.accepted.values() if one.entry.account == account]

    def kept(self, state: KenoState, ticket: str) -> StoredEntry | None:
        """What a command brings along of a ticket."""
        live, sold = state.find(ticket), self.find(ticket)
        if live is not None or sold is None:
            return None if live is None else StoredEntry(live)
        won = self.won(state, sold.entry.serial)
        return StoredEntry(sold, tuple(won.values()), state.changes)

    def overdue(self, state: KenoState) -> Overdue:
        """Prizes that nobody has claimed, of Keno Days that were not gone through before."""
        days: dict[Any, list[tuple[str, int, int]]] = {}
        for serial, by_game in self.prizes.items():
            for game, first in by_game.items():
                prize = prize_from_store(
                    self.accepted[serial], first, unclaimed=(serial, game) in self.unclaimed
                )
                until = state.unclaimed_until
                if prize.state is PrizeState.PAYABLE and not (until and prize.keno_day <= until):
                    days.setdefault(prize.keno_day, []).append((serial, game, prize.cents))
        return Overdue(tuple((day, tuple(days[day])) for day in sorted(days)), state.changes)

    def told(self, state: KenoState, command: Any) -> Any:
        """A command with what is on the shelf of its ticket, form or unclaimed prizes.

        A claim with the check "printed" is made with the ticket that the site printed.
        """
        match command:
            case ExpireUnclaimed():
                return replace(command, kept=self.overdue(state))
            case PayClaimForm(form=form):
                serial = state.forms[form].serial if form in state.forms else ""
                return replace(command, kept=self.kept(state, serial))
            case AcceptEntry() if command.entry.replay_of:
                known = self.find(command.entry.replay_of) is not None
                return replace(command, replay_stored=known)
            case ClaimPrize(check="printed"):
                kept = self.kept(state, command.serial)
                check = ticket_check(kept.sold.entry) if kept else command.check
                return replace(command, kept=kept, check=check)
            case _ if isinstance(command, TicketCommand):
                return replace(command, kept=self.kept(state, command.serial))
            case _:
                return command


@dataclass(slots=True)
class Keeping:
    """A state and its shelf, for whoever plays commands one after another."""

    state: KenoState = field(default_factory=KenoState)
    shelf: Shelf = field(default_factory=Shelf)


def decide(book: NswKeno, keeping: Keeping, command: Command) -> tuple[Event, ...]:
    return decide_keno(book, keeping.state, keeping.shelf.told(keeping.state, command))


def evolve(keeping: Keeping, event: Event) -> Keeping:
    keeping.shelf.follow(keeping.state, event)
    evolve_keno(keeping.state, event)
    return keeping
