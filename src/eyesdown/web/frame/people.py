"""The people who may sign on: names, roles, password hashes. No password is stored or logged."""

from __future__ import annotations

import asyncio
import os
import sys
import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from threading import get_native_id
from typing import Any, TypeVar

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from eyesdown.central.site.credentials import Role, Roles
from eyesdown.kernel.errors import BadInput, EyesdownError

T = TypeVar("T")

ROLES: Roles = {
    "writer": ("venue", "terminal"),
    "self_service": ("venue", "terminal"),
    "supervisor": (),
    "office": (),
    "inspector": (),
}
"""The roles that sign on to pages, and which fields of a person each of them needs."""

OWN_DEVICE = "device "
"""How the place of a browser begins on which the person has signed on before."""
TRIES_MAX = 5
PLACE_TRIES_MAX = 20
NAME_TRIES_MAX = 50
TRIES_SECONDS = 300
WATCHED_MAX = 10_000
WAITING_MAX = 20
"""The most people who may wait for their password to be checked; each takes a tenth of a second."""
NICENESS = 15
"""Niceness of the password-hashing thread, so that sign-ons never slow down sales."""


class TooMany(EyesdownError):
    """Too many people are signing on at once."""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who may sign on. A writer and a self-service terminal belong to a venue."""

    name: str
    role: Role
    venue: str = ""
    terminal: str = ""


@dataclass(slots=True)
class People:
    """The people who may sign on, failed attempts, and the sessions that were signed off.

    A name is locked at the place that failed too often, so that a stranger elsewhere cannot lock
    out its owner; a place that tries many names is locked for all names, and a name that many
    places try is locked everywhere. Passwords are checked one at a time in a separate thread: each
    takes 64 MB and much work, and attempts from everywhere must not hold up sales or draws.
    """

    hashes: Mapping[str, tuple[Person, str]]
    seconds: Callable[[], float]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _tries: dict[tuple[str, str], deque[float]] = field(default_factory=dict)
    _ended: dict[str, float] = field(default_factory=dict)
    _checker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "passwords", lower_priority)
    )
    _waiting: int = 0
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._decoy = self.hasher.hash("the password of no one")

    def person(self, name: str) -> Person | None:
        """The person of this name; None if no one has it."""
        listed = self.hashes.get(name)
        return listed[0] if listed else None

    def mark(self, name: str) -> str:
        """What a session of this name must carry; it changes with the password."""
        listed = self.hashes.get(name)
        return mark_of(listed[1]) if listed else ""

    def wait_seconds(self, name: str, place: str) -> int:
        """Seconds until a name may try again at a place; 0 if it may now."""
        if place.startswith(OWN_DEVICE):
            return self._wait((name, place), TRIES_MAX)
        limits = {
            (name, place): TRIES_MAX,
            ("", place): PLACE_TRIES_MAX,
            (name, ""): NAME_TRIES_MAX,
        }
        return max(self._wait(key, most) for key, most in limits.items())

    def _wait(self, key: tuple[str, str], most: int) -> int:
        tries = self._tries.get(key, deque())
        while tries and tries[0] <= self.seconds() - TRIES_SECONDS:
            tries.popleft()
        if len(tries) < most:
            return 0
        return int(tries[-most] + TRIES_SECONDS - self.seconds()) + 1

    async def signed_on(self, name: str, password: str, place: str) -> Person | None:
        """`sign_on` in the password thread; TooMany if too many people wait already."""
        return await self._in_turn(lambda: self.sign_on(name, password, place))

    async def is_right(self, name: str, password: str, password_hash: str, place: str) -> bool:
        """`check` in the password thread, for a name that is kept elsewhere than in `hashes`."""
        return await self._in_turn(lambda: self.check(name, password, password_hash, place))

    async def hashed(self, password: str) -> str:
        """The hash of a new password, made in the password thread."""
        return await self._in_turn(lambda: self.hasher.hash(password))

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._waiting >= WAITING_MAX:
            raise TooMany("too many people are signing on at once")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._checker, work)
        finally:
            self._waiting -= 1

    def sign_on(self, name: str, password: str, place: str = "") -> Person | None:
        """The person, if the password is right and was not tried too often; else None."""
        person, password_hash = self.hashes.get(name, (None, ""))
        return person if self.check(name, password, password_hash, place) else None

    def check(self, name: str, password: str, password_hash: str, place: str = "") -> bool:
        """Whether a password is the one of this hash, and was not tried too often.

        Without a hash it takes as long, so that no one learns which names exist.
        """
        if self.wait_seconds(name, place):
            return False
        try:
            self.hasher.verify(password_hash or self._decoy, password)
            right = bool(password_hash)
        except (VerifyMismatchError, InvalidHashError):
            right = False
        if right:
            self._tries.pop((name, place), None)
        else:
            own = place.startswith(OWN_DEVICE)
            for key in {(name, place)} if own else {(name, place), ("", place), (name, "")}:
                self._count(key)
        return right

    def _count(self, key: tuple[str, str]) -> None:
        if key not in self._tries and len(self._tries) >= WATCHED_MAX:
            self._tries.pop(next(iter(self._tries)))
        tries = self._tries.setdefault(key, deque(maxlen=NAME_TRIES_MAX))
        tries.append(self.seconds())

    def end(self, session: str, seconds: float) -> None:
        """End a session for everyone who holds its cookie, for as long as the cookie is valid."""
        now = self.seconds()
        self._ended = {name: until for name, until in self._ended.items() if until > now}
        self._ended[session] = now + seconds

    def ended(self, session: str) -> bool:
        """Whether a session was signed off."""
        return session in self._ended


@lru_cache(1024)
def mark_of(password_hash: str) -> str:
    """What a session carries of the password that it was signed on with.

    >>> mark_of("one hash") == mark_of("another hash")
    False
    """
    return sha256(password_hash.encode()).hexdigest()[:16]


def lower_priority() -> None:
    """Lower the priority of this thread and of those it starts; only Linux can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)


def read_people(text: str) -> dict[str, tuple[Person, str]]:
    """People from a TOML file, by name: role, hash, and for venue staff venue and terminal."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("people", f"is not TOML: {bad}") from bad
    people = {}
    for name, table in raw.items():
        if not name:  # an empty name is that of a session without sign-on
            raise BadInput("people", "a name is empty")
        if not isinstance(table, dict) or table.get("role") not in ROLES:
            raise BadInput(f"people.{name}.role", f"must be one of {', '.join(ROLES)}")
        for more in table.keys() - {"role", "hash", "venue", "terminal"}:
            raise BadInput(f"people.{name}.{more}", "is not a field here")
        if not _is_hash(table.get("hash")):
            raise BadInput(
                f"people.{name}.hash", "is not a password hash; make one with `eyesdown serve hash`"
            )
        venue, terminal = str(table.get("venue", "")), str(table.get("terminal", ""))
        if not all(table.get(needed) for needed in ROLES[table["role"]]):
            raise BadInput(f"people.{name}", "needs a venue and a terminal")
        people[name] = (Person(name, table["role"], venue, terminal), table["hash"])
    return people


def _is_hash(value: object) -> bool:
    try:
        extract_parameters(str(value))
    except InvalidHashError:
        return False
    return True
