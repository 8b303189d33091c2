"""The family tables as a tenant of the site."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.central.family.machine import BOOK, FamilySite, machine
from eyesdown.central.site.credentials import Credential, NotAllowed
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import Tenant
from eyesdown.kernel.written import replace

KIND = "family"

HOST = "host"
"""The one role there is so far: the host of the tables gives every command."""


def machine_for(owner: Owner) -> Machine[FamilySite] | None:
    """The machine of a journal of family tables; None if it names another book."""
    return machine(ZoneInfo(owner.zone)) if owner.book == BOOK else None


def family_tenant(name: str, zone: ZoneInfo) -> Tenant[FamilySite]:
    """The family tables for the site."""
    return Tenant(
        kind=KIND,
        name=name,
        book=BOOK,
        zone=zone,
        machine=machine(zone),
        roles={HOST: ()},
        admit=admit,
        complete=complete,
    )


def admit(who: Credential, command: Any) -> Any:
    """The command with who gave it."""
    if who.role != HOST:
        raise NotAllowed("door/not_your_role", f"{type(command).__name__} is for the host")
    return command if command.by else replace(command, by=who.name)


def complete(_site: Site[FamilySite], _who: Credential | None, command: Any) -> Any:
    """The command as it is: the site itself adds nothing to it yet."""
    return command
