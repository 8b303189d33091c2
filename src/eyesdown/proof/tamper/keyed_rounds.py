"""Changes to a keyed store: what verification names, what a start refuses, and single bits."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from eyesdown.central.site.site import restored
from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import NAMED_BY
from eyesdown.central.store.journal import EMPTY, Head, verified
from eyesdown.central.store.keyed import KeyedStore, seal
from eyesdown.central.store.keys import Keyring
from eyesdown.central.store.memory import MemoryStore
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.proof.faults.day import KENO
from eyesdown.proof.tamper.rounds import Tampered
from eyesdown.proof.tamper.tables import Change, Tables

RING = Keyring((b"a key for proofs; not a secret ..",), "the key of the proof")
NAMED = r"row|balances|records|lines|books|snapshot|secrets|prints"
BITS_OF_A_NUMBER = 48


def keyed_day(day: Tables) -> Tables:
    """An honest day with the tags of a key."""
    store = MemoryStore()
    day.into(store)
    seal(store, RING)
    return Tables.of(store)


def tamper_keyed(change: Change, day: Tables, each: int, dice: Random) -> tuple[Tampered, int]:
    """One kind of change to a keyed day, many times; and how many of these a start refused."""
    tampered, refused = Tampered(f"keyed: {change.__name__.replace('_', ' ')}"), 0
    for _ in range(each):
        copy = day.copy()
        change(copy, dice)
        store = KeyedStore(copy.into(MemoryStore()), RING)
        tampered.note(NAMED, words_of(lambda: verify_journal(KENO, store, decide_again=True)))  # noqa: B023 -- called at once
        refused += bool(words_of(lambda: restored(KENO, store)))  # noqa: B023 -- called at once
    return tampered, refused


def words_of(work: Callable[[], Any]) -> str:
    """What a check says is wrong; empty if it finds nothing."""
    try:
        work()
    except JournalCorrupt as wrong:
        return str(wrong)
    return ""


def flip_bits(day: Tables, times: int, dice: Random) -> Tampered:
    """A bit of any field of any tagged row is turned over, and the row is read again."""
    tampered = Tampered("keyed: turn one bit over")
    store: Any = day.copy().into(MemoryStore())
    keyed = KeyedStore(store, RING)
    tables = {name: list(getattr(day, name)) for name in NAMED_BY}
    names = [name for name in tables for _ in tables[name]]
    for _ in range(times):
        table = dice.choice(names)
        index = dice.randrange(len(tables[table]))
        row = tables[table][index]
        field = dice.choice([n for n, value in enumerate(row) if value or value == 0])
        changed = (*row[:field], _flipped(row[field], dice), *row[field + 1 :])
        tampered.note(NAMED, words_of(lambda: _read(keyed, day, table, index, changed)))  # noqa: B023 -- called at once
    return tampered


def _flipped(value: Any, dice: Random) -> Any:
    """The same value with one bit turned over; text that is no text any more stays bytes."""
    if isinstance(value, int):
        return value ^ 1 << dice.randrange(BITS_OF_A_NUMBER)
    raw = bytearray(value.encode() if isinstance(value, str) else value)
    bit = dice.randrange(8 * len(raw))
    raw[bit // 8] ^= 1 << bit % 8
    return raw.decode("latin-1") if isinstance(value, str) else bytes(raw)


def _read(keyed: KeyedStore, day: Tables, table: str, index: int, changed: tuple[Any, ...]) -> None:
    """Read a changed row as a site or a verification reads it."""
    match table:
        case "journal":
            before = day.journal[index - 1] if index else None
            head = Head(before[0], before[7]) if before else EMPTY
            row = type(day.journal[index])(*changed)
            list(verified([row], head))
            keyed.check_row(row)
        case "records":
            keyed.check_records([type(day.records[index])(*changed)])
        case "snapshots":
            keyed.check_snapshot(type(day.snapshots[index])(*changed))
        case _:
            keyed.check_secret(*changed)
