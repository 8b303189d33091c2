"""An insider changes what is stored, in many ways, and the verification must name the place.

    python -m eyesdown.proof.tamper --each 1000

Each kind of change is made to a fresh copy of one honest day. What an insider may do who rewrites
the whole store consistently is the last thing shown: only what was published or noted down outside
tells it.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

import apsw

from eyesdown.central.site.verify_journal import verify_journal
from eyesdown.central.store.base import COLUMNS, LineRow, RecordRow, Snapshot, Store
from eyesdown.central.store.journal import EMPTY, Head, Row, RowContent, linked
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.sqlite import SqliteStore
from eyesdown.kernel.errors import JournalCorrupt
from eyesdown.proof.faults.day import KENO, Day, Script, open_site, script
from eyesdown.proof.tamper_filed import FILED_CHANGES, FiledChange
from eyesdown.proof.times import times

DAY = script(games=2, sales=6)


class Tables(NamedTuple):
    """Everything that is stored, as lists that a thief may change."""

    journal: list[Any]
    lines: list[Any]
    balances: list[Any]
    records: list[Any]
    snapshots: list[Any]
    secrets: list[Any]

    @classmethod
    def of(cls, store: Store) -> Tables:
        return cls(*(list(store.dump(table)) for table in COLUMNS))

    def copy(self) -> Tables:
        return Tables(*map(list, self))

    def into(self, store: Store) -> Store:
        with store.whole():
            for table, rows in zip(COLUMNS, self, strict=True):
                store.load(table, rows)
        return store


def honest(played: Script = DAY) -> Tables:
    """A day with nothing wrong, and a snapshot at its end."""
    site = open_site(MemoryStore())
    Day(played).go_on(site)
    site.take_snapshot()
    return Tables.of(site.store)


Change: TypeAlias = Callable[[Tables, Random], str]
"""Changes a copy; says by a pattern which place must be named."""


def flip(raw: bytes, dice: Random) -> bytes:
    """One bit of it turned over."""
    changed = bytearray(raw)
    bit = dice.randrange(8 * len(raw))
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def _any(of: list[Any], dice: Random) -> int:
    return dice.randrange(len(of))


def _dearer(raw: bytes, dice: Random) -> bytes:
    """The same JSON with one amount of money changed."""
    amounts = [found.span(1) for found in re.finditer(rb'cents":(\d+)', raw)]
    start, end = dice.choice(amounts)
    return raw[:start] + b"%d" % (int(raw[start:end]) + dice.randrange(1, 1000)) + raw[end:]


def _priced(tables: Tables, dice: Random, field: str) -> int:
    """The place of a sale, which has amounts in its command and in its events."""
    sales = [n for n, row in enumerate(tables.journal) if b'"AcceptEntry"' in row.command]
    found = dice.choice(sales)
    row = tables.journal[found]
    tables.journal[found] = row._replace(**{field: _dearer(getattr(row, field), dice)})
    return found


def rehash(rows: list[Row], start: int, end: int | None = None) -> None:
    """Number and link rows anew from a place on, as whoever knows how it is done can."""
    head = Head(rows[start - 1].seq, rows[start - 1].hash) if start else EMPTY
    for n in range(start, len(rows) if end is None else end):
        [rows[n]] = linked(head, [RowContent(*rows[n][1:6])])
        head = Head(rows[n].seq, rows[n].hash)


# --- the journal ----------------------------------------------------------------------------------


def flip_a_bit(tables: Tables, dice: Random) -> str:
    n = _any(tables.journal, dice)
    row = tables.journal[n]
    field = dice.choice(("asked", "command", "events", "prev_hash", "hash"))
    tables.journal[n] = row._replace(**{field: flip(getattr(row, field), dice)})
    return rf"row {row.seq} "


def change_a_time_or_name(tables: Tables, dice: Random) -> str:
    n = _any(tables.journal, dice)
    row: Row = tables.journal[n]
    other = row._replace(at_us=row.at_us - 1), row._replace(command_id=f"{row.command_id}0")
    tables.journal[n] = dice.choice(other)
    return rf"row {row.seq} was changed"


def delete_a_row(tables: Tables, dice: Random) -> str:
    n = dice.randrange(len(tables.journal) - 1)
    return rf"row {tables.journal.pop(n).seq} is missing"


def swap_two_rows(tables: Tables, dice: Random) -> str:
    one, two = sorted(dice.sample(range(len(tables.journal)), 2))
    rows = tables.journal
    rows[one], rows[two] = rows[two]._replace(seq=one + 1), rows[one]._replace(seq=two + 1)
    return rf"row {one + 1} "


def edit_a_command(tables: Tables, dice: Random) -> str:
    return rf"row {_priced(tables, dice, 'command') + 1} was changed"


def edit_a_command_and_rehash(tables: Tables, dice: Random) -> str:
    n = _priced(tables, dice, "command")
    rehash(tables.journal, n)
    return rf"row {n + 1}: its command does not lead to its events"


def edit_events_and_rehash_the_row(tables: Tables, dice: Random) -> str:
    n = _priced(tables, dice, "events")
    rehash(tables.journal, n, n + 1)
    return rf"row {n + 1}: its command does not lead to its events|does not follow row {n + 1}$"


def edit_events_and_rehash(tables: Tables, dice: Random) -> str:
    n = _priced(tables, dice, "events")
    rehash(tables.journal, n)
    return rf"row {n + 1}: its command does not lead to its events"


def reorder_and_rehash(tables: Tables, dice: Random) -> str:
    """Two sales change places, everything after them is linked anew, the snapshot thrown away."""
    rows = tables.journal
    sales = [n for n, row in enumerate(rows) if b'"AcceptEntry"' in row.command]
    pairs = [n for n in sales if n + 1 in sales and rows[n].events != rows[n + 1].events]
    n = dice.choice(pairs)
    rows[n], rows[n + 1] = rows[n + 1], rows[n]
    rehash(rows, n)
    tables.snapshots.clear()
    # Two that cost the same leave the same lines, but not the same tickets, nor the same close.
    first_wrong = r"row \d+: (its command does not lead|game \S+: the seal is not)"
    return rf"books: row {n + 1} posts|records: ticket \S+ after row {n + 1} |{first_wrong}"


def write_rubbish_and_rehash(tables: Tables, dice: Random) -> str:
    n = _any(tables.journal, dice)
    field = dice.choice(("command", "events"))
    raw = dice.choice((b"", b"rubbish", b'[{"type":"Nothing"}]'))
    tables.journal[n] = tables.journal[n]._replace(**{field: raw})
    rehash(tables.journal, n)
    return rf"row {n + 1} cannot be read"


def completes_a_sale(row: Row) -> bool:
    """Whether a row sells an entry that its game's seal has."""
    return b'"EntryAccepted"' in row.events and b'"net_cents":null' not in row.events


