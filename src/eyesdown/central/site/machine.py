"""What the Central Site needs to know about a game that it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from eyesdown.central.store.base import RecordRow, Store
from eyesdown.central.store.codec import Codec
from eyesdown.ledger.books import PostingGroup

S = TypeVar("S")


class Record(NamedTuple):
    """Something that pages read by key, as it is after an event; without a body, that event."""

    kind: str
    key: str
    body: bytes | None = None


RecordBodies: TypeAlias = dict[tuple[str, str], bytes | int]
"""The records of a row by kind and key: a body, or the index of the event that is the body."""

Alarm: TypeAlias = Callable[[Any], tuple[str, dict[str, Any]] | None]
"""The message and the fields of an error in the log; None if this event is none."""

ReadPrint: TypeAlias = Callable[[str], bytes]
"""The stored file with a SHA-256; nothing if there is none."""

Spoken: TypeAlias = list[tuple[str, dict[str, Any]]]
"""What a row states on the public record."""


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """A game's rules with their bytes, books and records.

    `stamp` puts the site's own time into a command. `decide` only reads the state; `evolve` may
    change it in place, because the site is its one owner. `groups` sees the state before the row,
    `records` the state before the event. `audit` says what an auditor finds wrong with an event,
    `wrong_secret` which secret of the store is not the one that the state promises.
    `fill` puts into a command what only the store knows; the client's own word for it never counts.
    `prints` are the hashes of the stored files that the state needs; `with_prints` gives the same
    machine with a function that reads them.
    `says` is what an event states on the public record, seeing the state before it. `alarms` gives
    the message and the fields of an error in the log for events that people must look into.
    `shortened` is what a row has in place of a large command that was refused; None to keep it.
    `begin_row` hears the number of each row before its events are applied.
    """

    commands: Codec
    events: Codec
    start: Callable[[], S]
    stamp: Callable[[Any, int], Any]
    decide: Callable[[S, Any], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    groups: Callable[[S, Any], tuple[PostingGroup, ...]]
    records: Callable[[S, Any], Iterable[Record]]
    audit: Callable[[S, Any], str]
    wrong_secret: Callable[[S, Callable[[str], bytes]], str]
    save: Callable[[S], bytes]
    restore: Callable[[bytes], S]
    fill: Callable[[Store, Any], Any] = lambda _store, command: command
    says: Callable[[S, Any], tuple[str, dict[str, Any]] | None] = lambda _state, _event: None
    alarms: Mapping[type, Alarm] = field(default_factory=dict)
    begin_row: Callable[[S, int], None] = lambda _state, _row: None
    shortened: Callable[[bytes, tuple[Any, ...]], Any] = lambda _raw, _events: None
    prints: Callable[[S], Iterable[str]] = lambda _state: ()
    with_prints: Callable[[ReadPrint], Machine[S]] | None = None

    def over(self, store: Store) -> Machine[S]:
        """The machine with the prints of a store at hand; itself if it needs none."""
        return self.with_prints(store.print_of) if self.with_prints else self

    def advance(self, state: S, seq: int, events: Iterable[Any]) -> tuple[S, RecordBodies, Spoken]:
        """The state after one row's events, the records they leave, and what they say in public."""
        self.begin_row(state, seq)
        bodies: RecordBodies = {}
        spoken: Spoken = []
        for index, event in enumerate(events):
            for kind, key, body in self.records(state, event):
                # The event itself is the body; its bytes are put in once it is written.
                bodies[kind, key] = index if body is None else body
            stated = self.says(state, event)
            if stated is not None:
                spoken.append(stated)
            state = self.evolve(state, event)
        return state, bodies, spoken


def record_rows(seq: int, bodies: RecordBodies, written: Sequence[bytes]) -> list[RecordRow]:
    """A row's records as the store has them, once its events have been written."""
    return [
        RecordRow(kind, key, seq, written[body] if isinstance(body, int) else body)
        for (kind, key), body in bodies.items()
    ]
