"""Changes to the tables that are made from the journal: books, records, snapshots, secrets."""

from __future__ import annotations

import re
from hashlib import sha256
from random import Random

from eyesdown.central.store.base import LineRow, RecordRow, Snapshot
from eyesdown.proof.tamper.tables import Change, Tables, any_place, dearer, flip


def edit_a_line(tables: Tables, dice: Random) -> str:
    n = any_place(tables.lines, dice)
    line: LineRow = tables.lines[n]
    other = line._replace(cents=line.cents + 1), line._replace(account="bank/mine")
    tables.lines[n] = dice.choice(other)
    return rf"books: row {line.seq} posts"


def delete_a_line(tables: Tables, dice: Random) -> str:
    line: LineRow = tables.lines.pop(any_place(tables.lines, dice))
    return rf"books: row {line.seq} posts"


def add_a_pair_of_lines(tables: Tables, dice: Random) -> str:
    """Balanced, as an embezzler books."""
    line: LineRow = dice.choice(tables.lines)
    n, cents = tables.lines.index(line), dice.randrange(1, 1000)
    pair = [line._replace(line=line.line + 100 + up, cents=(-1) ** up * cents) for up in (0, 1)]
    tables.lines[n + 1 : n + 1] = pair
    return r"books: row \d+ posts|books: no row posts"


def move_between_balances(tables: Tables, dice: Random) -> str:
    gains, loses = dice.sample(range(len(tables.balances)), 2)
    for n, cents in ((gains, 500), (loses, -500)):
        account, before, part = tables.balances[n]
        tables.balances[n] = (account, before + cents, part)
    first = min(tables.balances[gains][0], tables.balances[loses][0])
    return rf"balances: {re.escape(first)} has"


def edit_a_record(tables: Tables, dice: Random) -> str:
    n = dice.choice([n for n, row in enumerate(tables.records) if RecordRow(*row).body])
    record = RecordRow(*tables.records[n])
    tables.records[n] = record._replace(body=flip(record.body, dice))
    return rf"records: {record.kind} {re.escape(record.key)} after row {record.seq}"


def delete_a_record(tables: Tables, dice: Random) -> str:
    record = RecordRow(*tables.records.pop(any_place(tables.records, dice)))
    return rf"records: {record.kind} {re.escape(record.key)} after row {record.seq}"


def invent_a_prize(tables: Tables, dice: Random) -> str:
    record = RecordRow("prize", "S0/99/0", dice.randrange(1, len(tables.journal)), b"{}")
    tables.records.append(record)
    return r"records: no row leaves \('prize', 'S0/99/0'"


def edit_the_snapshot(tables: Tables, dice: Random) -> str:
    """With its own sum made to fit, so that a restart would believe it."""
    snapshot = Snapshot(*tables.snapshots[0])
    body = dearer(snapshot.body, dice)
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
    n = next(n for n, (name, *_) in enumerate(tables.secrets) if name == f"keno draw {drawn}")
    name, body, tag = tables.secrets[n]
    tables.secrets[n] = (name, flip(body, dice), tag)
    return rf"secrets: that of game {drawn} is not the one that was promised"


TABLE_CHANGES: tuple[Change, ...] = (
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