def rewrite_an_entry_and_rehash(tables: Tables, dice: Random) -> str:
    """In its command, its events and its record, where nothing else depends on what it says."""
    rows = enumerate(tables.journal)
    n = dice.choice([n for n, row in rows if completes_a_sale(row)])
    row, other = tables.journal[n], b'"writer-2"'
    both = {f: getattr(row, f).replace(b'"writer-1"', other) for f in ("command", "events")}
    tables.journal[n] = row._replace(**both)
    rehash(tables.journal, n)
    tables.records[:] = [
        (kind, key, seq, body.replace(b'"writer-1"', other) if seq == row.seq else body)
        for kind, key, seq, body in tables.records
    ]
    tables.snapshots.clear()
    return r"row \d+: game \S+: the seal is not over its entries"


def _everywhere(tables: Tables, field: bytes, dice: Random) -> int:
    """One digit of a hash or key changed wherever it stands, everything linked anew; the first row.

    Nothing that was written down by somebody else shows it, and no amount of money is wrong.
    """
    published = [n for n, row in enumerate(tables.journal) if b'"ResultPublished"' in row.events]
    chosen = tables.journal[dice.choice(published)].events
    [old] = re.findall(rb'"%s":"([0-9a-f]+)"' % field, chosen)
    first = next(n for n in published if old in tables.journal[n].events)
    new = (b"1" if old[:1] == b"0" else b"0") + old[1:]
    for at, row in enumerate(tables.journal):
        both = {f: getattr(row, f).replace(old, new) for f in ("command", "events")}
        tables.journal[at] = row._replace(**both)
    rehash(tables.journal, 0)
    tables.records[:] = [(*row[:3], row[3].replace(old, new)) for row in tables.records]
    tables.snapshots.clear()
    return first


def _unproved(n: int) -> str:
    wrong = "game \\S+: the secret is not the one|its command does not lead to its events"
    return rf"row {n + 1}: ({wrong})"


