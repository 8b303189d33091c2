"""The demonstration's past: games of the last hours, played on the real site before it opens.

The site's own tasks decide every step, on a clock that is set. So results, numbers, walls and the
office have something to show in the first minute.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from eyesdown.central.keno.lookups import ticket
from eyesdown.central.keno.machine import in_sydney, sydney
from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.keno.tasks import Plan
from eyesdown.central.keno.tenant import KENO, OpenedKeno, open_keno
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.site import Done, Submitted
from eyesdown.cli.site.keys import SiteKeys, key_path
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.cli.site.settings import Settings
from eyesdown.cli.site.tenants import claimed_store
from eyesdown.demo.keno_load import Place, anything, claim, due_cents, payment, sale

EVERY = timedelta(minutes=10)
SALES_MAX = 6
"""The most tickets that made-up customers buy in a past game."""
STEP_US = 200_000
"""How far the clock goes on from one step of the site to the next."""
LONG_AFTER = datetime.max.replace(tzinfo=UTC)
KNOWN_FILE = "known-tickets.json"
TICKETS_OUT = 40
"""The newest tickets are still out, as many as this; winners among older ones are paid."""
CANDIDATES_MAX = 60
"""The newest tickets among which the known ones are looked for."""


class Past(NamedTuple):
    """What is needed to play the past."""

    games: int
    first: Callable[[datetime], Iterable[Any]]
    """The commands that set up venues and people."""
    places: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class PastPlan(Plan):
    """A game every ten minutes; in the last ten the usual ones, so that the next draw is near."""

    ends_at: datetime = LONG_AFTER

    def closes_at(self, now: datetime) -> datetime:
        """When a game that opens now closes."""
        every = EVERY if now + EVERY < self.ends_at else self.every
        return in_sydney(now.astimezone(UTC) + every)


class KnownTickets(msgspec.Struct):
    """Serials of tickets to look at; empty if there is none."""

    winner: str = ""
    loser: str = ""
    running: str = ""


class SetClock:
    """A clock in microseconds UTC that moves only when it is set."""

    def __init__(self, at_us: int) -> None:
        self.at_us = at_us

    def __call__(self) -> int:
        return self.at_us


def play_past(settings: Settings, past: Past) -> int:
    """Play games that end now and note the known tickets, if the store is new; the games played."""
    with for_its_owner_alone():
        store = claimed_store(settings.store, SiteKeys(key_path(settings)), KENO.name)
    try:
        if store.head().seq or not past.games:
            return 0
        ends_us = wall_clock_us()
        clock = SetClock(ends_us - past.games * (EVERY // timedelta(microseconds=1)))
        usual = timedelta(seconds=settings.every_seconds)
        plan = PastPlan(os.urandom, usual, name=settings.name, ends_at=sydney(ends_us))
        keno = open_keno(store, plan, clock, os.urandom)
        playing = _Playing(keno, clock, past)
        playing.play(ends_us)
        keno.site.take_snapshot()
        known = _known(keno, playing.serials)
        known_path(settings).write_bytes(msgspec.json.encode(known))
        return keno.site.state.draws.published_max + 1
    finally:
        store.close()


def known_path(settings: Settings) -> Path:
    """The file that holds the serials of the known tickets."""
    return Path(settings.store).with_name(KNOWN_FILE)


def known_tickets(settings: Settings) -> KnownTickets:
    """The known tickets of this folder's past."""
    try:
        return msgspec.json.decode(known_path(settings).read_bytes(), type=KnownTickets)
    except (OSError, msgspec.MsgspecError):  # a folder without a past
        return KnownTickets()


class _Playing:
    """A site whose clock is moved from one close to the next, with customers in between."""

    def __init__(self, keno: OpenedKeno, clock: SetClock, past: Past) -> None:
        self.keno, self.clock, self.past = keno, clock, past
        self.dice = Random()  # noqa: S311 -- made-up customers, not a draw
        self.serials: deque[str] = deque(maxlen=CANDIDATES_MAX)
        self.out: deque[str] = deque()

    def play(self, ends_us: int) -> None:
        """Everything from the set-up to the last game that closes before `ends_us`."""
        site = self.keno.site
        self._submit("set-up", self.past.first(self._now()))
        self._take_steps()
        while (closes_us := self._closes_us()) is not None and closes_us < ends_us:
            left_us = closes_us - self.clock.at_us
            self.clock.at_us += left_us // 2
            self._sell(site.head.seq)
            while len(self.out) > TICKETS_OUT:
                self._collect(self.out.popleft())
            self.clock.at_us = closes_us + STEP_US
            self._take_steps()

    def _now(self) -> datetime:
        return sydney(self.clock.at_us)

    def _closes_us(self) -> int | None:
        """When the open game closes, in microseconds UTC; None after the day's last game."""
        keno = self.keno.site.state.keno
        if keno.open_game is None:
            return None
        return int(keno.games[keno.open_game].closes_at.timestamp() * 1_000_000)

    def _take_steps(self) -> None:
        """Every step that the site's own tasks have now: close, draw, settle, publish, open."""
        tenant, site = self.keno.tenant, self.keno.site
        while True:
            steps = (task.next_step(site, self._now()) for task in tenant.tasks)
            step = next((each for each in steps if each is not None), None)
            if step is None:
                return
            [reply] = site.run([step()])
            assert isinstance(reply, Done), reply
            self.clock.at_us += STEP_US

    def _sell(self, seq: int) -> None:
        count = self.dice.randrange(1, SALES_MAX + 1)
        serials = self.keno.serials.many(os.urandom, count)
        self.serials += serials
        self.out += serials
        now, places = self._now(), self.past.places
        self._submit(
            f"past/{seq}",
            [sale(now, each, self.dice.choice(places), anything(self.dice)) for each in serials],
        )

    def _collect(self, serial: str) -> None:
        """A customer whose ticket won hands it in and is paid."""
        shown = ticket(self.keno.site, serial, most=0)
        if shown is None or not shown.won_cents:
            return
        entry = shown.accepted.entry
        handed_in = with_stored_facts(self.keno.site, claim(self._now(), entry))
        self._submit(f"claim/{serial}", [handed_in])
        due = due_cents(self.keno.site.state.keno, entry)
        if due:
            goes_on = self.keno.serials.many(os.urandom, 1)[0]
            self._submit(f"payment/{serial}", [payment(self._now(), entry, due, goes_on)])

    def _submit(self, name: str, commands: Iterable[Any]) -> None:
        self.keno.site.run(
            [Submitted(f"{name}/{index}", command) for index, command in enumerate(commands)]
        )


def _known(keno: OpenedKeno, serials: Iterable[str]) -> KnownTickets:
    """The newest of the tickets that won, and of those that did not, with all their games drawn."""
    known = KnownTickets()
    for serial in serials:
        shown = ticket(keno.site, serial)
        if shown is None or shown.drawn < shown.takes_part:
            continue
        if shown.won_cents:
            known.winner = serial
        else:
            known.loser = serial
    return known
