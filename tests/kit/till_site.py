"""The site of a plain till: its writer, its answers, and a store that fails when told to."""

from __future__ import annotations

from itertools import count
from typing import Any

from eyesdown.central.site.site import Done, Site
from eyesdown.central.store.base import Batch, Store
from eyesdown.central.store.codec import listed
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import JournalUnavailable
from kit.till import TILL, Till


def site_on(store: Store) -> Site[Till]:
    ticks = count(1)
    return Site(TILL, store, lambda: next(ticks))


def done(seq: int, *events: Any, again: bool = False) -> Done:
    """An answer, with its events also as the journal has them."""
    return Done(seq, events, again, listed(map(TILL.events.write, events)))


class Failing(MemoryStore):
    """Fails when told to: before anything is written, or after all of it was."""

    mode = ""

    def append(self, batch: Batch) -> None:
        if self.mode == "before":
            raise JournalUnavailable("no space left")
        super().append(batch)
        if self.mode == "after":
            raise JournalUnavailable("the line went dead")