def reveal_another_secret_and_rehash(tables: Tables, dice: Random) -> str:
    return _unproved(_everywhere(tables, b"secret", dice))


def promise_another_secret_and_rehash(tables: Tables, dice: Random) -> str:
    return _unproved(_everywhere(tables, b"commitment", dice))


def withhold_a_proof_and_rehash(tables: Tables, dice: Random) -> str:
    """In the event and the record, as if the numbers had come from somewhere else."""
    published = [n for n, row in enumerate(tables.journal) if b'"evidence":{' in row.events]
    n = dice.choice(published)
    row = tables.journal[n]
    [event] = json.loads(row.events)
    event["evidence"] = None
    body = json.dumps(event, separators=(",", ":")).encode()
    tables.journal[n] = row._replace(events=b"[" + body + b"]")
    rehash(tables.journal, n)
    tables.records[:] = [
        (*kept[:3], body if kept[0] == "result" and kept[2] == row.seq else kept[3])
        for kept in tables.records
    ]
    tables.snapshots.clear()
    return rf"row {n + 1}: (game \S+: its proof is missing|its command does not lead to its events)"


def slip_a_sale_in_and_rehash(tables: Tables, dice: Random) -> str:
    """A copy of a sale under another id, put in after it."""
    n = dice.choice([n for n, row in enumerate(tables.journal) if b'"AcceptEntry"' in row.command])
    row: Row = tables.journal[n]
    tables.journal.insert(n + 1, row._replace(command_id="late/1"))
    rehash(tables.journal, n + 1)
    return rf"row {n + 2}: its command does not lead to its events"


# --- books, records and the snapshot --------------------------------------------------------------


def edit_a_line(tables: Tables, dice: Random) -> str:
    n = _any(tables.lines, dice)
    line: LineRow = tables.lines[n]
    other = line._replace(cents=line.cents + 1), line._replace(account="bank/mine")
    tables.lines[n] = dice.choice(other)
    return rf"books: row {line.seq} posts"


def delete_a_line(tables: Tables, dice: Random) -> str:
    line: LineRow = tables.lines.pop(_any(tables.lines, dice))
    return rf"books: row {line.seq} posts"


def add_a_pair_of_lines(tables: Tables, dice: Random) -> str:
    """Balanced, as an embezzler books."""
    line: LineRow = dice.choice(tables.lines)
    n, cents = tables.lines.index(line), dice.randrange(1, 1000)
    made = [line._replace(line=line.line + 100 + up, cents=(-1) ** up * cents) for up in (0, 1)]
    tables.lines[n + 1 : n + 1] = made
    return r"books: row \d+ posts|books: no row posts"


def move_between_balances(tables: Tables, dice: Random) -> str:
    one, two = dice.sample(range(len(tables.balances)), 2)
    for n, cents in ((one, 500), (two, -500)):
        account, before, part = tables.balances[n]
        tables.balances[n] = (account, before + cents, part)
    first = min(tables.balances[one][0], tables.balances[two][0])
    return rf"balances: {re.escape(first)} has"


def edit_a_record(tables: Tables, dice: Random) -> str:
    n = _any(tables.records, dice)
    record = RecordRow(*tables.records[n])
    tables.records[n] = record._replace(body=flip(record.body, dice))
    return rf"records: {record.kind} {re.escape(record.key)} after row {record.seq}"


def delete_a_record(tables: Tables, dice: Random) -> str:
    record = RecordRow(*tables.records.pop(_any(tables.records, dice)))
    return rf"records: {record.kind} {re.escape(record.key)} after row {record.seq}"


def invent_a_prize(tables: Tables, dice: Random) -> str:
    record = RecordRow("prize", "S0/99/0", dice.randrange(1, len(tables.journal)), b"{}")
    tables.records.append(record)
    return r"records: no row leaves \('prize', 'S0/99/0'"


def edit_the_snapshot(tables: Tables, dice: Random) -> str:
    """With its own sum made to fit, so that a restart would believe it."""
    snapshot = Snapshot(*tables.snapshots[0])
    body = _dearer(snapshot.body, dice)
    tables.snapshots[0] = snapshot._replace(body=body, body_hash=sha256(body).digest())
    return rf"the snapshot after row {snapshot.seq} "


