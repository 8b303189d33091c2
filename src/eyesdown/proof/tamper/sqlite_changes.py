"""What an insider may change in a SQLite file besides the tables that every store has.

The lines of each account are filed so that a statement need not read them all, and commands by
their ids, up to a row that is noted. A line that is filed wrongly is missing from a venue's
statement, though nothing is missing from the books; a command that is not found is done twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias, cast

import apsw

SqliteChange: TypeAlias = Callable[[apsw.Connection, Random], str]
"""Changes a file; returns a pattern of the place that the verification must name."""

Filed: TypeAlias = tuple[str, int, int, int]

_THAT = "WHERE (account, seq, grp, line) = (?, ?, ?, ?)"


def _any_filed(db: apsw.Connection, dice: Random) -> Filed:
    return cast(Filed, dice.choice(db.execute("SELECT * FROM lines_by_account").fetchall()))


def _add(db: apsw.Connection, place: Filed) -> str:
    db.execute("INSERT INTO lines_by_account VALUES (?, ?, ?, ?)", place)
    return f"lines_by_account has {_named(place)}"


def _named(place: Filed) -> str:
    account, seq, grp, line = place
    return f"{re.escape(account)} of row {seq}, group {grp}, line {line};"


def take_a_line_off_a_statement(db: apsw.Connection, dice: Random) -> str:
    place = _any_filed(db, dice)
    db.execute(f"DELETE FROM lines_by_account {_THAT}", place)  # noqa: S608 -- our own words
    return f"lines_by_account lacks {_named(place)}"


def move_a_line_to_another_statement(db: apsw.Connection, dice: Random) -> str:
    place = _any_filed(db, dice)
    db.execute(f"UPDATE lines_by_account SET account = 'bank/mine' {_THAT}", place)  # noqa: S608 -- our own words
    return f"lines_by_account lacks {_named(place)}"


def show_a_line_on_a_second_statement(db: apsw.Connection, dice: Random) -> str:
    return _add(db, ("bank/mine", *_any_filed(db, dice)[1:]))


def file_a_line_that_is_not_there(db: apsw.Connection, dice: Random) -> str:
    account, seq, grp, line = _any_filed(db, dice)
    return _add(db, (account, seq, grp, line + dice.randrange(100, 200)))


def move_how_far_the_books_go(db: apsw.Connection, dice: Random) -> str:
    """To before the last row that posts anything, or to after the last row there is."""
    [(last,)] = db.execute("SELECT MAX(seq) FROM journal")
    [(posting,)] = db.execute("SELECT MAX(seq) FROM lines")
    upto = dice.choice((dice.randrange(posting), last + dice.randrange(1, 5000)))
    db.execute("UPDATE books_upto SET seq = ?", (upto,))
    return rf"books_upto (is row {upto}$|holds \[{upto}\])"


def lose_or_double_how_far_the_books_go(db: apsw.Connection, dice: Random) -> str:
    lose, double = "DELETE FROM books_upto", "INSERT INTO books_upto SELECT seq FROM books_upto"
    db.execute(dice.choice((lose, double)))
    return r"books_upto holds \[(\d+, \d+)?\]"


def forget_that_a_command_was_done(db: apsw.Connection, dice: Random) -> str:
    done: list[Any] = db.execute("SELECT command_id, seq FROM commands_by_id").fetchall()
    name, seq = dice.choice(done)
    if dice.random() < 0.5:
        db.execute("DELETE FROM commands_by_id WHERE seq = ?", (seq,))
    else:
        db.execute("UPDATE commands_by_id SET command_id = 'mine' WHERE seq = ?", (seq,))
    return f"commands_by_id lacks {re.escape(name)} of row {seq};"


def say_that_a_command_was_done(db: apsw.Connection, dice: Random) -> str:
    """Its sender gets the answer to another command."""
    [(last,)] = db.execute("SELECT MAX(seq) FROM journal")
    seq = dice.randrange(1, last + 1)
    db.execute("INSERT INTO commands_by_id VALUES ('mine', ?)", (seq,))
    return f"commands_by_id has mine of row {seq};"


SQLITE_CHANGES: tuple[SqliteChange, ...] = (
    take_a_line_off_a_statement,
    move_a_line_to_another_statement,
    show_a_line_on_a_second_statement,
    file_a_line_that_is_not_there,
    move_how_far_the_books_go,
    lose_or_double_how_far_the_books_go,
    forget_that_a_command_was_done,
    say_that_a_command_was_done,
)
