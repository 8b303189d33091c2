"""API tokens: who holds one, in which role, and for which venue, terminal or account."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any, TypeAlias

from eyesdown.central.site.people.second_person import NOT_PEOPLE
from eyesdown.kernel.errors import BadInput, EyesdownError

Role: TypeAlias = str
"""What a person or a machine may do at a tenant. Each tenant lists its own roles."""

OFFICE: Role = "office"
INSPECTOR: Role = "inspector"
"""The two roles that every tenant has."""

Roles: TypeAlias = Mapping[Role, tuple[str, ...]]
"""The roles of a tenant, and which fields of a credential each of them needs."""

_HASH_OF_NOTHING = sha256(b"").hexdigest()
"""The hash of an empty string, as a script with an unset variable would write it."""


@dataclass(frozen=True, slots=True)
class Credential:
    """Who holds a token, in which role, and for which venue, terminal or account alone.

    Without a `tenant` it is valid at the site's first tenant. A `person` may act in their own name
    only; a token without one is a desk's.
    """

    name: str
    role: Role
    token_sha256: str
    venue: str = ""
    terminal: str = ""
    account: str = ""
    tenant: str = ""
    person: str = ""


class NotAllowed(EyesdownError):
    """This role may not give this command, or not about what belongs to another."""

    exit_code = 1

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message


class Doorkeeper:
    """Finds a credential by the hash of its token; the tokens themselves are stored nowhere.

    >>> keeper = Doorkeeper.of_toml('''
    ... [[credential]]
    ... name = "Bar, till 1"
    ... role = "writer"
    ... token_sha256 = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae"
    ... venue = "V0001"
    ... terminal = "V0001-T1"
    ... ''', {"club": {"writer": ("venue", "terminal")}})
    >>> keeper.admit("foo").name
    'Bar, till 1'
    >>> keeper.admit("bar") is None
    True
    """

    def __init__(self, credentials: tuple[Credential, ...]) -> None:
        self._by_digest = {credential.token_sha256: credential for credential in credentials}

    @classmethod
    def of_toml(cls, text: str, tenants: Mapping[str, Roles]) -> Doorkeeper:
        """The credentials that a file lists; BadInput names what is wrong.

        `tenants` has every tenant's roles; a credential that names no tenant is the first one's.
        """
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as bad:
            raise BadInput("credentials", str(bad)) from bad
        for name in tables.keys() - {"credential"}:
            raise BadInput(f"credentials.{name}", "is not a table here; write [[credential]]")
        listed = tables.get("credential", [])
        if not isinstance(listed, list):
            raise BadInput("credential", "a list of tables is needed")
        credentials = tuple(
            _credential(f"credential {number}", raw, tenants)
            for number, raw in enumerate(listed, 1)
        )
        digests = [credential.token_sha256 for credential in credentials]
        for number, digest in enumerate(digests, 1):
            if digest in digests[: number - 1]:
                raise BadInput(f"credential {number}.token_sha256", "is another credential's, too")
        return cls(credentials)

    def admit(self, token: str) -> Credential | None:
        """Whose token this is. It is looked up by its hash, so timing reveals nothing of it."""
        return self._by_digest.get(sha256(token.encode("utf-8", "surrogatepass")).hexdigest())


def _credential(where: str, raw: Any, tenants: Mapping[str, Roles]) -> Credential:
    if not isinstance(raw, dict):
        raise BadInput(where, "a table is needed")
    _check_fields(where, raw)
    if not raw["name"].strip() or not raw["name"].isprintable():
        raise BadInput(f"{where}.name", "printable characters are needed: it signs commands")
    if raw["name"] in NOT_PEOPLE:
        raise BadInput(f"{where}.name", "is how the site itself signs; choose another")
    tenant = raw.get("tenant") or next(iter(tenants))
    if tenant not in tenants:
        raise BadInput(f"{where}.tenant", f"{tenant!r} is none of {', '.join(tenants)}")
    roles = tenants[tenant]
    if raw["role"] not in roles:
        raise BadInput(f"{where}.role", f"{raw['role']!r} is none of {', '.join(roles)}")
    digest = raw["token_sha256"].lower()
    if len(digest) != 64 or set(digest) - set("0123456789abcdef"):
        raise BadInput(f"{where}.token_sha256", "64 hexadecimal digits are needed")
    if digest == _HASH_OF_NOTHING:
        raise BadInput(f"{where}.token_sha256", "is the hash of no token at all")
    for name in roles[raw["role"]]:
        if not raw.get(name):
            raise BadInput(f"{where}.{name}", f"the role {raw['role']} needs one")
    return Credential(**{**raw, "token_sha256": digest})


def _check_fields(where: str, raw: dict[str, Any]) -> None:
    known_fields = {field.name for field in fields(Credential)}
    for name, value in raw.items():
        if name not in known_fields:
            raise BadInput(f"{where}.{name}", "is not a field here")
        if not isinstance(value, str):
            raise BadInput(f"{where}.{name}", "a string is needed")
    for name in ("name", "role", "token_sha256"):
        if name not in raw:
            raise BadInput(f"{where}.{name}", "is missing")
