"""Changes to the journal: bits, rows, commands, events and proofs."""

from __future__ import annotations

import json
import re
from random import Random

from eyesdown.central.store.journal import Row
from eyesdown.proof.tamper.tables import (
    Change,
    Tables,
    any_place,
    flip,
    rehash,
    reprice_a_sale,
    restate,
)


def flip_a_bit(tables: Tables, dice: Random) -> str:
    n = any_place(tables.journal, dice)
    row = tables.journal[n]
    field = dice.choice(("asked", "command", "events", "prev_hash", "hash"))
    tables.journal[n] = row._replace(**{field: flip(getattr(row, field), dice)})
    return rf"row {row.seq} "


def change_a_time_or_name(tables: Tables, dice: Random) -> str:
    n = any_place(tables.journal, dice)
    row: Row = tables.journal[n]
    other = row._replace(at_us=row.at_us - 1), row._replace(command_id=f"{row.command_id}0")
    tables.journal[n] = dice.choice(other)
    return rf"row {row.seq} was changed"


def delete_a_row(tables: Tables, dice: Random) -> str:
    n = dice.randrange(len(tables.journal) - 1)
    return rf"row {tables.journal.pop(n).seq} is missing"


def swap_two_rows(tables: Tables, dice: Random) -> str:
    low, high = sorted(dice.sample(range(len(tables.journal)), 2))
    rows = tables.journal
    rows[low], rows[high] = rows[high]._replace(seq=low + 1), rows[low]._replace(seq=high + 1)
    return rf"row {low + 1} "


def edit_a_command(tables: Tables, dice: Random) -> str:
    return rf"row {reprice_a_sale(tables, dice, 'command') + 1} was changed"


def edit_a_command_and_rehash(tables: Tables, dice: Random) -> str:
    n = reprice_a_sale(tables, dice, "command")
    rehash(tables.journal, n)
    return rf"row {n + 1}: its command does not lead to its events"


def edit_events_and_rehash_the_row(tables: Tables, dice: Random) -> str:
    n = reprice_a_sale(tables, dice, "events")
    rehash(tables.journal, n, n + 1)
    return rf"row {n + 1}: its command does not lead to its events|does not follow row {n + 1}$"


def edit_events_and_rehash(tables: Tables, dice: Random) -> str:
    n = reprice_a_sale(tables, dice, "events")
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
    n = any_place(tables.journal, dice)
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
        (kind, key, seq, body.replace(b'"writer-1"', other) if seq == row.seq else body, tag)
        for kind, key, seq, body, tag in tables.records
    ]
    tables.snapshots.clear()
    return r"row \d+: game \S+: the seal is not over its entries"


def _everywhere(tables: Tables, field: bytes, dice: Random) -> int:
    """One digit of a hash or key changed wherever it occurs, all rows linked again.

    The index of the row that reveals the first value that no longer fits its promise.

    No record outside the store shows it, and no amount of money is wrong.
    """
    published = [n for n, row in enumerate(tables.journal) if b'"ResultPublished"' in row.events]
    chosen = tables.journal[dice.choice(published)].events
    [old] = re.findall(rb'"%s":"([0-9a-f]+)"' % field, chosen)
    games = {
        json.loads(tables.journal[n].events)[0]["game"]
        for n in published
        if old in tables.journal[n].events
    }
    new = (b"1" if old[:1] == b"0" else b"0") + old[1:]
    for at, row in enumerate(tables.journal):
        both = {f: getattr(row, f).replace(old, new) for f in ("command", "events")}
        tables.journal[at] = row._replace(**both)
    rehash(tables.journal, 0)
    tables.records[:] = [(*row[:3], row[3].replace(old, new), row[4]) for row in tables.records]
    restate(tables)
    tables.snapshots.clear()
    return next(
        n
        for n, row in enumerate(tables.journal)
        if b'"ValueRevealed"' in row.events and json.loads(row.events)[0]["game"] in games
    )


def _unproved(n: int) -> str:
    wrong = "game \\S+: the value is not the one promised|its command does not lead to its events"
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
        (
            *record[:3],
            body if record[0] == "result" and record[2] == row.seq else record[3],
            record[4],
        )
        for record in tables.records
    ]
    restate(tables)
    tables.snapshots.clear()
    return rf"row {n + 1}: (game \S+: its proof is missing|its command does not lead to its events)"


def slip_a_sale_in_and_rehash(tables: Tables, dice: Random) -> str:
    """A copy of a sale under another id, put in after it."""
    n = dice.choice([n for n, row in enumerate(tables.journal) if b'"AcceptEntry"' in row.command])
    row: Row = tables.journal[n]
    tables.journal.insert(n + 1, row._replace(command_id="late/1"))
    rehash(tables.journal, n + 1)
    return rf"row {n + 2}: its command does not lead to its events"


JOURNAL_CHANGES: tuple[Change, ...] = (
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
)
