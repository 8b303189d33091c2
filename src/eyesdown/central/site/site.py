"""One ordered writer: commands in, rows out, answers only after they are on disk."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from eyesdown.central.site import public_record
from eyesdown.central.site.machine import Machine, RecordBodies, Spoken, record_rows
from eyesdown.central.site.public_record import RecordHead
from eyesdown.central.site.upkeep.replay import Replay, Span, pages
from eyesdown.central.site.upkeep.snapshot_books import SnapshotBooks, difference
from eyesdown.central.site.upkeep.watched_clock import watched
from eyesdown.central.store.base import READ_ROWS, ROW_MAX, Batch, Snapshot, Store, line_rows
from eyesdown.central.store.codec import listed
from eyesdown.central.store.journal import EMPTY, Head, Row, RowContent, linked, verified
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.kernel.errors import BadInput, JournalCorrupt, JournalError
from eyesdown.ledger import books
from eyesdown.ledger.books import Amount, PostingGroup

S = TypeVar("S")

LOG = logging.getLogger("eyesdown.site")

COMMANDS_MAX = 1000
"""The most commands in one transaction."""

READ_AGAIN_MAX = 50_000
"""A start reads every row, line and record of a keyed store with at most this many.

It also applies every row again, so that no line of the books may differ, whatever the sums say."""

ID_MAX = 200
REFUSED_BYTES_MAX = 4096
"""A larger command that is refused is kept as its hash: a flood must not fill the journal."""

NUL = rb"\u0000"
"""A character that not every store can hold, as JSON writes it."""
HAS_NUL = "no string may contain a NUL"


class Submitted(Struct, frozen=True):
    """A command on its way in. The client makes the id, so that it can repeat the request.

    `asked` is what the client itself sent, if the site has put something in (a serial, say): a
    repeat is recognised by what was sent, not by what was put in.
    """

    command_id: str
    command: Any
    asked: bytes | None = None

    def __post_init__(self) -> None:
        if not (0 < len(self.command_id) <= ID_MAX and self.command_id.isprintable()):
            raise BadInput("command_id", f"1 to {ID_MAX} printable characters are needed")


class Done(Struct, frozen=True):
    """The events of a command and its row. `again`: it had been answered before.

    `written` is the events as the journal has them.
    """

    seq: int
    events: tuple[Any, ...]
    again: bool
    written: bytes


@dataclass(frozen=True, slots=True)
class IdTaken:
    """This id was used before, for another command. Nothing was done."""

    command_id: str
    seq: int


@dataclass(frozen=True, slots=True)
class Broke:
    """A bug of ours: nothing was done, and the words are for the log."""

    command_id: str
    words: str


Reply: TypeAlias = Done | IdTaken | Broke


class _Asked(NamedTuple):
    """What a client sent, its hash, and when it is decided."""

    raw: bytes
    digest: bytes
    at_us: int


class _Decided(NamedTuple):
    """A new row on its way: taken into the state, not yet written. `raw` is the command if known.

    The name by which a repeat is known, and its hash, are those of the row.
    """

    seq: int
    command_id: str
    asked: bytes
    command: Any
    raw: bytes | None
    events: tuple[Any, ...]
    groups: list[PostingGroup]
    bodies: RecordBodies
    spoken: Spoken
    again: bool = False


class Site(Generic[S]):
    """The state in memory, the store on disk, and the way from one to the other."""

    def __init__(self, machine: Machine[S], store: Store, clock_us: Callable[[], int]) -> None:
        self.machine = machine.over(store)
        self.store = store
        self._clock_us = clock_us
        self._stale = True
        self._on_disk = EMPTY  # the last row of which we know that it was written
        self.state: S
        self.head: Head
        self._filed: SnapshotBooks
        self._reload()

    def _reload(self) -> None:
        """State, head and balances as the store has them: the newest snapshot and what follows.

        JournalCorrupt if a row that was on disk is gone: a payment would be forgotten with it.
        """
        self._check_nothing_was_taken_out()
        with nothing_is_garbage():
            restart = restored(self.machine, self.store)
        self.state, self.head, self._filed = restart
        self._stale, self._on_disk = False, restart.head

    def _check_nothing_was_taken_out(self) -> None:
        seq, row_hash = self._on_disk
        row = next(self.store.rows(seq - 1), None) if seq else None
        if seq and (row is None or (row.seq, row.hash) != (seq, row_hash)):
            raise JournalCorrupt(
                f"row {seq} was on disk and is gone, or is another one now: rows were taken out "
                "while the site ran. Stop it, and put the newest store back"
            )

    @property
    def balances(self) -> dict[str, Amount]:
        """Every account's balance after the last row."""
        return self._filed.balances

    @property
    def record(self) -> RecordHead:
        """The newest statement of the public record."""
        return self._filed.record

    def refresh(self) -> None:
        """Make sure that the state in memory is the one on disk, after something went wrong."""
        if self._stale:
            self._reload()

    def look_again(self) -> Head:
        """The last row on disk; the state is read again if another process wrote meanwhile.

        Otherwise the next sale would fail, and every question would get an outdated answer.
        """
        head = self.store.head()
        if head != self.head:
            self._reload()
        return head

    def now_us(self) -> int:
        return self._clock_us()

    @property
    def clock_doubt_us(self) -> int:
        """By how much the wall clock parted from the steady one; 0 while they agree."""
        clock = watched(self._clock_us)
        return 0 if clock is None else clock.doubt_us

    def settle_clock(self, *, wall: bool) -> None:
        """Go on by the wall clock, or by the steady one; a supervisor decided it on record."""
        clock = watched(self._clock_us)
        if clock is not None:
            clock.settle(wall=wall)

    def run(self, submitted: Sequence[Submitted], at_us: int | None = None) -> list[Reply]:
        """Decide, write in one transaction, then answer, in the order the commands came.

        If the store fails, every caller gets that error. Memory is thrown away and read again from
        disk at the next call, so a commit that did happen is not lost.
        """
        assert len(submitted) <= COMMANDS_MAX
        self.refresh()
        answered = self.store.find([request.command_id for request in submitted])
        at_us = self._clock_us() if at_us is None else at_us
        decided = dict[str, _Decided]()
        # Until the batch is on disk memory is ahead of it; an error on the way leaves this set,
        # and the next call reads the state again.
        self._stale = True
        try:
            with nothing_is_garbage():
                write = self.machine.commands.write
                asked = [request.asked or write(request.command) for request in submitted]
                hashes = [sha256(raw).digest() for raw in asked]
                replies = [
                    self._decided(request, _Asked(raw, digest, at_us), answered, decided)
                    for request, raw, digest in zip(submitted, asked, hashes, strict=True)
                ]
                batch = self._written(at_us, list(decided.values()))
        except Exception as bug:  # noqa: BLE001 -- one poisoned command must not stop the others
            if len(submitted) == 1:
                return [_broke(submitted[0], bug)]
            # Each alone, on the state as it is on disk: what the batch
            # had done to it is thrown away.
            return [reply for request in submitted for reply in self.run([request], at_us)]
        if batch.rows:
            self.store.append(batch)
        self._stale, self._on_disk = False, self.head
        self._raise_alarms(decided.values())
        return [_reply(reply, batch) if isinstance(reply, _Decided) else reply for reply in replies]

    def _decided(
        self,
        request: Submitted,
        asked: _Asked,
        answered: dict[str, Row],
        decided: dict[str, _Decided],
    ) -> Reply | _Decided:
        """Decide a command, apply its events, and add its row to those to be written."""
        machine = self.machine
        raw, digest, at_us = asked
        if NUL in raw:  # with it none of the batch would get to disk
            return Broke(request.command_id, HAS_NUL)
        try:
            # Answered before, or earlier in this very batch.
            before = answered.get(request.command_id) or decided.get(request.command_id)
            if before is None:
                command = machine.fill(self.store, machine.stamp(request.command, at_us))
                events = machine.decide(self.state, command)
                groups = [group for event in events for group in machine.groups(self.state, event)]
        except Exception as bug:  # noqa: BLE001 -- nothing was touched yet
            return _broke(request, bug)
        if before is not None:
            if before.asked != digest:
                return IdTaken(request.command_id, before.seq)
            if isinstance(before, _Decided):
                return before._replace(again=True)
            events = machine.events.read_all(before.events)
            return Done(before.seq, events, again=True, written=before.events)
        if len(raw) > REFUSED_BYTES_MAX:
            command = machine.shortened(raw, events) or command
        seq = self.head.seq + len(decided) + 1
        self.state, bodies, spoken = machine.advance(self.state, seq, events)
        # What the client sent is what the row has, unless the site has put something in.
        known = raw if command is request.command and request.asked is None else None
        new = _Decided(
            seq, request.command_id, digest, command, known, events, groups, bodies, spoken
        )
        decided[request.command_id] = new
        return new

    def _raise_alarms(self, decided: Iterable[_Decided]) -> None:
        """Log as errors what people must look into, once it is on disk."""
        alarms = self.machine.alarms
        if not alarms:
            return
        for new in decided:
            for event in new.events:
                alarm = alarms.get(event.__class__)
                raised = None if alarm is None else alarm(event)
                if raised is not None:
                    message, fields = raised
                    LOG.error(message, extra={"seq": new.seq, **fields})

    def _written(self, at_us: int, decided: list[_Decided]) -> Batch:
        """What one transaction writes.

        One kind of work for all commands, then the next: twice as fast as one command after the
        other, because the processor's caches hold only a part of the program.
        """
        batch, machine = Batch(), self.machine
        commands = [new.raw or machine.commands.write(new.command) for new in decided]
        written = [[machine.events.write(event) for event in new.events] for new in decided]
        contents = [
            RowContent(at_us, new.command_id, new.asked, command, listed(events))
            for new, command, events in zip(decided, commands, written, strict=True)
        ]
        batch.rows = linked(self.head, contents)
        # Ahead of the disk, like the state; `_stale` covers both.
        if batch.rows:
            self.head = Head(batch.rows[-1].seq, batch.rows[-1].hash)
        groups = [group for new in decided for group in new.groups]
        self.balances.update(books.post(self.balances, *groups))
        batch.lines = line_rows((new.seq, new.groups) for new in decided)
        for new, events in zip(decided, written, strict=True):
            batch.records += record_rows(new.seq, new.bodies, events)
        for new, row in zip(decided, batch.rows, strict=True):
            if new.spoken:
                self._filed.record, stated = public_record.linked(self.record, row, new.spoken)
                batch.records += stated
        self._filed.lines += len(batch.lines)
        self._filed.records += len(batch.records)
        return batch

    def take_snapshot(self) -> Snapshot:
        """Store the state as it is now, so that the next start reads only the rows after it."""
        assert not self._stale, "the state was thrown away"
        assert self.head.seq, "there is nothing to store yet"
        body = self.machine.save(self.state)
        seq, row_hash = self.head
        snapshot = Snapshot(seq, row_hash, body, sha256(body).digest(), self._filed.write())
        self.store.save_snapshot(snapshot)
        return snapshot


