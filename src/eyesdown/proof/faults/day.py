"""A scripted day of a keno site, the same to the byte however often it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import shake_256
from random import Random
from typing import Any, ParamSpec, TypeAlias, TypeVar

from eyesdown.central.keno.machine import SYDNEY, KenoSite, machine
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.store.base import Store
from eyesdown.central.store.journal import Row
from eyesdown.central.store.memory import MemoryStore
from eyesdown.demo.keno_load import anything, places, sale, set_up
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.kernel.written import replace
from eyesdown.ledger.books import Amount

P = ParamSpec("P")
T = TypeVar("T")

START = datetime(2026, 11, 15, 10, 0, tzinfo=SYDNEY)
PLACES = places(2)
PLAN = Plan(lambda size: shake_256(b"fixed").digest(size))
KENO = machine(own_clock=False)
SNAPSHOT_STEPS = 15

NOBODY_WAS_TOLD: Mapping[str, int] = {}

Script: TypeAlias = tuple[tuple[datetime, Any], ...]


def script(games: int, sales: int) -> Script:
    """Times and client commands; None is where the site does its own work."""

    def steps() -> Iterator[tuple[datetime, Any]]:
        for command in set_up(START, PLACES):
            yield START, command
        dice = Random(11)  # noqa: S311 -- made-up customers, not a draw
        for game in range(games):
            now = START + game * PLAN.every
            yield now, None
            for number, place in enumerate(PLACES):  # receipts that no one took
                sold = sale(now, f"U{game}/{number}", place, anything(dice))
                yield now, replace(sold, delivered=False)
            for number in range(sales):
                yield now, sale(now, f"S{game}/{number}", dice.choice(PLACES), anything(dice))
        yield START + games * PLAN.every + timedelta(seconds=1), None

    return tuple(steps())


def open_site(store: Store) -> Site[KenoSite]:
    return Site(KENO, store, lambda: 1)


@dataclass(slots=True)
class Day:
    """How far a script was played, and what was acknowledged."""

    script: Script
    acknowledged: dict[str, int] = field(default_factory=dict)
    step: int = 0
    noted: Callable[[int], object] = lambda _: None

    def go_on(self, site: Site[KenoSite]) -> None:
        """The rest of the script; each step is tried again once, as clients and the site do."""
        while self.step < len(self.script):
            now, command = self.script[self.step]
            if command is None:
                while _insist(self._own_step, site, now):
                    pass
            else:
                _insist(self._submit, site, Submitted(f"client/{self.step}", command))
            self.step += 1
            if self.step % SNAPSHOT_STEPS == 0:
                _insist(_snapshot, site)

    def _own_step(self, site: Site[KenoSite], now: datetime) -> bool:
        site.refresh()
        make = next_step(site, PLAN, now)
        if make is not None:
            self._submit(site, make())
        return make is not None

    def _submit(self, site: Site[KenoSite], submitted: Submitted) -> None:
        [reply] = site.run([submitted])
        assert isinstance(reply, Done), reply
        self.acknowledged[submitted.command_id] = reply.seq
        self.noted(reply.seq)


def _snapshot(site: Site[KenoSite]) -> None:
    site.refresh()
    site.take_snapshot()


def _insist(act: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """Repeat a step if the store was unavailable; a second failure ends the day."""
    try:
        return act(*args, **more)
    except JournalUnavailable:
        return act(*args, **more)


@dataclass(slots=True)
class Reference:
    """The day as it goes when nothing fails."""

    rows: tuple[Row, ...]
    balances: tuple[dict[str, Amount], ...]

    @classmethod
    def of(cls, played: Script) -> Reference:
        store = MemoryStore()
        Day(played).go_on(open_site(store))
        rows = tuple(store.rows())
        return cls(rows, tuple(store.balances(at=seq) for seq in range(len(rows) + 1)))

    def check(self, store: Store, acknowledged: Mapping[str, int] = NOBODY_WAS_TOLD) -> int:
        """What a store holds is a beginning of the day, with all that was acknowledged."""
        rows = tuple(store.rows())
        assert rows == self.rows[: len(rows)], "the journal is not a beginning of the day"
        places = {row.command_id: row.seq for row in rows}
        lost = [name for name, seq in acknowledged.items() if places.get(name) != seq]
        assert not lost, f"acknowledged and lost: {lost[:3]}"
        assert store.balances() == self.balances[len(rows)], "the books differ"
        assert open_site(store).head.seq == len(rows)
        return len(rows)
