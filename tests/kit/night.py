"""A keno site with a scripted clock, scripted entropy and made-up customers."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.demo.keno_load import anything, places, sale, set_up
from eyesdown.kernel.refused import Refused

MORNING = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
PLACES = places(3)


@dataclass(slots=True)
class Night:
    """One site from its set-up on; whoever holds it moves the clock."""

    store: Store
    machine: Machine[KenoSite] = field(default_factory=lambda: machine(own_clock=False))
    now: datetime = MORNING
    dice: Random = field(default_factory=lambda: Random(7))
    plan: Plan = field(init=False)
    site: Site[KenoSite] = field(init=False)
    events: list[Any] = field(default_factory=list)
    names: Any = field(default_factory=count)

    def __post_init__(self) -> None:
        turns = count()
        self.plan = Plan(lambda size: hashlib.shake_256(b"%d" % next(turns)).digest(size))
        self.restart()
        for command in set_up(self.now, PLACES):
            assert not isinstance(self.ask(command)[0], Refused)

    def restart(self) -> None:
        self.site = Site(self.machine, self.store, lambda: int(self.now.timestamp() * 1e6))

    def ask(self, command: Any) -> tuple[Any, ...]:
        ready = with_stored_facts(self.site, command)
        return self.submit(Submitted(f"test/{next(self.names)}", ready))

    def submit(self, submitted: Submitted) -> tuple[Any, ...]:
        [reply] = self.site.run([submitted])
        assert isinstance(reply, Done), reply
        self.events += reply.events
        return reply.events

    def step(self) -> Submitted | None:
        made = next_step(self.site, self.plan, self.now)
        return made() if made else None

    def work(self) -> None:
        """Everything that is to do now."""
        while (step := self.step()) is not None:
            assert not isinstance(self.submit(step)[0], Refused)

    def sell(self, many: int) -> None:
        for _ in range(many):
            serial = f"S{next(self.names):05d}"
            command = sale(self.now, serial, self.dice.choice(PLACES), anything(self.dice))
            [*_, done] = self.ask(command)
            assert not isinstance(done, Refused), done

    def game(self, many: int = 40) -> None:
        self.work()
        self.sell(many)
        self.now += timedelta(minutes=3)
        self.work()

    def seen(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]
