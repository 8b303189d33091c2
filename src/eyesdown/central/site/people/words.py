"""What is asked and recorded about the people of a tenant."""

from __future__ import annotations

from datetime import datetime
from typing import TypeAlias

from eyesdown.kernel.written import Written


class GiveAccess(Written, frozen=True, kw_only=True):
    """A person may sign on in these roles, at a till if one is named; no role: not at all.

    `till` is the till or the terminal they work at, `venue` the venue where a tenant has several.
    The password, if there is one, is not in the journal. `token_sha256` is for a program that works
    for the person.
    """

    at: datetime
    person: str
    roles: tuple[str, ...]
    till: str = ""
    token_sha256: str = ""
    venue: str = ""
    by: str = ""


class ResetFactor(Written, frozen=True, kw_only=True):
    """Another person of the office: someone sets up their time-based codes anew."""

    at: datetime
    person: str
    by: str = ""


class GivePassword(Written, frozen=True, kw_only=True):
    """A person gets another password; its hash is put beside the journal."""

    at: datetime
    person: str
    by: str = ""


class AccessGiven(Written, frozen=True, kw_only=True):
    """A person may sign on in these roles; without a role no longer."""

    at: datetime
    person: str
    roles: tuple[str, ...]
    till: str
    token_sha256: str
    by: str
    venue: str = ""


class FactorReset(Written, frozen=True, kw_only=True):
    """The codes that a person had are good for nothing now, and their sessions have ended."""

    at: datetime
    person: str
    by: str


class PasswordGiven(Written, frozen=True, kw_only=True):
    """A person has another password, and their sessions have ended; it is not in the journal."""

    at: datetime
    person: str
    by: str


PeopleCommand: TypeAlias = GiveAccess | ResetFactor | GivePassword
PeopleEvent: TypeAlias = AccessGiven | FactorReset | PasswordGiven
