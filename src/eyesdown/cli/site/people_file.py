"""The file of `--people`: the first people of keno, let in once for each password hash."""

from __future__ import annotations

import tomllib
from typing import Any

from argon2 import extract_parameters
from argon2.exceptions import InvalidHashError

from eyesdown.central.keno.office.roles import SIGNING_ON
from eyesdown.central.site.people.access import Access
from eyesdown.kernel.errors import BadInput


def read_people(text: str) -> dict[str, tuple[Access, str]]:
    """Access and password hash by name; the office comes first, so that it is there from the start.

    BadInput names what is wrong.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as bad:
        raise BadInput("people", f"is not TOML: {bad}") from bad
    people = {name: _read(name, table) for name, table in raw.items()}
    return dict(sorted(people.items(), key=lambda each: each[1][0].roles != ("office",)))


def _read(name: str, table: Any) -> tuple[Access, str]:
    if not name:  # an empty name is that of a session without sign-on
        raise BadInput("people", "a name is empty")
    if not isinstance(table, dict) or table.get("role") not in SIGNING_ON:
        raise BadInput(f"people.{name}.role", f"must be one of {', '.join(SIGNING_ON)}")
    for more in table.keys() - {"role", "hash", "venue", "terminal"}:
        raise BadInput(f"people.{name}.{more}", "is not a field here")
    if not _is_hash(table.get("hash")):
        raise BadInput(
            f"people.{name}.hash", "is not a password hash; make one with `eyesdown serve hash`"
        )
    venue, terminal = str(table.get("venue", "")), str(table.get("terminal", ""))
    if not all(table.get(needed) for needed in SIGNING_ON[table["role"]]):
        raise BadInput(f"people.{name}", "needs a venue and a terminal")
    return Access((table["role"],), terminal, venue=venue), table["hash"]


def _is_hash(value: object) -> bool:
    try:
        extract_parameters(str(value))
    except InvalidHashError:
        return False
    return True
