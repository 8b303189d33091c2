"""People who sign on to pages: how passwords are checked, and how guesses are counted.

Who may sign on is in the journal of each tenant, the hashes of passwords are beside it. No password
is stored or logged.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from threading import get_native_id
from typing import TypeVar

from argon2 import PasswordHasher

from eyesdown.central.site.credentials import Role
from eyesdown.kernel.errors import EyesdownError
from eyesdown.web.frame.signing.tries import Tries, is_password, new_decoy

T = TypeVar("T")

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

    @property
    def roles(self) -> tuple[Role, ...]:
        """Their role, as the one of several."""
        return (self.role,)


@dataclass(slots=True)
class People:
    """Failed attempts to sign on, the sessions that were signed off, and the hashes in use.

    A name is locked at the place that failed too often, so that a stranger elsewhere cannot lock
    out its owner; a place that tries many names is locked for all names, and a name that many
    places try is locked everywhere. Passwords are checked one at a time in a separate thread: each
    takes 64 MB and much work, and attempts from everywhere must not hold up sales or draws.
    Browsers that their owners have used before have a thread of their own.
    """

    seconds: Callable[[], float]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    second_factor: bool = True
    """Whether office and supervisors sign on with a time-based code as well."""
    name: str = "Eyes Down"
    """The site's name, as the app with the codes shows it."""
    hashes: dict[tuple[str, str], str] = field(default_factory=dict)
    """Hashes of passwords by tenant and name, as the store has them; read once."""
    _tries: Tries = field(init=False)
    _ended: dict[str, float] = field(default_factory=dict)
    _checker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "passwords", lower_priority)
    )
    _own_checker: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "own passwords", lower_priority)
    )
    _waiting: Counter[bool] = field(default_factory=Counter)
    """How many wait for a check: in browsers that they have used before, and all others."""
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._decoy = new_decoy(self.hasher)
        self._tries = Tries(
            self.seconds, TRIES_SECONDS, each_max=NAME_TRIES_MAX, keys_max=WATCHED_MAX
        )

    def wait_seconds(self, name: str, place: str) -> int:
        """Seconds until a name may try again at a place; 0 if it may now."""
        if place.startswith(OWN_DEVICE):
            return self._tries.wait_seconds((name, place), TRIES_MAX)
        limits = {
            (name, place): TRIES_MAX,
            ("", place): PLACE_TRIES_MAX,
            (name, ""): NAME_TRIES_MAX,
        }
        return max(self._tries.wait_seconds(key, most) for key, most in limits.items())

    async def is_right(self, name: str, password: str, password_hash: str, place: str) -> bool:
        """`check` in the password thread; TooMany if too many people wait already."""
        own = place.startswith(OWN_DEVICE)
        return await self._in_turn(
            lambda: self.check(name, password, password_hash, place), own=own
        )

    async def hashed(self, password: str) -> str:
        """The hash of a new password, made in the password thread."""
        return await self._in_turn(lambda: self.hasher.hash(password), own=True)

    async def _in_turn(self, work: Callable[[], T], *, own: bool) -> T:
        """What comes of work in a password thread; known browsers never wait behind strangers."""
        checker = self._own_checker if own else self._checker
        if self._waiting[own] >= WAITING_MAX:
            raise TooMany("too many people are signing on at once")
        self._waiting[own] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(checker, work)
        finally:
            self._waiting[own] -= 1

    def check(self, name: str, password: str, password_hash: str, place: str = "") -> bool:
        """Whether a password is the one of this hash, and was not tried too often."""
        if self.wait_seconds(name, place):
            return False
        right = is_password(self.hasher, password, password_hash, self._decoy)
        self.note(name, place, right=right)
        return right

    def note(self, name: str, place: str, *, right: bool) -> None:
        """Count a wrong password or code; forget the wrong ones before a right one."""
        if right:
            self._tries.forget((name, place))
            return
        own = place.startswith(OWN_DEVICE)
        for key in {(name, place)} if own else {(name, place), ("", place), (name, "")}:
            self._tries.count(key)

    def end(self, session: str, seconds: float) -> None:
        """End a session for everyone who holds its cookie, for as long as the cookie is valid."""
        now = self.seconds()
        self._ended = {name: until for name, until in self._ended.items() if until > now}
        self._ended[session] = now + seconds

    def ended(self, session: str) -> bool:
        """Whether a session was signed off."""
        return session in self._ended


@lru_cache(1024)
def mark_of(password_hash: str, resets: int = 0) -> str:
    """What a session carries: it changes with the password and with a reset of the codes.

    >>> mark_of("one hash") == mark_of("another hash")
    False
    """
    return sha256(f"{password_hash} {resets}".encode()).hexdigest()[:16]


def lower_priority() -> None:
    """Lower the priority of this thread and of those it starts; only Linux can."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), NICENESS)
