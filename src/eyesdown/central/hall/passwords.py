"""Passwords of a hall's people: hashes beside the journal, never in it."""

from __future__ import annotations

from eyesdown.central.store.base import Store


def _name(person: str) -> str:
    return f"password of {person}"


def put_password(store: Store, person: str, password_hash: str) -> None:
    """Keep the hash of a person's password in place of the one before."""
    store.put_secret(_name(person), password_hash.encode())


def password_hash(store: Store, person: str) -> str:
    """The hash of a person's password; nothing if they have none."""
    return store.secret(_name(person)).decode()


def has_password(store: Store, person: str) -> bool:
    """Whether a person can sign on with a password.

    >>> from eyesdown.central.store.memory import MemoryStore
    >>> store = MemoryStore()
    >>> put_password(store, "bea", "$argon2id$...")
    >>> has_password(store, "bea"), has_password(store, "cal")
    (True, False)
    """
    return bool(store.secret(_name(person)))
