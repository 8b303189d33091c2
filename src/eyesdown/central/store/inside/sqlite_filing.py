"""What a SQLite file keeps in order by itself: balances, lines by account and commands by id.

All three are brought up to date a few thousand rows at a time, up to the row that `books_upto`
names; `check_filed` looks them through.
"""

from __future__ import annotations

import json
from typing import Any

import apsw

from eyesdown.central.store.base import split, summed
from eyesdown.kernel.errors import JournalCorrupt

SUMS = "SELECT account, SUM(cents), part, COUNT(*) FROM lines WHERE {} GROUP BY account, part"
BALANCES = "SELECT account, cents, part, 1 FROM balances"
UPTO = "(SELECT seq FROM books_upto)"

OF_ACCOUNT = (
    "(seq, grp, line) IN (SELECT seq, grp, line FROM lines_by_account "
    "WHERE account = :account AND {})"
)

_NOT_IN = (
    "NOT EXISTS (SELECT 1 FROM {} AS other WHERE (other.account, other.seq, other.grp, other.line) "
    "= (one.account, one.seq, one.grp, one.line))"
)
_UNFILED = (
    "SELECT account, seq, grp, line FROM lines AS one "  # noqa: S608 -- our own words
    f"WHERE seq <= {UPTO} AND {_NOT_IN.format('lines_by_account')} LIMIT 1"
)
_MISFILED = (
    "SELECT account, seq, grp, line FROM lines_by_account AS one "  # noqa: S608 -- our own words
    f"WHERE seq > {UPTO} OR {_NOT_IN.format('lines')} ORDER BY seq, grp, line LIMIT 1"
)

_NO_ID_IN = (
    "NOT EXISTS (SELECT 1 FROM {} AS other "
    "WHERE (other.command_id, other.seq) = (one.command_id, one.seq))"
)
_ID_UNFILED = (
    "SELECT command_id, seq FROM journal AS one "  # noqa: S608 -- our own words
    f"WHERE seq <= {UPTO} AND {_NO_ID_IN.format('commands_by_id')} ORDER BY seq LIMIT 1"
)
_ID_MISFILED = (
    "SELECT command_id, seq FROM commands_by_id AS one "  # noqa: S608 -- our own words
    f"WHERE seq > {UPTO} OR {_NO_ID_IN.format('journal')} ORDER BY seq LIMIT 1"
)
_NEWER = f"SELECT command_id, seq FROM journal WHERE seq > {UPTO}"  # noqa: S608 -- our own words
_ID_TWICE = (
    f"SELECT command_id, MAX(seq) FROM ({_NEWER} UNION ALL "  # noqa: S608 -- our own words
    "SELECT filed.command_id, filed.seq FROM commands_by_id AS filed "
    f"JOIN ({_NEWER}) USING (command_id)) "
    "GROUP BY command_id HAVING COUNT(*) > 1 LIMIT 1"
)


def sum_up(db: apsw.Connection) -> int:
    """Bring balances, and what is filed, up to the last row of the journal, which is returned."""
    changed = summed(db.execute(SUMS.format(f"seq > {UPTO}")))
    theirs = f"{BALANCES} WHERE account IN (SELECT value FROM json_each(?))"  # noqa: S608 -- our own words
    before = summed(db.execute(theirs, (json.dumps(list(changed)),)))
    db.executemany(
        "INSERT INTO balances VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET cents = excluded.cents, part = excluded.part",
        [(name, *split(before.get(name, 0) + more)) for name, more in changed.items()],
    )
    return file_newest(db)


def file_newest(db: apsw.Connection) -> int:
    """File the newest lines and ids, where the balances are right already; the last row."""
    db.execute(
        "INSERT INTO lines_by_account SELECT account, seq, grp, line FROM lines "  # noqa: S608 -- our own words
        f"WHERE seq > {UPTO}"
    )
    # In the order of the index: each page of it is then touched once.
    db.execute(
        "INSERT INTO commands_by_id SELECT command_id, seq FROM journal "  # noqa: S608 -- our own words
        f"WHERE seq > {UPTO} ORDER BY command_id"
    )
    # Last, because everything above asks for the rows after it.
    [(upto,)] = db.execute(
        "UPDATE books_upto SET seq = (SELECT COALESCE(MAX(seq), 0) FROM journal) RETURNING seq"
    )
    return int(upto)


def check_filed(db: apsw.Connection, upto: int) -> None:
    """JournalCorrupt where a line or an id is not filed, or something else is filed as one."""
    lacking = _first(db, _UNFILED)
    if lacking:
        raise _misfiled(upto, "lacks", lacking)
    [(filed,)] = db.execute("SELECT COUNT(*) FROM lines_by_account")
    [(due,)] = db.execute(f"SELECT COUNT(*) FROM lines WHERE seq <= {UPTO}")  # noqa: S608 -- our own words
    if filed != due and (extra := _first(db, _MISFILED)):
        raise _misfiled(upto, "has", extra)
    forgotten = _first(db, _ID_UNFILED)
    if forgotten:
        raise _id_misfiled(upto, "lacks", forgotten)
    [(filed,)] = db.execute("SELECT COUNT(*) FROM commands_by_id")
    [(due,)] = db.execute(f"SELECT COUNT(*) FROM journal WHERE seq <= {UPTO}")  # noqa: S608 -- our own words
    if filed != due and (extra := _first(db, _ID_MISFILED)):
        raise _id_misfiled(upto, "has", extra)
    twice = _first(db, _ID_TWICE)
    if twice:
        raise JournalCorrupt(f"row {twice[1]} has the id {twice[0]} of an earlier row")


def _first(db: apsw.Connection, sql: str) -> tuple[Any, ...] | None:
    return next(iter(db.execute(sql)), None)


def _misfiled(upto: int, how: str, place: tuple[Any, ...]) -> JournalCorrupt:
    account, seq, grp, line = place
    return JournalCorrupt(
        f"lines_by_account {how} {account} of row {seq}, group {grp}, line {line}; "
        f"books_upto is row {upto}"
    )


def _id_misfiled(upto: int, how: str, place: tuple[Any, ...]) -> JournalCorrupt:
    name, seq = place
    return JournalCorrupt(f"commands_by_id {how} {name} of row {seq}; books_upto is row {upto}")
