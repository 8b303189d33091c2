"""Who stands at the door: credentials, roles, and what each role may ask for."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from enum import StrEnum
from hashlib import sha256
from typing import Any

from eyesdown.kernel.errors import BadInput, EyesdownError

_OF_NOTHING = sha256(b"").hexdigest()
"""What a script makes of a variable that was never set."""


class DoorRole(StrEnum):
    """Whom a credential belongs to."""

    DISPLAY = "display"
    PLAYER = "player"
    WRITER = "writer"
    SELF_SERVICE = "self_service"
    SUPERVISOR = "supervisor"
    OFFICE = "office"
    INSPECTOR = "inspector"


@dataclass(frozen=True, slots=True)
class Credential:
    """Who holds a token, in which role, and for which venue, terminal or account alone."""

    name: str
    role: DoorRole
    token_sha256: str
    venue: str = ""
    terminal: str = ""
    account: str = ""


class NotAllowed(EyesdownError):
    """This role may not ask for this, or not for somebody else's."""

    exit_code = 1

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Doorkeeper:
    """Knows every credential by the hash of its token; the tokens themselves are kept nowhere.

    >>> keeper = Doorkeeper.of_toml('''
    ... [[credential]]
    ... name = "Bar, till 1"
    ... role = "writer"
    ... token_sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    ... venue = "V0001"
    ... terminal = "V0001-T1"
    ... ''')
    >>> keeper.admit("foo").name
    'Bar, till 1'
    >>> keeper.admit("bar") is None
    True
    """

    def __init__(self, credentials: tuple[Credential, ...]) -> None:
        self._by_digest = {one.token_sha256: one for one in credentials}

    @classmethod
    def of_toml(cls, text: str) -> Doorkeeper:
        """Credentials as a file lists them; what is wrong is named."""
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as bad:
            raise BadInput("credentials", str(bad)) from bad
        for name in tables.keys() - {"credential"}:
            raise BadInput(f"credentials.{name}", "is not a table here; write [[credential]]")
        listed = tables.get("credential", [])
        if not isinstance(listed, list):
            raise BadInput("credential", "a list of tables is needed")
        found = tuple(_credential(number, raw) for number, raw in enumerate(listed, 1))
        digests = [one.token_sha256 for one in found]
        for number, digest in enumerate(digests, 1):
            if digest in digests[: number - 1]:
                raise BadInput(f"credential {number}.token_sha256", "is somebody else's, too")
        return cls(found)

    def admit(self, token: str) -> Credential | None:
        """Whose token this is. It is found by its hash, so time tells nothing of the token."""
        return self._by_digest.get(sha256(token.encode("utf-8", "surrogatepass")).hexdigest())


def _credential(number: int, raw: Any) -> Credential:
    place = f"credential {number}"
    if not isinstance(raw, dict):
        raise BadInput(place, "a table is needed")
    known = {field.name for field in fields(Credential)}
    for name, value in raw.items():
        if name not in known:
            raise BadInput(f"{place}.{name}", "is not a field here")
        if not isinstance(value, str):
            raise BadInput(f"{place}.{name}", "a text is needed")
    for name in ("name", "role", "token_sha256"):
        if name not in raw:
            raise BadInput(f"{place}.{name}", "is missing")
    if not raw["name"].strip() or not raw["name"].isprintable():
        raise BadInput(f"{place}.name", "signs that can be printed are needed: it signs commands")
    if raw["role"] not in set(DoorRole):
        raise BadInput(f"{place}.role", f"{raw['role']!r} is none of {', '.join(DoorRole)}")
    digest = raw["token_sha256"].lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise BadInput(f"{place}.token_sha256", "64 hexadecimal digits are needed")
    if digest == _OF_NOTHING:
        raise BadInput(f"{place}.token_sha256", "is that of no token at all")
    role = DoorRole(raw["role"])
    if role in (DoorRole.WRITER, DoorRole.SELF_SERVICE) and not (
        raw.get("venue") and raw.get("terminal")
    ):
        raise BadInput(f"{place}.terminal", "a terminal has a venue and a name")
    if role is DoorRole.PLAYER and not raw.get("account"):
        raise BadInput(f"{place}.account", "a player has an account")
    return Credential(**{**raw, "role": role, "token_sha256": digest})
