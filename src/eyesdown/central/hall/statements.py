"""Statements of a hall's books: of a till, a session, a day, a sequence, a pool, a promotion."""

from __future__ import annotations

from eyesdown.central.store.base import Store
from eyesdown.kernel.errors import BadInput
from eyesdown.ledger.hall import accounts_of
from eyesdown.ledger.statement import Statement, statement

OF_SESSIONS = ("day", "sequence")
KINDS = ("till", "session", *OF_SESSIONS, "pool", "promotion")
"""What a statement may be asked of."""


def statements(store: Store, what: str, name: str) -> tuple[Statement, ...]:
    """The statements of the accounts that belong to something, by its kind and its name.

    A day is named as in 2026-06-01. The takings of a closed session are in its statement, to the
    entry that made them the operator's own money.

    >>> from eyesdown.central.store.memory import MemoryStore
    >>> [each.account for each in statements(MemoryStore(), "till", "bar")]
    ['hall_cash/bar', 'hall_cards/bar', 'till_difference/bar']
    """
    if what not in KINDS:
        raise BadInput("of", f"a statement is of one of {', '.join(KINDS)}")
    of_sessions = what in OF_SESSIONS
    names = sessions_of(store, what, name) if of_sessions else (name,)
    accounts = accounts_of("session" if of_sessions else what, names)
    return tuple(statement(account, store.lines(account)) for account in accounts)


def sessions_of(store: Store, what: str, name: str) -> tuple[str, ...]:
    """The sessions of a gaming day or of a sequence, in the order of their names."""
    prefix = f"{name}/"
    return tuple(record.key.removeprefix(prefix) for record in store.records(what, prefix))
