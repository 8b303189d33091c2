"""One ordered writer: commands in, rows out, answers only after they are on disk."""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, TypeAlias, TypeVar

from eyesdown.central.journal import EMPTY, Head, Row, Said, link, verified
from eyesdown.central.machine import Machine
from eyesdown.central.store import Batch, RecordRow, Snapshot, Store, line_rows
from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalError
from eyesdown.ledger import books
from eyesdown.ledger.books import Amount, Group

S = TypeVar("S")

COMMANDS_MAX = 1000
"""The most commands one transaction carries."""

ID_MAX = 200


@dataclass(frozen=True, slots=True)
class Submitted:
    """A command on its way in. The client makes the id, so that it can ask again.

    `asked` is what the client itself sent, if the door has put something in (a serial, say): a
    repeat is known by what was asked, not by what was put in.
    """

    command_id: str
    command: Any
    asked: bytes | None = None

    def __post_init__(self) -> None:
        if not 0 < len(self.command_id) <= ID_MAX:
            raise BadInput("command_id", f"1 to {ID_MAX} characters are needed")


@dataclass(frozen=True, slots=True)
class Done:
    """What came of a command, by its place in the journal. `again`: it had been answered before."""

    seq: int
    events: tuple[Any, ...]
    again: bool = False


@dataclass(frozen=True, slots=True)
class IdTaken:
    """This id was used before, for something else. Nothing was done."""

    command_id: str
    seq: int


@dataclass(frozen=True, slots=True)
class Broke:
    """Our own mistake: nothing was done, and the words are for the log."""

    command_id: str
    words: str


Reply: TypeAlias = Done | IdTaken | Broke


class Site(Generic[S]):
    """The state in memory, the store on disk, and the way from one to the other."""

    def __init__(self, machine: Machine[S], store: Store, clock_us: Callable[[], int]) -> None:
        self.machine = machine
        self.store = store
        self._clock_us = clock_us
        self._stale = True
        self.state: S
        self.head: Head
        self.balances: dict[str, Amount]
        self._reload()

    def _reload(self) -> None:
        """State, head and balances as the store has them: the newest snapshot and what follows.

        Nothing of what is made here is garbage, so the collector is not asked to look for any.
        """
        collecting = gc.isenabled()
        gc.disable()
        try:
            self.state, self.head = restored(self.machine, self.store)
        finally:
            if collecting:
                gc.enable()
        self.balances = self.store.balances()
        self._stale = False

    def refresh(self) -> None:
        """Make sure that the state in memory is the one on disk, after something went wrong."""
        if self._stale:
            self._reload()

    def run(self, submitted: Sequence[Submitted]) -> list[Reply]:
        """Decide, write in one transaction, then answer, in the order the commands came.

        If the store fails nobody is told anything but that it failed: memory is thrown away and
        read again from disk at the next call, so a commit that did happen is not forgotten.
        """
        assert len(submitted) <= COMMANDS_MAX
        self.refresh()
        answered = self.store.find([one.command_id for one in submitted])
        batch = Batch()
        self._stale = True
        try:
            replies = [self._answer(one, answered, batch) for one in submitted]
        except Exception as bug:  # noqa: BLE001 -- one poisoned command must not stop the others
            if len(submitted) == 1:
                return [_broke(submitted[0], bug)]
            return [reply for one in submitted for reply in self.run([one])]
        if batch.rows:
            self.store.append(batch)
        self._stale = False
        return replies

    def _answer(self, one: Submitted, answered: dict[str, Row], batch: Batch) -> Reply:
        before = answered.get(one.command_id)
        try:
            asked = one.asked or self.machine.commands.write(one.command)
            asked_hash = sha256(asked).digest()
            if before is None:
                at_us = self._clock_us()
                command = self.machine.stamp(one.command, at_us)
                events, groups, balances = self._decided(command)
                same = command is one.command and one.asked is None
                raw = asked if same else self.machine.commands.write(command)
        except Exception as bug:  # noqa: BLE001 -- nothing was touched yet
            return _broke(one, bug)
        if before is not None:
            if before.asked != asked_hash:
                return IdTaken(one.command_id, before.seq)
            return Done(before.seq, self.machine.events.read_all(before.events), again=True)
        written = self.machine.events.write_all(events)
        row = link(self.head, Said(at_us, one.command_id, asked_hash, raw, written))
        self.state, kept = self.machine.advance(self.state, events)
        batch.records += [RecordRow(kind, key, row.seq, body) for (kind, key), body in kept.items()]
        batch.rows.append(row)
        batch.lines += line_rows(row.seq, groups)
        batch.balances |= balances
        self.balances |= balances
        self.head = Head(row.seq, row.hash)
        answered[one.command_id] = row
        return Done(row.seq, events)

    def _decided(self, command: Any) -> tuple[tuple[Any, ...], list[Group], dict[str, Amount]]:
        """Events, their groups, and the balances these change; the site itself is not touched."""
        events = self.machine.decide(self.state, command)
        groups = [group for event in events for group in self.machine.groups(self.state, event)]
        balances: dict[str, Amount] = {}
        for group in groups:
            before = self.balances
            if balances:
                before = {name: before.get(name, 0) for name, _ in group.lines} | balances
            balances |= books.post(before, group)
        return events, groups, balances

    def take_snapshot(self) -> Snapshot:
        """Keep the state as it is now, so that the next start reads only what comes after."""
        assert not self._stale, "the state was thrown away"
        assert self.head.seq, "there is nothing to keep yet"
        body = self.machine.save(self.state)
        snapshot = Snapshot(self.head.seq, self.head.hash, body, sha256(body).digest())
        self.store.save_snapshot(snapshot)
        return snapshot


def _broke(one: Submitted, bug: Exception) -> Broke:
    return Broke(one.command_id, f"{type(bug).__name__}: {bug}")


def restored(machine: Machine[S], store: Store) -> tuple[S, Head]:
    """The state at the end of the journal, by the newest snapshot; the chain is checked on the way.

    A snapshot that was changed, or that belongs to another journal, is not used at all.
    """
    state, head = machine.start(), EMPTY
    snapshot = store.snapshot()
    if snapshot is not None:
        if sha256(snapshot.body).digest() != snapshot.body_hash:
            raise JournalCorrupt(f"the snapshot after row {snapshot.seq} was changed")
        row = next(store.rows(snapshot.seq - 1), None)
        if row is None or row.hash != snapshot.hash:
            raise JournalCorrupt(f"the snapshot after row {snapshot.seq} is not of this journal")
        # One that another version of this program kept is left aside: the rows say everything.
        with suppress(BadInput):
            state, head = machine.restore(snapshot.body), Head(snapshot.seq, snapshot.hash)
    for row in verified(store.rows(head.seq), head):
        for event in machine.events.read_all(row.events):
            state = machine.evolve(state, event)
        head = Head(row.seq, row.hash)
    if head != store.head():
        raise JournalError("somebody else is writing to this journal")
    return state, head
