"""An account's statement: its lines in order, with the balance after each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from eyesdown.ledger.books import Amount, JournalPlace, shown, whole


@dataclass(frozen=True, slots=True)
class Posted:
    """A posted line, as the store has it."""

    place: JournalPlace
    why: str
    account: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class StatementLine:
    """A line of a statement; amount and balance are positive on the owner's side."""

    place: JournalPlace
    why: str
    amount: Amount
    balance: Amount


@dataclass(frozen=True, slots=True)
class Statement:
    """An account between two places of the journal, on its owner's side."""

    account: str
    opening: Amount
    lines: tuple[StatementLine, ...]
    closing: Amount


def statement(account: str, posted: Iterable[Posted], opening: Amount = 0) -> Statement:
    """An account's statement from its lines in order and the balance before the first.

    >>> line = Posted(JournalPlace(7, 0), "commission", "venue_own/0417", -11)
    >>> statement("venue_own/0417", [line]).closing
    11
    """
    balance = first = shown(account, opening)
    lines = []
    for line in posted:
        assert line.account == account
        amount = shown(account, line.amount)
        balance = whole(balance + amount)
        lines.append(StatementLine(line.place, line.why, amount, balance))
    return Statement(account, first, tuple(lines), balance)


def accounts_of_venue(venue: str) -> tuple[str, ...]:
    """The accounts on a venue's statement: its tills, and whose money it holds.

    >>> accounts_of_venue("0417")
    ('venue_cash/0417', 'venue_held/0417', 'venue_own/0417', 'venue_agency/0417')
    """
    kinds = ("venue_cash", "venue_held", "venue_own", "venue_agency")
    return tuple(f"{kind}/{venue}" for kind in kinds)
