"""A night on the real site: kills and snapshots in between, every row decided again at the end.

Control counts every game that has ended, from the tally that the site itself keeps.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from itertools import count
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.central.hall.machine import machine
from eyesdown.central.hall.state import HallSite
from eyesdown.central.hall.tasks import HallPlan, next_step
from eyesdown.central.hall.words import ApproveDevice, FixSettings
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.sealing import DEVICE, GameStopped
from eyesdown.central.site.site import Done, Site, Submitted, restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import Batch, Store
from eyesdown.central.store.memory import MemoryStore
from eyesdown.control.hall.sales import count_sales
from eyesdown.control.hall.winners import count_winners
from eyesdown.kernel.errors import JournalUnavailable
from eyesdown.kernel.refused import Refused
from eyesdown.proof.hall.night import Night
from eyesdown.proof.hall.setting import BOOKS, ZONES
from eyesdown.rulebook.facts.bingo import Settings

KILLED, SNAPSHOT, STORE_AWAY, ANSWER_LOST, ASKED_AGAIN = 0.005, 0.005, 0.004, 0.004, 0.01
TRIES_MAX = 8
BOX = "box of the hall"


@dataclass(slots=True)
class Flaky:
    """A store that is unavailable for a moment, or writes without confirming it."""

    store: Store
    dice: Random
    faults: Counter[str]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.store, name)

    def append(self, batch: Batch) -> None:
        luck = self.dice.random()
        if luck < STORE_AWAY:
            self.faults["store unavailable"] += 1
            raise JournalUnavailable("unavailable")
        self.store.append(batch)
        if luck > 1 - ANSWER_LOST:
            self.faults["answer lost"] += 1
            raise JournalUnavailable("written, and not acknowledged")


@dataclass(slots=True)
class Life:
    """One hall on a store; after a kill another process has it open again."""

    book: str
    dice: Random
    store: Store = field(default_factory=MemoryStore)
    reopened: Callable[[Store], Store] = lambda store: store
    site: Site[HallSite] = field(init=False)
    machine: Machine[HallSite] = field(init=False)
    ordered: bool = False
    """Whether the site promises, seals and counts, and draws balls itself."""
    numbers: count[int] = field(default_factory=count)
    faults: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    hears: Callable[[Any], object] = lambda _: None
    """Is given every event, once."""

    def __post_init__(self) -> None:
        self.machine = machine(self.book, ZoneInfo(ZONES[self.book]), own_clock=False)
        self.restart()

    def restart(self) -> None:
        """As after a kill: of the site before nothing is left but its store."""
        self.store = self.reopened(self.store)
        flaky: Any = Flaky(self.store, self.dice, self.faults)
        self.site = Site(self.machine, flaky, lambda: 1)

    def ask(self, command: Any) -> tuple[Any, ...]:
        """The events of a command, asked for again under its id until the store takes it."""
        luck = self.dice.random()
        if luck < KILLED:
            self.restart()
            self.faults["killed"] += 1
        elif luck > 1 - SNAPSHOT and self.site.head.seq:
            self.site.refresh()
            self.site.take_snapshot()
        submitted = Submitted(f"asked-{next(self.numbers)}", command)
        done = self._answered(submitted)
        if luck < ASKED_AGAIN:
            again = self._answered(submitted)
            assert again.again, "something was done twice"
            assert (again.seq, again.events) == (done.seq, done.events)
        self._hear(done)
        if self.ordered:
            self._work(command.at)
        return done.events

    def _hear(self, done: Done) -> None:
        for event in done.events:
            assert not isinstance(event, GameStopped), f"control stopped an honest game: {event}"
            self.hears(event)

    def _work(self, now: datetime) -> None:
        """Everything that the site itself has to do now."""
        plan = HallPlan(self.dice.randbytes)
        self.site.refresh()
        while make := next_step(plan, self.site, now):
            done = self._answered(make())
            assert not isinstance(done.events[0], Refused), done.events
            self._hear(done)
            self.site.refresh()

    def _answered(self, submitted: Submitted) -> Done:
        for _ in range(TRIES_MAX):
            try:
                [reply] = self.site.run([submitted])
            except JournalUnavailable:
                continue
            assert isinstance(reply, Done), reply
            return reply
        raise AssertionError("the store never came back")

    def after_game(self, session: str, game: int) -> None:
        """Control counts a game that has ended, and agrees."""
        self.site.refresh()
        tally = self.site.state.tally
        played = self.site.state.hall.sessions[session].games[game]
        self.games[played.outcome or "not played"] += 1
        for counted in (
            count_sales(tally, session, game),
            count_winners(tally, session, game),
        ):
            assert not counted.because, f"{session}/{game}: {counted.because}"
        receipts = sum(played.receipts.values())
        assert receipts == sum(tally.game(session, game).receipts.values())

    def check(self) -> None:
        """Books balance, the journal holds and is decided again, a restart finds this state."""
        self.site.refresh()
        differences = self.site.state.tally.differences
        assert not differences, str(differences[0])
        assert not sum(self.site.balances.values()), "the books do not balance"
        verify_journal(self.machine, self.store, decide_again=True)
        state = restored(self.machine, self.store).state
        assert self.machine.save(state) == self.machine.save(self.site.state), "another state"


def life(seed: int, sessions: int = 1, ordered: float = 0.1) -> tuple[Life, Night]:
    """One life; AssertionError or JournalError where something is wrong.

    `ordered` is the share of lives under the site's own order: eyes down, seals, counts and balls
    that the site draws.
    """
    dice = Random(seed)  # noqa: S311 -- made-up people, not a draw
    alive = Life(BOOKS[seed % len(BOOKS)], dice)
    scopes = ("player", "player", "player", "card", "completion")
    settings = Settings(forfeit_scope=dice.choice(scopes))
    alive.ordered = dice.random() < ordered
    start = datetime(2026, 6, 1, 12, tzinfo=ZoneInfo(ZONES[alive.book]))
    alive.ask(FixSettings(at=start, settings=settings, by="office"))
    night = Night(
        alive.book,
        dice,
        alive.ask,
        lambda: alive.site.state.hall,
        start,
        alive.after_game,
    )
    if alive.ordered:
        alive.ask(ApproveDevice(at=start, device=BOX, approval="A-1", by="office"))
        night.devices = (DEVICE, DEVICE, BOX)
    night.play(sessions)
    alive.check()
    return alive, night