def misplace_the_snapshot(tables: Tables, dice: Random) -> str:
    snapshot = Snapshot(*tables.snapshots[0])
    wrong = (
        snapshot._replace(seq=snapshot.seq + dice.randrange(1, 9)),
        snapshot._replace(hash=flip(snapshot.hash, dice)),
        snapshot._replace(body_hash=flip(snapshot.body_hash, dice)),
    )
    tables.snapshots[0] = dice.choice(wrong)
    return rf"the snapshot after row {tables.snapshots[0].seq} is not"


def exchange_a_secret(tables: Tables, dice: Random) -> str:
    """Of a game that is still to be drawn: its promise would never hold."""
    drawn = sum(b'"NumbersDrawn"' in row.events for row in tables.journal)
    n = next(n for n, (name, _) in enumerate(tables.secrets) if name == f"keno draw {drawn}")
    name, body = tables.secrets[n]
    tables.secrets[n] = (name, flip(body, dice))
    return rf"secrets: that of game {drawn} is not the one that was promised"


CHANGES: tuple[Change, ...] = (
    flip_a_bit,
    change_a_time_or_name,
    delete_a_row,
    swap_two_rows,
    edit_a_command,
    edit_a_command_and_rehash,
    edit_events_and_rehash_the_row,
    edit_events_and_rehash,
    reorder_and_rehash,
    write_rubbish_and_rehash,
    rewrite_an_entry_and_rehash,
    reveal_another_secret_and_rehash,
    promise_another_secret_and_rehash,
    withhold_a_proof_and_rehash,
    slip_a_sale_in_and_rehash,
    edit_a_line,
    delete_a_line,
    add_a_pair_of_lines,
    move_between_balances,
    edit_a_record,
    delete_a_record,
    invent_a_prize,
    edit_the_snapshot,
    misplace_the_snapshot,
    exchange_a_secret,
)


def place_named(store: Store) -> str:
    """What the verification says of a store; nothing when it finds nothing."""
    try:
        verify_journal(KENO, store, decide_again=True)
    except JournalCorrupt as wrong:
        return str(wrong)
    return ""


@dataclass(slots=True)
class Tampered:
    """How often a kind of change was made, and what went unnoticed or unplaced."""

    change: str
    made: int = 0
    missed: int = 0
    example: str = ""

    def heard(self, place: str, said: str) -> None:
        self.made += 1
        if not re.search(place, said):
            self.missed += 1
            self.example = f"expected {place!r}, heard {said!r}"


def tamper(change: Change, day: Tables, each: int, dice: Random) -> Tampered:
    """One kind of change, many times, each time to an honest copy."""
    found = Tampered(change.__name__.replace("_", " "))
    for _ in range(each):
        copy = day.copy()
        place = change(copy, dice)
        found.heard(place, place_named(copy.into(MemoryStore())))
    return found


def tamper_filed(change: FiledChange, day: Tables, each: int, dice: Random) -> Tampered:
    """One kind of change to a file, many times, each time to a copy of an honest one."""
    found = Tampered(change.__name__.replace("_", " "))
    with TemporaryDirectory() as folder:
        file, copy = Path(folder) / "honest.db", Path(folder) / "site.db"
        day.into(SqliteStore(file)).close()
        for _ in range(each):
            shutil.copy(file, copy)
            with closing(apsw.Connection(str(copy))) as db:
                place = change(db, dice)
            with closing(SqliteStore(copy)) as store:
                found.heard(place, place_named(store))
    return found


def main() -> int:
    import argparse
    import sys

    from rich.console import Console
    from rich.progress import track

    parser = argparse.ArgumentParser(description="Change what is stored in every way there is.")
    parser.add_argument("--each", type=times, default=200, help="how often each kind of change")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    day, dice = honest(), Random(options.seed)  # noqa: S311 -- which byte is changed, not a draw
    console = Console(file=sys.stderr)
    kinds = [partial(tamper, change) for change in CHANGES]
    kinds += [partial(tamper_filed, change) for change in FILED_CHANGES]
    bar = track(kinds, "kinds of change", console=console, transient=True)
    all_found = [made(day, options.each, dice) for made in bar]
    for found in all_found:
        words = f"{found.missed} MISSED: {found.example}" if found.missed else "all caught"
        print(f"{found.made:6,} × {found.change}: {words}")  # noqa: T201 -- a program of its own
    return 1 if any(found.missed for found in all_found) else 0


if __name__ == "__main__":
    raise SystemExit(main())
