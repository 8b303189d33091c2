"""Who may sign on: names, roles and password hashes. No password is ever kept or logged."""

from __future__ import annotations

import asyncio
import os
import sys
import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from threading import get_native_id
from typing import Any, Literal, TypeAlias, get_args

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from eyesdown.kernel.errors import BadInput, EyesdownError

Role: TypeAlias = Literal["writer", "self_service", "supervisor", "office", "inspector"]
ROLES: tuple[Role, ...] = get_args(Role)

TRIES_MAX = 5
PLACE_TRIES_MAX = 20
NAME_TRIES_MAX = 50
TRIES_SECONDS = 300
WATCHED_MAX = 10_000
WAITING_MAX = 20
"""So many may wait for their password to be looked at; each takes a tenth of a second."""
STEP_BACK = 15
"""How far whoever looks at passwords stands behind whoever sells."""


class TooMany(EyesdownError):
    """More people sign on than anybody can look at."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody signed on. A writer and a terminal belong to a venue."""

    name: str
    role: Role
    venue: str = ""
    terminal: str = ""


@dataclass(slots=True)
class People:
    """Everybody who may sign on, how often that was tried in vain, and which sessions are over.

    A name is locked where it was tried too often, so that a stranger elsewhere cannot lock out its
    owner; a place from which many names were tried is locked for all, and so is a name that many
    places try. One password is looked at at a time, by a thread of its own: each takes 64 MB and
    much work, and strangers who try from everywhere must hold up neither sales nor draws.
    """

    hashes: Mapping[str, tuple[Person, str]]
    seconds: Callable[[], float]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _tries: dict[tuple[str, str], deque[float]] = field(default_factory=dict)
    _ended: dict[str, float] = field(default_factory=dict)
    _looking: ThreadPoolExecutor = field(
        default_factory=lambda: ThreadPoolExecutor(1, "passwords", _step_back)
    )
    _waiting: int = 0
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._decoy = self.hasher.hash("nobody's password")

    def person(self, name: str) -> Person | None:
        found = self.hashes.get(name)
        return found[0] if found else None

    def mark(self, name: str) -> str:
        """What a session must carry: of another password it is another."""
        found = self.hashes.get(name)
        return sha256(found[1].encode()).hexdigest()[:16] if found else ""

    def wait_seconds(self, name: str, place: str) -> int:
        """How long a name must wait for its next try at a place; 0 when it need not."""
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
        """The same as `sign_on`, in turn; TooMany when too many wait already."""
        if self._waiting >= WAITING_MAX:
            raise TooMany("too many sign on at once")
        self._waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._looking, self.sign_on, name, password, place)
        finally:
            self._waiting -= 1

    def sign_on(self, name: str, password: str, place: str = "") -> Person | None:
        """The person, if the password is right and was not tried too often.

        An unknown name costs as much time as a known one, so that nobody learns who exists.
        """
        if self.wait_seconds(name, place):
            return None
        person, known = self.hashes.get(name, (None, self._decoy))
        try:
            self.hasher.verify(known, password)
        except (VerifyMismatchError, InvalidHashError):
            person = None
        if person is None:
            for key in {(name, place), ("", place), (name, "")}:
                self._count(key)
        else:
            self._tries.pop((name, place), None)
        return person

    def _count(self, key: tuple[str, str]) -> None:
        if key not in self._tries and len(self._tries) >= WATCHED_MAX:
            self._tries.pop(next(iter(self._tries)))
        tries = self._tries.setdefault(key, deque(maxlen=NAME_TRIES_MAX))
        tries.append(self.seconds())

    def end(self, session: str, seconds: float) -> None:
        """A session that was signed off is over, whoever else holds its cookie."""
        now = self.seconds()
        self._ended = {kept: until for kept, until in self._ended.items() if until > now}
        self._ended[session] = now + seconds

    def ended(self, session: str) -> bool:
        return session in self._ended


def _step_back() -> None:
    """A lower priority for this thread, and those it starts; elsewhere threads have none."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), STEP_BACK)


def read_people(text: str) -> dict[str, tuple[Person, str]]:
    """People from a TOML file: a table a name with role, hash, and for staff venue and terminal."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("people", f"is not TOML: {bad}") from bad
    found = {}
    for name, table in raw.items():
        if not name:  # whoever is not signed on has none
            raise BadInput("people", "somebody has no name")
        if not isinstance(table, dict) or table.get("role") not in ROLES:
            raise BadInput(f"people.{name}.role", f"must be one of {', '.join(ROLES)}")
        for more in table.keys() - {"role", "hash", "venue", "terminal"}:
            raise BadInput(f"people.{name}.{more}", "is not a field here")
        if not _is_hash(table.get("hash")):
            raise BadInput(f"people.{name}.hash", "is none; make one with `eyesdown serve hash`")
        venue, terminal = str(table.get("venue", "")), str(table.get("terminal", ""))
        if table["role"] in ("writer", "self_service") and not (venue and terminal):
            raise BadInput(f"people.{name}", "needs a venue and a terminal")
        found[name] = (Person(name, table["role"], venue, terminal), table["hash"])
    return found


def _is_hash(value: object) -> bool:
    try:
        extract_parameters(str(value))
    except InvalidHashError:
        return False
    return True
