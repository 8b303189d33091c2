"""Changes whose tags are all right: only what a site notes outside its store tells them.

Older passwords and personal data, things tagged with a key that was replaced, the store of
yesterday or of another site with the same key, and the notes of yesterday.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from eyesdown.central.site.first_row import KeyJournal
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.site import Done, Submitted, restored
from eyesdown.central.store.base import TAG_OF, Store
from eyesdown.central.store.keyed import KeyedStore, seal
from eyesdown.central.store.keys import Keyring
from eyesdown.central.store.memory import MemoryStore
from eyesdown.central.store.newest_versions import NewestVersions
from eyesdown.central.store.noted_heads import Noted, NotedHeads
from eyesdown.proof.faults.day import KENO, START, open_site, script
from eyesdown.proof.tamper.keyed_rounds import RING, words_of
from eyesdown.proof.tamper.rounds import Tampered
from eyesdown.proof.tamper.stores import Filled
from eyesdown.proof.tamper.tables import Tables, any_place, honest

BOTH = Keyring((*RING.keys, b"the next key; no secret, either."), RING.where)
NAME = "keno"
STAFF, PLAYERS = ("Ann", "Bob", "Cy", "Di"), ("A0001", "A0002", "A0003")
OLDER = "is not what this site wrote last|are not those that this site wrote last"
REPLACED = "was replaced by a newer one|is not as it was"
ANOTHER = "an older or another copy is in place"


class Noticed(NamedTuple):
    """A stopped store and what its site noted of it."""

    tables: Tables
    noted: Noted

    @classmethod
    def of(cls, store: Store, key: Keyring) -> Noticed:
        """A store as a site leaves it."""
        sums: list[tuple[int, ...]] = []
        NewestVersions(store, note=sums.append)
        return cls(Tables.of(store), Noted(store.head(), key.current_id.hex(), sums[-1]))

    def copy(self) -> Noticed:
        return self._replace(tables=self.tables.copy())


class Days(NamedTuple):
    """One site on three days, and another site with the same key."""

    yesterday: Noticed
    """Tagged with the first key."""
    morning: Noticed
    """Tagged with the next key, which a row names; the passwords are those of yesterday."""
    today: Noticed
    other: Noticed


def days() -> Days:
    """Each day with everything as it should be."""
    store = honest().into(MemoryStore())
    seal(store, RING)
    _new_passwords(KeyedStore(store, RING), "first")
    yesterday = Noticed.of(store, RING)
    _take_next_key(store)
    morning = Noticed.of(store, BOTH)
    _new_passwords(KeyedStore(store, BOTH), "second")
    other = honest(script(games=2, sales=5)).into(MemoryStore())
    seal(other, RING)
    _take_next_key(other)
    _new_passwords(KeyedStore(other, BOTH), "other")
    return Days(yesterday, morning, Noticed.of(store, BOTH), Noticed.of(other, BOTH))


def _take_next_key(store: Store) -> None:
    site = open_site(KeyedStore(store, BOTH))
    command = KeyJournal(START + timedelta(days=1), BOTH.current_id.hex(), "a new key")
    [reply] = site.run([Submitted("site/key", command)])
    assert isinstance(reply, Done), reply
    site.take_snapshot()
    seal(store, BOTH)


def _new_passwords(store: KeyedStore, word: str) -> None:
    for name in STAFF:
        put_password(store, name, f"{word} of {name}")
    for holder in PLAYERS:
        store.put_personal(holder, {"password": word.encode(), "address": word.encode()})


NotedChange: TypeAlias = Callable[[Days, Random], tuple[Noticed, str]]
"""What an insider leaves, and a pattern of the words that a start must say."""


def _put_in(rows: list[Any], row: Any, names: int) -> None:
    """A row in place of the one that has the same names."""
    n = next(n for n, each in enumerate(rows) if each[:names] == row[:names])
    rows[n] = row


def put_back_an_older_password(days: Days, dice: Random) -> tuple[Noticed, str]:
    left = days.today.copy()
    name = f"password of {dice.choice(STAFF)}"
    [row] = [row for row in days.morning.tables.secrets if row[0] == name]
    _put_in(left.tables.secrets, row, 1)
    return left, OLDER


def put_back_older_personal_data(days: Days, dice: Random) -> tuple[Noticed, str]:
    """One kind of data of one player, with its tag."""
    left = days.today.copy()
    holder, kind = dice.choice(PLAYERS), dice.choice(("password", "address"))
    for row in days.morning.tables.personal:
        if row[:2] in ((holder, kind), (holder, f"{TAG_OF}{kind}")):
            _put_in(left.tables.personal, row, 2)
    return left, OLDER


def take_a_person_out(days: Days, dice: Random) -> tuple[Noticed, str]:
    left, holder = days.today.copy(), dice.choice(PLAYERS)
    left.tables.personal[:] = [row for row in left.tables.personal if row[0] != holder]
    return left, OLDER


def lend_a_password_of_another_site(days: Days, dice: Random) -> tuple[Noticed, str]:
    left = days.today.copy()
    name = f"password of {dice.choice(STAFF)}"
    [row] = [row for row in days.other.tables.secrets if row[0] == name]
    _put_in(left.tables.secrets, row, 1)
    return left, OLDER


def tag_with_a_replaced_key(days: Days, dice: Random) -> tuple[Noticed, str]:
    """A row or record as a person who kept the first key can write it."""
    left = days.today.copy()
    table, names = dice.choice((("journal", 1), ("records", 3)))
    rows = getattr(days.yesterday.tables, table)
    _put_in(getattr(left.tables, table), rows[any_place(rows, dice)], names)
    return left, REPLACED


def put_back_the_store_of_yesterday(days: Days, _: Random) -> tuple[Noticed, str]:
    return days.yesterday.copy()._replace(noted=days.today.noted), ANOTHER


def put_back_the_secrets_of_the_morning(days: Days, _: Random) -> tuple[Noticed, str]:
    left = days.today.copy()
    left.tables.secrets[:] = days.morning.tables.secrets
    return left, OLDER


def put_in_the_store_of_another_site(days: Days, _: Random) -> tuple[Noticed, str]:
    return days.other.copy()._replace(noted=days.today.noted), ANOTHER


def exchange_what_is_noted_of_two_sites(days: Days, _: Random) -> tuple[Noticed, str]:
    return days.today.copy()._replace(noted=days.other.noted), ANOTHER


def put_back_the_notes_of_the_morning(days: Days, _: Random) -> tuple[Noticed, str]:
    return days.today.copy()._replace(noted=days.morning.noted), OLDER


NOTED_CHANGES: tuple[NotedChange, ...] = (
    put_back_an_older_password,
    put_back_older_personal_data,
    take_a_person_out,
    lend_a_password_of_another_site,
    tag_with_a_replaced_key,
    put_back_the_store_of_yesterday,
    put_back_the_secrets_of_the_morning,
    put_in_the_store_of_another_site,
    exchange_what_is_noted_of_two_sites,
    put_back_the_notes_of_the_morning,
)


def tamper_noted(
    change: NotedChange, days: Days, filled: Filled, each: int, dice: Random
) -> Tampered:
    """One kind of change, many times, and what a start says of it."""
    tampered = Tampered(f"noted: {change.__name__.replace('_', ' ')}")
    for _ in range(each):
        left, place = change(days, dice)
        tampered.note(place, refusal_of(left, filled))
    return tampered


def refusal_of(left: Noticed, filled: Filled) -> str:
    """Why a site does not start on this store with these notes; empty if it starts."""
    with TemporaryDirectory() as folder, filled(left.tables) as plain:
        file = Path(folder) / "heads"
        notes = NotedHeads(file)
        notes.note(NAME, left.noted.head)
        notes.note_key(NAME, left.noted.key)
        notes.note_sums(NAME, left.noted.sums)
        return words_of(partial(_start, plain, NotedHeads(file)))


def _start(plain: Store, heads: NotedHeads) -> None:
    heads.check(NAME, plain)
    noted = heads.of(NAME)
    newest, oldest = NewestVersions(plain, noted.sums), BOTH.age(bytes.fromhex(noted.key))
    restored(KENO, KeyedStore(plain, BOTH, oldest=oldest, newest=newest))
