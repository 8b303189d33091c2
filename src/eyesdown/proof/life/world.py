"""A site, the faults it has to live with, and what must hold whatever happens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any, TypeAlias

from eyesdown.central.keno.lifecycle import Waits, waiting
from eyesdown.central.keno.machine import SYDNEY, KenoSite, in_sydney
from eyesdown.central.keno.stored_tickets import with_stored_facts
from eyesdown.central.keno.tasks import Plan, next_step
from eyesdown.central.site.sealing import ConfirmBall, GameStopped, KeyBall
from eyesdown.central.site.site import Done, Site, Submitted
from eyesdown.central.site.witness_words import RevealValue
from eyesdown.central.store.base import Batch, Snapshot, Store
from eyesdown.central.tenant import Prepared
from eyesdown.demo.keno_load import places, set_up
from eyesdown.keno.bets.bet import Keno2, Regular
from eyesdown.keno.games.commands import RecordDraw
from eyesdown.keno.sales.events import EntryAccepted
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.kernel.ids import Ball, PersonId
from eyesdown.kernel.refused import Refused
from eyesdown.kernel.written import replace
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.life.cashier import WATCHED, Cashier

START = in_sydney(datetime(2026, 11, 14, 23, 50, tzinfo=SYDNEY))
"""A Keno Day ends soon."""
PLACES = places(4)
NUMBERS = range(1, 81)
DRAWN = 20
TRIES_MAX = 8
TICKETS_MAX = 400

ACTS_A_GAME = 30
KILLED = 0.01
SNAPSHOT = 0.01
STORE_AWAY = 0.01
ANSWER_LOST = 0.01
DEVICE_BREAKS = 0.1
CAGE_IS_USED = 0.1
ASKED_AGAIN = 0.02


@dataclass(slots=True)
class Flaky:
    """A store that is unavailable for a moment, or writes without confirming it."""

    store: Store
    dice: Random
    failed: Counter[str]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def append(self, batch: Batch) -> None:
        luck = self.dice.random()
        if luck < STORE_AWAY:
            self.failed["store away"] += 1
            raise JournalUnavailable("away")
        self.store.append(batch)
        if luck > 1 - ANSWER_LOST:
            self.failed["answer lost"] += 1
            raise JournalUnavailable("written, and not acknowledged")


Acts: TypeAlias = "Mapping[Callable[[World], object], int]"
"""What people do, and how often beside the others."""


@dataclass(slots=True)
class World:
    """`opened` gives the store, again after every kill."""

    opened: Callable[[], Store]
    dice: Random
    now: datetime = START
    plan: Plan = field(init=False)
    site: Site[KenoSite] = field(init=False)
    names: Iterator[int] = field(default_factory=count)
    cashier: Cashier = field(default_factory=Cashier)
    tickets: list[EntryAccepted] = field(default_factory=list)
    """Those in people's hands."""
    done: Counter[str] = field(default_factory=Counter)
    """How often each command was done."""
    refused: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        wait = timedelta(seconds=self.dice.choice((0, 0, 30)))
        self.plan = Plan(
            self.dice.randbytes, cage=self.dice.random() < CAGE_IS_USED, pool_wait=wait
        )
        self.restart()
        self.do(*set_up(self.now, PLACES))

    def restart(self) -> None:
        """As after a kill: of the site before nothing is left but its store."""
        store: Any = Flaky(self.opened(), self.dice, self.faults)
        self.site = Site(KENO, store, lambda: 1)

    def name(self, kind: str) -> str:
        return f"{kind}-{next(self.names)}"

    def do(self, *commands: Any) -> list[Any]:
        """The events of commands that are asked for together, as a door asks."""
        self.site.refresh()
        filled = [with_stored_facts(self.site, command) for command in commands]
        return self.ask([Submitted(self.name("asked"), command) for command in filled])

    def ask(self, asked: Sequence[Submitted]) -> list[Any]:
        """Events, asked for again under the same ids until the store takes them."""
        events = []
        for submitted, reply in zip(asked, self._answered(asked), strict=True):
            for event in reply.events:
                self._hear(submitted.command, event)
                events.append(event)
        return events

    def _answered(self, asked: Sequence[Submitted]) -> list[Done]:
        for _ in range(TRIES_MAX):
            try:
                done = self._run(asked)
            except JournalUnavailable:
                continue
            if self.dice.random() < ASKED_AGAIN:
                again = self._run(asked)
                assert all(reply.again for reply in again), "something was done twice"
                assert [reply.seq for reply in again] == [reply.seq for reply in done]
                self.faults["asked again"] += len(again)
            return done
        raise AssertionError("the store never came back")

    def _run(self, asked: Sequence[Submitted]) -> list[Done]:
        replies = self.site.run(asked)
        for reply in replies:
            assert isinstance(reply, Done), reply
        return [reply for reply in replies if isinstance(reply, Done)]

    def _hear(self, command: Any, event: Any) -> None:
        assert not isinstance(event, GameStopped), f"control stopped an honest game: {event}"
        if getattr(event, "refusals", ()):
            self.refused.update(no.code for no in event.refusals)
        else:
            self.done[type(command).__name__] += 1
        self.cashier.sees(command, event)
        if isinstance(event, EntryAccepted):
            self.tickets.append(event)
            del self.tickets[:-TICKETS_MAX]

    def play(self, acts: Acts, games: int) -> None:
        """From one close to the next, and everybody does something in between."""
        for _ in range(games):
            self.work()
            closes_at = self.now + self.plan.every
            for act in self.dice.choices(list(acts), list(acts.values()), k=ACTS_A_GAME):
                luck = self.dice.random()
                if luck < KILLED:
                    self.restart()
                    self.faults["killed"] += 1
                elif luck > 1 - SNAPSHOT:
                    self.take_snapshot()
                act(self)
                self.now += timedelta(seconds=self.dice.randrange(0, 3))
            self.now = closes_at
        self.work()

    def take_snapshot(self) -> Snapshot:
        self.site.refresh()
        return self.site.take_snapshot()

    def work(self) -> None:
        """Everything that the site itself has to do now; sometimes its device breaks."""
        self.site.refresh()
        while make := next_step(self.site, self.plan, self.now) or self._keyed():
            step = make()
            if isinstance(step.command, RevealValue) and self._device_breaks(step.command.game):
                self._break_off(step.command.game)
            else:
                for event in self.ask([step]):
                    assert not isinstance(event, Refused), f"{step}: {event.refusals}"
            self.site.refresh()

    def _keyed(self) -> Prepared | None:
        """The balls of a cage, read off and confirmed by two people."""
        state = self.site.state
        if not state.keno.unsettled:
            return None
        game = state.keno.games[state.keno.unsettled[0]]
        pool_wait = self.plan.pool_wait
        step = waiting(state, game, self.now, cage=self.plan.cage, pool_wait=pool_wait)
        if not isinstance(step, Waits) or step.code != "balls":
            return None
        for ball in self._drawn(()):
            self.do(KeyBall(self.now, game.game, Ball(ball), PersonId("ann")))
            self.do(ConfirmBall(self.now, game.game, Ball(ball), PersonId("bob")))
        return next_step(self.site, self.plan, self.now)

    def _drawn(self, first: tuple[int, ...]) -> tuple[int, ...]:
        """The rest of twenty numbers, chosen so that large prizes are won at all."""
        lines = [line for sold in self.tickets[-20:] for line in sold.entry.lines]
        lucky = [line.spots for line in lines if isinstance(line, Regular | Keno2)]
        spots = [number for number in self.dice.choice(lucky or [()]) if number not in first]
        others = [number for number in NUMBERS if number not in first and number not in spots]
        rest = spots + self.dice.sample(others, len(others))
        return tuple(rest[: DRAWN - len(first)])

    def _device_breaks(self, game: int) -> bool:
        """Sometimes, before the value of a draw is shown."""
        broken = self.site.state.keno.games[game].parts
        return not broken and self.dice.random() < DEVICE_BREAKS

    def _break_off(self, game: int) -> None:
        """Two people finish it with the cage."""
        where = self.site.state.keno.site
        broken = RecordDraw(
            self.now, game, (), "cage 2", where, "journal", malfunction="procedure 1"
        )
        self.do(replace(broken, by="ann"))
        self.faults["device broke"] += 1

    def check(self) -> None:
        """The books say what everybody wrote down, and meters and books say the same."""
        self.site.refresh()
        books, keno = self.site.store.balances(), self.site.state.keno
        watched = {name: cents for name, cents in books.items() if name.startswith(WATCHED)}
        own = {name: cents for name, cents in self.cashier.sums.items() if cents}
        for name in sorted(own.keys() | watched.keys()):
            due, booked = own.get(name, 0), watched.get(name, 0)
            assert booked == due, f"{name} is {booked} in the books, and {due} was seen"
        assert not sum(books.values()), "the books do not balance"
        for meter in keno.jackpots.values():
            meters = {f"jackpot/{meter.jackpot}": meter.growth_cents}
            meters[f"pooled_jackpot/{meter.jackpot}"] = meter.pool_cents
            for name, cents in meters.items():
                booked = -books.get(name, 0)
                assert booked == cents, f"{name} is {booked} in the books and {cents} on the meter"
        for name, account in keno.accounts.items():
            booked = -books.get(f"subscriber/{name}", 0)
            assert booked == account.balance_cents, f"{name} has {account.balance_cents}"