@contextmanager
def nothing_is_garbage() -> Iterator[None]:
    """Switch the garbage collector off: what is made meanwhile stays."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def collect_less() -> None:
    """Make the garbage collector run rarely, in a process that is a site.

    What is loaded stays, and little of what follows is garbage. Walking a state of a hundred
    thousand entries takes the collector longer than selling the tickets of a game.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 50, 50)


def _reply(new: _Decided, batch: Batch) -> Done:
    """The answer to a command whose row is on disk."""
    row = batch.rows[new.seq - batch.rows[0].seq]
    return Done(new.seq, new.events, new.again, row.events)


def _broke(request: Submitted, bug: Exception) -> Broke:
    return Broke(request.command_id, f"{type(bug).__name__}: {bug}")


class Restored(NamedTuple, Generic[S]):
    """Where a journal ends: the state, the head, the balances and what was written."""

    state: S
    head: Head
    filed: SnapshotBooks


def restored(machine: Machine[S], store: Store) -> Restored[S]:
    """The state at the end of the journal, by the newest snapshot and the rows after it.

    The chain is checked on the way, and what the rows left in the tables. A snapshot that was
    changed, or that belongs to another journal, is not used at all.
    """
    machine = machine.over(store)
    snapshot = None if is_read_whole(store) else _snapshot_state(machine, store)
    state, head, filed = snapshot or (machine.start(), EMPTY, SnapshotBooks())
    replay = Replay(machine, store, state, filed, Span(head.seq, ROW_MAX))
    rows = verified(store.rows(head.seq), head, contents_checked=isinstance(store, KeyedStore))
    for page in pages(rows, READ_ROWS):
        replay.page(page)
        head = Head(page[-1].seq, page[-1].hash)
    # Rows that came while these were read are another writer's.
    if head != store.head():
        raise JournalError("another process is writing to this journal")
    _compare_tables(store, replay)
    return Restored(replay.state, head, filed)


