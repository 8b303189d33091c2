"""Changes to a keyed store: what verification names, what a start refuses, and single bits."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, NamedTuple

from eyesdown.central.site.site import restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.keyed import KeyedStore, seal
from eyesdown.central.store.keys import Keyring
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import JournalConflict, JournalCorrupt
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.rounds import Tampered
from eyesdown.proof.tamper.stores import Filled
from eyesdown.proof.tamper.tables import Change, Tables

RING = Keyring((b"a key for proofs; not a secret ..",), "the key of the proof")
NAMED = r"row|balances|records|lines|books|snapshot|secrets|prints"


def keyed_day(day: Tables) -> Tables:
    """An honest day with the tags of a key."""
    store = MemoryStore()
    day.into(store)
    seal(store, RING)
    return Tables.of(store)


class KeyedRound(NamedTuple):
    """One kind of change to a keyed store: what was named, and how often a start refused it."""

    named: Tampered
    refused: int


def tamper_keyed(
    change: Change, day: Tables, filled: Filled, each: int, dice: Random
) -> KeyedRound:
    """One kind of change to a keyed day, many times; and how many of these a start refused."""
    tampered, refused = Tampered(f"keyed: {change.__name__.replace('_', ' ')}"), 0
    for _ in range(each):
        copy = day.copy()
        change(copy, dice)
        try:
            with filled(copy) as plain:
                store = KeyedStore(plain, RING)
                named = words_of(partial(verify_journal, KENO, store, decide_again=True))
                refused += bool(words_of(partial(restored, KENO, store)))
        except JournalConflict as impossible:  # the database itself does not take it
            named, refused = f"row {impossible}", refused + 1
        tampered.note(NAMED, named)
    return KeyedRound(tampered, refused)


def words_of(work: Callable[[], Any]) -> str:
    """What a check says is wrong; empty if it finds nothing."""
    try:
        work()
    except JournalCorrupt as wrong:
        return str(wrong)
    return ""
