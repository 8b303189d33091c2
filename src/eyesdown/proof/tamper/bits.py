"""Single bits flipped: in tagged rows, in the cards of a series, on the paper of a ticket."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

from eyesdown.central.site.serials import Serials
from eyesdown.central.store.base import NAMED_BY
from eyesdown.central.store.journal import EMPTY, Head, verified
from eyesdown.central.store.keyed import KeyedStore
from eyesdown.central.store.memory import MemoryStore
from eyesdown.proof.hall.setting import strips
from eyesdown.proof.tamper.keyed_rounds import NAMED, RING, words_of
from eyesdown.proof.tamper.rounds import Tampered
from eyesdown.proof.tamper.tables import Tables

BITS_OF_A_NUMBER = 48
RECORD_CHECK = "1f2e3d4c5b6a"
"""What the record has of a ticket's content; the paper has a keyed check of it."""


def flip_bits(day: Tables, times: int, dice: Random) -> Tampered:
    """A bit of any field of any tagged row is flipped, and the row is read again."""
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
    """The same value with one bit flipped; what is no longer text stays bytes."""
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


def flip_series_bits(times: int, dice: Random) -> Tampered:
    """A bit of the cards of a series, as a hall stores them by their hash."""
    tampered = Tampered("turn one bit of a series over")
    store = MemoryStore()
    cards = repr([ticket.rows for strip in strips() for ticket in strip]).encode()
    name = store.keep_print(cards)
    for _ in range(times):
        changed = _flipped(store.print_of(name), dice)
        differs = sha256(changed).hexdigest() != name
        tampered.note(NAMED, f"prints: {name} is not what was stored" if differs else "")
    return tampered


def flip_ticket_bits(times: int, dice: Random) -> Tampered:
    """A bit of the serial or of the check that a ticket's paper shows.

    >>> flip_ticket_bits(50, Random(1)).missed
    0
    """
    tampered = Tampered("turn one bit of a printed ticket over")
    serials = Serials(b"the key of the proof; no secret", lambda: 1_789_000_000_000_000)
    for _ in range(times):
        serial = serials.new(dice.randbytes)
        check = serials.paper_check(serial, RECORD_CHECK)
        if dice.random() < 0.5:
            shown, other = serial, _flipped(serial, dice)
            passes = serials.genuine(other)
        else:
            shown, other = check, _flipped(check, dice)
            passes = serials.plain_check(serial, other, RECORD_CHECK, 0) == RECORD_CHECK
        same = _as_typed(other) == _as_typed(shown)  # case and spacing are the typist's
        tampered.note("refused", "refused" if not passes or same else f"{shown} passed as {other}")
    return tampered


def _as_typed(text: str) -> str:
    return text.upper().translate(str.maketrans("OIL", "011", "- ")).strip()
