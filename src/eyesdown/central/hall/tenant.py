"""A bingo hall as a tenant of the site."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from eyesdown.central.hall.machine import BOOKS, HallSite, machine
from eyesdown.central.site.credentials import Credential, NotAllowed
from eyesdown.central.site.first_row import Owner
from eyesdown.central.site.machine import Machine
from eyesdown.central.site.site import Site
from eyesdown.central.tenant import Tenant
from eyesdown.kernel.errors import BadInput
from eyesdown.kernel.written import replace

KIND = "hall"

OFFICE = "office"
"""The one role there is so far: it may give every command of the hall."""


def machine_for(owner: Owner) -> Machine[HallSite] | None:
    """The machine of a hall's journal; None if it names a book that is not a hall's."""
    return machine(owner.book, ZoneInfo(owner.zone)) if owner.book in BOOKS else None


def hall_tenant(name: str, book: str, zone: ZoneInfo) -> Tenant[HallSite]:
    """A hall for the site, under one of the books for halls."""
    if book not in BOOKS:
        raise BadInput("book", f"a hall is run by one of {', '.join(BOOKS)}, not by {book}")
    return Tenant(
        kind=KIND,
        name=name,
        book=book,
        zone=zone,
        machine=machine(book, zone),
        roles={OFFICE: ()},
        admit=admit,
        complete=complete,
    )


def admit(who: Credential, command: Any) -> Any:
    """The command with who gave it, where it does not name the person on duty itself."""
    if who.role != OFFICE:
        raise NotAllowed("door/not_your_role", f"{type(command).__name__} is for the office")
    return command if command.by else replace(command, by=who.name)


def complete(_site: Site[HallSite], _who: Credential | None, command: Any) -> Any:
    """The command as it is: the site itself adds nothing to it yet."""
    return command
