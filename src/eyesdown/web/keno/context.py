"""Keno as its pages see it: the time in Sydney, the rulebook, serials and random picks."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from starlette.requests import HTTPConnection

from eyesdown.central.keno.feeds import Showing, showing
from eyesdown.central.keno.lifecycle import game_ahead
from eyesdown.central.keno.lookups import Newest
from eyesdown.central.keno.machine import KenoSite, book_on
from eyesdown.central.keno.office.takings import RunningTakings
from eyesdown.central.keno.rights import KenoRights
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.keno.tenant import keno_tenant
from eyesdown.central.site.sequencer import Sequencer
from eyesdown.central.site.serials import Serials, tidy
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import Gauge
from eyesdown.draw.health import seeded
from eyesdown.draw.scale import Bytes, below
from eyesdown.keno.words.prizes import Prize
from eyesdown.rulebooks.nsw_keno.book import NswKeno
from eyesdown.web.frame.context import Web, hosted
from eyesdown.web.keno.account.players import Players
from eyesdown.web.keno.counter.cash import Tally
from eyesdown.web.keno.counter.papers.printers import Printer
from eyesdown.web.keno.counter.papers.unprinted import Unprinted
from eyesdown.web.keno.office.looks import Looks
from eyesdown.web.keno.public.proofs import Proofs

LOG = logging.getLogger("eyesdown.site")
SERIALS_AT_ONCE = 64
"""Serials are made this many at a time: a single one costs three times its share."""


COUNTED = {
    "papers_not_printed": "Papers that no printer took.",
    "odd_amounts": "Amounts above a ceiling that were refused.",
}
"""What keno's pages and its API count, with the meaning of each."""


@dataclass(slots=True, kw_only=True)
class KenoWeb(Web[KenoSite]):
    """Keno as its pages see it: its rulebook, serials, random picks and proofs."""

    serials: Serials
    chance: Bytes = field(default_factory=lambda: seeded(os.urandom, b"terminal picks"))
    newest: Newest = field(default_factory=Newest)
    proofs: Proofs = field(default_factory=Proofs)
    tally: Tally = field(default_factory=Tally)
    looks: Looks = field(default_factory=Looks)
    takings: RunningTakings = field(default_factory=RunningTakings)
    players: Players = field(init=False)
    printers: dict[str, Printer] = field(default_factory=dict)
    """Receipt printers by terminal; a terminal without one prints through its browser."""
    unprinted: Unprinted = field(default_factory=Unprinted)
    """Papers that no printer took since the site's start."""
    address: str = ""
    """The site's own address, as tickets print it; empty for the address of the request."""
    cage: bool = False
    """Whether two people key the balls of every game."""
    pool_wait: timedelta = timedelta(0)
    """How long a drawn game waits for reports of other jurisdictions."""
    draw_time: timedelta = timedelta(0)
    """How long public displays take to show the balls of a draw; nothing: all at once."""
    every: timedelta = timedelta(minutes=3)
    """How long a game is open."""
    wins: dict[int, list[Prize]] = field(default_factory=dict)
    """The biggest prizes of the last games, by running number."""
    _unused_serials: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super(KenoWeb, self).__post_init__()
        self.players = Players(lambda: self.clock_us() / 1_000_000)

    @property
    def book(self) -> NswKeno:
        """The rulebook in force now."""
        return book_on(self.now().date())

    def gauges(self, site: Site[KenoSite]) -> Iterable[Gauge]:
        """The tenant's figures, and how often a genuine ticket was not on record."""
        yield from super(KenoWeb, self).gauges(site)
        now = self.now()
        game = game_ahead(site.state, now)
        ahead = 0.0 if game is None else (game.opened_at - now).total_seconds()
        meaning = "By how much the open game was opened in the future; 0 if it was not."
        yield Gauge("game_ahead_seconds", meaning, ahead)
        meaning = "Questions for a genuine ticket that is not on record."
        missing = self.counts["tickets_missing"]
        yield Gauge("tickets_missing", meaning, missing, only_grows=True)
        for name, words in COUNTED.items():
            yield Gauge(name, words, self.counts[name], only_grows=True)

    def showing(self, site: Site[KenoSite]) -> Showing:
        """How far the wall is; no public page or answer may show more."""
        return showing(site, self.now(), self.draw_time)

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
            self.counts["tickets_missing"] += 1
            LOG.error("a genuine ticket is not on record")

    def base(self, connection: HTTPConnection) -> str:
        """The address that papers print, with a slash at its end: the site's own, if it is set."""
        return f"{self.address.rstrip('/')}/" if self.address else str(connection.base_url)

    async def record_check(self, serial: str, check: str) -> str:
        """The check of the record for the one that a ticket prints; a wrong one stays wrong."""
        rights = KenoRights(self.serials, os.urandom)
        return await self.ask_site(lambda site: rights.record_check(site, tidy(serial), check))

    def serial(self) -> str:
        """A new serial that no one can guess."""
        if not self._unused_serials:
            self._unused_serials = self.serials.many(self.chance.generate, SERIALS_AT_ONCE)
        return self._unused_serials.pop()


def keno_web(
    sequencer: Sequencer[KenoSite],
    serials: Serials,
    *,
    draw_time: timedelta = timedelta(0),
    **more: Any,
) -> KenoWeb:
    """Keno over a site that runs no tasks of its own, for tests and measurements."""
    plan = Plan(os.urandom, draw_time=draw_time)
    tenant = keno_tenant(plan, KenoRights(serials, os.urandom))
    return KenoWeb(tenant=tenant, sequencer=sequencer, serials=serials, draw_time=draw_time, **more)


def keno_of(connection: HTTPConnection) -> KenoWeb:
    """Keno behind a request."""
    web = hosted(connection).first
    assert isinstance(web, KenoWeb)
    return web
