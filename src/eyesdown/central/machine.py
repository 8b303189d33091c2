"""What the Central Site needs to know about whatever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from eyesdown.central.codec import Codec
from eyesdown.ledger.books import Group

S = TypeVar("S")


class Record(NamedTuple):
    """Something that pages read by key, as it stands after an event."""

    kind: str
    key: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """A game's rules with their bytes, books and records.

    `stamp` puts the site's own time into a command. `decide` only reads the state; `evolve` may
    change it in place, because the site is its one owner. `groups` sees the state before the row,
    `records` the state before the event. `audit` says what an auditor finds wrong with an event.
    """

    commands: Codec
    events: Codec
    start: Callable[[], S]
    stamp: Callable[[Any, int], Any]
    decide: Callable[[S, Any], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    groups: Callable[[S, Any], tuple[Group, ...]]
    records: Callable[[S, Any], Iterable[Record]]
    audit: Callable[[S, Any], str]
    save: Callable[[S], bytes]
    restore: Callable[[bytes], S]

    def advance(self, state: S, events: Iterable[Any]) -> tuple[S, dict[tuple[str, str], bytes]]:
        """The state after one row's events, and the records they leave, the last of each key."""
        kept: dict[tuple[str, str], bytes] = {}
        for event in events:
            for kind, key, body in self.records(state, event):
                kept[kind, key] = body
            state = self.evolve(state, event)
        return state, kept
