"""Who may sign on at a hall: the office gives and takes roles, without a restart."""

from __future__ import annotations

from enum import StrEnum

from eyesdown.central.hall.state import Access, HallSite
from eyesdown.central.hall.words import AccessGiven, GiveAccess
from eyesdown.kernel.refused import Refused, refused
from eyesdown.rulebooks.central_site.record import refusal


class HallRole(StrEnum):
    """What a person or a machine may do at a hall."""

    OFFICE = "office"
    SELLER = "seller"
    CALLER = "caller"
    SUPERVISOR = "supervisor"
    VERIFIER = "verifier"
    DISPLAY = "display"
    PLAYER = "player"
    INSPECTOR = "inspector"


def decide_access(site: HallSite, command: GiveAccess) -> tuple[AccessGiven | Refused, ...]:
    """Access given or taken; refused for a role that a hall does not have, or the last office."""
    strange = [role for role in command.roles if role not in set(HallRole)]
    if strange:
        return refused(command, (refusal("access/unknown_role", role=strange[0]),), command.person)
    others = [each for name, each in site.access.items() if name != command.person]
    in_office = HallRole.OFFICE in command.roles or any(
        HallRole.OFFICE in each.roles for each in others
    )
    if site.access and not in_office:
        no = refusal("access/last_office", person=command.person)
        return refused(command, (no,), command.person)
    token = command.token_sha256
    if token and any(each.token_sha256 == token for each in others):
        no = refusal("access/token_taken", person=command.person)
        return refused(command, (no,), command.person)
    return (
        AccessGiven(
            at=command.at,
            person=command.person,
            roles=command.roles,
            till=command.till,
            token_sha256=token,
            by=command.by,
        ),
    )


def evolve_access(site: HallSite, event: AccessGiven) -> None:
    """Take a person's access into the state; no role removes them."""
    if not event.roles:
        site.access.pop(event.person, None)
        return
    before = site.access.get(event.person)
    token = event.token_sha256 or (before.token_sha256 if before else "")
    site.access[event.person] = Access(event.roles, event.till, token)
