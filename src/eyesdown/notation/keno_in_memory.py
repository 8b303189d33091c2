"""Keno on a Central Site in memory: the rules, the journal, the books and the stored tickets.

The times are those of the commands, and draws need no promise, seal or count.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import count
from typing import Any

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.site.site import Broke, Done, Site, Submitted
from eyesdown.central.store.memory import MemoryStore
from eyesdown.keno.claims.commands import ClaimPrize
from eyesdown.keno.commands import Command
from eyesdown.keno.decide import decide
from eyesdown.keno.events import Event
from eyesdown.keno.office.commands import CorrectDeposit
from eyesdown.keno.state.lookup import ticket_check
from eyesdown.keno.state.state import KenoState
from eyesdown.kernel.written import replace as changed
from eyesdown.ledger.books import Amount
from eyesdown.rulebooks.nsw_keno.book import NswKeno

PRINTED = "printed"
"""The check of a claim made with the ticket that the site printed, whatever it says."""


@dataclass(slots=True)
class KenoInMemory:
    """A site that plays commands one after another; `book` may be changed in between."""

    book: NswKeno
    site: Site[KenoSite] = field(init=False)
    _at: datetime | None = field(default=None, init=False)
    _ids: count[int] = field(default_factory=lambda: count(1), init=False)

    def __post_init__(self) -> None:
        rules = replace(machine(own_clock=False), decide=self._decide)
        self.site = Site(rules, MemoryStore(), self._clock_us)

    @property
    def state(self) -> KenoState:
        """The state of the game."""
        return self.site.state.keno

    @property
    def balances(self) -> dict[str, Amount]:
        """Every account's balance."""
        return self.site.balances

    def play(self, command: Command) -> tuple[Event, ...]:
        """The events of one more command, with what the store has of its ticket."""
        return self.run(self.recall(command))

    def recall(self, command: Command) -> Any:
        """The command with what the store has of its ticket, form or unclaimed prizes."""
        self._at = command.at
        if isinstance(command, CorrectDeposit) and command.kept is not None:
            return command  # a file may say itself which deposit it means
        recalled = with_stored_facts(self.site, command)
        if isinstance(recalled, ClaimPrize) and recalled.check == PRINTED and recalled.kept:
            return changed(recalled, check=ticket_check(recalled.kept.sold.entry))
        return recalled

    def run(self, command: Command) -> tuple[Event, ...]:
        """The events of a command as it is; the journal, books and records follow them."""
        self._at = command.at
        [reply] = self.site.run([Submitted(f"{next(self._ids)}", command)])
        assert isinstance(reply, Done), reply.words if isinstance(reply, Broke) else reply
        return reply.events

    def _decide(self, site: KenoSite, command: Any) -> tuple[Event, ...]:
        return decide(self.book, site.keno, command)

    def _clock_us(self) -> int:
        """The time of the latest command; a time without a zone is Sydney's."""
        if self._at is None:
            return 0
        at = self._at if self._at.tzinfo is not None else self._at.replace(tzinfo=SYDNEY)
        return round(at.timestamp() * 1_000_000)
