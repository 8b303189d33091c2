"""Changes that only a keyed store can name: tags, rows of our own library, secrets, balances."""

from __future__ import annotations

from random import Random
from typing import Any

from eyesdown.central.store.base import RecordRow, Snapshot
from eyesdown.central.store.journal import Head, RowContent, linked
from eyesdown.proof.tamper.tables import Change, Tables, any_place, dearer, rehash

TAGGED = ("journal", "records", "snapshots", "secrets")


def strip_a_tag(tables: Tables, dice: Random) -> str:
    rows = getattr(tables, dice.choice(TAGGED))
    n = any_place(rows, dice)
    rows[n] = _tagged(rows[n], b"")
    return "was not written|is not as it was|was changed|was replaced"


def _tagged(row: Any, tag: bytes) -> Any:
    """A row of any table with another tag, which is its last column."""
    return (*row[:-1], tag) if type(row) is tuple else row._replace(tag=tag)


def borrow_a_tag(tables: Tables, dice: Random) -> str:
    """The tag of another row of the same table: made by the right key, for something else."""
    rows = getattr(tables, dice.choice(("journal", "records", "secrets")))
    n, other = dice.sample(range(len(rows)), 2)
    rows[n] = _tagged(rows[n], rows[other][-1])
    return "was not written|is not as it was|was replaced"


def append_a_row_with_our_library(tables: Tables, dice: Random) -> str:
    """Linked and hashed as the site does it, by a program without the key."""
    last, copied = tables.journal[-1], dice.choice(tables.journal)
    content = RowContent(last.at_us, "late/1", copied.asked, copied.command, copied.events)
    tables.journal.extend(linked(Head(last.seq, last.hash), [content]))
    return f"row {last.seq + 1} was not written by this site"


def rewrite_a_row_with_our_library(tables: Tables, dice: Random) -> str:
    """A row and all after it, linked anew; their tags stay those of the rows before."""
    n = any_place(tables.journal, dice)
    row = tables.journal[n]
    tables.journal[n] = row._replace(command_id=f"{row.command_id}/again")
    tags = [each.tag for each in tables.journal]
    rehash(tables.journal, n)
    both = zip(tables.journal, tags, strict=True)
    tables.journal[:] = [each._replace(tag=tag) for each, tag in both]
    return f"row {row.seq} was not written by this site"


def change_what_a_snapshot_says_of_the_books(tables: Tables, dice: Random) -> str:
    n = any_place(tables.snapshots, dice)
    snapshot = Snapshot(*tables.snapshots[n])
    raised = snapshot.books.replace(b"[", b"[1", 1)
    tables.snapshots[n] = snapshot._replace(books=raised)
    return f"the snapshot after row {snapshot.seq} was changed"


def raise_an_amount_in_a_snapshot(tables: Tables, dice: Random) -> str:
    n = any_place(tables.snapshots, dice)
    snapshot = Snapshot(*tables.snapshots[n])
    tables.snapshots[n] = snapshot._replace(body=dearer(snapshot.body, dice))
    return f"the snapshot after row {snapshot.seq} was changed"


def invent_a_balance(tables: Tables, dice: Random) -> str:
    """An account that no line posts to.

    >>> tables = Tables([], [], [], [], [], [], [], [])
    >>> invent_a_balance(tables, Random(1)), len(tables.balances)
    ('balances: subscriber/mine has', 1)
    """
    tables.balances.append(("subscriber/mine", dice.randrange(1, 10**6), None))
    return "balances: subscriber/mine has"


def delete_a_balance(tables: Tables, dice: Random) -> str:
    """An account that has lines, and no balance.

    >>> tables = Tables([], [], [("bank", 5, None)], [], [], [], [], [])
    >>> delete_a_balance(tables, Random(1)), tables.balances
    ('balances: bank has None', [])
    """
    account, _, _ = tables.balances.pop(any_place(tables.balances, dice))
    return f"balances: {account} has None"


def move_a_record_to_another_row(tables: Tables, dice: Random) -> str:
    """A record of today as that of an earlier or later row."""
    n = any_place(tables.records, dice)
    record = RecordRow(*tables.records[n])
    other = dice.choice([row.seq for row in tables.journal if row.seq != record.seq])
    tables.records[n] = record._replace(seq=other)
    return "records: "


def give_a_record_to_another(tables: Tables, dice: Random) -> str:
    """A ticket or prize under another serial.

    >>> tables = Tables([], [], [], [RecordRow("prize", "S1/7", 3, b"{}")], [], [], [], [])
    >>> give_a_record_to_another(tables, Random(1)), tables.records[0].key
    ('records: prize ', 'S1/70')
    """
    n = dice.choice([n for n, row in enumerate(tables.records) if row[0] in ("ticket", "prize")])
    record = RecordRow(*tables.records[n])
    tables.records[n] = record._replace(key=f"{record.key}0")
    return f"records: {record.kind} "


def swap_two_secrets(tables: Tables, dice: Random) -> str:
    """Two secrets with their tags change names.

    >>> secrets = [("a", b"1", b"t"), ("b", b"2", b"u")]
    >>> tables = Tables([], [], [], [], [], secrets, [], [])
    >>> _ = swap_two_secrets(tables, Random(1))
    >>> tables.secrets
    [('a', b'2', b'u'), ('b', b'1', b't')]
    """
    n, other = dice.sample(range(len(tables.secrets)), 2)
    first, second = tables.secrets[n], tables.secrets[other]
    tables.secrets[n] = (first[0], *second[1:])
    tables.secrets[other] = (second[0], *first[1:])
    return "secrets: .* was replaced"


def set_a_time_back(tables: Tables, dice: Random) -> str:
    """The time of a row and the hashes after it, so that a late sale was in time."""
    n = any_place(tables.journal, dice)
    row = tables.journal[n]
    tables.journal[n] = row._replace(at_us=row.at_us - 60_000_000)
    rehash(tables.journal, n)
    return f"row {row.seq} was not written by this site"


KEYED_CHANGES: tuple[Change, ...] = (
    strip_a_tag,
    borrow_a_tag,
    append_a_row_with_our_library,
    rewrite_a_row_with_our_library,
    change_what_a_snapshot_says_of_the_books,
    raise_an_amount_in_a_snapshot,
    invent_a_balance,
    delete_a_balance,
    move_a_record_to_another_row,
    give_a_record_to_another,
    swap_two_secrets,
    set_a_time_back,
)
