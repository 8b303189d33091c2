"""The past of the demonstration's hall: a whole evening, played on the real site before it opens.

So results, reports, tills and slips have something to show in the first minute.
"""

from __future__ import annotations

import os
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import NamedTuple

from eyesdown.bingo.session.commands import PlanSession
from eyesdown.central.hall.machine import book_on
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.tenant import KIND, open_hall
from eyesdown.central.site.clock import wall_clock_us
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.tenant import Tenant
from eyesdown.cli.demo.past import SetClock
from eyesdown.cli.site.keys import SiteKeys, key_path
from eyesdown.cli.site.owner_only import for_its_owner_alone
from eyesdown.cli.site.settings import HallSettings, Settings
from eyesdown.cli.site.tenants import claimed_store
from eyesdown.demo.hall_evening import next_action
from eyesdown.kernel.refused import refusals_in
from eyesdown.rulebook.bingo_book import BingoBook

AGO = timedelta(hours=22)
"""How long ago the evening began."""
ACTIONS_MAX = 3_000
"""More than any evening of three games needs."""
STEP = timedelta(seconds=0.1)
OWN = "demo/past/"


class _Evening(NamedTuple):
    """A hall whose clock is moved on from one action to the next."""

    tenant: Tenant[HallSite]
    site: Site[HallSite]
    plan: HallPlan
    clock: SetClock

    def now(self) -> datetime:
        return self.tenant.now(self.clock.at_us)

    def submit(self, command_id: str, command: object) -> None:
        """Give a command as the site's own people do."""
        self.wait(STEP)
        completed = self.tenant.complete(self.site, None, command)
        [reply] = self.site.run([Submitted(command_id, completed)])
        assert isinstance(reply, Done), reply
        assert not refusals_in(reply.events), (command, reply.events)

    def wait(self, passed: timedelta) -> None:
        self.clock.at_us += passed // timedelta(microseconds=1)

    def work(self) -> None:
        """Every step that the site's own tasks have now."""
        while (make := next_step(self.plan, self.site, self.now())) is not None:
            step = make()
            [reply] = self.site.run([step])
            assert isinstance(reply, Done), reply
            self.wait(STEP)


def play_evening(settings: Settings, hall: HallSettings) -> int:
    """Play one evening if the hall's store is new, to the cash-up; how many sessions there are."""
    with for_its_owner_alone():
        store = claimed_store(hall.store, SiteKeys(key_path(settings)), hall.name)
    try:
        if store.head().seq:
            return 0
        clock = SetClock(wall_clock_us() - AGO // timedelta(microseconds=1))
        plan = HallPlan(os.urandom, name=hall.name)
        owner = Owner(KIND, hall.name, hall.book, hall.zone)
        tenant, site = open_hall(owner, store, plan, clock)
        _play(_Evening(tenant, site, plan, clock), hall.book)
        site.take_snapshot()
        return len(site.state.hall.sessions)
    finally:
        store.close()


def _play(evening: _Evening, book_id: str) -> None:
    dice, turns = Random(), count()  # noqa: S311 -- made-up players, not a draw
    evening.work()
    for _ in range(ACTIONS_MAX):
        book = book_on(book_id, evening.now().date())
        assert isinstance(book, BingoBook)
        hall = evening.site.state.hall
        action = next_action(book, hall, dice, evening.now())
        assert action is not None, "the evening is stuck"
        if isinstance(action.command, PlanSession) and hall.sessions:
            return
        evening.wait(timedelta(seconds=action.seconds))
        evening.submit(f"{OWN}{next(turns)}", action.command)
        evening.work()
    raise AssertionError("the evening does not end")
