"""Who may sign on: names, roles and password hashes. No password is ever kept or logged."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, get_args

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from eyesdown.kernel.errors import BadInput

Role: TypeAlias = Literal["writer", "self_service", "supervisor", "office", "inspector"]
ROLES: tuple[Role, ...] = get_args(Role)

TRIES_MAX = 5
TRIES_SECONDS = 300
NAMES_WATCHED_MAX = 10_000


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody signed on. A writer and a terminal belong to a venue."""

    name: str
    role: Role
    venue: str = ""
    terminal: str = ""


@dataclass(slots=True)
class People:
    """Everybody who may sign on, and how often a name was tried in vain."""

    hashes: Mapping[str, tuple[Person, str]]
    seconds: Callable[[], float]
    hasher: PasswordHasher = field(default_factory=PasswordHasher)
    _tries: dict[str, deque[float]] = field(default_factory=dict)
    _decoy: str = ""

    def __post_init__(self) -> None:
        self._decoy = self.hasher.hash("nobody's password")

    def person(self, name: str) -> Person | None:
        found = self.hashes.get(name)
        return found[0] if found else None

    def wait_seconds(self, name: str) -> int:
        """How long a name must wait before its next try; 0 when it need not."""
        tries = self._tries.get(name, deque())
        while tries and tries[0] <= self.seconds() - TRIES_SECONDS:
            tries.popleft()
        if len(tries) < TRIES_MAX:
            return 0
        return int(tries[0] + TRIES_SECONDS - self.seconds()) + 1

    def sign_on(self, name: str, password: str) -> Person | None:
        """The person, if the password is right and the name has not been tried too often.

        An unknown name costs as much time as a known one, so that nobody learns who exists.
        """
        if self.wait_seconds(name):
            return None
        person, known = self.hashes.get(name, (None, self._decoy))
        try:
            self.hasher.verify(known, password)
        except (VerifyMismatchError, InvalidHashError):
            person = None
        if person is None:
            self._count(name)
        else:
            self._tries.pop(name, None)
        return person

    def _count(self, name: str) -> None:
        if name not in self._tries and len(self._tries) >= NAMES_WATCHED_MAX:
            self._tries.pop(next(iter(self._tries)))
        self._tries.setdefault(name, deque()).append(self.seconds())


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
        if not isinstance(table.get("hash"), str):
            raise BadInput(f"people.{name}.hash", "is missing; make one with `eyesdown serve hash`")
        venue, terminal = str(table.get("venue", "")), str(table.get("terminal", ""))
        if table["role"] in ("writer", "self_service") and not (venue and terminal):
            raise BadInput(f"people.{name}", "needs a venue and a terminal")
        found[name] = (Person(name, table["role"], venue, terminal), table["hash"])
    return found