def is_read_whole(store: Store) -> bool:
    """Whether a start reads everything in a store: one that is keyed, and small."""
    rows = store.head().seq
    if not isinstance(store, KeyedStore) or rows > READ_AGAIN_MAX:
        return False
    return rows + store.lines_count() + store.records_count() <= READ_AGAIN_MAX


def _snapshot_state(machine: Machine[S], store: Store) -> tuple[S, Head, SnapshotBooks] | None:
    """What the newest snapshot holds; None if there is none that this version can read."""
    snapshot = store.snapshot()
    if snapshot is None:
        return None
    if sha256(snapshot.body).digest() != snapshot.body_hash:
        raise JournalCorrupt(f"the snapshot after row {snapshot.seq} was changed")
    # The row itself is looked up: a snapshot copied from another journal may have any number.
    row = next(store.rows(snapshot.seq - 1), None)
    if row is None or row.hash != snapshot.hash:
        raise JournalCorrupt(f"the snapshot after row {snapshot.seq} is not of this journal")
    try:
        state, filed = machine.restore(snapshot.body), SnapshotBooks.read(snapshot.books)
    except BadInput as other:  # the rows say everything
        more = {"seq": snapshot.seq, "words": other.message}
        LOG.warning("the snapshot is not used; the journal is read from its start", extra=more)
        return None
    return state, Head(snapshot.seq, snapshot.hash), filed


