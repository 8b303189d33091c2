"""Who may sign on at a tenant: the office gives and takes roles, without a restart."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol

from msgspec import Struct

from eyesdown.central.site.credentials import OFFICE, Credential, Roles
from eyesdown.central.site.people.proofs import put_password
from eyesdown.central.site.people.second_person import (
    BY_SETTINGS,
    NOT_PEOPLE,
    HasLetIn,
    note_let_in,
)
from eyesdown.central.site.people.words import (
    AccessGiven,
    FactorReset,
    GiveAccess,
    GivePassword,
    PasswordGiven,
    PeopleCommand,
    PeopleEvent,
    ResetFactor,
)
from eyesdown.central.site.site import Broke, Site, Submitted
from eyesdown.kernel.errors import JournalError
from eyesdown.kernel.refused import Refused, refused
from eyesdown.rulebooks.central_site.record import refusal

WITH_FACTOR = frozenset({OFFICE, "supervisor"})
"""The roles in which a person signs on with a time-based code as well as a password."""


class Access(Struct, frozen=True):
    """In which roles a person may sign on, and where they work."""

    roles: tuple[str, ...]
    till: str = ""
    token_sha256: str = ""
    venue: str = ""

    @property
    def needs_factor(self) -> bool:
        """Whether one of the roles needs a time-based code.

        >>> Access(("seller", "office")).needs_factor, Access(("seller",)).needs_factor
        (True, False)
        """
        return not WITH_FACTOR.isdisjoint(self.roles)


class HasPeople(HasLetIn, Protocol):
    """The part of a tenant's state that says who may sign on."""

    access: dict[str, Access]
    factor_resets: dict[str, int]
    """How often the codes of a person were reset, by name; it stays when they leave."""


def decide_people(
    state: HasPeople, command: PeopleCommand, roles: Roles, *, one_role: bool = False
) -> tuple[PeopleEvent | Refused, ...]:
    """What a command about people leads to; `roles` are those that may sign on at the tenant."""
    if isinstance(command, ResetFactor):
        return _decide_reset(state, command)
    if isinstance(command, GivePassword):
        return _decide_password(state, command)
    no = _why_no_access(state.access, command, roles, one_role=one_role)
    if no:
        code, facts = no
        return refused(command, (refusal(code, **facts),), command.person)
    return (
        AccessGiven(
            at=command.at,
            person=command.person,
            roles=command.roles,
            till=command.till,
            venue=command.venue,
            token_sha256=command.token_sha256,
            by=command.by,
        ),
    )


def _why_no_access(
    access: Mapping[str, Access], command: GiveAccess, roles: Roles, *, one_role: bool
) -> tuple[str, dict[str, str]] | None:
    """The code and facts of the first reason not to give this access; None if there is none."""
    if command.person in NOT_PEOPLE:
        return "access/not_a_name", {"person": command.person}
    strange = [role for role in command.roles if role not in roles]
    if strange:
        return "access/unknown_role", {"role": strange[0]}
    if one_role and len(command.roles) > 1:
        return "access/one_role", {"person": command.person}
    places = {"venue": command.venue, "terminal": command.till}
    for role in command.roles:
        for field in roles[role]:
            if not places.get(field):
                return "access/no_place", {"role": role, "missing": field}
    others = [each for name, each in access.items() if name != command.person]
    has_office = any(OFFICE in each.roles for each in access.values())
    in_office = OFFICE in command.roles or any(OFFICE in each.roles for each in others)
    if has_office and not in_office:
        return "access/last_office", {"person": command.person}
    token = command.token_sha256
    if token and any(each.token_sha256 == token for each in others):
        return "access/token_taken", {"person": command.person}
    return None


def _decide_reset(state: HasPeople, command: ResetFactor) -> tuple[FactorReset | Refused, ...]:
    code = ""
    if command.person not in state.access:
        code = "access/unknown_person"
    elif command.by == command.person:
        code = "factor/own"
    if code:
        no = refusal(code, person=command.person)
        return refused(command, (no,), command.person)
    return (FactorReset(at=command.at, person=command.person, by=command.by),)


def _decide_password(
    state: HasPeople, command: GivePassword
) -> tuple[PasswordGiven | Refused, ...]:
    if command.person not in state.access:
        no = refusal("access/unknown_person", person=command.person)
        return refused(command, (no,), command.person)
    return (PasswordGiven(at=command.at, person=command.person, by=command.by),)


def evolve_people(state: HasPeople, event: PeopleEvent) -> None:
    """Take an event about people into the state; access without a role removes the person.

    Maps are replaced, not changed: threads other than the writer's read them, too.
    """
    note_let_in(state, event)
    if isinstance(event, PasswordGiven):
        return
    if isinstance(event, FactorReset):
        resets = state.factor_resets.get(event.person, 0) + 1
        state.factor_resets = {**state.factor_resets, event.person: resets}
        return
    if not event.roles:
        others = {name: each for name, each in state.access.items() if name != event.person}
        state.access = others
        return
    before = state.access.get(event.person)
    token = event.token_sha256 or (before.token_sha256 if before else "")
    access = Access(event.roles, event.till, token, event.venue)
    state.access = {**state.access, event.person: access}


def credential_of(tenant: str, state: HasPeople, digest: str) -> Credential | None:
    """Whose token of a tenant has this hash; it is good for the first of their roles."""
    for person, access in state.access.items():
        if access.token_sha256 == digest:
            return Credential(
                person,
                access.roles[0],
                digest,
                venue=access.venue,
                terminal=access.till,
                tenant=tenant,
                person=person,
            )
    return None


def admit_listed(
    site: Site[Any], at: datetime, person: str, access: Access, password_hash: str
) -> None:
    """Let a person of the settings in with a password, once for each new hash.

    What the office changes later, it changes for good: the settings are not applied again. A new
    hash also lets the person set up their codes anew, so that the only person of an office who has
    lost password or phone gets in again.
    """
    command_id = f"site/office/{sha256(f'{person} {password_hash}'.encode()).hexdigest()}"
    if command_id in site.store.find([command_id]):
        return
    before = site.state.access.get(person)
    put_password(site.store, person, password_hash)
    command = GiveAccess(
        at=at,
        person=person,
        roles=access.roles,
        till=access.till,
        venue=access.venue,
        by=BY_SETTINGS,
    )
    commands = [Submitted(command_id, command)]
    if before is not None:
        again = ResetFactor(at=at, person=person, by=BY_SETTINGS)
        commands.append(Submitted(f"{command_id}/factor", again))
    for reply in site.run(commands):
        if isinstance(reply, Broke):
            raise JournalError(reply.words)
