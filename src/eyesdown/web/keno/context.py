"""Keno as its pages see it: the time in Sydney, the rulebook, serials and random picks."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from starlette.requests import HTTPConnection

from eyesdown.central.keno.lookups import Newest
from eyesdown.central.keno.machine import KenoSite, book_on, sydney
from eyesdown.central.keno.rights import complete, needs_site
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.restore.restart import Restart
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials, tidy
from eyesdown.central.site.site import Site
from eyesdown.central.store.base import Store
from eyesdown.draw.health import seeded
from eyesdown.draw.scale import Bytes, below
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.context import Web
from eyesdown.web.frame.people import People
from eyesdown.web.frame.sessions import Sessions

LOG = logging.getLogger("eyesdown.site")
SERIALS_AT_ONCE = 64
"""Serials are made this many at a time: a single one costs three times its share."""


@dataclass(slots=True)
class KenoWeb(Web[KenoSite]):
    """Keno as its pages see it. Nothing here decides; the rules do."""

    sequencer: Sequencer[KenoSite]
    serials: Serials
    people: People
    session_key: bytes
    clock_us: Callable[[], int] = wall_clock_us
    chance: Bytes = field(default_factory=lambda: seeded(os.urandom, b"terminal picks"))
    newest: Newest = field(default_factory=Newest)
    open_reader: Callable[[], Store] | None = None
    cage: bool = False
    """Whether two people key the balls of every game."""
    pool_wait: timedelta = timedelta(0)
    """How long a drawn game waits for reports of other jurisdictions."""
    restart: Restart | None = None
    """What this process heard from its witnesses after its start."""
    tickets_missing: int = 0
    """How often someone asked for a genuine ticket that is not on record."""
    sessions: Sessions = field(init=False)
    _reader: Executor = field(default_factory=lambda: ThreadPoolExecutor(1, "reader"))
    _unused_serials: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sessions = Sessions(self.session_key)

    def now(self) -> datetime:
        """The time in Sydney, as commands carry it."""
        return sydney(self.clock_us())

    def complete(self, site: Site[KenoSite], command: Any) -> Any:
        """The command with what the record has of its ticket, form or prizes."""
        return complete(site, None, command)

    def needs_site(self, command: Any) -> bool:
        """Whether the command is about something on record."""
        return needs_site(command)

    @property
    def book(self) -> NswKeno:
        """The rulebook in force now."""
        return book_on(self.now().date())

    def below(self, bound: int) -> int:
        """A random number from 0 to below `bound`, for what a terminal picks."""
        return below(bound, self.chance)

    async def note_missing_ticket(self, serial: str) -> None:
        """Log and count a genuine serial of which there is no ticket: rows of the journal are lost.

        Vouchers and receipts have genuine serials as well, and are no tickets.
        """
        if not self.serials.genuine(serial):
            return
        if not await self.ask_state(lambda state: tidy(serial) in state.keno.documents):
            self.tickets_missing += 1
            LOG.error("a genuine ticket is not on record")

    def serial(self) -> str:
        """A new serial that no one can guess."""
        if not self._unused_serials:
            self._unused_serials = self.serials.many(self.chance.generate, SERIALS_AT_ONCE)
        return self._unused_serials.pop()


def keno_of(connection: HTTPConnection) -> KenoWeb:
    """Keno behind a request."""
    web = connection.app.state.web
    assert isinstance(web, KenoWeb)
    return web