def _compare_tables(store: Store, replay: Replay[S]) -> None:
    """JournalCorrupt if balances, or the number of lines or records, are not what the rows give.

    Reading every row and record again would take too long for the start of a large store;
    `verify_journal` does, and each is checked when a command or a page needs it.
    """
    filed = replay.filed
    replay.end_of_lines()
    moved = difference(store.balances(), filed.balances, replay.seq)
    if moved:
        raise JournalCorrupt(moved)
    if store.ids_count() != replay.seq:
        raise JournalCorrupt(
            f"ids: {store.ids_count():,} commands can be found by their id, there are "
            f"{replay.seq:,} rows; `eyesdown journal verify` names the place"
        )
    counted = {"lines": store.lines_count(), "records": store.records_count()}
    for table, due in (("lines", filed.lines), ("records", filed.records)):
        if counted[table] != due:
            raise JournalCorrupt(
                f"{table}: there are {counted[table]:,}, the rows leave {due:,}; "
                "`eyesdown journal verify` names the place"
            )
    # A tag that is wrong then shows at the start, not when a page needs it.
    if isinstance(store, KeyedStore) and is_read_whole(store):
        moved = difference(store.balances(replay.seq), filed.balances, replay.seq)
        if moved:
            raise JournalCorrupt(moved)
        store.check_everything()
