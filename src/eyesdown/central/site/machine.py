"""What the Central Site needs to know about whatever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from eyesdown.central.store.base import RecordRow
from eyesdown.central.store.codec import Codec
from eyesdown.ledger.books import PostingGroup

S = TypeVar("S")


class Record(NamedTuple):
    """Something that pages read by key, as it stands after an event; without a body, that event."""

    kind: str
    key: str
    body: bytes | None = None


Kept: TypeAlias = dict[tuple[str, str], bytes | int]
"""What a row leaves by kind and key: a body, or which of the row's events is the body."""

Spoken: TypeAlias = list[tuple[str, dict[str, Any]]]
"""What a row states on the public record."""


@dataclass(frozen=True, slots=True)
class Machine(Generic[S]):
    """A game's rules with their bytes, books and records.

    `stamp` puts the site's own time into a command. `decide` only reads the state; `evolve` may
    change it in place, because the site is its one owner. `groups` sees the state before the row,
    `records` the state before the event. `audit` says what an auditor finds wrong with an event,
    `wrong_secret` which of the secrets kept beside the journal is not what the state says of it.
    `says` is what an event states on the public record, seeing the state before it.
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
    says: Callable[[S, Any], tuple[str, dict[str, Any]] | None] = lambda _state, _event: None

    def advance(self, state: S, events: Iterable[Any]) -> tuple[S, Kept, Spoken]:
        """The state after one row's events, the records they leave, and what they say in public."""
        kept: Kept = {}
        spoken: Spoken = []
        for place, event in enumerate(events):
            for kind, key, body in self.records(state, event):
                kept[kind, key] = place if body is None else body
            stated = self.says(state, event)
            if stated is not None:
                spoken.append(stated)
            state = self.evolve(state, event)
        return state, kept, spoken


def record_rows(seq: int, kept: Kept, written: Sequence[bytes]) -> list[RecordRow]:
    """A row's records as they are kept, once its events have been written."""
    return [
        RecordRow(kind, key, seq, written[body] if isinstance(body, int) else body)
        for (kind, key), body in kept.items()
    ]
