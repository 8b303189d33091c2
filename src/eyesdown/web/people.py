"""Who may sign on: names, roles and password hashes. No password is ever kept or logged."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Semaphore
from typing import Any, Literal, TypeAlias, get_args

from argon2 import PasswordHasher, extract_parameters
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from eyesdown.kernel.errors import BadInput

Role: TypeAlias = Literal["writer", "self_service", "supervisor", "office", "inspector"]
ROLES: tuple[Role, ...] = get_args(Role)

TRIES_MAX = 5
PLACE_TRIES_MAX = 20
NAME_TRIES_MAX = 50
TRIES_SECONDS = 300
WATCHED_MAX = 10_000
HASHES_AT_ONCE = 4
"""Each takes 64 MB for a moment: more at once would let strangers fill the memory."""


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
    places try.
    """

    hashes: Mapping[str, tuple[Person, str]]
    seconds: Callable[[], float]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _tries: dict[tuple[str, str], deque[float]] = field(default_factory=dict)
    _ended: dict[str, float] = field(default_factory=dict)
    _few: Semaphore = field(default_factory=lambda: Semaphore(HASHES_AT_ONCE))
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._decoy = self.hasher.hash("nobody's password")

    def person(self, name: str) -> Person | None:
        found = self.hashes.get(name)
        return found[0] if found else None

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

    def sign_on(self, name: str, password: str, place: str = "") -> Person | None:
        """The person, if the password is right and was not tried too often.

        An unknown name costs as much time as a known one, so that nobody learns who exists.
        """
        if self.wait_seconds(name, place):
            return None
        person, known = self.hashes.get(name, (None, self._decoy))
        try:
            with self._few:
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


def read_people(text: str) -> dict[str, tuple[Person, str]]:
    """People from a TOML file: a table a name with role, hash, and for staff venue and terminal."""
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("people", f"is not TOML: {bad}") from bad
    found = {}
    for name, table in raw.items():
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
